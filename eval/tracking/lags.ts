import type { World } from './world.ts'

export type Lag = {
  /** Share of a click's conversions reported so many days after it. */
  reported: (age: number) => number
  /** The account's own curve as the product would know it; undefined with too few conversions. */
  known: number[] | undefined
  /** Days that the product waits for nine tenths of the conversions. */
  waitedDays: number
}

/** Waited for where an account's own curve is not known. */
const USUAL_WAIT = 7
const LONGEST = 60

/**
 * Leads come on the same day; a shop's half in minutes, the rest over a month (Criteo Sponsored Search); one account in
 * eight is slow, with a mean of 10 to 21 days.
 */
export function drawLag({ chance, conversionsADay, historyDays }: World): Lag {
  const kind = chance.uniform()
  const [quick, mean] =
    kind < 0.4
      ? [chance.between(0.85, 0.95), 6]
      : kind < 0.875
        ? [chance.between(0.45, 0.6), chance.between(7, 11)]
        : [chance.between(0.1, 0.3), chance.between(10, 21)]
  const cut = 1 - Math.exp(-30 / mean)
  const reported = (age: number) =>
    Math.min(1, quick + ((1 - quick) * (1 - Math.exp(-(age + 0.5) / mean))) / cut)
  const enough = conversionsADay * Math.min(90, historyDays) >= 100
  if (!enough) return { reported, known: undefined, waitedDays: USUAL_WAIT }
  const known = Array.from({ length: LONGEST }, (_, age) => (age > 30 ? 1 : reported(age)))
  return { reported, known, waitedDays: known.findIndex((share) => share >= 0.9) }
}
