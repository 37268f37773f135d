import type { World } from './account-world.ts'

/** What fails: everything, a part of everything, one of the actions, or the values alone. */
export type Loss = {
  kind: 'full' | 'partial' | 'action' | 'values'
  days: number
  /** Fraction of conversions lost by a partial one. */
  lost?: number
  /** It lasts until now, or ended some days ago. */
  ongoing: boolean
}

export type PlantedLoss = Loss & { first: number; last: number; from: string; to: string }

/** An ended one has at least three days after it, and any has a third of the history outside. */
export function lossOf({ chance, days }: World, loss: Loss): PlantedLoss {
  const room = Math.min(days.length, 80)
  const last = loss.ongoing
    ? days.length - 1
    : days.length - 4 - Math.floor(chance.uniform() * Math.max(1, room - loss.days - 8))
  const first = Math.max(1, last - loss.days + 1)
  return { ...loss, first, last, from: days[first]!, to: days[last]! }
}
