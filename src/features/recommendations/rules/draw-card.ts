import { LEAST_PAIRS } from '#engine/effect/flip-test.ts'
import { clustersOfTexts } from '#engine/effect/halves-clusters.ts'
import { drawHalves } from '#engine/effect/halves-draw.ts'
import type { ArmSums } from '#engine/effect/halves-effect.ts'
import type { AppliedHalves, ChangeUnit } from '#shared/applied-halves.ts'

/** How a card's units are drawn, or why they cannot be (Spanish). */
export type DrawnCard = { halves: AppliedHalves; refusal: null } | { halves: null; refusal: string }

/** `past`: of each unit, the window before. */
export function drawCard(
  { units, campaignIds }: Pick<AppliedHalves, 'units' | 'campaignIds'>,
  past: ReadonlyMap<string, ArmSums>,
  seed: string,
): DrawnCard {
  const clusters = clustersOf(units)
  const costOf = (key: string) => past.get(key)?.costMicros ?? 0
  const drawn = drawHalves(
    units.map(({ key }, i) => ({
      key,
      cluster: clusters[i]!,
      costMicros: costOf(key),
      conversions: past.get(key)?.conversions ?? 0,
    })),
    seed,
  )
  const { pairs, outside, version } = drawn
  if (pairs.length < LEAST_PAIRS) return { halves: null, refusal: tooFew(pairs.length) }
  const cost = (keys: readonly string[]) => keys.reduce((sum, key) => sum + costOf(key), 0)
  const all = cost(units.map(({ key }) => key))
  const compared = cost(pairs.flatMap(({ now }) => now))
  return {
    refusal: null,
    halves: {
      seed,
      version,
      pairs,
      outside,
      units,
      campaignIds,
      shareNow: (compared + cost(outside)) / all,
      shareCompared: compared / all,
    },
  }
}

function tooFew(pairs: number): string {
  const found = pairs === 0 ? 'no queda ninguna' : pairs === 1 ? 'queda una' : `quedan ${pairs}`
  return `Para sortear dos mitades hacen falta ${LEAST_PAIRS} parejas de partes parecidas que hayan gastado el último mes, y aquí ${found}.`
}

function clustersOf(units: readonly ChangeUnit[]): string[] {
  const texts = units.map(({ key, place }) => (place.level === 'term' ? place.texts[0]!.text : key))
  const isTerms = units[0]?.place.level === 'term'
  return isTerms ? clustersOfTexts(texts) : texts
}
