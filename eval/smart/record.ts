import { analysisWindow } from '#engine/account/window.ts'
import { addDays, type Day, type DayRange, eachDay } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { addTo, noMetrics } from '../added.ts'
import type { Chance } from '../chance.ts'
import type { Account, Campaign, Search, Slice } from './account.ts'
import { type Auction, levelOf, type Market, outcomeOf, pacedAt } from './market.ts'
import { auctionsOf, WEEKS, type Weeks } from './weeks.ts'

export const DEVICES = ['MOBILE', 'DESKTOP', 'TABLET'] as const

/** All clicks of the days up to yesterday, added up in each way that Google shows; those of the window alone but by day. */
export type Recorded = Dates & {
  rows: { auction: Auction; sums: Metrics; recent: Metrics }[]
  byDevice: Map<string, Metrics>
  byHour: Map<string, Metrics>
  byDay: Metrics[]
  byCampaignDay: Map<string, Metrics>
  /** Impressions on Google's search. */
  impressions: Map<Campaign, Impressions>
}

export type Impressions = { eligible: number; notEntered: number; won: number }

type Dates = {
  lagCurve: number[]
  window: DayRange
  days: readonly Day[]
  inWindow: number
}

type Known = { chance: Chance; account: Account; market: Market; into: Recorded }

export function recordClicks(
  chance: Chance,
  account: Account,
  weeks: Weeks,
  { market, today }: { market: Market; today: Day },
): Recorded {
  const dates = datesOf(account, today)
  const into: Recorded = {
    ...dates,
    rows: [],
    byDevice: new Map(),
    byHour: new Map(),
    byDay: dates.days.map(noMetrics),
    byCampaignDay: new Map(),
    impressions: new Map(),
  }
  const shocks = dates.days.map(() => Math.exp(0.12 * chance.normal()))
  const rows = new Map<string, Recorded['rows'][number]>()
  const known = { chance, account, market, into }
  for (let from = 0; from < dates.days.length; from += 7) {
    const auctions = auctionsOf(account, weeks, Math.min(WEEKS - 1, from / 7))
    const levels = levelsOf(known, auctions)
    const span = shocks.slice(from, from + 7).map((shock, i) => ({ day: from + i, shock }))
    for (const auction of auctions) {
      const { campaign, network, keyword, search } = auction
      const key = `${campaign.id} ${network} ${keyword?.adGroupId} ${keyword?.id} ${search?.text}`
      const row = rows.get(key) ?? { auction, sums: noMetrics(), recent: noMetrics() }
      rows.set(key, row)
      recordWeek(known, { ...row, auction }, levels.get(campaign)!, span)
    }
  }
  into.rows.push(...rows.values())
  return into
}

function datesOf({ lagDays }: Account, today: Day): Dates {
  const lagCurve = Array.from({ length: 90 }, (_, age) => reported(lagDays, age))
  const window = analysisWindow(today, lagCurve)
  const days = eachDay(window.from, addDays(today, -1))
  return { lagCurve, window, days, inWindow: eachDay(window.from, window.to).length }
}

function levelsOf({ chance, account, market }: Known, auctions: readonly Auction[]) {
  const own = Map.groupBy(auctions, ({ campaign }) => campaign)
  return new Map(
    account.campaigns.map((campaign) => {
      const noise = Math.exp(0.12 * chance.normal())
      return [campaign, levelOf(market, account, campaign, own.get(campaign) ?? [], noise)]
    }),
  )
}

function recordWeek(
  known: Known,
  row: Recorded['rows'][number],
  level: number,
  span: readonly { day: number; shock: number }[],
): void {
  const { chance, account, market, into } = known
  const { auction } = row
  const { campaign, network } = auction
  const mean = outcomeOf(market, auction, level, account.worthMicros)
  const perClick = 1 / ctrOf(auction)
  if (network === 'SEARCH') {
    const seen = into.impressions.get(campaign) ?? { eligible: 0, notEntered: 0, won: 0 }
    into.impressions.set(campaign, seen)
    const eligible = auction.clicksADay * perClick * span.length
    seen.eligible += eligible
    seen.notEntered += eligible * (1 - pacedAt(campaign, level).entered)
    seen.won += mean.clicks * perClick * span.length
  }
  const price = mean.costMicros / mean.clicks
  for (const { day, shock } of span) {
    const isKept = day < into.inWindow
    const impressions = chance.poisson(mean.clicks * shock * perClick)
    if (isKept) row.sums.impressions += impressions
    for (let clicks = chance.poisson(mean.clicks * shock); clicks > 0; clicks--)
      recordClick(known, row, { day, price, impressions: Math.round(perClick) })
  }
}

function recordClick(
  { chance, account, into }: Known,
  { auction, sums, recent }: Recorded['rows'][number],
  { day, price, impressions }: { day: number; price: number; impressions: number },
): void {
  const { campaign } = auction
  const device = indexOf(chance, campaign.devices)
  const hour = indexOf(chance, campaign.hours)
  const factor = (of: 'rate' | 'price') => campaign.devices[device]![of] * campaign.hours[hour]![of]
  const paid = price * factor('price') * Math.exp(0.3 * chance.normal() - 0.045)
  const click = { ...noMetrics(), impressions, clicks: 1, costMicros: Math.round(paid) }
  const isSold = chance.happens(auction.rate * factor('rate'))
  if (isSold && chance.happens(reported(account.lagDays, into.days.length - day - 1))) {
    click.conversionsMicros = 1e6
    if (account.law === 'target ROAS')
      click.valueMicros = Math.round(auction.valueMicros * Math.exp(0.6 * chance.normal() - 0.18))
  }
  addTo(into.byDay[day]!, click)
  if (day >= into.inWindow) return
  addTo(sums, { ...click, impressions: 0 })
  if (day >= into.inWindow - Math.floor(into.inWindow / 3)) addTo(recent, click)
  const weekday = new Date(into.days[day]!).getUTCDay() || 7
  addAt(into.byDevice, `${campaign.id} ${DEVICES[device]}`, click)
  addAt(into.byHour, `${campaign.id} ${hour} ${weekday}`, click)
  addAt(into.byCampaignDay, `${campaign.id} ${into.days[day]}`, click)
}

/** Between .02 and .12, by the search's own words. */
function ctrOf({ search, network }: Auction): number {
  if (network === 'CONTENT') return 0.005
  const sum = [...(search as Search).text].reduce((all, letter) => all + letter.charCodeAt(0), 0)
  return (0.02 + (sum % 100) / 1000) * (network === 'SEARCH' ? 1 : 0.4)
}

function reported(lagDays: number, age: number): number {
  return age >= 89 ? 1 : 1 - 0.6 * Math.exp(-(age + 0.5) / lagDays)
}

function indexOf(chance: Chance, slices: readonly Slice[]): number {
  let left = chance.uniform()
  const found = slices.findIndex(({ share }) => {
    left -= share
    return left < 0
  })
  return found < 0 ? slices.length - 1 : found
}

function addAt(into: Map<string, Metrics>, key: string, one: Metrics): void {
  const own = into.get(key) ?? noMetrics()
  into.set(key, own)
  addTo(own, one)
}
