import type { CampaignDay, WholeSnapshot } from '#engine/account/snapshot.ts'
import { addDays, type Day, type DayRange, eachDay } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { added, addTo, noMetrics } from '../added.ts'
import type { Chance } from '../chance.ts'
import type { Account, Campaign, Search } from './account.ts'
import { type Laws, lognormal } from './laws.ts'
import { ofDay } from './walk.ts'

export type Dates = { today: Day; window: DayRange }

/** What Google shows of an account after 90 days, clicks and conversions drawn one search at a time. */
export function observe(chance: Chance, laws: Laws, account: Account, dates: Dates): WholeSnapshot {
  const calendar = drawCalendar(chance, laws, account.trend, dates)
  const seen = account.searches.map((search) => ({
    search,
    ...drawFigures(chance, laws, search, calendar),
  }))
  const sumsOf = (own: typeof seen) => added(own.map(({ sums }) => sums))
  const byCampaign = Map.groupBy(seen, ({ search }) => search.keyword.campaign)
  const byKeyword = Map.groupBy(seen, ({ search }) => search.keyword)
  const campaignDays = daysOf(seen, calendar)
  return {
    account: {
      name: 'Cuenta',
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      today: dates.today,
      source: 'google',
    },
    window: dates.window,
    ...(laws.told === 'goal' && { targetCpaMicros: Math.round(meanValue(account)) }),
    ownWords: { brand: brandOf(account), protected: [] },
    lagCurve: Array.from({ length: 90 }, (_, age) => reported(laws, age)),
    campaigns: inBudgets(
      laws,
      account.campaigns.map((campaign) => ({
        campaign,
        row: shown(chance, campaign, sumsOf(byCampaign.get(campaign) ?? []), laws),
      })),
    ),
    adGroups: [
      ...new Map(
        account.keywords.map(({ adGroupId, campaign }) => [
          adGroupId,
          {
            id: adGroupId,
            campaignId: campaign.id,
            name: `Grupo ${adGroupId}`,
            status: 'ENABLED' as const,
          },
        ]),
      ).values(),
    ],
    keywords: keywordsOf(laws, account).map((keyword) => ({
      campaignId: keyword.campaign.id,
      adGroupId: keyword.adGroupId,
      criterionId: keyword.id,
      text: keyword.text,
      matchType: keyword.matchType,
      status: 'ENABLED',
      ...(keyword.campaign.isByHand && { bidMicros: keyword.bidMicros }),
      sums: sumsOf(byKeyword.get(keyword) ?? []),
      recent: recentOf(byKeyword.get(keyword) ?? [], calendar),
    })),
    searchTerms: seen.flatMap(({ search, sums, byDay }) =>
      search.isVisible && sums.impressions > 0
        ? [
            {
              ...shownSearch(laws, search, sums),
              recent: recentOf([{ search, sums, byDay }], calendar),
            },
          ]
        : [],
    ),
    hiddenSearchTerms: sumsOf(seen.filter(({ search }) => !search.isVisible)),
    negatives: [],
    conversionActions: [
      {
        id: '5',
        name: 'Compra',
        status: 'ENABLED',
        category: 'PURCHASE',
        primaryForGoal: true,
        type: 'WEBPAGE',
        countingType: 'MANY_PER_CLICK',
      },
    ],
    accountDays: accountDaysOf(seen, calendar),
    campaignDays,
    // Campaigns are known to meet by where their clicks come from.
    ...(laws.shownTwice > 0 && {
      inventory: {
        regions: [...byCampaign].map(([{ id: campaignId }, own]) => ({
          ...{ campaignId, regionId: '20282', name: 'Madrid' },
          sums: sumsOf(own),
        })),
      },
    }),
  }
}

type Calendar = {
  days: readonly Day[]
  /** Days of the window; the later ones only count for the account. */
  inWindow: number
  /** Cumulative share of the clicks of a day. */
  clicks: number[]
  /** What the rate of a click of the day, and its price, is multiplied by. */
  rates: number[]
  prices: number[]
}

function drawCalendar(
  chance: Chance,
  laws: Laws,
  trend: number,
  { today, window }: Dates,
): Calendar {
  const { shock, late, season, dearer, age } = laws
  const days = eachDay(window.from, addDays(today, -1))
  const inWindow = eachDay(window.from, window.to).length
  const isSeason = (i: number) => i >= season.from && i < season.from + season.days
  let common = shock.account * chance.normal()
  let total = 0
  const clicks = days.map((_, i) => {
    common = 0.66 * common + shock.account * Math.sqrt(1 - 0.66 ** 2) * chance.normal()
    const shown = days.length - i > age ? 0 : 1
    const level = Math.exp(common + (trend * i) / 30) * (isSeason(i) ? season.clicks : 1)
    total += shown * WEEK[i % 7]! * level
    return total
  })
  return {
    days,
    inWindow,
    clicks: clicks.map((sum) => sum / total),
    rates: days.map(
      (_, i) => (i >= inWindow - late.days ? late.rate : 1) * (isSeason(i) ? season.rate : 1),
    ),
    prices: days.map((_, i) => (i >= dearer.from ? dearer.price : 1)),
  }
}

/** Clicks by weekday of an outdoor shop (Crealytics, 2012–13). */
const WEEK = [1.11, 1.03, 0.98, 0.93, 0.87, 0.89, 1.18]

/** Per day, clicks, cost and conversions of one search; sums of the window beside. */
type Figures = { sums: Metrics; byDay: Map<number, Metrics> }

function drawFigures(chance: Chance, laws: Laws, search: Search, calendar: Calendar): Figures {
  const { days, inWindow } = calendar
  const level = lognormal(chance, laws.shock.search)
  const count = chance.poisson(search.clicksADay * shownDays(laws, days.length) * level)
  const byDay = new Map<number, Metrics>()
  const price = search.cpcMicros * lognormal(chance, 0.08)
  const unseen = chance.between(12, 30)
  for (let i = 0; i < count; i++) {
    const day = dayOf(chance, search, calendar)
    const own = byDay.get(day) ?? noMetrics()
    byDay.set(day, own)
    own.clicks++
    own.impressions += Math.round(unseen)
    own.costMicros += Math.round(price * calendar.prices[day]!)
    const turned = search.walk ? ofDay(search.walk.rate, day) : 1
    if (!chance.happens(search.rate * calendar.rates[day]! * turned)) continue
    const { valueMicros } = search.keyword
    for (let conversions = conversionsOf(chance, laws); conversions > 0; conversions--) {
      if (!chance.happens(reported(laws, days.length - day))) continue
      if (isLost(chance, laws, search, day)) continue
      own.conversionsMicros += 1e6
      if (laws.told.startsWith('values')) {
        own.valueMicros += Math.round(valueMicros * lognormal(chance, laws.value.tail))
      }
    }
  }
  const ofWindow = [...byDay].flatMap(([day, own]) => (day < inWindow ? [own] : []))
  const sums = added(ofWindow)
  if (sums.impressions === 0)
    sums.impressions = chance.poisson(search.clicksADay * Math.min(laws.age, inWindow) * unseen)
  return { sums, byDay }
}

/** A day comes as often as the account's clicks of that day, and the search's own level of the week, let it. */
function dayOf(chance: Chance, { walk }: Search, { clicks }: Calendar): number {
  const drawn = () => firstAbove(clicks, chance.uniform())
  if (!walk) return drawn()
  const most = Math.max(...walk.clicks)
  for (;;) {
    const day = drawn()
    if (chance.happens(ofDay(walk.clicks, day) / most)) return day
  }
}

/** The days as many usual ones of which the clicks would be as many. */
function shownDays({ age, season }: Laws, days: number): number {
  const shown = Math.min(age, days)
  return shown + Math.min(shown, season.days) * (season.clicks - 1)
}

/** Nothing is drawn where nothing is lost: the other worlds stay as they are. */
function isLost(chance: Chance, { outage }: Laws, { keyword }: Search, day: number): boolean {
  const { from, days, lost, campaigns } = outage
  if (day < from || day >= from + days) return false
  // The campaigns whose pages lost their tag: by their number, so that it is the same ones every day.
  const isHit = (Number(keyword.campaign.id) * 7) % 10 < campaigns * 10
  return isHit && chance.happens(lost)
}

function conversionsOf(chance: Chance, { conversionsPerBuyer }: Laws): number {
  let count = 1
  while (chance.happens(1 - 1 / conversionsPerBuyer)) count++
  return count
}

/** Share of the conversions of a click reported by `age` days later: a session spike and an exponential tail. */
function reported({ lagDays }: Laws, age: number): number {
  const tail = lagDays / Math.LN2
  return age >= 89 ? 1 : 0.52 + 0.48 * (1 - Math.exp(-(age + 0.5) / tail))
}

function shown(chance: Chance, campaign: Campaign, sums: Metrics, laws: Laws) {
  const { told, age, channel } = laws
  const { id, name, isByHand, paidShare } = campaign
  const days = Math.min(90, age)
  const served = chance.between(...laws.served)
  const eligible = Math.round(sums.impressions / (served * paidShare))
  const lostToBudget = Math.round(eligible * (1 - paidShare) * served)
  const room = paidShare < 1 ? 1.02 : chance.between(1.3, 3)
  campaign.budgetMicros = Math.round((sums.costMicros / days) * room)
  return {
    id,
    name,
    status: 'ENABLED' as const,
    channelType: channel,
    biddingStrategyType: isByHand
      ? 'MANUAL_CPC'
      : told === 'values and ROAS'
        ? 'TARGET_ROAS'
        : 'TARGET_SPEND',
    ...(told === 'values and ROAS' && { targetRoas: 1 }),
    budgetId: campaign.budgetId,
    budgetMicros: campaign.budgetMicros,
    budgetShared: false,
    sums,
    impressionShare: {
      eligible,
      lostToBudget,
      lostToRank: Math.max(0, eligible - lostToBudget - sums.impressions),
    },
  }
}

type Shown = { campaign: Campaign; row: ReturnType<typeof shown> }

/** What is shared is as much as its users had together, and no more where one of them lacked some. */
function inBudgets(laws: Laws, all: readonly Shown[]): Shown['row'][] {
  const groups = Map.groupBy(all, ({ campaign }) => campaign.budgetId)
  return all.map(({ campaign, row }) => {
    const users = groups.get(campaign.budgetId)!
    if (users.length === 1) return row
    const isShort = users.some((one) => one.campaign.paidShare < 1)
    const sumOf = (of: (one: Shown) => number) => users.reduce((sum, one) => sum + of(one), 0)
    const spent = sumOf((one) => one.row.sums.costMicros) / Math.min(90, laws.age)
    const budgetMicros = isShort ? 1.02 * spent : sumOf((one) => one.row.budgetMicros)
    campaign.budgetMicros = Math.round(budgetMicros)
    return { ...row, budgetMicros: campaign.budgetMicros, budgetShared: true }
  })
}

/** In Shopping products are shown, not keywords. */
const keywordsOf = ({ channel }: Laws, { keywords }: Account) =>
  channel === 'SHOPPING' ? [] : keywords

function shownSearch({ channel }: Laws, { keyword, text }: Search, sums: Metrics) {
  return {
    term: text,
    campaignId: keyword.campaign.id,
    adGroupId: keyword.adGroupId,
    ...(channel === 'SEARCH' && { keywordText: keyword.text, criterionId: keyword.id }),
    matchType: keyword.matchType,
    status: text === keyword.text ? ('ADDED' as const) : ('NONE' as const),
    sums,
  }
}

type Seen = { search: Search } & Figures

/** Of the newest third of the window. */
function recentOf(seen: readonly Seen[], { inWindow }: Calendar) {
  const from = inWindow - Math.floor(inWindow / 3)
  return added(
    seen.flatMap(({ byDay }) =>
      [...byDay].flatMap(([day, own]) => (day >= from && day < inWindow ? [own] : [])),
    ),
  )
}

function accountDaysOf(seen: readonly Seen[], { days }: Calendar) {
  const sums = days.map(() => noMetrics())
  for (const { byDay } of seen) for (const [day, own] of byDay) addTo(sums[day]!, own)
  return days.map((day, i) => ({ day, ...sums[i]! }))
}

function daysOf(seen: readonly Seen[], { days, inWindow }: Calendar): CampaignDay[] {
  const byKey = new Map<string, CampaignDay>()
  for (const { search, byDay } of seen) {
    const campaignId = search.keyword.campaign.id
    for (const [day, own] of byDay) {
      if (day >= inWindow) continue
      const key = `${campaignId} ${day}`
      const row = byKey.get(key) ?? { campaignId, day: days[day]!, clicks: 0, conversionsMicros: 0 }
      byKey.set(key, row)
      row.clicks += own.clicks
      row.conversionsMicros += own.conversionsMicros
    }
  }
  return [...byKey.values()]
}

function meanValue({ keywords }: Account): number {
  return keywords.reduce((sum, { valueMicros }) => sum + valueMicros, 0) / keywords.length
}

function brandOf({ campaigns, keywords }: Account): string[] {
  const brand = campaigns.find(({ isBrand }) => isBrand)
  const own = keywords.find(({ campaign }) => campaign === brand)
  return own ? [own.text.split(' ')[0]!] : []
}

/** By bisection. */
function firstAbove(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
