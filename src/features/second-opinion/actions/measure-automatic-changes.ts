import { eq } from 'drizzle-orm'
import { measureChange } from '#account-data/measured-change.ts'
import { type Account, accountById } from '#account-data/owned-account.ts'
import { loadEngineView } from '#account-data/snapshot/engine-view.ts'
import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { Context } from '#platform/context.ts'
import { automaticChangeEffects } from '#platform/db/schema/google-recommendations.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import { automaticDays, type ChangeEvent, readAutomaticDay } from '../queries/automatic-events.ts'
import { type AutomaticGroup, effectKindOf, movesTarget } from '../rules/automatic-groups.ts'

/** Later than this the effect of a change is of no use. */
const LATEST_DAYS = 180
/** Per run; a script's thousand places are judged over several days. */
const MOST_AT_ONCE = 50

/** Judges what Google, rules and scripts changed long enough ago. Safe to repeat; needs the days to be synced. */
export async function measureAutomaticChanges(ctx: Context, customerId: number): Promise<void> {
  const account = await accountById(ctx, customerId)
  if (account?.granularity !== 'day' || !account.dataTo) return
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const due = await dueGroups(ctx, account, today)
  if (due.length === 0) return
  const engine = await loadEngineView(ctx, account)
  for (const group of due) {
    const { place, events, day } = group
    const change = {
      place,
      kind: effectKindOf(events),
      madeOn: day,
      windows: effectWindows(day, LAG_DAYS),
      ownResources: events.map(({ resourceName }) => resourceName),
      advice: { micros: null, movesTarget: movesTarget(events) },
    }
    const measured = await measureChange(ctx, account, change, { today, engine })
    await ctx.db
      .insert(automaticChangeEffects)
      .values({ customerId, changeKey: group.key, measuredOn: today, measured })
      .onConflictDoNothing()
  }
}

async function dueGroups(ctx: Context, { customerId, dataTo }: Account, today: Day) {
  const judged = await ctx.db
    .select({ key: automaticChangeEffects.changeKey })
    .from(automaticChangeEffects)
    .where(eq(automaticChangeEffects.customerId, customerId))
  const done = new Set(judged.map(({ key }) => key))
  const due: AutomaticGroup<ChangeEvent>[] = []
  const range = { from: addDays(today, -LATEST_DAYS), to: today }
  for (const day of await automaticDays(ctx, customerId, range)) {
    const { readyOn, after } = effectWindows(day, LAG_DAYS)
    if (readyOn > today || dataTo === null || dataTo < after.to) continue
    const groups = await readAutomaticDay(ctx, customerId, day)
    due.push(...groups.filter(({ key }) => !done.has(key)))
    if (due.length >= MOST_AT_ONCE) break
  }
  return due.slice(0, MOST_AT_ONCE)
}
