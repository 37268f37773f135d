import type { Metric } from './metric.ts'

/** One row of the table that opened the work on advice: what is asked of all worlds, and the worst that was seen. */
export type SummaryRow = { what: string; asked: string; seen: string; isMet: boolean }

/** From the figures of a run; rows of layers that were not run are left out. */
export function summaryOf(metrics: readonly Metric[]): SummaryRow[] {
  return [
    ...stopped(metrics),
    ...losing(metrics),
    ...held(metrics),
    ...earning(metrics),
    ...auctions(metrics),
    ...adcraft(metrics),
  ]
}

/** Cases below which a share says little: what is asked is asked from here on. */
const LEAST_CASES = 60

function stopped(metrics: readonly Metric[]): SummaryRow[] {
  const all = valuesOf(metrics, /^(?<world>.+): € of searches stopped/)
  const base = all.filter(({ world }) => world === 'base')
  return [
    ...row('€ of searches stopped, of the oracle by expected value: base', '≥ .80', base, lowest),
    ...row('the same in the worst world', '≥ .60', all, lowest),
  ]
}

function losing(metrics: readonly Metric[]): SummaryRow[] {
  const kinds = ['negatives', 'pauses', 'lowered bids', 'raised bids', 'new keywords', 'budgets']
  return kinds.flatMap((kind) => {
    const share = valuesOf(metrics, new RegExp(`^(?<world>.+): ${kind} \\((?<n>\\d+)\\) that lose`))
    const money = valuesOf(
      metrics,
      new RegExp(`^(?<world>.+): ${kind} \\((?<n>\\d+)\\) money lost`),
    )
    const known = (one: Seen) => (one.cases ?? 0) >= LEAST_CASES
    return [
      ...row(`${kind} that lose money, worst world`, '≤ .10', share.filter(known), highest),
      ...row(`${kind}: money lost of gained, worst world`, '≤ .05', money.filter(known), highest),
    ]
  })
}

function held(metrics: readonly Metric[]): SummaryRow[] {
  const all = valuesOf(metrics, /^(?<world>.+): 80 % ranges that cover \((?<n>\d+)\)/)
  const known = all.filter(({ cases }) => (cases ?? 0) >= LEAST_CASES)
  return [
    ...row('80 % ranges that cover, lowest world', '≥ .72', known, lowest),
    ...row('80 % ranges that cover, highest world', '≤ .88', known, highest),
  ]
}

function earning(metrics: readonly Metric[]): SummaryRow[] {
  const all = valuesOf(metrics, /^(?<world>.+): accounts whose budgets earn \((?<n>\d+)\)/)
  const cases = all.reduce((sum, one) => sum + (one.cases ?? 0), 0)
  if (cases === 0) return []
  const earned = all.reduce((sum, one) => sum + one.value * (one.cases ?? 0), 0) / cases
  const together = { world: `all worlds, ${cases} accounts`, value: earned }
  return row('accounts whose changes of budgets earn', '≥ .95', [together], lowest)
}

function auctions(metrics: readonly Metric[]): SummaryRow[] {
  const captured = (kind: string, by: string) =>
    valuesOf(metrics, new RegExp(`^auction, (?<world>${kind}): ${by}captured uplift, median`))
  const [thumb] = captured('sparse', 'rules of thumb, ')
  return [
    ...row('auction, of the optimum', '≥ .88', captured('dense', ''), lowest),
    ...row('auction, of the optimum', '≥ .70', captured('sparse', ''), lowest),
    ...(thumb
      ? row('auction, above rules of thumb', `≥ ${thumb.value}`, captured('sparse', ''), lowest)
      : []),
  ]
}

function adcraft(metrics: readonly Metric[]): SummaryRow[] {
  const cells = valuesOf(metrics, /^(?<world>AdCraft.+): profit of who knows/)
  return row('AdCraft by cards, of who knows the markets', '≥ .9', cells, lowest)
}

type Seen = { world: string; value: number; cases?: number }

function valuesOf(metrics: readonly Metric[], name: RegExp): Seen[] {
  return metrics.flatMap(({ metric, value }) => {
    const groups = name.exec(metric)?.groups
    if (!groups) return []
    return [{ world: groups.world!, value, ...(groups.n && { cases: Number(groups.n) }) }]
  })
}

const lowest = (a: Seen, b: Seen) => a.value - b.value
const highest = (a: Seen, b: Seen) => b.value - a.value

/** `asked`: '≥ .80' or '≤ .10'. */
function row(
  what: string,
  asked: string,
  seen: readonly Seen[],
  worstFirst: (a: Seen, b: Seen) => number,
): SummaryRow[] {
  const worst = seen.toSorted(worstFirst)[0]
  if (!worst) return []
  const limit = Number(asked.slice(2))
  const isMet = asked.startsWith('≥') ? worst.value >= limit : worst.value <= limit
  return [{ what, asked, seen: `${worst.value.toFixed(3)} (${worst.world})`, isMet }]
}
