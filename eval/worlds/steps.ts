import type { Recommendation } from '#engine/findings/recommendation.ts'
import { withoutLists } from '../without-lists.ts'
import type { Step } from './next-month.ts'

type Operation = NonNullable<Recommendation['evidence']['change']>['operations'][number]
type Fields = {
  resourceName?: string
  campaign?: string
  adGroup?: string
  status?: string
  cpcBidMicros?: number | string
  amountMicros?: number | string
  keyword?: { text: string; matchType: string }
  negative?: boolean
}

/** What a card would change, as far as the worlds know what comes of it. */
export function stepsOf({ evidence }: Recommendation): Step[] {
  return withoutLists(evidence.change?.operations ?? []).flatMap((one) => stepOf(one) ?? [])
}

function stepOf(operation: Operation): Step | null {
  const parts = operation as Record<string, { create?: Fields; update?: Fields } | undefined>
  const negative =
    parts.campaignCriterionOperation?.create ?? parts.adGroupCriterionOperation?.create
  if (negative?.negative && negative.keyword) return negativeOf(negative)
  const added = parts.adGroupCriterionOperation?.create
  if (added?.keyword) return newKeywordOf(added)
  const keyword = parts.adGroupCriterionOperation?.update
  if (keyword) return keywordStep(keyword)
  const budget = parts.campaignBudgetOperation?.update
  if (!budget) return null
  return {
    kind: 'budget',
    budgetId: lastId(budget.resourceName),
    micros: Number(budget.amountMicros),
  }
}

function negativeOf({ campaign, adGroup, keyword }: Fields): Step {
  const { text, matchType } = keyword!
  const adGroupId = adGroup && lastId(adGroup)
  const campaignId = campaign ? lastId(campaign) : adGroupId!.slice(0, -1)
  return { kind: 'negative', text, matchType, campaignId, ...(adGroupId && { adGroupId }) }
}

function newKeywordOf({ adGroup, keyword, cpcBidMicros }: Fields): Step {
  const bidMicros = cpcBidMicros === undefined ? null : Number(cpcBidMicros)
  return { kind: 'new keyword', text: keyword!.text, adGroupId: lastId(adGroup), bidMicros }
}

function keywordStep({ resourceName, status, cpcBidMicros }: Fields): Step | null {
  const [adGroupId, keywordId] = lastId(resourceName).split('~') as [string, string]
  if (status === 'PAUSED') return { kind: 'pause', adGroupId, keywordId }
  if (cpcBidMicros === undefined) return null
  return { kind: 'bid', adGroupId, keywordId, bidMicros: Number(cpcBidMicros) }
}

const lastId = (name = '') => name.split('/').at(-1)!
