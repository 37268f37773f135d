import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { ownedCustomerIds } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { reportRecipients, reportSchedules } from '#platform/db/schema/reports.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { personOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import type { Compare, Frequency } from '../contract/shapes.ts'
import { nextRunAt } from '../rules/periods.ts'

const MOST_SCHEDULES = 20

type Wanted = {
  name: string
  accountIds: readonly string[]
  frequency: Frequency
  compare: Compare
  toSelf: boolean
  recipientIds: readonly string[]
}

export async function createSchedule(ctx: CallerContext, wanted: Wanted): Promise<string> {
  requirePlan(ctx.caller, 'schedules')
  const { userId } = ctx.caller
  const [row] = await ctx.db
    .select({ known: count() })
    .from(reportSchedules)
    .where(eq(reportSchedules.userId, userId))
  if ((row?.known ?? 0) >= MOST_SCHEDULES)
    throw new AppError('conflict', `Puedes tener ${MOST_SCHEDULES} envíos como mucho.`)
  const id = randomUUID()
  const now = ctx.clock.now()
  await ctx.db.insert(reportSchedules).values({
    ...(await toColumns(ctx, wanted)),
    userId,
    id,
    createdAt: now,
    createdBy: personOf(ctx.caller),
  })
  return id
}

/** Saved, it runs again, as editing mends a want of accounts or recipients; what its owner has paused stays so. */
export async function updateSchedule(
  ctx: CallerContext,
  scheduleId: string,
  wanted: Wanted,
): Promise<void> {
  requirePlan(ctx.caller, 'schedules')
  const columns = await toColumns(ctx, wanted)
  const why = reportSchedules.pausedBecause
  await change(ctx, scheduleId, {
    ...columns,
    pausedBecause: sql`case when ${why} = 'user' then ${why} end`,
  })
}

export async function pauseSchedule(
  ctx: CallerContext,
  scheduleId: string,
  paused: boolean,
): Promise<void> {
  if (paused) return await change(ctx, scheduleId, { pausedBecause: 'user' })
  requirePlan(ctx.caller, 'schedules')
  const [row] = await ctx.db.select().from(reportSchedules).where(isIt(ctx, scheduleId))
  const next = nextRunAt(row?.frequency ?? 'weekly', ctx.clock.now())
  await change(ctx, scheduleId, { pausedBecause: null, nextRunAt: next })
}

export async function deleteSchedule(ctx: CallerContext, scheduleId: string): Promise<void> {
  const gone = await ctx.db
    .delete(reportSchedules)
    .where(isIt(ctx, scheduleId))
    .returning({ id: reportSchedules.id })
  if (gone.length === 0) throw missing()
}

async function change(
  ctx: CallerContext,
  scheduleId: string,
  values: PgUpdateSetSource<typeof reportSchedules>,
): Promise<void> {
  const changed = await ctx.db
    .update(reportSchedules)
    .set(values)
    .where(isIt(ctx, scheduleId))
    .returning({ id: reportSchedules.id })
  if (changed.length === 0) throw missing()
}

function isIt(ctx: CallerContext, scheduleId: string) {
  return and(eq(reportSchedules.userId, ctx.caller.userId), eq(reportSchedules.id, scheduleId))
}

function missing(): AppError {
  return new AppError('not_found', 'No existe ese envío.')
}

async function toColumns(ctx: CallerContext, wanted: Wanted) {
  const { name, frequency, compare, toSelf, recipientIds } = wanted
  const accounts = await ownedCustomerIds(ctx, wanted.accountIds)
  if (!toSelf && recipientIds.length === 0)
    throw new AppError('invalid', 'Elige al menos un destinatario.', {
      fields: { recipientIds: 'Elige al menos un destinatario.' },
    })
  await refuseStrangers(ctx, recipientIds)
  return {
    name,
    accounts,
    frequency,
    compare,
    toSelf,
    recipients: [...new Set(recipientIds)],
    nextRunAt: nextRunAt(frequency, ctx.clock.now()),
  }
}

async function refuseStrangers(ctx: CallerContext, recipientIds: readonly string[]): Promise<void> {
  if (recipientIds.length === 0) return
  const rows = await ctx.db
    .select({ id: reportRecipients.id })
    .from(reportRecipients)
    .where(
      and(
        eq(reportRecipients.userId, ctx.caller.userId),
        inArray(reportRecipients.id, [...recipientIds]),
      ),
    )
  if (rows.length < new Set(recipientIds).size)
    throw new AppError('not_found', 'No existe ese destinatario.')
}
