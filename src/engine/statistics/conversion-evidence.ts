import { MICROS } from '#shared/metrics.ts'
import type { CountedSums, Sums } from '../account/known-figures.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { Evidence } from './priors.ts'

/**
 * How much a row is credited with for one buyer: 1 and 1 where all are whole and each buyer converts once, less
 * with attribution by parts, more where a buyer converts several times.
 */
export type ConversionCredit = {
  /** Mean credit c of one conversion. */
  mean: number
  /** E[c²] / E[c]: variance over mean of a sum of many credits. */
  spread: number
}

/** What of a row's clicks and conversions may be believed. */
export type Counting = {
  /** Clicks × this = clicks whose conversions are known. */
  knownShare: number
  credit: ConversionCredit
}

/**
 * Learned from the rows of one conversion at most. With attribution by parts conversions are more than they add up to,
 * so that none at all says more. Shrunk to whole ones, of which it takes some rows to be talked out.
 */
export function conversionCredit(...reports: (readonly { sums: Sums }[])[]): ConversionCredit {
  const whole = THRESHOLDS.creditRows.value
  let [count, total, squares] = [whole, whole, whole]
  for (const rows of reports) {
    for (const { sums } of rows) {
      const credit = (sums.conversionsMicros ?? 0) / MICROS
      if (credit <= 0 || credit > 1) continue
      count++
      total += credit
      squares += credit * credit
    }
  }
  const mean = Math.max(THRESHOLDS.creditLeast.value, total / count)
  const several = conversionsOfABuyer(reports.flat())
  return comesInParts({ mean }) || several === 1
    ? { mean, spread: Math.max(mean, squares / total) }
    : { mean: several, spread: several }
}

/**
 * From the rows of so few clicks that who converted in them was hardly more than one, whole ones presumed as before;
 * 1 unless clearly more. A buyer who converts twice tells of the rate no more than one who converts once.
 */
function conversionsOfABuyer(rows: readonly { sums: Sums }[]): number {
  let [clicks, all] = [0, 0]
  for (const { sums } of rows) {
    clicks += sums.clicks ?? 0
    all += (sums.conversionsMicros ?? 0) / MICROS
  }
  const sold = rows.flatMap(({ sums }) => {
    const expected = ((sums.clicks ?? 0) * all) / clicks
    const own = (sums.conversionsMicros ?? 0) / MICROS
    return own > 0 && expected <= FEW_EXPECTED ? [{ own, expected }] : []
  })
  const conversions = sold.reduce((sum, { own }) => sum + own, WHOLE_PRESUMED)
  let several = 1
  for (let round = 0; round < ROUNDS; round++) {
    // Fewer buyers are expected than conversions.
    const buyers = sold.reduce((sum, { expected }) => {
      const likely = (expected / several) * OF_THOSE_THAT_SOLD
      return sum + likely / (1 - Math.exp(-likely))
    }, WHOLE_PRESUMED)
    several = conversions / buyers
  }
  return several < CLEARLY_SEVERAL ? 1 : several
}

const ROUNDS = 4
const FEW_EXPECTED = 0.3
const WHOLE_PRESUMED = 5
/** What sold converts better than the rest, for rates spread by a gamma of shape 2.5. */
const OF_THOSE_THAT_SOLD = 1.4
const CLEARLY_SEVERAL = 1.08

/**
 * Clicks and conversions as a Poisson count of whole conversions would have to show them to tell as much of the rate
 * (compound Poisson): none is none for certain, of many only the sum of their credits is known.
 */
export function evidenceOf(sums: CountedSums, counting: Counting): Evidence {
  return asWhole(countedEvidence(sums, counting), counting)
}

/** The same of clicks with known conversions and credits that are added up already. */
export function asWhole(counted: Evidence, counting: Pick<Counting, 'credit'>): Evidence {
  const { n, k } = asOneOfMany(counted, counting)
  const { mean, spread } = counting.credit
  const doubt = (1 - mean / spread) * (counted.k / (counted.k + CLEAR_SUM))
  return { n: n * (1 - doubt), k: k * (1 - doubt) }
}

/** Credits beyond which their sum no longer tells their number. */
const CLEAR_SUM = 10

/** Clicks whose conversions are known, and their conversions as credited. */
export function countedEvidence(
  sums: CountedSums,
  { knownShare }: Pick<Counting, 'knownShare'>,
): Evidence {
  return { n: sums.clicks * knownShare, k: sums.conversionsMicros / MICROS }
}

/** As one of many that a prior is learned from: without that doubt, for it would weigh what sold less than the rest. */
export function familyEvidence(sums: CountedSums, counting: Counting): Evidence {
  return asOneOfMany(countedEvidence(sums, counting), counting)
}

export function asOneOfMany({ n, k }: Evidence, { credit }: Pick<Counting, 'credit'>): Evidence {
  return { n: n / credit.mean, k: conversionsBehind(k, credit) }
}

/** Where a buyer converts several times: as many buyers, and as many clicks as tell as much of a rate. */
export function ofBuyers({ n, k }: Evidence, { mean }: Pick<ConversionCredit, 'mean'>): Evidence {
  const times = Math.max(1, mean)
  return { n: n / times, k: k / times }
}

/** How many conversions a sum of credits stands for: a whole small one for itself, half a one for one. */
function conversionsBehind(k: number, { mean }: ConversionCredit): number {
  if (mean > 1) return k / mean
  const isWhole = Math.abs(k - Math.round(k)) < 0.005
  if (!comesInParts({ mean }) || (isWhole && k < CLEAR_SUM)) return k
  return Math.max(Math.ceil(k), k / mean)
}

/** Less would not show in a percentage without decimals. */
export const comesInParts = ({ mean }: Pick<ConversionCredit, 'mean'>): boolean => mean < 0.995
