import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { AppError } from '#shared/app-error.ts'
import { settleApplication } from '../contract/recommendations.ts'
import { type Application, latestApplication, type Owned } from '../queries/applications.ts'
import type { Assumed } from '../rules/outlook.ts'

/** Longer than Google may keep a request waiting, all its tries and readings together. */
const TAKEOVER_MS = 10 * 60_000

const BUSY =
  'Ya se está aplicando o deshaciendo ahora mismo. Espera unos segundos y mira cómo ha quedado.'

/**
 * Takes a pending recommendation for one person: of two who press at once only one gets it. Throws conflict with
 * the reason; `stale` instead when a process died in the middle of it.
 */
export async function claimForApplying(
  ctx: CallerContext,
  { account, recommendation }: Owned,
  assumed: Assumed,
): Promise<{ application: Application } | { stale: Application }> {
  const { customerId } = account
  return await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .select()
      .from(recommendations)
      .where(
        and(eq(recommendations.customerId, customerId), eq(recommendations.id, recommendation.id)),
      )
      .for('update')
    if (row?.status === 'aplicando') {
      const latest = await latestApplication(ctx, customerId, row.id)
      if (latest && isAbandoned(ctx, latest)) return { stale: latest }
    }
    const refusal = REFUSALS[row?.status ?? 'cerrada']
    if (!row || refusal) throw new AppError('conflict', refusal ?? REFUSALS.cerrada)
    const now = ctx.clock.now()
    const [application] = await ctx.db
      .insert(recommendationApplications)
      .values({
        customerId,
        id: randomUUID(),
        recommendationId: row.id,
        rule: row.rule,
        state: 'aplicando',
        stateSince: now,
        appliedBy: ctx.caller.userId,
        appliedAt: now,
        body: row.body,
        assumed,
        problems: [],
      })
      .returning()
    await setStatus(ctx, customerId, row.id, 'aplicando')
    await enqueueSettling(ctx, application!)
    return { application: application! }
  })
}

const REFUSALS = {
  pendiente: '',
  aplicando: BUSY,
  aplicada: 'Ya aplicada',
  descartada: 'Esta recomendación se descartó.',
  cerrada: 'El problema ya no aparece en los datos: no hay nada que aplicar.',
} as const

/** Takes an application for being undone; as above. Throws conflict. */
export async function claimForUndoing(
  ctx: CallerContext,
  { account, recommendation }: Owned,
): Promise<{ application: Application; former: Application } | { stale: Application }> {
  const { customerId } = account
  return await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .select({ id: recommendations.id })
      .from(recommendations)
      .where(
        and(eq(recommendations.customerId, customerId), eq(recommendations.id, recommendation.id)),
      )
      .for('update')
    const former = await latestApplication(ctx, customerId, recommendation.id)
    if (!former) throw new AppError('conflict', 'No se ha aplicado: no hay nada que deshacer.')
    if (former.state === 'aplicando' || former.state === 'deshaciendo') {
      if (isAbandoned(ctx, former)) return { stale: former }
      throw new AppError('conflict', BUSY)
    }
    if (former.state === 'no_se_pudo')
      throw new AppError('conflict', 'No llegó a aplicarse: no hay nada que deshacer.')
    if (former.state === 'deshecha') return { application: former, former }
    const application = await setState(ctx, former, {
      state: 'deshaciendo',
      undoneBy: ctx.caller.userId,
    })
    await enqueueSettling(ctx, application)
    return { application, former }
  })
}

function isAbandoned(ctx: Context, application: Application): boolean {
  return untilAbandonedMs(ctx, application) <= 0
}

/** For so long its process may wait for Google, or Google be at it though the process has died. */
export function untilAbandonedMs(ctx: Context, { stateSince }: Application): number {
  return stateSince.getTime() + TAKEOVER_MS - ctx.clock.now().getTime()
}

/** Should this process die in the middle, another finds out what came of it. */
async function enqueueSettling(ctx: Context, { customerId, id }: Application): Promise<void> {
  const runAt = new Date(ctx.clock.now().getTime() + TAKEOVER_MS)
  await enqueue(ctx, settleApplication, { customerId, applicationId: id }, { runAt })
}

export async function setStatus(
  ctx: Context,
  customerId: number,
  id: string,
  status: 'pendiente' | 'aplicando' | 'aplicada',
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .update(recommendations)
    .set({ status, updatedAt: now, ...(status === 'aplicada' && { appliedAt: now }) })
    .where(and(eq(recommendations.customerId, customerId), eq(recommendations.id, id)))
}

/** Changes an application's state and whatever goes with it; answers the row as it is then. */
export async function setState(
  ctx: Context,
  { customerId, id }: Pick<Application, 'customerId' | 'id'>,
  patch: Partial<Application> & Pick<Application, 'state'>,
): Promise<Application> {
  const [row] = await ctx.db
    .update(recommendationApplications)
    .set({ ...patch, stateSince: ctx.clock.now() })
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        eq(recommendationApplications.id, id),
      ),
    )
    .returning()
  return row!
}

/** Nothing was sent: as if nobody had pressed. */
export async function giveBack(ctx: Context, application: Application): Promise<void> {
  const { customerId, id, recommendationId } = application
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .delete(recommendationApplications)
      .where(
        and(
          eq(recommendationApplications.customerId, customerId),
          eq(recommendationApplications.id, id),
        ),
      )
    await setStatus(ctx, customerId, recommendationId, 'pendiente')
  })
}
