import { countingChanges } from '#engine/account/counting-changes.ts'
import { type LostDays, lostDaysSince } from '#engine/account/measurement.ts'
import { type Advice, worthOfConversions } from '#engine/account/worth-of-conversions.ts'
import { type EffectWindows, effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import { reportedIn, withLate } from '#engine/effect/late-conversions.ts'
import { countedOtherwise, type LostRun, lostWithin } from '#engine/effect/lost-days.ts'
import {
  type EffectKind,
  type EffectQuestion,
  measureEffect,
} from '#engine/effect/measure-effect.ts'
import { measuredOf, unmeasurable } from '#engine/effect/measured-texts.ts'
import { countedSales } from '#engine/effect/sold-by-value.ts'
import type { Context } from '#platform/context.ts'
import type { Day } from '#shared/dates.ts'
import type { Measured } from '#shared/measured.ts'
import { type EffectPlace, readEffectEvidence } from './effect-evidence.ts'
import type { Account } from './owned-account.ts'
import type { EngineView } from './snapshot/engine-view.ts'

/** A change whose days are all synced. */
export type MeasurableChange = {
  /** Null where it is not known, or the whole account. */
  place: EffectPlace | null
  kind: EffectKind
  madeOn: Day
  windows: EffectWindows
  /** Resource names of the changes that are being judged. */
  ownResources: readonly string[]
  /** On the account's wall clock; unset: all of the day. */
  madeUntil?: string | undefined
  /** Titles of others that are judged with it as one. */
  together?: readonly string[]
  /** Titles of others of its campaigns that were applied on other days of the windows. */
  beside?: readonly string[]
  /** It was to stop all of its place. */
  isStopped?: boolean
  advice: Advice
  /** Where more weeks may follow. */
  look?: EffectQuestion['look'] & object
}

export type EngineToday = { today: Day; engine: EngineView }

/** What a change did, against what was left alone, and what that is worth. */
export async function measureChange(
  ctx: Context,
  account: Account,
  change: MeasurableChange,
  { today, engine }: EngineToday,
): Promise<Measured> {
  const { place, kind, madeOn, windows, ownResources, isStopped, advice, look } = change
  const { together = [], beside = [], madeUntil } = change
  if (!place) return unmeasurable(today)
  const sought = { place, windows, ownResources, madeUntil, ...(isStopped && { isStopped }) }
  const evidence = await readEffectEvidence(ctx, account, sought)
  const { campaignIds } = place
  const reported = reportedIn(windows.after, today, engine.snapshot.lagCurve)
  const said = worthOfConversions(engine.snapshot, engine.context, { campaignIds, advice })
  const worth = withLate(said, reported)
  const confounders = evidence.weightyChanges
  const lost = await readLost(engine, windows)
  const sales = countedSales(engine.snapshot.campaigns, campaignIds)
  const asked = { kind, ...evidence, worth, look, confounders, lost, sales }
  const effect = measureEffect(asked)
  const { breakEvenMicros } = effect
  // Said of a conversion, of which fewer have come in than were sold.
  const told = { ...effect, breakEvenMicros: breakEvenMicros && breakEvenMicros * reported }
  return measuredOf(told, {
    measuredOn: today,
    windows,
    confounders: evidence.otherChanges,
    campaignIds,
    campaignCosts: evidence.campaignCosts,
    currencyCode: account.currencyCode,
    worth,
    together,
    beside,
    ...(look && { dayOfLook: (weeks) => effectWindows(madeOn, LAG_DAYS, weeks).readyOn }),
  })
}

/** Days of the windows on which the account lost conversions; of a card's campaigns alone the scan of its days tells. */
export async function readLost(
  engine: EngineView,
  windows: Pick<EffectWindows, 'before' | 'after'>,
): Promise<LostRun[]> {
  return lostWithin(await readLostDays(engine, windows), windows)
}

/** Since the first of them, as the cards of the account's measurement tell them; and those on which other conversions counted. */
export async function readLostDays(
  engine: EngineView,
  windows: Pick<EffectWindows, 'before' | 'after'>,
): Promise<LostDays[]> {
  const { snapshot } = engine
  if (snapshot.accountDays.length === 0) return []
  const watched = { ...snapshot, campaignDays: await engine.campaignDays() }
  const otherwise = countedOtherwise(countingChanges(snapshot), windows)
  const losses = lostDaysSince(watched, windows.before.from)
  // What ceased to count looks like a loss.
  const isWithin = (one: LostDays) =>
    otherwise.some(({ from, to }) => one.from >= from && one.to <= to)
  return [...losses.filter((one) => !isWithin(one)), ...otherwise]
}
