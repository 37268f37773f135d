import { eq } from 'drizzle-orm'
import { readEffectEvidence } from '#account-data/effect-evidence.ts'
import { type Account, accountById } from '#account-data/owned-account.ts'
import { type EngineView, loadEngineView } from '#account-data/snapshot/engine-view.ts'
import { worthOfConversions } from '#engine/account/worth-of-conversions.ts'
import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import { measureEffect } from '#engine/effect/measure-effect.ts'
import { measuredOf, unmeasurable } from '#engine/effect/measured-texts.ts'
import type { Context } from '#platform/context.ts'
import { automaticChangeEffects } from '#platform/db/schema/google-recommendations.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { type ChangeEvent, readAutomaticGroups } from '../queries/automatic-events.ts'
import { type AutomaticGroup, effectKindOf } from '../rules/automatic-groups.ts'

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
  for (const group of due.slice(0, MOST_AT_ONCE)) {
    const measured = await measureGroup(ctx, account, group, { today, engine })
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
  const groups = await readAutomaticGroups(ctx, customerId, addDays(today, -LATEST_DAYS))
  return groups.filter(({ key, day }) => {
    const { readyOn, after } = effectWindows(day, LAG_DAYS)
    return !done.has(key) && readyOn <= today && dataTo !== null && dataTo >= after.to
  })
}

async function measureGroup(
  ctx: Context,
  account: Account,
  { place, events, day }: AutomaticGroup<ChangeEvent>,
  { today, engine }: { today: Day; engine: EngineView },
): Promise<Measured> {
  if (!place) return unmeasurable(today)
  const windows = effectWindows(day, LAG_DAYS)
  const ownResources = events.map(({ resourceName }) => resourceName)
  const evidence = await readEffectEvidence(ctx, account, { place, windows, ownResources })
  const worth = worthOfConversions(engine.snapshot, engine.context, {
    campaignIds: place.campaignIds,
    adviceMicros: null,
  })
  const effect = measureEffect({
    kind: effectKindOf(events),
    ...evidence,
    worth,
    confounders: evidence.otherChanges.length,
  })
  return measuredOf(effect, {
    measuredOn: today,
    windows,
    confounders: evidence.otherChanges,
    campaignIds: place.campaignIds,
    currencyCode: account.currencyCode,
    worth,
  })
}
