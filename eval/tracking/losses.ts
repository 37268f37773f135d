import type { Loss, PlantedLoss, World } from './world.ts'

/** An ended one has at least three days after it, and any has a third of the history outside. */
export function lossOf({ chance, days }: World, loss: Loss): PlantedLoss {
  const room = Math.min(days.length, 80)
  const last = loss.ongoing
    ? days.length - 1
    : days.length - 4 - Math.floor(chance.uniform() * Math.max(1, room - loss.days - 8))
  const first = Math.max(1, last - loss.days + 1)
  return { ...loss, first, last, from: days[first]!, to: days[last]! }
}
