import { analyseAccount } from '#engine/analyse-account.ts'
import { chanceFrom } from './chance.ts'
import { atMost, type LayerOptions, type Metric, noted } from './metric.ts'
import { drawAccount, type Law } from './networks/account.ts'
import { nextMonth, setBudgets } from './networks/month.ts'
import { observe } from './networks/observe.ts'
import { stepsOf, together } from './networks/operations.ts'

const TODAY = '2026-11-21'

const WORLDS: readonly { name: string; law: Law }[] = [
  { name: 'by hand', law: { bidding: 'by hand', networks: true } },
  { name: 'target CPA', law: { bidding: 'target CPA', networks: true } },
  { name: 'target ROAS', law: { bidding: 'target ROAS', networks: true } },
  { name: 'no target', law: { bidding: 'no target', networks: true } },
  { name: 'portfolios, CPA', law: { bidding: 'target CPA', portfolio: true } },
  { name: 'portfolios, ROAS', law: { bidding: 'target ROAS', portfolio: true } },
  { name: 'fashion by hand', law: { bidding: 'by hand', fashion: true } },
  { name: 'fashion, target ROAS', law: { bidding: 'target ROAS', fashion: true } },
]

/** Accounts whose campaigns are shown on partners and on Display, share targets, or sell fashion: what changes of cards truly earn in the coming month. */
export function networksLayer({ seeds, full, world }: LayerOptions): Metric[] {
  const count = full ? 60 : 20
  const worlds = WORLDS.filter(({ name }) => world === undefined || world === name)
  const all = worlds.flatMap(({ name, law }) =>
    Array.from({ length: count }, (_, i) =>
      playedAccount(law, `networks ${name} ${seeds.first + i}`).map((one) => ({ name, ...one })),
    ).flat(),
  )
  const groups = [
    ...Map.groupBy(all, ({ name, kind }) => `${name}: ${kind}`),
    ...(worlds.length > 1 ? Map.groupBy(all, ({ kind }) => `all worlds: ${kind}`) : []),
  ]
  return groups.flatMap(([name, own]) => figuresOf(`networks, ${name}`, own))
}

/** A card, and what each of its operations and all of them together earn; euros a month. */
type Judged = {
  kind: string
  nets: number[]
  net: number
  forecast: { low: number; mid: number; high: number } | null
}

function playedAccount(law: Law, seed: string): Judged[] {
  const chance = chanceFrom(seed)
  const account = drawAccount(chance, law)
  setBudgets(chance, account)
  const snapshot = observe(chance, account, TODAY)
  const month = nextMonth(account)
  return analyseAccount(snapshot).recommendations.flatMap((card): Judged[] => {
    const all = stepsOf(card, account)
    const steps = all.filter((step) => step !== null)
    if (steps.length === 0) return []
    const { kind } = steps[0]!
    // Budgets are moved as one; of the others each operation is judged by itself.
    const parts = kind === 'budgets' ? [steps] : steps.map((one) => [one])
    const { forecast } = card.evidence
    return [
      {
        kind,
        nets: parts.map((one) => month.netOf(together(one)) / 1e6),
        net: month.netOf(together(steps)) / 1e6,
        forecast:
          forecast && steps.length === all.length
            ? {
                low: forecast.monthlyLowMicros / 1e6,
                mid: forecast.monthlyMidMicros / 1e6,
                high: forecast.monthlyHighMicros / 1e6,
              }
            : null,
      },
    ]
  })
}

function figuresOf(name: string, own: readonly Judged[]): Metric[] {
  const nets = own.flatMap((one) => one.nets)
  const wrong = nets.filter((net) => net < -CENT).length
  const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)
  const lost = sumOf(nets.map((net) => Math.max(0, -net)))
  const gained = sumOf(nets.map((net) => Math.max(0, net)))
  const told = own.flatMap(({ net, forecast }) => (forecast ? [{ net, ...forecast }] : []))
  const held = told.filter(({ net, low, high }) => net >= low && net <= high)
  const isMany = nets.length >= 60
  const judged = isMany ? (metric: string, value: number) => atMost(metric, value, 0.1) : noted
  const figures = [
    judged(`${name} (${nets.length}) that lose money`, wrong / nets.length),
    noted(`${name} money lost of gained`, lost / Math.max(1, gained)),
  ]
  if (told.length === 0) return figures
  const promised = sumOf(told.map(({ mid }) => mid))
  const came = sumOf(told.map(({ net }) => net))
  return [
    ...figures,
    noted(`${name} € promised`, promised),
    noted(`${name} true effect over the one promised`, came / Math.max(1, promised)),
    noted(`${name} whose 80 % range holds (${told.length})`, held.length / told.length),
  ]
}

const CENT = 0.01
