import type { WholeSnapshot } from '#engine/account/snapshot.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import { chanceFrom } from './chance.ts'
import { atMost, type LayerOptions, type Metric, noted } from './metric.ts'
import { type Account, drawAccount, type Law, type Way } from './smart/account.ts'
import { setBudgets } from './smart/budgets.ts'
import { type JudgedBudget, judgedBudgets } from './smart/googles-budgets.ts'
import { marketOf } from './smart/market.ts'
import { nextMonth } from './smart/next-month.ts'
import { observe } from './smart/observe.ts'
import { type Kind, type Step, stepsOf, together } from './smart/operations.ts'
import { chosenOf, oracleStops } from './smart/oracle.ts'
import { simulationsOf } from './smart/simulations.ts'
import { drawWeeks } from './smart/weeks.ts'

const TODAY = '2026-11-21'
type World = { name: string; law: Law; way?: Way }
const WORLDS: readonly World[] = [
  { name: 'target CPA', law: 'target CPA' },
  { name: 'target ROAS', law: 'target ROAS' },
  { name: 'no target', law: 'no target' },
  { name: 'target CPA, own bid paid', law: 'target CPA', way: 'own bid paid' },
  { name: 'target ROAS, own bid paid', law: 'target ROAS', way: 'own bid paid' },
  { name: 'no target, fewer auctions', law: 'no target', way: 'fewer auctions' },
]
const KINDS: readonly Kind[] = ['negatives', 'pauses', 'networks', 'budgets']

/** Accounts whose campaigns Google bids for by what it expects of each auction: what changes of cards truly earn there. */
export function smartLayer({ seeds, full, world }: LayerOptions): Metric[] {
  const count = full ? 60 : 20
  return WORLDS.filter(({ name }) => world === undefined || world === name).flatMap((one) => {
    const accounts = Array.from({ length: count }, (_, i) =>
      played(one, `smart ${one.name} ${seeds.first + i}`),
    )
    return [
      ...figuresOf(
        `smart, ${one.name}`,
        accounts.map(({ plain }) => plain),
      ),
      ...figuresOf(
        `smart, ${one.name}, simulated`,
        accounts.map(({ simulated }) => simulated),
      ),
    ]
  })
}

/** Euros a month. */
type Played = {
  steps: { kind: Kind; net: number }[]
  cards: { kind: Kind; net: number; low: number; mid: number; high: number }[]
  captured: { ours: number; oracle: number }
  google: JudgedBudget[]
}

/** The same account as Google shows it without its curves and with them. */
function played({ law, way }: World, seed: string): { plain: Played; simulated: Played } {
  const chance = chanceFrom(seed)
  const account = drawAccount(chance, law, way)
  const weeks = drawWeeks(chance, account)
  const market = marketOf(account)
  setBudgets(chance, account, weeks, market)
  const snapshot = observe(chance, account, weeks, { market, today: TODAY })
  const month = nextMonth(account, weeks, market)
  const chosen = chosenOf(oracleStops(account, snapshot, market, month))
  const oracle = month.effectOf(chosen) / 1e6
  const own = chanceFrom(`${seed} simulations`)
  const simulations = simulationsOf(own, account, weeks, { market, today: TODAY })
  const shown = { ...snapshot, inventory: { ...snapshot.inventory, simulations } }
  return {
    plain: judged(snapshot, account, month, oracle),
    simulated: judged(shown, account, month, oracle),
  }
}

function judged(
  snapshot: WholeSnapshot,
  account: Account,
  month: ReturnType<typeof nextMonth>,
  oracle: number,
): Played {
  const effectOf = (steps: readonly Step[]) =>
    steps.length > 0 ? month.effectOf(together(steps)) / 1e6 : 0
  const google = judgedBudgets(snapshot, month)
  const all: Played = { steps: [], cards: [], captured: { ours: 0, oracle }, google }
  const negatives: Step[] = []
  for (const card of analyseAccount(snapshot).recommendations) {
    const own = stepsOf(card, account)
    const known = own.filter((step) => step !== null)
    if (known.length === 0) continue
    const { kind } = known[0]!
    // Budgets are moved as one; of the others each operation is judged by itself.
    const parts = kind === 'budgets' ? [known] : known.map((step) => [step])
    all.steps.push(...parts.map((steps) => ({ kind, net: effectOf(steps) })))
    if (kind === 'negatives') negatives.push(...known)
    const { forecast } = card.evidence
    if (!forecast || known.length < own.length) continue
    const { monthlyLowMicros: low, monthlyMidMicros: mid, monthlyHighMicros: high } = forecast
    const range = { low: low / 1e6, mid: mid / 1e6, high: high / 1e6 }
    all.cards.push({ kind, net: effectOf(known), ...range })
  }
  all.captured.ours = effectOf(negatives)
  return all
}

function figuresOf(law: string, accounts: readonly Played[]): Metric[] {
  const steps = accounts.flatMap((one) => one.steps)
  const cards = accounts.flatMap((one) => one.cards)
  const sumOf = (of: (one: Played) => number) => accounts.reduce((sum, one) => sum + of(one), 0)
  return [
    ...KINDS.flatMap((kind) => {
      const own = steps.filter((step) => step.kind === kind)
      return own.length > 0 ? ofKind(`${law}: ${kind} (${own.length})`, own) : []
    }),
    ...KINDS.flatMap((kind) => {
      const own = cards.filter((card) => card.kind === kind)
      return own.length > 0 ? ofCards(`${law}: cards of ${kind} (${own.length})`, own) : []
    }),
    ...ofGoogle(
      law,
      accounts.flatMap(({ google }) => google),
    ),
    noted(
      `${law}: € by negatives, of the oracle's`,
      sumOf(({ captured }) => captured.ours) /
        Math.max(
          1,
          sumOf(({ captured }) => captured.oracle),
        ),
    ),
  ]
}

function ofKind(name: string, own: Played['steps']): Metric[] {
  const lost = own.reduce((sum, { net }) => sum + Math.max(0, -net), 0)
  const gained = own.reduce((sum, { net }) => sum + Math.max(0, net), 0)
  const shareOf = (is: (net: number) => boolean) =>
    own.filter(({ net }) => is(net)).length / own.length
  const judged = own.length >= 60 ? atMost : (metric: string, value: number) => noted(metric, value)
  return [
    judged(
      `${name} that lose money`,
      shareOf((net) => net < -CENT),
      0.1,
    ),
    judged(`${name} money lost of gained`, lost / Math.max(1, gained), 0.05),
    noted(
      `${name} of which nothing comes`,
      shareOf((net) => Math.abs(net) <= CENT),
    ),
  ]
}

/** Of raised budgets that Google proposes: those that we would make, those that we refuse, those that depend on what is not said of a worth. */
function ofGoogle(law: string, judged: readonly JudgedBudget[]): Metric[] {
  const figures = (name: string, verdicts: readonly string[], judge: typeof noted) => {
    const own = judged.filter(({ verdict }) => verdicts.includes(verdict))
    const lost = own.filter(({ net }) => net < -CENT).length
    return own.length > 0
      ? [
          judge(
            `${law}: Google's budgets ${name} (${own.length}) that lose money`,
            lost / own.length,
          ),
        ]
      : []
  }
  return [
    ...figures('taken', ['apply'], (name, value) => atMost(name, value, 0.2)),
    ...figures('to be tried', ['try'], noted),
    ...figures('refused', ['discard'], noted),
    ...figures('left open', ['no_opinion'], noted),
  ]
}

const CENT = 0.01

function ofCards(name: string, own: Played['cards']): Metric[] {
  const held = own.filter(({ net, low, high }) => net >= low && net <= high)
  const sumOf = (of: 'net' | 'mid') => own.reduce((sum, one) => sum + one[of], 0)
  return [
    noted(`${name} whose 80 % range holds`, held.length / own.length),
    noted(`${name}, true effect over the one promised`, sumOf('net') / Math.max(1, sumOf('mid'))),
  ]
}
