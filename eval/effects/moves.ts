import type { Chance } from '../chance.ts'

/** Logarithms, day by day, of how something moves by itself. */
export type Moves = number[]

const WEEK = 7

export const still = (days: number): Moves => Array.from({ length: days }, () => 0)

/** Each day's own, of which the next keeps so much. */
export function hanging(chance: Chance, days: number, kept: number, sd: number): Moves {
  let level = sd * chance.normal()
  return Array.from({ length: days }, () => {
    level = kept * level + Math.sqrt(1 - kept ** 2) * sd * chance.normal()
    return level
  })
}

/** A new level every so many days, from a day of its own. */
export function stepping(chance: Chance, days: number, every: number, sd: number): Moves {
  const first = Math.floor(chance.between(0, every))
  let level = 0
  return Array.from({ length: days }, (_, day) => {
    if ((day + first) % every === 0) level += sd * chance.normal()
    return level
  })
}

/** A new level now and then, some far from the last (t with three degrees of freedom). */
export function jumping(chance: Chance, days: number, everyDays: number, sd: number): Moves {
  let level = 0
  return Array.from({ length: days }, () => {
    if (chance.happens(1 / everyDays))
      level += (sd * chance.normal()) / Math.sqrt((2 * chance.gamma(1.5)) / 3)
    return level
  })
}

export function growing(chance: Chance, days: number, aWeek: number): Moves {
  const slope = (aWeek * chance.normal()) / WEEK
  return Array.from({ length: days }, (_, day) => slope * (day - days / 2))
}

/** `weeks`: from crest to crest, between these. */
export function waving(
  chance: Chance,
  days: number,
  height: number,
  weeks: [number, number] = [6, 26],
): Moves {
  const [length, phase] = [chance.between(...weeks) * WEEK, chance.between(0, 2 * Math.PI)]
  const own = height * chance.between(0.3, 1.7)
  return Array.from(
    { length: days },
    (_, day) => own * Math.sin((2 * Math.PI * day) / length + phase),
  )
}

/** Some days at a time, of half as much again or of two thirds. */
export function bursting(chance: Chance, days: number, everyDays: number): Moves {
  let [left, size] = [0, 0]
  return Array.from({ length: days }, () => {
    if (left === 0 && chance.happens(1 / everyDays)) {
      left = Math.floor(chance.between(2, 7))
      size = chance.happens(0.6) ? Math.log(1.5) : -Math.log(1.5)
    }
    if (left > 0) left--
    return left > 0 ? size : 0
  })
}

/** It wanders the further the lower it is, and is pulled back slowly. */
export function wanderingWhereLow(chance: Chance, days: number, sd: number): Moves {
  let level = 0
  return Array.from({ length: days }, () => {
    level =
      level * 0.995 + sd * Math.exp(-2 * Math.max(-0.6, Math.min(0.6, level))) * chance.normal()
    return level
  })
}

/** From a day on twice as far, or half as far, as until then. */
export function turning(chance: Chance, moves: Moves): Moves {
  const [from, times] = [moves.length * chance.between(0.2, 0.75), chance.happens(0.5) ? 2 : 0.5]
  return moves.map((move, day) => (day >= from ? times * move : move))
}

/** Weekends of its own, of many of them. */
export function weekends(chance: Chance, days: number): Moves {
  const more = chance.happens(0.5) ? chance.between(-1, 0.5) : 0
  return Array.from({ length: days }, (_, day) => (day % WEEK > 4 ? more : 0))
}

export const together = (...all: readonly Moves[]): Moves =>
  all[0]!.map((_, day) => all.reduce((sum, one) => sum + one[day]!, 0))
