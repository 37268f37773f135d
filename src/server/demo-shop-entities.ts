import type {
  adGroups,
  ads,
  campaigns,
  keywords,
  searchTerms,
} from '#platform/db/schema/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import {
  demoAdId,
  demoCampaignId,
  demoGroupId,
  demoKeywordId,
  demoTermId,
} from './demo-shop-facts.ts'
import { DEMO_SHOP, type PlannedCampaign, type PlannedGroup } from './demo-shop-plan.ts'

export type DemoEntities = {
  campaigns: (typeof campaigns.$inferInsert)[]
  adGroups: (typeof adGroups.$inferInsert)[]
  ads: (typeof ads.$inferInsert)[]
  keywords: (typeof keywords.$inferInsert)[]
  searchTerms: (typeof searchTerms.$inferInsert)[]
}

const DESCRIPTIONS = [
  'Zapatos hechos en España, con envío y devolución gratis.',
  'Elige tu talla y recíbelos mañana en casa.',
]
const FINAL_URL = 'https://calzados-lumbre.example/'

/** The shop's campaigns down to its search terms, as rows of the account's tables. */
export function demoEntities(
  customerId: number,
  shop: readonly PlannedCampaign[] = DEMO_SHOP,
): DemoEntities {
  const entities: DemoEntities = {
    campaigns: [],
    adGroups: [],
    ads: [],
    keywords: [],
    searchTerms: [],
  }
  for (const [c, plan] of shop.entries()) {
    const campaignId = demoCampaignId(c)
    entities.campaigns.push({
      customerId,
      campaignId,
      name: plan.name,
      status: 'ENABLED',
      channelType: 'SEARCH',
      biddingStrategyType: 'MANUAL_CPC',
      budgetId: campaignId,
      budgetMicros: plan.budgetEuros * MICROS,
      budgetShared: false,
    })
    for (const [g, group] of plan.groups.entries())
      addGroup(entities, { customerId, campaignId, adGroupId: demoGroupId(c, g) }, group)
  }
  return entities
}

type GroupKey = { customerId: number; campaignId: number; adGroupId: number }

function addGroup(entities: DemoEntities, key: GroupKey, group: PlannedGroup): void {
  entities.adGroups.push({ ...key, name: group.name, status: 'ENABLED' })
  for (const [ad, word] of ['Compra online', 'Últimas tallas'].entries())
    entities.ads.push({
      ...key,
      adId: demoAdId(key.adGroupId, ad),
      type: 'RESPONSIVE_SEARCH_AD',
      status: 'ENABLED',
      finalUrls: [FINAL_URL],
      headlines: [...group.headlines, word].map((text) => ({ text })),
      descriptions: DESCRIPTIONS.map((text) => ({ text })),
    })
  for (const [k, keyword] of group.keywords.entries()) {
    const criterionId = demoKeywordId(key.adGroupId, k)
    entities.keywords.push({
      ...key,
      criterionId,
      text: keyword.text,
      matchType: keyword.match,
      status: 'ENABLED',
      cpcBidMicros: Math.round(keyword.cpc * 1.3 * MICROS),
      qualityScore: keyword.quality,
      finalUrls: [FINAL_URL],
    })
    for (const [t, term] of keyword.terms.entries())
      entities.searchTerms.push({
        ...key,
        termId: demoTermId(criterionId, t),
        text: term.text,
        status: term.text === keyword.text ? 'ADDED' : 'NONE',
      })
  }
}
