import type { FactRow } from '../../account-source.ts'
import type { PlanCampaign } from '../plan.ts'
import { mix, textHash } from '../random.ts'
import { GEO_CONSTANTS } from '../reference.ts'
import { type Cell, splitTally, type Tally } from '../tally.ts'
import { PLACEMENTS, type Placement } from '../vocabulary/placements.ts'
import { campaignTallies, networkParts } from './campaign-facts.ts'
import { emit, type FactContext } from './fact-context.ts'

/** What the Display network brought, by the site, video or app where the ad stood. */
export function* placementFacts(context: FactContext): Generator<FactRow> {
  const { junkPlacement } = context.market.blueprint.trade.plants.neglect
  const places: (Placement & Cell)[] = [
    ...PLACEMENTS,
    ...(junkPlacement
      ? [{ placement: junkPlacement, name: junkPlacement, type: 'WEBSITE', share: 0.22, cvr: 0 }]
      : []),
  ]
  for (const { campaign, tally, seed } of livelyCampaigns(context)) {
    const content = networkParts(campaign, tally, seed).find(({ name }) => name === 'CONTENT')
    if (!content) continue
    const open = places.filter(({ placement }) => !campaign.excluded.has(addressOf(placement)))
    if (open.length === 0) continue
    for (const [at, part] of splitTally(content.tally, open, mix(seed, 401)).entries()) {
      const place = open[at]
      if (place) yield* emit(context, context.book.campaign(campaign.id), part, fieldsOf(place))
    }
  }

  function fieldsOf({ placement, name, type }: Placement) {
    const key = textHash(placement)
    return {
      'detail_placement_view.resource_name': `${context.book.prefix}/detailPlacementViews/${key}`,
      'detail_placement_view.placement': placement,
      'detail_placement_view.display_name': name,
      'detail_placement_view.placement_type': type,
      'detail_placement_view.target_url': placement,
    }
  }
}

/** As an exclusion names it. */
const addressOf = (placement: string) => placement.replace(/^mobileapp::/, '')

/** Whether people were in a place the campaign targets; elsewhere they only showed interest in it. */
export function* locationFacts(context: FactContext): Generator<FactRow> {
  const { country } = context.market.blueprint.trade
  const elsewhere = GEO_CONSTANTS.find(({ id, type }) => type === 'Country' && id !== country.geoId)
  for (const { campaign, tally, seed } of livelyCampaigns(context)) {
    const { geoTarget, outsideShare } = campaign.setup
    const outside = geoTarget === 'PRESENCE' ? 0 : outsideShare
    const cells: Cell[] = [{ share: 1 - outside }, { share: outside, cvr: 0.1 }]
    const parts = outside > 0 ? splitTally(tally, cells, mix(seed, 402)) : [tally]
    for (const [at, part] of parts.entries()) {
      const place = at === 0 ? country.geoId : (elsewhere?.id ?? 0)
      yield* emit(context, context.book.campaign(campaign.id), part, {
        'user_location_view.resource_name': `${context.book.prefix}/userLocationViews/${place}~${at === 0}`,
        'user_location_view.country_criterion_id': BigInt(place),
        'user_location_view.targeting_location': at === 0,
      })
    }
  }
}

/** Those with traffic, with the seed by which all their splits are drawn. */
function* livelyCampaigns(
  context: FactContext,
): Generator<{ campaign: PlanCampaign; tally: Tally; seed: number }> {
  const { plan, day } = context.traffic
  for (const [i, tally] of campaignTallies(context).entries()) {
    const campaign = plan.campaigns[i]
    if (tally && campaign) yield { campaign, tally, seed: mix(campaign.id, day) }
  }
}
