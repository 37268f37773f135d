import {
  type CountSeries,
  type Expectation,
  type Expectations,
  expectationsOf,
} from './expected-counts.ts'
import { CLUMPS, usualWander, wanderOf } from './rate-wander.ts'
import { lnGamma } from './stats.ts'

/** A run of days that counted less than it should have. */
export type LostRun = {
  from: number
  to: number
  seen: number
  expected: number
  /** Nothing, or next to nothing, was counted. */
  isFull: boolean
  /** That counting failed somewhere near, not that chance or the rate did this. */
  probability: number
}

/** How often counting fails, per day, before anything is seen. */
export type FailureHazard = { full: number; partial: number }

export type ScanOptions = {
  hazard: FailureHazard
  /** Probability that conversions are reported far later than thought. */
  slowDoubt: number
  /** Variance of the rate from what else changed between a run and its surroundings. */
  unlikeness: (from: number, to: number) => number
  /** Only runs that end here or later are of interest. */
  since: number
  enough: number
}

const LENGTHS = [1, 2, 3, 4, 5, 6, 7, 9, 11, 14, 18, 23, 30, 38, 48, 60, 75, 95, 120]
/** Made-up and real failures last days; unnoticed ones last on. */
const USUAL_LENGTH = { full: [1, 14], partial: [3, 30] } as const
const LONG_SHARE = 0.4
/** What a dead tag still counts, and what a hurt one does: it loses 30 to 75 %. */
const KEPT = { full: [0.01], partial: [0.25, 0.4, 0.55, 0.7] }
/** The rate may wander more than it has shown: its variance times this, with what probability. */
const WILDER = [
  { times: 1, weight: 0.89 },
  { times: 2, weight: 0.1 },
  { times: 5, weight: 0.01 },
] as const
const MOST_RUNS = 3
/** A run that counted more than this of what it should is no evidence and not looked at. */
const WORTH_A_LOOK = 0.85
/** Of what was expected, beyond which not all was lost. */
const LEFT_OF_FULL = 0.06

/**
 * Runs of days on which counting failed. For every run of days the likelihood that a part was lost is held
 * against the likelihood that none was, given the days around it; the sum over all runs, each weighed by how
 * often counting fails, is the odds that it did. By Markov's inequality these odds exceed T in a healthy account with
 * probability (mean number of failures) / T at most, at any volume.
 */
export function lostRuns(series: CountSeries, options: ScanOptions): LostRun[] {
  const found: LostRun[] = []
  while (found.length < MOST_RUNS) {
    const run = surestRun(series, options, found)
    if (!run || run.probability < options.enough) break
    found.push(run)
  }
  return found.sort((a, b) => a.from - b.from)
}

/**
 * The shortest run of days of which the fraction `kept` was counted that would be told from chance, at so many conversions
 * a day resting on so many known ones; null if none of a quarter of a year would.
 */
export function daysToTell(
  kept: number,
  { perDay, known }: { perDay: number; known: number },
  { hazard, enough }: Pick<ScanOptions, 'hazard' | 'enough'>,
): number | null {
  const tells = (length: number) => {
    const expected = perDay * length
    const expectation = { seen: kept * expected, mean: expected, behind: known + 0.5 }
    const ratio = likelihoodRatios(expectation, expectation, usualWander(length), 0)
    const odds =
      hazard.full * priorOf('full', length) * ratio.full +
      hazard.partial * priorOf('partial', length) * ratio.partial
    return odds / (1 + odds) >= enough
  }
  return LENGTHS.find((length) => length <= LONGEST_TOLD && tells(length)) ?? null
}

const LONGEST_TOLD = 60

type Days = { from: number; to: number }
type Candidate = Days & { odds: number; full: number }

function touches(runs: readonly Days[], from: number, to: number): boolean {
  return runs.some((run) => from <= run.to && run.from <= to)
}

function surestRun(
  series: CountSeries,
  options: ScanOptions,
  found: readonly Days[],
): LostRun | null {
  const first = scan(series, options, found, [])
  if (!first.best) return null
  // A failure must not teach how wild the account is: again without the likeliest one.
  const again =
    first.odds < WORTH_A_SECOND_LOOK
      ? first
      : scan(series, options, found, [grown(series, first.best, found)])
  const { from, to } = grown(series, again.best ?? first.best, found)
  const { seen, mean } = expectationsOf(series, (day) => touches(found, day, day)).of(from, to)
  return {
    from,
    to,
    seen,
    expected: mean,
    isFull: seen <= LEFT_OF_FULL * mean,
    probability: again.odds / (1 + again.odds),
  }
}

const WORTH_A_SECOND_LOOK = 0.05

/** The odds that counting failed on any run of days, and the run that has most of them. */
function scan(
  series: CountSeries,
  options: ScanOptions,
  found: readonly Days[],
  suspects: readonly Days[],
) {
  const days = series.seen.length
  const isLost = (day: number) => touches(found, day, day)
  const usual = expectationsOf(series, isLost)
  const slow = expectationsOf({ seen: series.seen, exposure: series.slowExposure }, isLost)
  const unsure = [...found, ...suspects]
  const calm = expectationsOf(series, (day) => touches(unsure, day, day))
  const wander = wanderOf(calm, days, (from, to) => !touches(unsure, from, to))
  const slowDoubt = slownessOf({ usual, slow, wander }, options.slowDoubt)
  let odds = 0
  let best: Candidate | null = null
  for (const length of LENGTHS) {
    if (length >= days) break
    const ended = { full: priorOf('full', length), partial: priorOf('partial', length) }
    const lasting = { ...ended, full: lastingPrior(length) }
    for (let to = Math.max(options.since, length - 1); to < days; to++) {
      const from = to - length + 1
      if (touches(found, from, to)) continue
      const expectation = usual.of(from, to)
      if (expectation.mean <= 0 || expectation.seen > WORTH_A_LOOK * expectation.mean) continue
      const beyond = wander(length) + options.unlikeness(from, to)
      const ratio = likelihoodRatios(expectation, slow.of(from, to), beyond, slowDoubt(from))
      const priors = to === days - 1 ? lasting : ended
      const full = options.hazard.full * priors.full * ratio.full
      const own = full + options.hazard.partial * priors.partial * ratio.partial
      odds += own
      if (!best || own > best.odds) best = { from, to, odds: own, full }
    }
  }
  return { odds, best }
}

/** Of a failure that starts on a given day: how likely it lasts about `length`, spread over the grid. */
function priorOf(kind: keyof FailureHazard, length: number): number {
  const [least, most] = USUAL_LENGTH[kind]
  if (length < least) return 0
  const usual = length <= most ? (1 - LONG_SHARE) / (most - least + 1) : 0
  const long = LONG_SHARE / (length * Math.log(LENGTHS.at(-1)!))
  return (usual + long) * widthOf(length)
}

/**
 * The same of a full one that has lasted about `length` and goes on: how long it will is not known yet. A part that is missing
 * until now is as well a rate that has fallen, and gets no more than one that ended.
 */
function lastingPrior(length: number): number {
  const longer = LENGTHS.filter((one) => one >= length)
  return widthOf(length) * longer.reduce((sum, one) => sum + priorOf('full', one), 0)
}

/** Days that a length of the grid stands for. */
function widthOf(length: number): number {
  const at = LENGTHS.indexOf(length)
  return ((LENGTHS[at + 1] ?? 150) - (LENGTHS[at - 1] ?? 0)) / 2
}

type Rates = { usual: Expectations; slow: Expectations; wander: (length: number) => number }

/**
 * That conversions come far later than thought, by the days before a run that begins on a given day: then those would lack
 * some too. Judged with twice the wander seen, as a bad week is no proof of it either.
 */
function slownessOf({ usual, slow, wander }: Rates, doubt: number): (from: number) => number {
  const known = new Map<number, number>()
  const judge = (from: number) => {
    const first = Math.max(0, from - DAYS_THAT_TELL)
    if (from - first < DAYS_THAT_TELL / 2) return doubt
    const [own, late] = [usual.of(first, from - 1), slow.of(first, from - 1)]
    if (own.mean <= 0 || late.mean <= 0) return doubt
    const shape = 1 / (2 * wander(from - first) + CLUMPS / own.behind)
    const seen = own.seen / CLUMPS
    const lnRatio =
      lnShape(seen, late.mean / CLUMPS, shape) - lnShape(seen, own.mean / CLUMPS, shape)
    const odds = (doubt / (1 - doubt)) * Math.exp(Math.min(MOST_CREDIT, lnRatio))
    return odds / (1 + odds)
  }
  return (from) => {
    const value = known.get(from) ?? judge(from)
    known.set(from, value)
    return value
  }
}

const DAYS_THAT_TELL = 21
const MOST_CREDIT = 20

/** Lost in full, and in part, against nothing lost; negative binomial, its shape uncertain. */
function likelihoodRatios(
  usual: Expectation,
  slow: Expectation,
  beyond: number,
  slowDoubt: number,
) {
  const seen = usual.seen / CLUMPS
  const models = WILDER.flatMap(({ times, weight }) => {
    const shape = 1 / (beyond * times + CLUMPS / usual.behind)
    const common = lnGamma(seen + shape) - lnGamma(shape)
    return [
      { mean: usual.mean / CLUMPS, shape, common, weight: weight * (1 - slowDoubt) },
      { mean: slow.mean / CLUMPS, shape, common, weight: weight * slowDoubt },
    ]
  })
  const scale = models[0]!.common + lnShape(seen, models[0]!.mean, models[0]!.shape)
  const at = (kept: number) =>
    models.reduce(
      (sum, { mean, shape, common, weight }) =>
        sum + weight * Math.exp(common + lnShape(seen, mean * kept, shape) - scale),
      0,
    )
  const none = at(1)
  return { full: mean(KEPT.full.map(at)) / none, partial: mean(KEPT.partial.map(at)) / none }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Of a negative binomial count, what depends on its mean. */
function lnShape(seen: number, mean: number, shape: number): number {
  return seen * Math.log(mean / (shape + mean)) + shape * Math.log(shape / (shape + mean))
}

/** The run of the grid with the days around it that look like it. */
function grown(series: CountSeries, run: Candidate, found: readonly Days[]): Days {
  if (run.full > run.odds / 2) return wholeSilence(series, run)
  let known: Days = { from: run.from, to: run.to }
  for (;;) {
    const wider = widened(series, known, found)
    if (wider.from === known.from && wider.to === known.to) return known
    known = wider
  }
}

/** By some days on each side on which nearer to the run's part of what was expected was counted than to all of it. */
function widened(series: CountSeries, run: Days, found: readonly Days[]): Days {
  const last = series.seen.length - 1
  const lost = [...found, run]
  const outside = expectationsOf(series, (day) => touches(lost, day, day))
  const own = outside.of(run.from, run.to)
  const middle = (1 + own.seen / own.mean) / 2
  const isLike = (from: number, to: number) => {
    if (from > to || touches(found, from, to)) return false
    const { seen, mean } = outside.of(from, to)
    return mean > 0 && seen < middle * mean
  }
  const from = Math.max(0, run.from - STEP_DAYS)
  const to = Math.min(last, run.to + STEP_DAYS)
  return {
    from: isLike(from, run.from - 1) ? from : run.from,
    to: isLike(run.to + 1, to) ? to : run.to,
  }
}

const STEP_DAYS = 3

function wholeSilence({ seen, exposure }: CountSeries, run: Days): Days {
  const silent = (day: number) => seen[day] === 0
  let { from, to } = run
  while (from > 0 && silent(from - 1)) from--
  while (to < seen.length - 1 && silent(to + 1)) to++
  while (from < to && exposure[from] === 0) from++
  while (to > from && exposure[to] === 0) to--
  return { from, to }
}
