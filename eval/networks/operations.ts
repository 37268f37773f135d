import type { MutateOperation, Recommendation } from '#engine/findings/recommendation.ts'
import { withoutLists } from '../without-lists.ts'
import type { Account, Keyword, Search } from './account.ts'
import type { Changed } from './bidding.ts'

type Kind =
  | 'networks'
  | 'targets'
  | 'raises'
  | 'lowers'
  | 'new keywords'
  | 'negatives'
  | 'pauses'
  | 'budgets'
type Step = { kind: Kind; changed: Changed; where: string }

type Fields = {
  resourceName?: string
  campaign?: string
  adGroup?: string
  status?: string
  amountMicros?: string
  cpcBidMicros?: string
  negative?: boolean
  keyword?: { text: string; matchType: string }
  networkSettings?: Record<string, boolean>
  targetCpa?: { targetCpaMicros?: string }
  maximizeConversions?: { targetCpaMicros?: string }
  targetRoas?: { targetRoas?: number }
  maximizeConversionValue?: { targetRoas?: number }
}

/** What the operations of a card do; null: nothing that this account knows. */
export function stepsOf({ evidence }: Recommendation, account: Account): (Step | null)[] {
  return withoutLists(evidence.change?.operations ?? []).map((one) => stepOf(one, account))
}

function stepOf(operation: MutateOperation, account: Account): Step | null {
  const parts = operation as Record<string, { create?: Fields; update?: Fields } | undefined>
  const created =
    parts.campaignCriterionOperation?.create ?? parts.adGroupCriterionOperation?.create
  if (created?.keyword) return created.negative ? negativeOf(created) : ownKeyword(created, account)
  const criterion = parts.adGroupCriterionOperation?.update
  if (criterion) return ofKeyword(criterion, account)
  const budget = parts.campaignBudgetOperation?.update
  if (budget?.amountMicros)
    return {
      ...{ kind: 'budgets', where: lastOf(budget.resourceName) },
      changed: {
        budgets: new Map([[lastOf(budget.resourceName).slice(1), Number(budget.amountMicros)]]),
      },
    }
  const strategy = parts.biddingStrategyOperation?.update ?? parts.campaignOperation?.update
  if (!strategy) return null
  const id = lastOf(strategy.resourceName)
  const off = Object.entries(strategy.networkSettings ?? {}).filter(([, isOn]) => !isOn)
  if (off.length > 0) {
    const networks = off.map(([field]) => FIELDS[field])
    return {
      kind: 'networks',
      where: networks.join(),
      changed: { off: new Set(networks.map((one) => `${id} ${one}`)) },
    }
  }
  const target = targetOf(strategy)
  if (target === null) return null
  return {
    kind: 'targets',
    where: parts.biddingStrategyOperation ? 'portfolio' : 'campaign',
    changed: { targets: new Map([[id, target]]) },
  }
}

const FIELDS: Record<string, string> = {
  targetContentNetwork: 'CONTENT',
  targetSearchNetwork: 'SEARCH_PARTNERS',
}

function targetOf({
  targetCpa,
  maximizeConversions,
  targetRoas,
  maximizeConversionValue,
}: Fields): number | null {
  const cpa = targetCpa?.targetCpaMicros ?? maximizeConversions?.targetCpaMicros
  if (cpa !== undefined) return Number(cpa)
  return targetRoas?.targetRoas ?? maximizeConversionValue?.targetRoas ?? null
}

function negativeOf({ campaign, adGroup, keyword }: Fields): Step {
  const place = lastOf(campaign ?? adGroup)
  const stops = (search: Search) =>
    (campaign ? search.keyword.campaign.id : search.keyword.adGroupId) === place &&
    isMatch(keyword!, search.text)
  return { kind: 'negatives', where: keyword!.matchType, changed: { stops } }
}

function isMatch(
  { text, matchType }: { text: string; matchType: string },
  search: string,
): boolean {
  if (matchType === 'EXACT') return search === text
  if (matchType === 'PHRASE') return ` ${search} `.includes(` ${text} `)
  const words = search.split(' ')
  return text.split(' ').every((word) => words.includes(word))
}

function ownKeyword(
  { adGroup, keyword, cpcBidMicros }: Fields,
  { searches, law }: Account,
): Step | null {
  const own = searches.filter(
    (one) => one.keyword.adGroupId === lastOf(adGroup) && one.text === keyword!.text,
  )
  if (own.length === 0) return null
  const bid = law.bidding === 'by hand' && cpcBidMicros ? Number(cpcBidMicros) : null
  return {
    kind: 'new keywords',
    where: bid ? 'with bid' : '',
    changed: { own: new Map(own.map((one) => [one, bid])) },
  }
}

function ofKeyword(
  { resourceName, status, cpcBidMicros }: Fields,
  { keywords }: Account,
): Step | null {
  const [adGroupId, id] = lastOf(resourceName).split('~')
  const own = keywords.find((one) => one.adGroupId === adGroupId && one.id === id)
  if (!own) return null
  if (status === 'PAUSED') return { kind: 'pauses', where: '', changed: { paused: new Set([own]) } }
  if (!cpcBidMicros) return null
  const bid = Number(cpcBidMicros)
  return {
    kind: bid > own.bidMicros ? 'raises' : 'lowers',
    where: '',
    changed: { bids: new Map([[own, bid]]) },
  }
}

/** All at once. */
export function together(steps: readonly Step[]): Changed {
  const all = steps.map(({ changed }) => changed)
  const stopping = all.flatMap(({ stops }) => stops ?? [])
  const anyOf = <T>(of: (one: Changed) => Iterable<T> | undefined): T[] =>
    all.flatMap((one) => [...(of(one) ?? [])])
  const has = (kind: Kind) => steps.some((one) => one.kind === kind)
  return {
    ...(has('networks') && { off: new Set(anyOf((one) => one.off)) }),
    ...(stopping.length > 0 && {
      stops: (search: Search) => stopping.some((stops) => stops(search)),
    }),
    ...(has('pauses') && { paused: new Set<Keyword>(anyOf((one) => one.paused)) }),
    ...((has('raises') || has('lowers')) && { bids: new Map(anyOf((one) => one.bids)) }),
    ...(has('new keywords') && { own: new Map(anyOf((one) => one.own)) }),
    ...(has('budgets') && { budgets: new Map(anyOf((one) => one.budgets)) }),
    ...(has('targets') && { targets: new Map(anyOf((one) => one.targets)) }),
  }
}

const lastOf = (name = '') => name.split('/').at(-1)!
