import type { ExperimentFigures } from '#engine/effect/experiment-effect.ts'
import { experimentPromise } from '#engine/effect/experiment-promise.ts'
import { measuredInExperiment } from '#engine/effect/experiment-verdict.ts'
import type { GoogleEstimate } from '#engine/effect/google-estimates.ts'
import { type ArmFigures, soldScatter } from '#engine/effect/halves-by-day.ts'
import { twoSided } from '#engine/statistics/stats.ts'
import type { Verdict } from '#shared/measured.ts'
import { MICROS } from '#shared/metrics.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { type Day, drawDay, type Factors, type Traits, UNCHANGED } from './effects/entity-days.ts'
import { atMost, between, type LayerOptions, type Metric, noted } from './metric.ts'

type ExperimentWorld = {
  name: string
  clicksADay: [number, number]
  /** Whether Google has worked out its estimates, or only counts are known. */
  isEstimated: boolean
  /** Conversions a buyer, on average, where each counts. */
  buys?: number
}

const WORLDS: readonly ExperimentWorld[] = [
  { name: 'small', clicksADay: [40, 120], isEstimated: true },
  { name: 'middling', clicksADay: [150, 600], isEstimated: true },
  { name: 'large', clicksADay: [800, 4_000], isEstimated: true },
  { name: 'middling, counts alone', clicksADay: [150, 600], isEstimated: false },
  { name: 'three a buyer, counts alone', clicksADay: [150, 600], isEstimated: false, buys: 3 },
]

const CHANGES: Record<string, Factors> = {
  'a fifth of the clicks spared': { clicks: 0.8, rate: 1.25, cpc: 1 },
  '+20 % conversions': { clicks: 1, rate: 1.2, cpc: 1 },
  '−20 % conversions': { clicks: 1, rate: 0.8, cpc: 1 },
}

/** One campaign's searches tossed into two halves by Google, days of good and bad luck alike for both: verdicts of up to three looks. */
export function experimentWorlds({ seeds, full }: LayerOptions): Metric[] {
  // A chance of a half is seen to ±.016 in as many, against a goal of ±.05.
  const campaigns = full ? 2_000 : 1_000
  const run = (world: ExperimentWorld, change: Factors, name: string) =>
    Array.from({ length: campaigns }, (_, i) =>
      tried(world, change, chanceFrom(`experiment ${world.name} ${name} ${seeds.first + i}`)),
    )
  const share = (all: readonly Tried[], of: (one: Tried) => boolean) =>
    all.filter(of).length / campaigns
  const is = (wanted: Verdict) => (one: Tried) => one.verdict === wanted
  return WORLDS.flatMap((world) => {
    const nothing = run(world, UNCHANGED, 'A/A')
    return [
      atMost(
        `experiment A/A ${world.name}, three looks: false verdicts`,
        share(nothing, (one) => is('improved')(one) || is('worsened')(one)),
        0.05,
      ),
      ...Object.entries(CHANGES).flatMap(([name, change]) => {
        const all = run(world, change, name)
        const seen = name.startsWith('−') ? is('worsened') : is('improved')
        const promised = all.reduce((sum, one) => sum + one.promised, 0) / campaigns
        return [
          noted(`experiment ${world.name}, ${name}: seen`, share(all, seen)),
          between(
            `experiment ${world.name}, ${name}: seen less promised`,
            share(all, seen) - promised,
            -0.05,
            0.05,
          ),
        ]
      }),
    ]
  })
}

type Tried = { verdict: Verdict; promised: number }

const WEEKS = 12
const WORTH = { sd: 0.1, source: 'goal' as const }
const TODAY = '2026-01-01'

function tried(world: ExperimentWorld, change: Factors, chance: Chance): Tried {
  const [low, high] = world.clicksADay
  const traits: Traits = {
    clicksADay: low * (high / low) ** chance.uniform(),
    rate: 0.04 * Math.exp(0.35 * chance.normal()),
    cpc: chance.between(0.4, 2.5),
    dispersion: chance.between(1.2, 2),
  }
  const worth = { ...WORTH, micros: (traits.cpc / 0.04) * chance.between(0.8, 1.6) * MICROS }
  const before = drawHalf(traits, 1, UNCHANGED, common(4, chance), chance).map((day) =>
    boughtIn(day, world.buys ?? 1, chance),
  )
  const past = sumOf(before)
  const days = common(WEEKS, chance)
  const half = (by: Factors) =>
    drawHalf(traits, 0.5, by, days, chance).map((day) => boughtIn(day, world.buys ?? 1, chance))
  const [control, treated] = [half(UNCHANGED), half(change)]
  const promise = experimentPromise(
    { ...past, weeks: 4, soldDispersion: soldScatter(before.map(countsOf)) },
    worth,
  )
  const months = 30 / 28
  const net =
    worth.micros * past.conversions * (change.clicks * change.rate - 1) -
    past.costMicros * (change.clicks * change.cpc - 1)
  return {
    verdict: verdictOf(world, { treated, control }, worth),
    promised: promise?.chanceOf(net * months) ?? 0,
  }
}

type Halves = { treated: readonly Day[]; control: readonly Day[] }

function verdictOf(
  { isEstimated }: ExperimentWorld,
  { treated, control }: Halves,
  worth: typeof WORTH & { micros: number },
): Verdict {
  let [weeks, fractions] = [4, [] as number[]]
  for (;;) {
    const measured = measuredInExperiment({
      figures: figuresOf(treated.slice(0, weeks * 7), control.slice(0, weeks * 7), isEstimated),
      worth,
      look: { weeks, fractions },
      dayOfLook: () => TODAY,
      windowDays: weeks * 7,
      measuredOn: TODAY,
      measuredTo: TODAY,
      currencyCode: 'EUR',
      campaignId: '1',
    })
    const { next } = measured.looks!
    if (!next) return measured.verdict
    weeks = next.weeks
    fractions = measured.looks!.fractions
  }
}

/** What a day brings to both halves, kept by .8. */
function common(weeks: number, chance: Chance): number[] {
  let shock = 0
  return Array.from({ length: weeks * 7 }, () => {
    shock = 0.8 * shock + 0.07 * chance.normal()
    return Math.exp(shock)
  })
}

function drawHalf(
  traits: Traits,
  share: number,
  change: Factors,
  days: readonly number[],
  chance: Chance,
): Day[] {
  return days.map((shock, day) =>
    drawDay(chance, traits, day, { ...change, clicks: share * change.clicks * shock }),
  )
}

/** Each buyer converts once, and again for as long as he does so: in clusters, as many in all. */
function boughtIn(day: Day, buys: number, chance: Chance): Day {
  if (buys === 1) return day
  let [buyers, conversions] = [0, 0]
  for (let one = 0; one < day.conversions; one++) if (chance.happens(1 / buys)) buyers++
  for (; buyers > 0; buyers--)
    do conversions++
    while (chance.happens(1 - 1 / buys))
  return { ...day, conversions }
}

/** As Google prints them: relative to the control for cost, in conversions for these, at 95 %. */
function figuresOf(
  treated: readonly Day[],
  control: readonly Day[],
  isEstimated: boolean,
): ExperimentFigures {
  const [treatment, other] = [sumOf(treated), sumOf(control)]
  const relative = treatment.costMicros / other.costMicros - 1
  const more = treatment.conversions - other.conversions
  return {
    treatment,
    control: other,
    byDay: { treatment: treated.map(armOf), control: control.map(armOf) },
    cost: isEstimated
      ? estimateOf(
          relative,
          jackknifed(treated, control, (a, b) => a.cost / b.cost),
        )
      : null,
    conversions: isEstimated
      ? estimateOf(
          more,
          jackknifed(treated, control, (a, b) => a.conversions - b.conversions),
        )
      : null,
  }
}

function estimateOf(estimate: number, sd: number): GoogleEstimate | null {
  return sd > 0 ? { estimate, margin: 1.96 * sd, p: twoSided(estimate / sd) } : null
}

/** Buckets of searches, each with its part of both halves; here by turns of the days, which are alike but for chance. */
const BUCKETS = 20

function jackknifed(
  treated: readonly Day[],
  control: readonly Day[],
  of: (a: Day, b: Day) => number,
): number {
  const without = (days: readonly Day[], bucket: number) =>
    added(days.filter((_, i) => i % BUCKETS !== bucket))
  const scale = BUCKETS / (BUCKETS - 1)
  const scaled = (day: Day): Day => ({
    clicks: day.clicks * scale,
    cost: day.cost * scale,
    conversions: day.conversions * scale,
  })
  const left = Array.from({ length: BUCKETS }, (_, bucket) =>
    of(scaled(without(treated, bucket)), scaled(without(control, bucket))),
  )
  const mean = left.reduce((sum, one) => sum + one, 0) / BUCKETS
  const square = left.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return Math.sqrt(((BUCKETS - 1) / BUCKETS) * square)
}

function added(days: readonly Day[]): Day {
  return days.reduce((a, b) => ({
    clicks: a.clicks + b.clicks,
    cost: a.cost + b.cost,
    conversions: a.conversions + b.conversions,
  }))
}

const countsOf = ({ clicks, conversions }: Day) => ({
  clicks,
  conversionsMicros: conversions * MICROS,
})

const sumOf = (days: readonly Day[]) => armOf(added(days))

function armOf({ clicks, cost, conversions }: Day): ArmFigures {
  return { clicks, costMicros: cost * MICROS, conversions }
}
