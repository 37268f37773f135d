import { coveredWindow } from '#engine/account/coverage.ts'
import { analysisWindow } from '#engine/account/window.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import { addDays } from '#shared/dates.ts'
import { chanceFrom } from './chance.ts'
import { atLeast, atMost, between, type LayerOptions, type Metric, noted } from './metric.ts'
import { ratioError } from './ratio-error.ts'
import { withoutLists } from './without-lists.ts'
import { drawAccount } from './worlds/account.ts'
import { type Laws, WORLDS } from './worlds/laws.ts'
import {
  drawMonth,
  type Month,
  netOf,
  type Step,
  stopped,
  stops,
  takes,
} from './worlds/next-month.ts'
import { observe } from './worlds/observe.ts'
import { chosenOf, oracleStops } from './worlds/oracle.ts'
import { stepsOf } from './worlds/steps.ts'

const TODAY = '2026-11-21'

/** Accounts that owe nothing to the engine: what its changes truly earn, world by world, never averaged into one figure. */
export function worldsLayer({ seeds, full, world }: LayerOptions): Metric[] {
  return Object.entries(WORLDS).flatMap(([name, { laws, isHeldOut }]) => {
    if (world !== undefined && world !== name) return []
    if ((isHeldOut ?? false) !== (seeds.name === 'held-out') && seeds.name === 'development')
      return []
    const count = full || isSmall(laws) ? 40 : 10
    const accounts = Array.from({ length: count }, (_, i) =>
      played(laws, `${name} ${seeds.first + i}`),
    )
    return figuresOf(name, accounts)
  })
}

/** Ten accounts of a few clicks a day have too few cards to tell anything. */
const isSmall = ({ clicksADay }: Laws) => clicksADay.median < 50

type Played = {
  steps: { kind: Kind; net: number }[]
  /** Of each negative, where all else that is stopped by any card is stopped too. */
  beside: number[]
  /** Cards all of whose steps have a known outcome, with their 80 % range; micros a month. */
  forecasts: { kind: Kind; net: number; low: number; high: number }[]
  captured: { ours: number; oracle: number }
  /** Searches that the oracle stops, and those of them that some card stops too. */
  found: { ours: number; oracle: number }
}

type Kind = 'negatives' | 'pauses' | 'raised bids' | 'lowered bids' | 'budgets' | 'new keywords'

function played(laws: Laws, seed: string): Played {
  const chance = chanceFrom(seed)
  const account = drawAccount(chance, laws)
  const lag = observe(
    chanceFrom(seed),
    laws,
    { campaigns: [], keywords: [], searches: [], trend: 0 },
    {
      today: TODAY,
      window: analysisWindow(TODAY),
    },
  ).lagCurve
  const covered = { from: addDays(TODAY, -laws.age), to: TODAY, isComplete: true }
  const window = coveredWindow(covered, lag)
  const snapshot = observe(chance, laws, account, { today: TODAY, window })
  const month = drawMonth(chance, laws, account)
  const cards = analyseAccount(snapshot).recommendations
  const steps: Played['steps'] = []
  const forecasts: Played['forecasts'] = []
  const taken: Step[] = []
  const netAmong = netsAmong(cards.flatMap(stepsOf), month)
  for (const card of cards) {
    const own = stepsOf(card)
    const nets = own.map(netAmong)
    steps.push(...judgedSteps(own, nets, month))
    taken.push(...own)
    const { forecast, change } = card.evidence
    if (
      !forecast ||
      own.length === 0 ||
      own.length !== withoutLists(change?.operations ?? []).length
    )
      continue
    if (nets.includes(null)) continue
    const net = jointNet(own, nets as number[], month)
    forecasts.push({
      kind: kindOf(own[0]!, month),
      net,
      low: forecast.monthlyLowMicros,
      high: forecast.monthlyHighMicros,
    })
  }
  const ownTexts = new Set(account.keywords.map(({ text }) => text))
  const visible = month.filter(({ search }) => search.isVisible)
  const chosen = chosenOf(oracleStops(account, snapshot, laws), visible)
  return {
    steps,
    beside: netsBeside(taken, month),
    forecasts,
    captured: {
      ours: stopped(
        stoppedBy(taken, visible).filter(({ search }) => !ownTexts.has(search.text)),
        month,
      ),
      oracle: stopped(chosen, month),
    },
    found: { ours: stoppedBy(taken, chosen).length, oracle: chosen.length },
  }
}

/** Net effect of each step where all are made: a search with a keyword of its own follows no other one's bid. */
function netsAmong(all: readonly Step[], month: readonly Month[]): (step: Step) => number | null {
  const added = all.filter((step) => step.kind === 'new keyword')
  const left = month.filter(({ search }) => !added.some((one) => takes(one, search)))
  return (step) => netOf(step, step.kind === 'bid' ? left : month)
}

/** What a negative frees is spent on searches that others of the same day stop, or not. */
function netsBeside(all: readonly Step[], month: readonly Month[]): number[] {
  const stopping = new Map(all.map((step) => [JSON.stringify(step), step]))
  const gone = stoppedBy([...stopping.values()], month)
  const whole = stopped(gone, month)
  return [...stopping.values()].flatMap((step) => {
    const own = step.kind === 'negative' ? new Set(stoppedBy([step], gone)) : null
    if (!own || own.size === 0) return []
    const others = gone.filter((one) => !own.has(one))
    return [whole - stopped(others, month)]
  })
}

/** Each step by itself, but budgets that are moved as one, and one search that a card stops in several campaigns. */
function judgedSteps(
  own: readonly Step[],
  nets: readonly (number | null)[],
  month: readonly Month[],
): Played['steps'] {
  const known = own.flatMap((step, i) => {
    const net = nets[i] ?? null
    const same = own.filter((other) => isSameSearch(step, other))
    if (net === null || (same.length > 1 && same[0] !== step)) return []
    return [
      {
        kind: kindOf(step, month),
        net: same.length > 1 ? stopped(stoppedBy(same, month), month) : net,
      },
    ]
  })
  const moved = known.filter(({ kind }) => kind === 'budgets')
  if (moved.length === 0) return known
  const net = moved.reduce((sum, one) => sum + one.net, 0)
  return [...known.filter(({ kind }) => kind !== 'budgets'), { kind: 'budgets', net }]
}

function isSameSearch(one: Step, other: Step): boolean {
  if (one.kind !== 'negative' || other.kind !== 'negative') return false
  return one.matchType === 'EXACT' && other.matchType === 'EXACT' && one.text === other.text
}

/** A search that two negatives of a card stop is stopped once. */
function jointNet(own: readonly Step[], nets: readonly number[], month: readonly Month[]): number {
  if (own.some(({ kind }) => kind !== 'negative')) return nets.reduce((sum, net) => sum + net, 0)
  return stopped(stoppedBy(own, month), month)
}

function stoppedBy(steps: readonly Step[], month: readonly Month[]): Month[] {
  return month.filter(({ search }) => steps.some((step) => stops(step, search)))
}

function kindOf(step: Step, month: readonly Month[]): Kind {
  if (step.kind === 'negative') return 'negatives'
  if (step.kind === 'pause') return 'pauses'
  if (step.kind === 'budget') return 'budgets'
  if (step.kind === 'new keyword') return 'new keywords'
  const { keyword } = month.find(
    ({ search: { keyword } }) =>
      keyword.id === step.keywordId && keyword.adGroupId === step.adGroupId,
  )!.search
  return step.bidMicros > keyword.bidMicros ? 'raised bids' : 'lowered bids'
}

function figuresOf(world: string, accounts: readonly Played[]): Metric[] {
  const steps = accounts.flatMap((one) => one.steps)
  const forecasts = accounts.flatMap((one) => one.forecasts)
  const sumOf = (of: (one: Played) => number) => accounts.reduce((sum, one) => sum + of(one), 0)
  const oracle = sumOf(({ captured }) => captured.oracle)
  const beside = accounts.flatMap((one) => one.beside)
  const kinds = [...Map.groupBy(steps, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...kinds.flatMap(([kind, own]) => {
      const [[, share], [, lost]] = lossesOf(own.map(({ net }) => net))
      const counted = `${world}: ${kind} (${own.length})`
      const judged =
        own.length >= 60 ? atMost : (metric: string, value: number) => noted(metric, value)
      return [
        judged(`${counted} that lose money`, share, 0.1),
        judged(`${counted} money lost of gained`, lost, 0.05),
        ...errorOfLoss(world, kind, accounts),
      ]
    }),
    ...lossesOf(beside).map(([what, value]) =>
      noted(`${world}: negatives, all that is stopped being stopped: ${what}`, value),
    ),
    atLeast(
      `${world}: € of searches stopped, of the oracle's`,
      oracle > 0 ? sumOf(({ captured }) => captured.ours) / oracle : 0,
      world === 'base' ? 0.8 : 0.6,
    ),
    noted(
      `${world}: searches stopped, of those that the oracle stops`,
      sumOf(({ found }) => found.ours) /
        Math.max(
          1,
          sumOf(({ found }) => found.oracle),
        ),
    ),
    ...budgetFigures(world, accounts),
    ...rangesByKind(world, forecasts),
    between(
      `${world}: 80 % ranges that cover (${forecasts.length})`,
      forecasts.filter(({ net, low, high }) => net >= low && net <= high).length /
        Math.max(1, forecasts.length),
      0.72,
      0.88,
    ),
  ]
}

function lossesOf(nets: readonly number[]): [[string, number], [string, number]] {
  const losing = nets.filter((net) => net < 0)
  const lost = -losing.reduce((sum, net) => sum + net, 0)
  const gained = nets.reduce((sum, net) => sum + Math.max(0, net), 0)
  return [
    ['that lose money', losing.length / Math.max(1, nets.length)],
    ['money lost of gained', gained > 0 ? lost / gained : 0],
  ]
}

/** What ten other accounts of the world may show instead; of negatives, which every account has. */
function errorOfLoss(world: string, kind: Kind, accounts: readonly Played[]): Metric[] {
  if (kind !== 'negatives') return []
  const sums = accounts.map(({ steps }) => {
    const nets = steps.flatMap((one) => (one.kind === kind ? [one.net] : []))
    const sumOf = (of: (net: number) => number) => nets.reduce((sum, net) => sum + of(net), 0)
    return { part: sumOf((net) => Math.max(0, -net)), whole: sumOf((net) => Math.max(0, net)) }
  })
  return [noted(`${world}: ${kind}, standard error of that share by accounts`, ratioError(sums))]
}

/** Of the accounts where any budget is changed, those whose changes of budgets together earn. */
function budgetFigures(world: string, accounts: readonly Played[]): Metric[] {
  const sums = accounts.flatMap(({ steps }) => {
    const own = steps.filter(({ kind }) => kind === 'budgets')
    return own.length > 0 ? [own.reduce((sum, { net }) => sum + net, 0)] : []
  })
  if (sums.length === 0) return []
  const metric = `${world}: accounts whose budgets earn (${sums.length})`
  const share = sums.filter((sum) => sum > 0).length / sums.length
  return [sums.length >= 20 ? atLeast(metric, share, 0.95) : noted(metric, share)]
}

/** Cards of one kind may be right about their sign and wrong about their size. */
function rangesByKind(world: string, forecasts: Played['forecasts']): Metric[] {
  const shareOf = (kinds: readonly Kind[], name: string) => {
    const own = forecasts.filter(({ kind }) => kinds.includes(kind))
    const held = own.filter(({ net, low, high }) => net >= low && net <= high)
    return own.length > 0
      ? [noted(`${world}: of them cards about ${name} (${own.length})`, held.length / own.length)]
      : []
  }
  return [
    ...shareOf(['negatives'], 'searches'),
    ...shareOf(['raised bids', 'lowered bids'], 'bids'),
    ...shareOf(['budgets'], 'budgets'),
  ]
}
