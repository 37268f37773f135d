import type { FactRow, FactsWanted } from '../../account-source.ts'
import { dayNumber, type LocalTime } from '../calendar.ts'
import type { RowBook } from '../entities/row-book.ts'
import { HISTORY_DAYS, type Market } from '../market.ts'
import { assetFacts } from './asset-facts.ts'
import { campaignFacts, customerFacts } from './campaign-facts.ts'
import { type FactContext, factContext } from './fact-context.ts'
import {
  adAssetFacts,
  adFacts,
  adGroupFacts,
  campaignAudienceFacts,
  demographicFacts,
  groupAudienceFacts,
  landingPageFacts,
} from './group-facts.ts'
import { locationFacts, placementFacts } from './place-facts.ts'
import { geographicFacts, keywordFacts, searchTermFacts } from './search-facts.ts'

const BY_RESOURCE: Record<string, (context: FactContext) => Iterable<FactRow>> = {
  customer: customerFacts,
  campaign: campaignFacts,
  ad_group: adGroupFacts,
  ad_group_ad: adFacts,
  keyword_view: keywordFacts,
  search_term_view: (context) => searchTermFacts(context, false),
  campaign_search_term_view: (context) => searchTermFacts(context, true),
  ad_group_audience_view: groupAudienceFacts,
  campaign_audience_view: campaignAudienceFacts,
  geographic_view: geographicFacts,
  age_range_view: (context) => demographicFacts(context, 'AGE_RANGE'),
  gender_view: (context) => demographicFacts(context, 'GENDER'),
  landing_page_view: landingPageFacts,
  ad_group_ad_asset_view: adAssetFacts,
  detail_placement_view: placementFacts,
  user_location_view: locationFacts,
  campaign_asset: (context) => assetFacts(context, 'campaign'),
  customer_asset: (context) => assetFacts(context, 'customer'),
  ad_group_asset: (context) => assetFacts(context, 'ad_group'),
}

/** Rows with traffic of every day wanted, oldest first; days without history or in the future give none. */
export function* factsOf(
  market: Market,
  book: () => RowBook,
  resource: string,
  wanted: FactsWanted,
  now: LocalTime,
  brokenFrom: number,
): Generator<FactRow> {
  const rows = BY_RESOURCE[resource]
  if (!rows) return
  const first = Math.max(dayNumber(wanted.from), now.day - HISTORY_DAYS)
  const last = Math.min(dayNumber(wanted.to), now.day)
  for (let day = first; day <= last; day++) {
    const traffic = market.traffic(day, now)
    if (traffic) yield* rows(factContext(market, book(), traffic, now, wanted, brokenFrom))
  }
}
