import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { addDays, type Day, type DayRange } from '#shared/dates.ts'
import {
  AUTOMATIC_CLIENTS,
  type AutomaticGroup,
  groupAutomatic,
} from '../rules/automatic-groups.ts'

export type ChangeEvent = typeof changeEvents.$inferSelect

/** Of one maker; a script may change thousands of bids a day, and older ones are not read. */
const MOST_EVENTS = 2_000

/** What was changed since a day, but not by hand; newest day first. Of each maker whole days only, which a busy one does not take from the others. */
export async function readAutomaticGroups(
  ctx: Context,
  customerId: number,
  since: Day,
): Promise<AutomaticGroup<ChangeEvent>[]> {
  const events: ChangeEvent[] = []
  for (const clientType of AUTOMATIC_CLIENTS) {
    const newest = await ctx.db
      .select()
      .from(changeEvents)
      .where(and(byMakers(customerId, [clientType]), gte(changeEvents.at, since)))
      .orderBy(desc(changeEvents.at), desc(changeEvents.eventId))
      .limit(MOST_EVENTS)
    events.push(...wholeDays(newest))
  }
  return groupAutomatic(events, await campaignsOfBudgets(ctx, customerId))
}

/** Days with such changes from one day to another, the newest first. */
export async function automaticDays(
  ctx: Context,
  customerId: number,
  { from, to }: DayRange,
): Promise<Day[]> {
  const day = sql<Day>`left(${changeEvents.at}, 10)`
  const rows = await ctx.db
    .selectDistinct({ day })
    .from(changeEvents)
    .where(and(byMakers(customerId, AUTOMATIC_CLIENTS), within(from, to)))
    .orderBy(desc(day))
  return rows.map((row) => row.day)
}

/** All that was changed on one day, but not by hand. */
export async function readAutomaticDay(
  ctx: Context,
  customerId: number,
  day: Day,
): Promise<AutomaticGroup<ChangeEvent>[]> {
  const events = await ctx.db
    .select()
    .from(changeEvents)
    .where(and(byMakers(customerId, AUTOMATIC_CLIENTS), within(day, day)))
    .orderBy(desc(changeEvents.at), desc(changeEvents.eventId))
  return groupAutomatic(events, await campaignsOfBudgets(ctx, customerId))
}

function byMakers(customerId: number, makers: readonly string[]) {
  return and(eq(changeEvents.customerId, customerId), inArray(changeEvents.clientType, [...makers]))
}

function within(from: Day, to: Day) {
  return and(gte(changeEvents.at, from), lt(changeEvents.at, addDays(to, 1)))
}

/** Without the oldest day where not all of it was read: a part of it would be judged as if it were all. */
function wholeDays(newestFirst: ChangeEvent[]): ChangeEvent[] {
  if (newestFirst.length < MOST_EVENTS) return newestFirst
  const cut = newestFirst.at(-1)?.at.slice(0, 10)
  const whole = newestFirst.filter(({ at }) => at.slice(0, 10) !== cut)
  return whole.length > 0 ? whole : newestFirst
}

async function campaignsOfBudgets(ctx: Context, customerId: number) {
  const users = await ctx.db
    .select({ id: campaigns.campaignId, budgetId: campaigns.budgetId })
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  const byBudget = Map.groupBy(users, ({ budgetId }) => budgetId ?? 0)
  return new Map([...byBudget].map(([id, all]) => [id, all.map((one) => one.id)]))
}
