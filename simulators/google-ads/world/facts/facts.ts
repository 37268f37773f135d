import type { FactRow, FactsWanted, FieldRow } from '../../account-source.ts'
import { dayNumber, dayText, type LocalTime } from '../calendar.ts'
import type { DayTraffic } from '../day-traffic.ts'
import type { RowBook } from '../entities/row-book.ts'
import { armRows } from '../experiments/arm-rows.ts'
import { controlOf, servesOn, treatmentOf } from '../experiments/experiment.ts'
import { experimentFacts } from '../experiments/experiment-rows.ts'
import { splitTraffic } from '../experiments/split-traffic.ts'
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
  if (resource === 'experiment') {
    const ofCampaigns = (asked: FactsWanted) =>
      factsOf(market, book, 'campaign', asked, now, brokenFrom)
    yield* experimentFacts(book(), now.text, wanted, ofCampaigns)
    return
  }
  const rows = BY_RESOURCE[resource]
  if (!rows) return
  const first = Math.max(dayNumber(wanted.from), now.day - HISTORY_DAYS)
  const last = Math.min(dayNumber(wanted.to), now.day)
  for (let day = first; day <= last; day++) {
    const traffic = market.traffic(day, now)
    if (!traffic) continue
    const contextOf = (part: DayTraffic) =>
      factContext(market, book(), part, now, wanted, brokenFrom)
    // The account has both halves of each experiment.
    const { rest, copies } =
      resource === 'customer' ? { rest: traffic, copies: [] } : takenApart(book(), traffic)
    yield* rows(contextOf(rest))
    for (const { part, asCopy } of copies)
      for (const { fields, measures } of rows(contextOf(part)))
        yield { fields: asCopy(fields), measures }
  }
}

/** A day's searches, those of running experiments by the campaign that was shown. */
function takenApart({ state, prefix }: RowBook, traffic: DayTraffic) {
  const date = dayText(traffic.day)
  let rest = traffic
  const copies: { part: DayTraffic; asCopy: (row: FieldRow) => FieldRow }[] = []
  for (const experiment of state.experiments.values()) {
    const copy = treatmentOf(experiment)?.inDesign
    const base = state.campaigns.get(controlOf(experiment)?.campaignId ?? 0)
    if (!copy || !base || !experiment.schedule || !servesOn(experiment, date)) continue
    const place = traffic.plan.campaigns.findIndex(({ id }) => id === base.id)
    const { control, treatment } = splitTraffic(rest, place, experiment.schedule.response)
    rest = control
    copies.push({ part: treatment, asCopy: armRows(state, base, copy, prefix) })
  }
  return { rest, copies }
}
