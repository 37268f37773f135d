import { drawHalves } from '#engine/effect/halves-draw.ts'
import type { ArmSums, ComparedPair, UnitNoise } from '#engine/effect/halves-effect.ts'
import { measuredInHalves } from '#engine/effect/halves-verdict.ts'
import type { Worth } from '#engine/effect/net-effect.ts'
import type { Verdict } from '#shared/measured.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Day } from './entity-days.ts'
import type { DrawnUnit } from './unit-accounts.ts'

/** Units of each pair, as they were drawn. */
export type DrawnPair = { now: DrawnUnit; later: DrawnUnit }

/** The halves as the product draws them, each unit by itself. */
export function drawPairs(units: readonly DrawnUnit[], seed: string): DrawnPair[] {
  const byKey = new Map(units.map((unit) => [unit.key, unit]))
  const { pairs } = drawHalves(
    units.map(({ key, before }) => ({
      key,
      costMicros: before.cost * MICROS,
      conversions: before.conversions,
    })),
    seed,
  )
  const unitOf = ([key]: readonly string[]) => byKey.get(key!)!
  return pairs.map(({ now, later }) => ({ now: unitOf(now), later: unitOf(later) }))
}

/** The product's verdicts after four weeks and, as long as it goes on, after eight and twelve. */
export function verdictsByLooks(
  pairs: readonly DrawnPair[],
  noise: UnitNoise,
  { worth, isStopped }: { worth: Worth; isStopped: boolean },
): Verdict[] {
  const seen = [1, 2, 3].map((windows) => pairs.map((pair) => comparedAfter(pair, windows)))
  const verdicts: Verdict[] = []
  let [weeks, fractions] = [4, [] as number[]]
  for (const [at, compared] of seen.entries()) {
    const measured = measuredInHalves({
      pairs: compared,
      noise,
      look: { weeks, fractions, earlier: seen.slice(0, at), isStopped, dayOfLook: () => TODAY },
      worth: { ...worth, source: 'goal' },
      shareNow: 0.5,
      shareCompared: 0.5,
      windowDays: weeks * 7,
      crossed: { units: 0, of: pairs.length },
      measuredOn: TODAY,
      measuredTo: TODAY,
      currencyCode: 'EUR',
      campaignIds: [],
    })
    verdicts.push(measured.verdict)
    const { next } = measured.looks!
    if (!next) break
    weeks = next.weeks
    fractions = measured.looks!.fractions
  }
  return verdicts
}

const TODAY = '2026-01-01'

/** After so many windows of four weeks, with as many before where they are known. */
export function comparedAfter({ now, later }: DrawnPair, windows: number): ComparedPair {
  const arm = (unit: DrawnUnit, did: keyof DrawnUnit['after']) => {
    const after = [unit.after[did], ...unit.later.map((window) => window[did])]
    return {
      before: sumsOf(windows > 1 ? [unit.earlier, unit.before] : [unit.before]),
      after: sumsOf(after.slice(0, windows)),
    }
  }
  return { now: arm(now, 'changed'), later: arm(later, 'left') }
}

function sumsOf(windows: readonly Day[]): ArmSums {
  const sum = (of: (day: Day) => number) => windows.reduce((all, day) => all + of(day), 0)
  return {
    clicks: sum(({ clicks }) => clicks),
    costMicros: sum(({ cost }) => cost) * MICROS,
    conversions: sum(({ conversions }) => conversions),
  }
}
