import type { Chance } from '../chance.ts'
import {
  bursting,
  growing,
  hanging,
  jumping,
  type Moves,
  stepping,
  still,
  together,
  turning,
  wanderingWhereLow,
  waving,
  weekends,
} from './moves.ts'

export type MovingWorld = {
  name: string
  movesOf: (chance: Chance, days: number) => { clicks: Moves; rate: Moves }
  clicksADay: [number, number]
  untouched: [number, number]
  /** Mean days from a click to its conversion, by entity: they count on the day of the click, where some are missing when it is read. */
  lagDays?: [number, number]
}

const USUAL: Pick<MovingWorld, 'clicksADay' | 'untouched'> = {
  clicksADay: [20, 800],
  untouched: [12, 30],
}

/** Entities that move at any time, not from one window to the next, each its own way. */
export const MOVING_WORLDS: readonly MovingWorld[] = [
  {
    ...USUAL,
    name: 'steps every five weeks',
    movesOf: (chance, days) => ({
      clicks: stepping(chance, days, 35, 0.1),
      rate: stepping(chance, days, 35, 0.07),
    }),
  },
  {
    ...USUAL,
    name: 'days hang together (.9)',
    movesOf: (chance, days) => ({
      clicks: hanging(chance, days, 0.9, 0.25),
      rate: hanging(chance, days, 0.9, 0.15),
    }),
  },
  {
    ...USUAL,
    name: 'days hang together (.97)',
    movesOf: (chance, days) => ({
      clicks: hanging(chance, days, 0.97, 0.2),
      rate: hanging(chance, days, 0.97, 0.12),
    }),
  },
  {
    ...USUAL,
    name: 'trends',
    movesOf: (chance, days) => ({
      clicks: growing(chance, days, 0.03),
      rate: hanging(chance, days, 0.97, 0.05),
    }),
  },
  {
    ...USUAL,
    name: 'lags',
    lagDays: [1, 12],
    movesOf: (chance, days) => ({
      clicks: stepping(chance, days, 7, 0.04),
      rate: hanging(chance, days, 0.97, 0.08),
    }),
  },
  {
    ...USUAL,
    name: 'waves and bursts',
    movesOf: (chance, days) => ({
      clicks: together(waving(chance, days, 0.12), bursting(chance, days, 50)),
      rate: waving(chance, days, 0.05),
    }),
  },
  {
    ...USUAL,
    name: 'wandering where low',
    movesOf: (chance, days) => ({
      clicks: wanderingWhereLow(chance, days, 0.012),
      rate: hanging(chance, days, 0.97, 0.05),
    }),
  },
  { ...USUAL, name: 'still', movesOf: (_, days) => ({ clicks: still(days), rate: still(days) }) },
  {
    ...USUAL,
    name: 'mixed',
    movesOf: (chance, days) => ({
      clicks: together(
        chance.happens(0.4) ? growing(chance, days, 0.02) : still(days),
        turning(chance, hanging(chance, days, 0.8, 0.12)),
        weekends(chance, days),
      ),
      rate: hanging(chance, days, 0.95, 0.08),
    }),
  },
  {
    name: 'seasons and jumps',
    clicksADay: [60, 3000],
    untouched: [5, 20],
    movesOf: (chance, days) => ({
      clicks: together(waving(chance, days, 0.15, [52, 52]), jumping(chance, days, 70, 0.12)),
      rate: together(jumping(chance, days, 90, 0.06), hanging(chance, days, 0.9, 0.06)),
    }),
  },
]
