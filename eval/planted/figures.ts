import { atLeast, atMost, between, type Metric, noted } from '../metric.ts'
import { type Candidate, KINDS, type Kind, oracleChoice } from './candidate.ts'
import type { Decision, Forecasted, Judgement } from './decisions.ts'

/** An account judged: what there was to find, and what was recommended. */
export type Judged = { candidates: Candidate[]; judgement: Judgement }

const Z_ONE_SIDED = 1.645
/** Fewer cases tell nothing of a share. */
const ENOUGH_CASES = 10
/** Below, even no wrong one at all could not prove a bound of 7 %. */
const PROVABLE_CASES = 60

/** Found by kind of problem, against an oracle that knows the populations. */
export function kindFigures(accounts: readonly Judged[]): Metric[] {
  return KINDS.flatMap((kind) => {
    const found = totalsOf(accounts, kind)
    if (found.planted === 0 && found.made === 0) return []
    return [
      noted(`${kind}: planted`, found.planted),
      ...recallFigures(kind, found),
      ...falseFigures(kind, found),
    ]
  })
}

type Totals = ReturnType<typeof totalsOf>

function totalsOf(accounts: readonly Judged[], kind: Kind) {
  const total = {
    planted: 0,
    solved: 0,
    oracle: 0,
    oracleMade: 0,
    enough: 0,
    enoughSolved: 0,
    enoughOracle: 0,
    worth: 0,
    worthSolved: 0,
    worthOracle: 0,
    made: 0,
    wrong: 0,
  }
  for (const { candidates, judgement } of accounts) {
    const own = candidates.filter((one) => one.kind === kind)
    const chosen = oracleChoice(own)
    const oracle = new Set(chosen.filter((one) => one.isPlanted).map(({ key }) => key))
    total.oracleMade += chosen.length
    for (const { isPlanted, problem, key, worth, enough } of own) {
      if (!isPlanted) continue
      const solved = judgement.solved.get(problem)
      const isSolved = solved !== undefined
      total.planted++
      total.worth += worth
      total.solved += Number(isSolved)
      total.oracle += Number(oracle.has(key))
      if (isSolved) total.worthSolved += worth * solved
      if (oracle.has(key)) total.worthOracle += worth
      if (enough) {
        total.enough++
        total.enoughSolved += Number(isSolved)
        total.enoughOracle += Number(oracle.has(key))
      }
    }
    const made = judgement.decisions.filter((one) => one.kind === kind)
    total.made += made.length
    total.wrong += made.filter(({ isRight }) => !isRight).length
  }
  return total
}

function recallFigures(kind: Kind, found: Totals): Metric[] {
  if (found.planted === 0) return []
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : 1)
  return [
    noted(`${kind}: recall`, share(found.solved, found.planted)),
    atLeast(`${kind}: recall / oracle's`, share(found.solved, found.oracle), 0.95),
    ...(found.enough >= ENOUGH_CASES
      ? [
          atLeast(`${kind}: recall with enough data`, found.enoughSolved / found.enough, 0.95),
          noted(`${kind}: oracle's recall with enough data`, found.enoughOracle / found.enough),
        ]
      : []),
    ...(found.worth > 0
      ? [
          atLeast(`${kind}: share of the € found`, found.worthSolved / found.worth, 0.85),
          noted(`${kind}: share of the € the oracle finds`, found.worthOracle / found.worth),
          atLeast(`${kind}: € / oracle's`, share(found.worthSolved, found.worthOracle), 0.95),
        ]
      : []),
  ]
}

/** Share of wrong ones and its upper 95 % bound (Wilson). */
function falseFigures(kind: Kind, { made, wrong }: Totals): Metric[] {
  if (made === 0) return []
  const rate = wrong / made
  const name = `${kind}: false discoveries of ${made}`
  const bound = `${kind}: false discoveries, upper 95 % bound`
  return [
    atMost(name, rate, 0.05),
    ...(made >= PROVABLE_CASES ? [atMost(bound, wilsonUpper(rate, made), 0.07)] : []),
  ]
}

function wilsonUpper(rate: number, n: number): number {
  const z = Z_ONE_SIDED ** 2 / n
  const spread = Z_ONE_SIDED * Math.sqrt((rate * (1 - rate)) / n + z / (4 * n))
  return (rate + z / 2 + spread) / (1 + z)
}

/** Whether 90 % means nine in ten, over ten bins of probability. */
export function calibrationFigures(decisions: readonly Decision[]): Metric[] {
  const bins = Map.groupBy(decisions, ({ probability }) =>
    Math.min(9, Math.floor(probability * 10)),
  )
  const errors = [...bins.values()].map((own) => {
    const said = own.reduce((sum, { probability }) => sum + probability, 0)
    return Math.abs(said - own.filter(({ isRight }) => isRight).length) / decisions.length
  })
  const brier = decisions.reduce(
    (sum, { probability, isRight }) => sum + (probability - Number(isRight)) ** 2,
    0,
  )
  return [
    atMost(
      'probability: expected calibration error',
      errors.reduce((a, b) => a + b, 0),
      0.03,
    ),
    noted('probability: Brier score', brier / decisions.length),
  ]
}

export function forecastFigures(forecasts: readonly Forecasted[]): Metric[] {
  const all = impactOf('all kinds', forecasts)
  const byKind = Map.groupBy(forecasts, ({ kind }) => kind)
  const beside = [...byKind]
    .filter(([, own]) => own.length >= ENOUGH_CASES)
    .flatMap(([kind, own]) => impactOf(kind, own).map((one) => noted(one.metric, one.value)))
  return [...all, ...beside]
}

function impactOf(name: string, forecasts: readonly Forecasted[]): Metric[] {
  const errors = forecasts
    .map(({ middle, net }) => Math.abs(middle - net) / Math.abs(net))
    .sort((a, b) => a - b)
  const inside = forecasts.filter(({ low, high, net }) => net >= low && net <= high).length
  return [
    atMost(`impact, ${name}: median error`, errors[Math.floor(errors.length / 2)] ?? 0, 0.25),
    between(`impact, ${name}: 80 % interval covers`, inside / forecasts.length, 0.75, 0.85),
  ]
}

type Thumb = {
  name: string
  says: (seen: NonNullable<Candidate['seen']>, target: number) => boolean
}

const THUMBS: Thumb[] = [
  {
    name: '0 conversions and ≥ 20 clicks',
    says: ({ clicks, conversions }) => conversions === 0 && clicks >= 20,
  },
  {
    name: 'CPA > 2 × target',
    says: ({ conversions, cost }, target) => cost > 2 * target * Math.max(1, conversions),
  },
]

/** What is usually done, on the same search terms. */
export function thumbFigures(accounts: readonly (Judged & { target: number })[]): Metric[] {
  return THUMBS.flatMap(({ name, says }) => {
    const total = { found: 0, wrong: 0, planted: 0 }
    for (const { candidates, target } of accounts) {
      for (const one of candidates) {
        if (one.kind !== 'wasted terms' || !one.seen || one.oracle === null) continue
        const said = says(one.seen, target)
        total.planted += Number(one.isPlanted)
        if (said) total[one.isRight(1) ? 'found' : 'wrong']++
      }
    }
    return [
      noted(`rule of thumb '${name}': recall`, total.found / total.planted),
      noted(`rule of thumb '${name}': false`, total.wrong / Math.max(1, total.found + total.wrong)),
    ]
  })
}
