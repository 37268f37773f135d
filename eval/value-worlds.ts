import type { WatchedEntity } from '#engine/effect/account-effects.ts'
import { measureEffect } from '#engine/effect/measure-effect.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { atMost, type LayerOptions, type Metric, noted } from './metric.ts'

/** What an order brings, € on average 80: as far apart as in a shop, in one with a few dear goods, and with a tail that has hardly a variance. */
const ORDERS: Record<string, (chance: Chance) => number> = {
  alike: (chance) => 80 * Math.exp(0.6 * chance.normal() - 0.18),
  unlike: (chance) => 80 * Math.exp(1.3 * chance.normal() - 0.845),
  'a long tail': (chance) => (80 * 1.2) / 2.2 / chance.uniform() ** (1 / 2.2),
}
const SALES_A_DAY = [3, 12, 36]
/** How far clicks drift from one window to the next (sd of the logarithm). */
const DRIFT = 0.1
const OTHERS = 10
/** A half of what is recorded is what a sale is worth. */
const WORTH = { micros: 40 * MICROS, sd: 0.1 }
const DAYS = 28

const DEARER = 'fewer, dearer'
const CHEAPER = 'as many, cheaper'

type Change = { sold: number; cost: number; value: number }
const CHANGES: Record<string, Change> = {
  nothing: { sold: 1, cost: 1, value: 1 },
  [DEARER]: { sold: 0.7, cost: 0.75, value: 1 / 0.7 },
  [CHEAPER]: { sold: 1, cost: 1, value: 0.6 },
}

/** Campaigns whose bids go for what sales bring: judged by it, and by their number. */
export function valueWorlds({ seeds, full }: LayerOptions): Metric[] {
  const accounts = full ? 600 : 60
  return Object.entries(ORDERS).flatMap(([name, orders]) => {
    const bySize = SALES_A_DAY.map((sales) => {
      const play = (change: string) =>
        Array.from({ length: accounts }, (_, i) => {
          const chance = chanceFrom(`value ${name} ${sales} ${change} ${seeds.first + i}`)
          return verdictsOf(chance, { orders, sales }, CHANGES[change]!)
        })
      return { sales, still: play('nothing'), dearer: play(DEARER), cheaper: play(CHEAPER) }
    })
    const still = bySize.flatMap((one) => one.still)
    return [
      atMost(`values, ${name}, nothing: false Mejorado`, shareOf(still, 'improved'), 0.05),
      atMost(`values, ${name}, nothing: false Empeorado`, shareOf(still, 'worsened'), 0.05),
      ...bySize.flatMap(({ sales, dearer, cheaper }) => [
        ...changed(`values, ${name}, ${sales} sales a day, ${DEARER}`, dearer, 'improved'),
        ...changed(`values, ${name}, ${sales} sales a day, ${CHEAPER}`, cheaper, 'worsened'),
      ]),
    ]
  })
}

type Judged = 'improved' | 'worsened'

function changed(title: string, found: readonly Verdicts[], right: Judged): Metric[] {
  const wrong = right === 'improved' ? 'worsened' : 'improved'
  return [
    noted(`${title}: judged rightly`, shareOf(found, right)),
    atMost(`${title}: judged the other way`, shareOf(found, wrong), 0.03),
    noted(`${title}: the other way by number`, shareOf(found, wrong, 'by-number')),
  ]
}

const shareOf = (found: readonly Verdicts[], verdict: Judged, way: keyof Verdicts = 'by-value') =>
  found.filter((one) => one[way] === verdict).length / found.length

type Verdicts = Record<'by-value' | 'by-number', string>
type Shop = { orders: (chance: Chance) => number; sales: number }

function verdictsOf(chance: Chance, shop: Shop, change: Change): Verdicts {
  const changed = entityOf(chance, shop, change)
  const untouched = Array.from({ length: OTHERS }, () => entityOf(chance, shop, CHANGES.nothing!))
  const judged = (sales: keyof Verdicts) =>
    measureEffect({ kind: 'bids', changed, untouched, worth: WORTH, confounders: 0, sales }).verdict
  return { 'by-value': judged('by-value'), 'by-number': judged('by-number') }
}

/** Four windows before the change and one after it. */
function entityOf(chance: Chance, shop: Shop, change: Change): WatchedEntity {
  let level = 1
  const window = (factors: Change) => {
    level *= Math.exp(DRIFT * chance.normal())
    return Array.from({ length: DAYS }, () => dayOf(chance, shop, { level, factors }))
  }
  const past = Array.from({ length: 4 }, () => window(CHANGES.nothing!))
  const [first, second, third, before] = past
  const pairs = [
    [third, before],
    [second, third],
    [first, second],
  ] as const
  return {
    before: before!,
    after: window(change),
    earlier: pairs.map(([one, next]) => ({ before: sumOf(one!), after: sumOf(next!) })),
  }
}

function dayOf(
  chance: Chance,
  { orders, sales }: Shop,
  { level, factors }: { level: number; factors: Change },
): Metrics {
  const sold = chance.poisson(sales * level * factors.sold)
  const brought = Array.from({ length: sold }, () => orders(chance) * factors.value)
  const clicks = chance.poisson(sales * level * 30)
  return {
    impressions: clicks * 20,
    clicks,
    costMicros: Math.round(clicks * 0.7 * factors.cost * MICROS),
    conversionsMicros: sold * MICROS,
    valueMicros: Math.round(brought.reduce((all, one) => all + one, 0) * MICROS),
  }
}

const sumOf = (days: readonly Metrics[]): Metrics =>
  days.reduce((a, b) => ({
    impressions: a.impressions + b.impressions,
    clicks: a.clicks + b.clicks,
    costMicros: a.costMicros + b.costMicros,
    conversionsMicros: a.conversionsMicros + b.conversionsMicros,
    valueMicros: a.valueMicros + b.valueMicros,
  }))
