import { analyseAccount } from '#engine/analyse-account.ts'
import { chanceFrom } from './chance.ts'
import { atLeast, atMost, between, type LayerOptions, type Metric, noted } from './metric.ts'
import { type Account, drawAccount, type Search } from './small/account.ts'
import { observe, snapshotOf } from './small/observe.ts'
import { oracleStops } from './small/oracle.ts'
import { TRADES, type Trade } from './small/trades.ts'
import type { Step } from './worlds/next-month.ts'
import { stepsOf } from './worlds/steps.ts'

/** Small accounts with dear clicks, whose searches mean something: what negatives earn where no word gathers enough clicks. */
export function smallLayer({ seeds, full }: LayerOptions): Metric[] {
  const isHeldOut = seeds.name === 'held-out'
  const count = full ? 30 : 10
  const played = TRADES.filter((trade) => (trade.isHeldOut ?? false) === isHeldOut).map((trade) =>
    Array.from({ length: count }, (_, i) =>
      playedAccount(trade, `${trade.name} ${seeds.first + i}`),
    ),
  )
  return [
    ...played.flatMap((own) => [
      noted(`${own[0]!.name}: of the oracle's €`, shareOf(own)),
      noted(
        `${own[0]!.name}: negatives that lose (${negativesOf(own).length})`,
        losing(negativesOf(own)),
      ),
    ]),
    ...figuresOf(played.flat()),
  ]
}

type Negative = Step & { kind: 'negative' }
export type Played = {
  name: string
  clicks: number
  /** Net of each negative by itself, euros of a month. */
  nets: { step: Negative; net: number }[]
  ours: number
  oracle: number
  forecasts: { net: number; low: number; high: number }[]
}

export function playedAccount(trade: Trade, seed: string): Played {
  const chance = chanceFrom(seed)
  const account = drawAccount(chance, trade)
  const seen = observe(chance, account)
  const snapshot = snapshotOf(account, seen)
  const month = drawMonth(seed, account)
  const cards = analyseAccount(snapshot).recommendations
  const all = cards.flatMap((card) => negativesIn(stepsOf(card)))
  const forecasts = cards.flatMap((card) => {
    const [steps, forecast] = [stepsOf(card), card.evidence.forecast]
    const own = negativesIn(steps)
    if (!forecast || own.length === 0 || own.length < steps.length) return []
    const { monthlyLowMicros: low, monthlyHighMicros: high } = forecast
    return [{ net: netOf(own, month), low: low / 1e6, high: high / 1e6 }]
  })
  const stops = oracleStops(account, seen)
  return {
    name: trade.name,
    clicks: snapshot.campaigns.reduce((sum, { sums }) => sum + sums.clicks, 0),
    nets: all.map((step) => ({ step, net: netOf([step], month) })),
    ours: netOf(all, month),
    oracle: sumOf(month.filter(({ search }) => stops.has(search))),
    forecasts,
  }
}

type Month = { search: Search; net: number }

/** What is saved by each search that is stopped: all move from one month to the next, each by itself and together. */
export function drawMonth(seed: string, { searches, worthEuros }: Account): Month[] {
  const chance = chanceFrom(`month of ${seed}`)
  const moved = (sd: number) => Math.exp(sd * chance.normal() - sd ** 2 / 2)
  const [clicksOfAll, rateOfAll] = [moved(0.15), moved(0.07)]
  return searches.map((search) => {
    const clicks = search.clicksADay * 30 * moved(0.5) * clicksOfAll
    const rate = search.rate * moved(0.2) * rateOfAll
    return { search, net: clicks * (search.cpcEuros * moved(0.08) - rate * worthEuros) }
  })
}

const negativesIn = (steps: readonly Step[]) => steps.filter((step) => step.kind === 'negative')

export const netOf = (steps: readonly Negative[], month: readonly Month[]) =>
  sumOf(month.filter(({ search }) => steps.some((step) => stops(step, search))))

const sumOf = (month: readonly Month[]) => month.reduce((sum, { net }) => sum + net, 0)

export function stops(
  { campaignId, adGroupId, text, matchType }: Negative,
  search: Search,
): boolean {
  const { thing } = search
  if (thing.campaignId !== campaignId) return false
  if (adGroupId !== undefined && thing.adGroupId !== adGroupId) return false
  if (matchType === 'EXACT') return search.text === text
  if (matchType === 'PHRASE') return ` ${search.text} `.includes(` ${text} `)
  const words = search.text.split(' ')
  return text.split(' ').every((word) => words.includes(word))
}

const negativesOf = (played: readonly Played[]) => played.flatMap(({ nets }) => nets)

const shareOf = (played: readonly Played[]) =>
  played.reduce((sum, { ours }) => sum + ours, 0) /
  played.reduce((sum, { oracle }) => sum + oracle, 0)

const losing = (nets: Played['nets']) =>
  nets.filter(({ net }) => net < 0).length / Math.max(1, nets.length)

function figuresOf(played: readonly Played[]): Metric[] {
  const nets = negativesOf(played)
  const lost = -nets.reduce((sum, { net }) => sum + Math.min(0, net), 0)
  const gained = nets.reduce((sum, { net }) => sum + Math.max(0, net), 0)
  const ranges = played.flatMap(({ forecasts }) => forecasts)
  const held = ranges.filter(({ net, low, high }) => net >= low && net <= high)
  const monthly = (of: (one: Played) => number) =>
    played.reduce((sum, one) => sum + of(one), 0) / played.length
  return [
    noted('accounts', played.length),
    noted('clicks a day, mean', monthly(({ clicks }) => clicks) / 90),
    noted(
      '€ a month and account by the oracle',
      monthly(({ oracle }) => oracle),
    ),
    noted(
      '€ a month and account by negatives',
      monthly(({ ours }) => ours),
    ),
    atLeast("€ of the oracle's", shareOf(played), 0.6),
    noted(
      'accounts with any negative',
      monthly(({ nets: own }) => Number(own.length > 0)),
    ),
    atMost(`negatives that lose (${nets.length})`, losing(nets), 0.1),
    noted('its upper bound (95 %)', upperBound(losing(nets), nets.length)),
    atMost('money lost of gained', lost / Math.max(1, gained), 0.05),
    atLeast(
      'accounts that do not lose by them together',
      monthly(({ ours }) => Number(ours >= 0)),
      0.95,
    ),
    between(`80 % ranges that cover (${ranges.length})`, held.length / ranges.length, 0.72, 0.88),
  ]
}

/** One-sided Wilson. */
function upperBound(share: number, n: number): number {
  const z = 1.645
  const middle = share + z ** 2 / (2 * n)
  const spread = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n * n))
  return (middle + spread) / (1 + z ** 2 / n)
}
