import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'

/** How strong the evidence was; money in micros. */
export type Strength = { expectedValueMicros: number; costMicros: number; probability: number }

/** Own choice: half as much again is news. */
const GROWTH = 1.5

export function hasGrown(then: Strength, now: Strength): boolean {
  if (now.probability < then.probability) return false
  const grew = (before: number, after: number) => after > 0 && after >= before * GROWTH
  return (
    grew(then.expectedValueMicros, now.expectedValueMicros) || grew(then.costMicros, now.costMicros)
  )
}

/** `costMicros`: what the card says was spent; 0 where it names no cost. */
export function strengthOf({ expectedValueMicros, probability, evidence }: Analysed): Strength {
  const cost = evidence.figures.find(({ key }) => key === 'cost')?.value
  return { expectedValueMicros, costMicros: Number(cost ?? 0), probability }
}
