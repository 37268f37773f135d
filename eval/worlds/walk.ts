import type { Chance } from '../chance.ts'
import type { Laws } from './laws.ts'

/** Of one search, week by week from the window's first: its clicks and its rate as multiples of their mean in the window. */
export type Walk = { clicks: readonly number[]; rate: readonly number[] }

const WEEKS_SEEN = 13
const WEEKS_TO_COME = 5

/** Null, and nothing is drawn, where searches stay what they are. */
export function drawWalk(chance: Chance, { walk }: Laws): Walk | null {
  if (walk.clicks === 0 && walk.rate === 0) return null
  return { clicks: drawPath(chance, walk.clicks), rate: drawPath(chance, walk.rate) }
}

function drawPath(chance: Chance, step: number): number[] {
  let at = 0
  const levels = Array.from({ length: WEEKS_SEEN + WEEKS_TO_COME }, () => {
    at += step * chance.normal() - step ** 2 / 2
    return Math.exp(at)
  })
  const usual = mean(levels.slice(0, WEEKS_SEEN))
  return levels.map((level) => level / usual)
}

export const ofDay = (path: readonly number[], day: number) =>
  path[Math.min(WEEKS_SEEN - 1, Math.floor(day / 7))]!

export const toCome = (path: readonly number[]) => mean(path.slice(WEEKS_SEEN))

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}
