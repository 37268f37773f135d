import type { Chance } from '../chance.ts'
import type { Account, Campaign, Keyword, Search } from './account.ts'
import { type Laws, lognormal } from './laws.ts'
import { toCome } from './walk.ts'

/** Of one search in the coming 30 days, if nothing is changed; micros, expected under what the month turns out to be. */
export type Month = { search: Search; clicks: number; costMicros: number; gainMicros: number }

/** A change of one kind at one place, and what it truly makes of the coming month, micros. */
export type Step =
  | { kind: 'negative'; text: string; matchType: string; campaignId: string; adGroupId?: string }
  | { kind: 'pause'; keywordId: string; adGroupId: string }
  | { kind: 'bid'; keywordId: string; adGroupId: string; bidMicros: number }
  | { kind: 'budget'; budgetId: string; micros: number }
  | NewKeyword

/** An exact keyword of a search that others catch today; without a bid it is served as today. */
export type NewKeyword = {
  kind: 'new keyword'
  text: string
  adGroupId: string
  bidMicros: number | null
}

/** From the middle of a window, which is as the mean of its days, to today. */
const DAYS_SINCE_MIDDLE = 45

export function drawMonth(
  chance: Chance,
  laws: Laws,
  { campaigns, searches, trend }: Account,
): Month[] {
  const ofAccount = lognormal(chance, laws.drift.rate / 3)
  const ofCampaign = new Map(
    laws.campaignDrift > 0
      ? campaigns.map((one) => [one, lognormal(chance, laws.campaignDrift)] as const)
      : [],
  )
  const reached = Math.exp((trend * DAYS_SINCE_MIDDLE) / 30)
  return searches.map((search) => {
    const { walk } = search
    const walked = walk ? toCome(walk.clicks) : 1
    const clicks = search.clicksADay * 30 * lognormal(chance, laws.drift.clicks) * walked * reached
    const { valueMicros, campaign } = search.keyword
    const common = ofAccount * (ofCampaign.get(campaign) ?? 1) * laws.late.afterwards
    const turned = walk ? toCome(walk.rate) : 1
    const rate = search.rate * lognormal(chance, laws.drift.rate) * turned * common
    return {
      search,
      clicks,
      costMicros: clicks * search.cpcMicros * laws.dearer.price * lognormal(chance, 0.08),
      gainMicros: clicks * rate * laws.conversionsPerBuyer * valueMicros,
    }
  })
}

/** Net effect, micros; null where the step is of nothing that the account has. */
export function netOf(step: Step, month: readonly Month[]): number | null {
  if (step.kind === 'negative')
    return stopped(
      month.filter(({ search }) => stops(step, search)),
      month,
    )
  if (step.kind === 'budget') return ofBudget(step, month)
  if (step.kind === 'new keyword') return ofNewKeyword(step, month)
  const own = month.filter(({ search: { keyword } }) => isOf(step, keyword))
  if (own.length === 0) return null
  return step.kind === 'pause'
    ? stopped(own, month)
    : netOfChanges([ofBid(step.bidMicros, own)], month)
}

/** Every row of the search in the campaign: Google prefers the keyword that is the same as it. */
export function takes({ text, adGroupId }: NewKeyword, { keyword, text: own }: Search): boolean {
  return text === own && keyword.adGroupId.slice(0, -1) === adGroupId.slice(0, -1)
}

/** Of the step between the bid that serves its search today and its own; null where there is none. */
function ofNewKeyword(step: NewKeyword, month: readonly Month[]): number | null {
  const { bidMicros } = step
  const own = month.filter(({ search }) => takes(step, search))
  const moved = own.filter(({ search: { keyword } }) => bidMicros !== keyword.bidMicros)
  if (bidMicros === null || moved.length === 0) return null
  return netOfChanges(
    moved.map((one) => ofBid(bidMicros, [one])),
    month,
  )
}

export function stops(step: Step, { keyword, text }: Search): boolean {
  if (step.kind === 'pause') return isOf(step, keyword)
  if (step.kind !== 'negative') return false
  if (keyword.campaign.id !== step.campaignId) return false
  if (step.adGroupId !== undefined && keyword.adGroupId !== step.adGroupId) return false
  if (step.matchType === 'EXACT') return text === step.text
  if (step.matchType === 'PHRASE') return ` ${text} `.includes(` ${step.text} `)
  const words = new Set(text.split(' '))
  return step.text.split(' ').every((word) => words.has(word))
}

/** What is redirected goes on costing and bringing as before, what another campaign catches brings it at that one's price. */
export function stopped(own: readonly Month[], month: readonly Month[]): number {
  const gone = new Set(own.map(({ search }) => search))
  const changes = own.flatMap(({ search, clicks, costMicros, gainMicros }): Changed[] => {
    const { elsewhere, keyword } = search
    const part = 1 - keyword.redirected
    const here = {
      campaign: keyword.campaign,
      costMicros: -part * costMicros,
      gainMicros: -part * gainMicros,
    }
    if (!elsewhere || gone.has(elsewhere.search)) return [here]
    const caught = part * elsewhere.caught
    const there = {
      campaign: elsewhere.search.keyword.campaign,
      costMicros: caught * clicks * elsewhere.search.cpcMicros,
      gainMicros: caught * gainMicros,
    }
    return [here, there]
  })
  return netOfChanges(changes, month)
}

/** What a month costs and brings more. */
type Changed = { campaign: Campaign; costMicros: number; gainMicros: number }

/** What a budget that runs out no longer pays for it spends on others of its searches, and what it pays more it takes from them. */
function netOfChanges(changes: readonly Changed[], month: readonly Month[]): number {
  const byBudget = Map.groupBy(changes, ({ campaign }) => campaign.budgetId)
  return [...byBudget].reduce((sum, [budgetId, own]) => {
    const more = (of: (one: Changed) => number) => own.reduce((all, one) => all + of(one), 0)
    const users = usersOf(budgetId, month)
    if (users.every(({ lacked }) => lacked <= 0))
      return sum + more(({ gainMicros }) => gainMicros) - more(({ costMicros }) => costMicros)
    const { budgetMicros } = own[0]!.campaign
    const after = users.map((user) => {
      const inIt = own.filter(({ campaign }) => campaign === user.campaign)
      const cost = inIt.reduce((all, one) => all + one.costMicros, user.cost)
      const gain = inIt.reduce((all, one) => all + one.gainMicros, user.gain)
      return { ...user, cost, gain }
    })
    return sum + netAt(after, budgetMicros) - netAt(users, budgetMicros)
  }, 0)
}

function isOf(step: { keywordId: string; adGroupId: string }, keyword: Keyword): boolean {
  return keyword.id === step.keywordId && keyword.adGroupId === step.adGroupId
}

function ofBid(bidMicros: number, own: readonly Month[]): Changed {
  const { keyword } = own[0]!.search
  const ratio = bidMicros / keyword.bidMicros
  const clicks = ratio ** keyword.response.clicks
  const price = ratio ** keyword.response.price
  const cost = own.reduce((sum, { costMicros }) => sum + costMicros, 0)
  const gain = own.reduce((sum, { gainMicros }) => sum + gainMicros, 0)
  return {
    campaign: keyword.campaign,
    costMicros: cost * (clicks * price - 1),
    gainMicros: gain * (clicks - 1),
  }
}

function ofBudget({ budgetId, micros }: Step & { kind: 'budget' }, month: readonly Month[]) {
  const users = usersOf(budgetId, month)
  const [first] = users
  return first ? netAt(users, micros) - netAt(users, first.campaign.budgetMicros) : null
}

/** Of campaigns that spend from one budget: what they cost and bring, and what they lack, over what they cost. */
type User = { campaign: Campaign; cost: number; gain: number; lacked: number }

function usersOf(budgetId: string, month: readonly Month[]): User[] {
  const own = month.filter(({ search }) => search.keyword.campaign.budgetId === budgetId)
  return [...Map.groupBy(own, ({ search }) => search.keyword.campaign)].map(([campaign, rows]) => ({
    campaign,
    cost: rows.reduce((sum, { costMicros }) => sum + costMicros, 0),
    gain: rows.reduce((sum, { gainMicros }) => sum + gainMicros, 0),
    lacked: 1 / campaign.paidShare - 1,
  }))
}

/**
 * A month spends what people would click, or 30.4 daily budgets; less comes of the last part than of the first. Of campaigns that
 * share it, each has as much of the more as it lacked.
 */
function netAt(users: readonly User[], budget: number): number {
  const cost = users.reduce((sum, one) => sum + one.cost, 0)
  const lacked = users.reduce((sum, one) => sum + one.cost * one.lacked, 0)
  const spent = Math.min(cost + lacked, budget * 30.4)
  const ofLack = spent > cost ? (spent - cost) / lacked : 0
  const factorOf = (one: User) => (spent > cost ? 1 + ofLack * one.lacked : spent / cost)
  const gained = users.reduce(
    (sum, one) => sum + one.gain * factorOf(one) ** one.campaign.budgetResponse,
    0,
  )
  return gained - spent
}
