import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { ABANDONED_AFTER_MS } from '#changes/open-changes.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE, STATUS } from '#shared/change-states.ts'
import { settleApplication as settleKind } from '../contract/recommendations.ts'
import { type Application, latestApplication, type Owned } from '../queries/applications.ts'
import type { Assumed } from '../rules/outlook.ts'
import { setState, setStatus } from './finish-application.ts'
import { settleApplication, untilAbandonedMs } from './settle-application.ts'

/** Takes a pending recommendation for one person: of two who press at once only one gets it. Throws conflict. */
export async function claimForApplying(
  ctx: CallerContext,
  owned: Owned,
  assumed: Assumed,
): Promise<Application> {
  return await claim<Application>(ctx, owned, APPLYING, async (ctx, row, latest) => {
    if (row?.status === STATUS.applying && latest && isAbandoned(ctx, latest))
      return { stale: latest }
    const refusal = REFUSALS[row?.status ?? STATUS.closed]
    if (!row || refusal) throw new AppError('conflict', refusal ?? REFUSALS[STATUS.closed])
    const { customerId, rule, body } = row
    const now = ctx.clock.now()
    const [application] = await ctx.db
      .insert(recommendationApplications)
      .values({
        customerId,
        id: randomUUID(),
        recommendationId: row.id,
        rule,
        state: STATE.applying,
        stateSince: now,
        appliedBy: ctx.caller.userId,
        appliedAt: now,
        body,
        assumed,
        problems: [],
      })
      .returning()
    await setStatus(ctx, application!, STATUS.applying)
    await enqueueSettling(ctx, application!)
    return { claimed: application! }
  })
}

const BUSY =
  'Ya se está aplicando o deshaciendo ahora mismo. Espera unos segundos y mira cómo ha quedado.'
const REFUSALS = {
  [STATUS.pending]: '',
  [STATUS.applying]: BUSY,
  [STATUS.applied]: 'Ya aplicada',
  [STATUS.dismissed]: 'Esta recomendación se descartó.',
  [STATUS.closed]: 'El problema ya no aparece en los datos: no hay nada que aplicar.',
}
const APPLYING = {
  came: 'anyhow',
  stillOpen:
    'Un intento anterior quedó a medias y Google Ads no responde. Vuelve a probar en unos minutos.',
} as const
const UNDOING = {
  came: 'to something',
  stillOpen: 'Google Ads no responde. Vuelve a probar en unos minutos.',
} as const

/** `former`: as it was before. */
type Undoing = { application: Application; former: Application }

/** Takes an application for being undone; one that is undone already stays so. Throws conflict. */
export async function claimForUndoing(ctx: CallerContext, owned: Owned): Promise<Undoing> {
  return await claim<Undoing>(ctx, owned, UNDOING, async (ctx, _row, former) => {
    if (!former) throw new AppError('conflict', 'No se ha aplicado: no hay nada que deshacer.')
    if (former.state === STATE.applying || former.state === STATE.undoing) {
      if (isAbandoned(ctx, former)) return { stale: former }
      throw new AppError('conflict', BUSY)
    }
    if (former.state === STATE.undone) return { claimed: { application: former, former } }
    const undoing = { state: STATE.undoing, undoneBy: ctx.caller.userId }
    const application = await setState(ctx, former, undoing)
    await enqueueSettling(ctx, application)
    return { claimed: { application, former } }
  })
}

type Claimed<T> = { claimed: T } | { stale: Application }

/** What a process that died left in the middle is settled first, and then claimed once more. */
async function claim<T>(
  ctx: CallerContext,
  { account, recommendation }: Owned,
  { came, stillOpen }: typeof APPLYING | typeof UNDOING,
  take: (
    ctx: CallerContext,
    row: Owned['recommendation'] | undefined,
    latest: Application | null,
  ) => Promise<Claimed<T>>,
): Promise<T> {
  const { customerId, id } = recommendation
  const attempt = () =>
    inTransaction(ctx, async (ctx) => {
      const [row] = await ctx.db
        .select()
        .from(recommendations)
        .where(and(eq(recommendations.customerId, customerId), eq(recommendations.id, id)))
        .for('update')
      return await take(ctx, row, await latestApplication(ctx, recommendation, came))
    })
  let taken = await attempt()
  if ('stale' in taken) {
    await settleApplication(ctx, account, taken.stale)
    taken = await attempt()
  }
  if ('stale' in taken) throw new AppError('vendor_failed', stillOpen)
  return taken.claimed
}

const isAbandoned = (ctx: Context, application: Application) =>
  untilAbandonedMs(ctx, application) <= 0

/** Should this process die in the middle, another finds out what came of it. */
async function enqueueSettling(ctx: Context, { customerId, id }: Application): Promise<void> {
  const runAt = new Date(ctx.clock.now().getTime() + ABANDONED_AFTER_MS)
  await enqueue(ctx, settleKind, { customerId, applicationId: id }, { runAt })
}
