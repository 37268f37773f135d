import { MICROS } from '#shared/metrics.ts'
import type { DoubtfulFactor } from '../statistics/priors.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { countedOf } from './known-figures.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { reportedShare } from './window.ts'

/**
 * What the rates of an account are expected to be multiplied by if the coming month is like the poorer part of the
 * window, 0..1: after a sale like the days before it, after a price rise like the days since. 1 where nothing changed.
 */
export function poorerRate(changes: readonly RateChange[]): number {
  const chance = changes.reduce((sum, one) => sum + one.chance, 0)
  const lost = changes.reduce((sum, one) => sum + one.chance * one.loss, 0)
  // Where it cannot be ruled out it is taken as certain: higher bids are to bear the worst tenth.
  return 1 - lost / Math.max(chance, THRESHOLDS.changeIgnored.value)
}

/**
 * What the rates of the window are expected to be multiplied by in the coming month where they have risen, 1 and more, and how far that is in
 * doubt: a web that sells better since three weeks is not judged by the ten before. Only a rise that has outlasted a sale, which is over by
 * then, and as far as it is likely. What fell is left as it was.
 */
export function risenRate(changes: readonly RateChange[]): DoubtfulFactor {
  const [first, second] = [1, 2].map((power) =>
    changes.reduce(
      (sum, { cut, chance, rise }) => sum + lastingShare(cut) * chance * rise ** power,
      0,
    ),
  ) as [number, number]
  return { mean: 1 + first, relativeVariance: (second - first ** 2) / (1 + first) ** 2 }
}

/** Of rises so many days ago, those that are no sale: hardly any lasts three weeks, and many two. */
function lastingShare(cut: number): number {
  return Math.min(1, Math.max(0, (cut - SALE.usual) / (SALE.longest - SALE.usual)))
}

/** Days; own choice. */
const SALE = { usual: 14, longest: 20 }

export type RateChange = { cut: number; chance: number; loss: number; rise: number }

/** `chance`: of a lasting change so many days ago, of all of them together 1 at most. */
export function rateChanges(snapshot: AccountSnapshot): RateChange[] {
  const days = daysOf(snapshot)
  const all = sumOf(days)
  const changes = CUTS.flatMap((cut) => {
    if (days.length < 2 * cut) return []
    const change = changeAt(sumOf(days.slice(0, -cut)), sumOf(days.slice(-cut)), all)
    return [{ cut, ...change }]
  })
  const { changeChance } = THRESHOLDS
  const prior = changeChance.value / changes.length
  const total = changes.reduce((sum, { odds }) => sum + prior * odds, 1 - changeChance.value)
  return changes.map(({ odds, ...one }) => ({ ...one, chance: (prior * odds) / total }))
}

/** Days before the end of the window at which a change is looked for. */
const CUTS = [10, 14, 17, 20, 24, 28, 35, 42]

/** Standard deviations of what is believed of a change: the worse quarter of it is to be borne. */
const WORSE = 0.67

type Part = { conversions: number; expected: number }

/**
 * `odds`: of a change against none; `loss`: share of the rate that is lost if the poorer part goes on; `rise`: of the later days over all,
 * where they are the richer part.
 */
function changeAt(
  early: Part,
  late: Part,
  all: Part,
): { odds: number; loss: number; rise: number } {
  const { dispersion, changeSize, accountWander } = THRESHOLDS
  if (early.conversions <= 0 || late.conversions <= 0) return { odds: 0, loss: 0, rise: 0 }
  const ratio = Math.log(late.conversions / late.expected / (early.conversions / early.expected))
  const chance = dispersion.value * (1 / early.conversions + 1 / late.conversions)
  const noise = chance + 2 * accountWander.value ** 2
  const size = changeSize.value ** 2
  const odds = density(ratio, noise + size) / density(ratio, noise)
  const step = (ratio * size - Math.sqrt(size * noise * (size + noise)) * WORSE) / (size + noise)
  const share = late.expected / all.expected
  const mean = (times: number) => 1 - share + share * times
  const lasting = Math.exp((ratio * size) / (size + noise))
  return {
    odds,
    loss: 1 - Math.min(1, Math.exp(step)) / mean(Math.exp(step)),
    rise: Math.max(0, lasting / mean(lasting) - 1),
  }
}

/** Of a normal of mean 0, apart from a factor. */
function density(x: number, variance: number): number {
  return Math.exp((-x * x) / 2 / variance) / Math.sqrt(variance)
}

/** Conversions of the window's days, and the clicks that should have been reported on, each as many as in its campaign. */
function daysOf({ account, campaigns, campaignDays, window, lagCurve }: AccountSnapshot): Part[] {
  const rates = new Map(
    campaigns.flatMap(({ id, sums }) => {
      const own = countedOf(sums)
      return own ? [[id, own.conversionsMicros / Math.max(1, own.clicks)] as const] : []
    }),
  )
  const days = new Map<string, Part>()
  for (const { campaignId, day, clicks, conversionsMicros } of campaignDays ?? []) {
    if (day < window.from || day > window.to) continue
    const part = days.get(day) ?? { conversions: 0, expected: 0 }
    days.set(day, part)
    part.conversions += conversionsMicros / MICROS
    part.expected +=
      (clicks * (rates.get(campaignId) ?? 0) * reportedShare(day, account.today, lagCurve)) / MICROS
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part)
}

function sumOf(days: readonly Part[]): Part {
  return {
    conversions: days.reduce((sum, one) => sum + one.conversions, 0),
    expected: days.reduce((sum, one) => sum + one.expected, 0),
  }
}
