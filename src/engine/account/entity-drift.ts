import { daysInRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { ConversionCredit } from '../statistics/conversion-evidence.ts'
import { learnDrift, type PartedCount } from '../statistics/learned-drift.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { COUNTED, type CountedSums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import type { AccountSnapshot, RecentSums } from './snapshot.ts'

/** How far a coming month of one of an account lies from those of the window by itself, sd of the logarithm. */
export type EntityDrift = {
  /** Of conversions per click. */
  rate: number
  clicks: number
  /** Of the newest third of the window; absent where that tells nothing. */
  late?: LateRates
}

/** Of conversions per click of the newest third, over those of the rest: of all, and how far one's own lie from that (sd of ln). */
export type LateRates = { change: number; sd: number }

/** Of keywords, and of single searches, which change more than what many of them make. */
export type AccountDrifts = { drift: EntityDrift; searchDrift: EntityDrift }

/**
 * Learned from how the newest third of the window lies from the rest, but for what happened to all (moments, around what is
 * usual). A third against the rest moves 1.1 times as much as a month against the window where months are independent of
 * each other, and three quarters of it (of the variance) where rates walk: it is taken as it is. Clicks that held still
 * for a window promise nothing, so that theirs is never less than usual.
 */
export function accountDrifts(snapshot: AccountSnapshot, credit: ConversionCredit): AccountDrifts {
  const { rateDrift, clicksDrift, searchClicksDrift } = THRESHOLDS
  const usual = { rate: rateDrift.value, clicks: clicksDrift.value }
  const usualOfSearch = { ...usual, clicks: searchClicksDrift.value }
  const days = daysInRange(snapshot.window.from, snapshot.window.to)
  if (days < THRESHOLDS.driftDays.value) return { drift: usual, searchDrift: usualOfSearch }
  const stretch = Math.max(1, THRESHOLDS.windowDays.value / days)
  const moved = movedBids(snapshot)
  const learned = (rows: readonly Row[], usual: EntityDrift): EntityDrift => {
    const parts = partsOf(rows, moved)
    const around = (sd: number) => ({ sd, units: THRESHOLDS.driftUnits.value })
    const change = commonChange(parts)
    const counts = change === null ? [] : parts.map((one) => rateCount(one, change, credit))
    const rate = learnDrift(counts, around(usual.rate), stretch)
    return {
      rate,
      clicks: Math.max(usual.clicks, learnDrift(clickCounts(parts), around(usual.clicks), stretch)),
      ...(change !== null && { late: { change, sd: rate / Math.sqrt(stretch) } }),
    }
  }
  const keywords = withKnown(snapshot, ['keyword'], COUNTED)?.keywords ?? []
  const terms = withKnown(snapshot, ['searchTerm'], COUNTED)?.searchTerms ?? []
  return { drift: learned(keywords, usual), searchDrift: learned(terms, usualOfSearch) }
}

export type Row = {
  adGroupId: string
  criterionId?: string
  sums: CountedSums
  recent?: RecentSums
}

export type Parts = {
  clicks: number
  lateClicks: number
  conversions: number
  lateConversions: number
  isMoved: boolean
}

export function partsOf(rows: readonly Row[], moved: ReadonlySet<string> = new Set()): Parts[] {
  const parts: Parts[] = []
  for (const { adGroupId, criterionId, sums, recent } of rows) {
    // What has clicks in one part only was begun, stopped or found meanwhile.
    if (!recent || recent.clicks <= 0 || recent.clicks >= sums.clicks) continue
    if (sums.conversionsMicros < THRESHOLDS.driftConversions.value * MICROS) continue
    parts.push({
      clicks: sums.clicks,
      lateClicks: recent.clicks,
      conversions: sums.conversionsMicros / MICROS,
      lateConversions: recent.conversionsMicros / MICROS,
      isMoved: moved.has(`${adGroupId}~${criterionId}`),
    })
  }
  return parts
}

/** Keywords whose clicks followed their bid. */
function movedBids({ bidSteps = [], window }: AccountSnapshot): ReadonlySet<string> {
  const inside = bidSteps.filter(({ day }) => day >= window.from && day <= window.to)
  return new Set(
    inside.flatMap(({ changed }) =>
      changed.map(({ adGroupId, criterionId }) => `${adGroupId}~${criterionId}`),
    ),
  )
}

/** Of the late rate of all, over that of the rest; null where one of them is none. */
function commonChange(parts: readonly Parts[]): number | null {
  const sum = (of: (one: Parts) => number) => parts.reduce((total, one) => total + of(one), 0)
  const [late, all] = [sum((one) => one.lateConversions), sum((one) => one.conversions)]
  const [lateClicks, clicks] = [sum((one) => one.lateClicks), sum((one) => one.clicks)]
  if (late <= 0 || late >= all) return null
  return late / lateClicks / ((all - late) / (clicks - lateClicks))
}

/** Conversions of one, and of late as its clicks and the rates of all let expect. */
export function rateCount(one: Parts, change: number, { spread }: ConversionCredit): PartedCount {
  const expected = one.lateClicks * change
  const share = expected / (one.clicks - one.lateClicks + expected)
  return { all: one.conversions, late: one.lateConversions, share, chance: spread }
}

function clickCounts(parts: readonly Parts[]): PartedCount[] {
  const own = parts.filter(({ isMoved }) => !isMoved)
  const all = own.reduce((sum, { clicks }) => sum + clicks, 0)
  const share = own.reduce((sum, { lateClicks }) => sum + lateClicks, 0) / all
  const chance = THRESHOLDS.dispersion.value
  return own.map(({ clicks, lateClicks }) => ({ all: clicks, late: lateClicks, share, chance }))
}
