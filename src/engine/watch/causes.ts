import { MICROS } from '#shared/metrics.ts'
import type { Sums } from './watched-account.ts'
import type { WatchedMetric } from './watched-metric.ts'

export const CAUSES = [
  'impressions',
  'ctr',
  'cpc',
  'rate',
  'budget',
  'rank',
  'mix',
  'other',
] as const
export type CauseKind = (typeof CAUSES)[number]

/** One campaign's figures by device, or as a whole; `campaignId` null: what no campaign of today accounts for. */
export type Part = { campaignId: string | null; device: string | null; seen: Sums; expected: Sums }
/** What a cause in a place adds to the change, in the metric's own unit. */
export type Cause = {
  campaignId: string | null
  kind: CauseKind
  /** Named where most of it happened on one device. */
  device: string | null
  amount: number
}

/** A device is named from this share of what its campaign's cause did. */
const MOSTLY = 0.75

/** The change of a figure, taken apart by place and cause: the parts add up to it exactly. */
export function causesOf(metric: WatchedMetric, parts: readonly Part[]): Cause[] {
  return mergedDevices(PARTS_OF[metric](parts)).toSorted(
    (a, b) => Math.abs(b.amount) - Math.abs(a.amount),
  )
}

const PARTS_OF: Record<WatchedMetric, (parts: readonly Part[]) => Cause[]> = {
  cost: (parts) => parts.flatMap((part) => productCauses(part, 'costMicros')),
  conversions: (parts) => parts.flatMap((part) => productCauses(part, 'conversionsMicros')),
  cpa: cpaCauses,
  share: shareCauses,
}

/**
 * Impressions × clicks per impression × amount per click, each with the mean of what it adds in every order in which the
 * three may change (Shapley): exact, and no order is preferred.
 */
function productCauses(part: Part, column: 'costMicros' | 'conversionsMicros'): Cause[] {
  const { campaignId, device, seen, expected } = part
  const before = factorsOf(expected, seen, column)
  const after = factorsOf(seen, expected, column)
  const [a, b, c] = [0, 1, 2].map((at) => shapley(before, after, at)) as [number, number, number]
  const rest = seen[column] - expected[column] - a - b - c
  const kind: CauseKind = column === 'costMicros' ? 'cpc' : 'rate'
  return [
    { campaignId, device, kind: 'impressions', amount: a },
    { campaignId, device, kind: 'ctr', amount: b },
    // What comes without a click has no other place.
    { campaignId, device, kind, amount: c + rest },
  ]
}

/** A rate that cannot be seen is taken from the other time: then the change is one of volume. */
function factorsOf(own: Sums, other: Sums, column: 'costMicros' | 'conversionsMicros'): number[] {
  const rate = (part: keyof Sums, whole: keyof Sums) =>
    own[whole] > 0 ? own[part] / own[whole] : other[whole] > 0 ? other[part] / other[whole] : 0
  return [own.impressions, rate('clicks', 'impressions'), rate(column, 'clicks')]
}

function shapley(before: readonly number[], after: readonly number[], at: number): number {
  const [i, j] = [0, 1, 2].filter((one) => one !== at) as [number, number]
  const alone = (before[i]! * before[j]! + after[i]! * after[j]!) / 3
  const crossed = (before[i]! * after[j]! + after[i]! * before[j]!) / 6
  return (after[at]! - before[at]!) * (alone + crossed)
}

/** The ratio of two sums: each sum's causes, weighed by what a unit of it moves the ratio. */
function cpaCauses(parts: readonly Part[]): Cause[] {
  const [cost, costBefore] = [
    total(parts, 'seen', 'costMicros'),
    total(parts, 'expected', 'costMicros'),
  ]
  const conversions = total(parts, 'seen', 'conversionsMicros')
  const before = total(parts, 'expected', 'conversionsMicros')
  const perCost = (MICROS * (1 / before + 1 / conversions)) / 2
  const perConversion = (-MICROS * (cost + costBefore)) / (2 * before * conversions)
  return parts.flatMap((part) => [
    ...productCauses(part, 'costMicros').map((one) => ({ ...one, amount: one.amount * perCost })),
    ...productCauses(part, 'conversionsMicros').map((one) => ({
      ...one,
      amount: one.amount * perConversion,
    })),
  ])
}

/** By campaign: what it lost to budget and to rank, and how searches moved between campaigns of unlike shares. */
function shareCauses(parts: readonly Part[]): Cause[] {
  const [eligible, before] = [
    total(parts, 'seen', 'eligible'),
    total(parts, 'expected', 'eligible'),
  ]
  const mean =
    (total(parts, 'seen', 'searchImpressions') / eligible +
      total(parts, 'expected', 'searchImpressions') / before) /
    2
  return parts.flatMap(({ campaignId, device, seen, expected }) => {
    const weights = [expected.eligible / before, seen.eligible / eligible] as const
    if (weights[0] === 0 && weights[1] === 0) return []
    const weight = (weights[0] + weights[1]) / 2
    const share = (sums: Sums, other: Sums, column: keyof Sums) =>
      sums.eligible > 0 ? sums[column] / sums.eligible : other[column] / Math.max(1, other.eligible)
    const moved = (column: keyof Sums) =>
      share(seen, expected, column) - share(expected, seen, column)
    const own =
      (share(seen, expected, 'searchImpressions') + share(expected, seen, 'searchImpressions')) / 2
    const budget = -weight * moved('lostToBudget')
    const rank = -weight * moved('lostToRank')
    const whole = weight * moved('searchImpressions')
    return [
      { campaignId, device, kind: 'budget' as const, amount: budget },
      { campaignId, device, kind: 'rank' as const, amount: rank },
      { campaignId, device, kind: 'other' as const, amount: whole - budget - rank },
      {
        campaignId,
        device,
        kind: 'mix' as const,
        amount: (own - mean) * (weights[1] - weights[0]),
      },
    ]
  })
}

const total = (parts: readonly Part[], when: 'seen' | 'expected', column: keyof Sums) =>
  parts.reduce((sum, part) => sum + part[when][column], 0)

function mergedDevices(causes: readonly Cause[]): Cause[] {
  const groups = Map.groupBy(causes, ({ campaignId, kind }) => `${campaignId} ${kind}`)
  return [...groups.values()].map((group) => {
    const byDevice = Map.groupBy(group, ({ device }) => device)
    const sizes = [...byDevice].map(([device, own]) => ({ device, amount: sumOf(own) }))
    const amount = sumOf(sizes)
    const all = sizes.reduce((sum, one) => sum + Math.abs(one.amount), 0)
    const devices = sizes.filter(({ device }) => device !== null)
    const main = devices.find((one) => devices.length > 1 && Math.abs(one.amount) >= MOSTLY * all)
    return {
      campaignId: group[0]!.campaignId,
      kind: group[0]!.kind,
      device: main?.device ?? null,
      amount,
    }
  })
}

const sumOf = (causes: readonly { amount: number }[]) =>
  causes.reduce((sum, { amount }) => sum + amount, 0)
