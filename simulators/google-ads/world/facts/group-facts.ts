import type { FactRow, FieldRow } from '../../account-source.ts'
import { AUDIENCE_SHARE } from '../bidding.ts'
import { inheritOnce } from '../entities/row-book.ts'
import type { PlanCampaign, PlanGroup } from '../plan.ts'
import { mix, textHash } from '../random.ts'
import { AGE_RANGES, GENDERS } from '../reference.ts'
import type { AdGroupCriterion, AdGroupCriterionType } from '../structure.ts'
import { addTally, splitOff, splitTally, type Tally, tallyBy } from '../tally.ts'
import { campaignTallies, segmentParts } from './campaign-facts.ts'
import { emit, type FactContext } from './fact-context.ts'

type GroupTally = { group: PlanGroup; tally: Tally; seed: number }

export function* groupTallies({ traffic, events }: FactContext): Generator<GroupTally> {
  const { plan, demandAt, day } = traffic
  const tallies = tallyBy(
    traffic,
    events,
    plan.groups.length,
    (row) => plan.group[demandAt[row] as number] as number,
  )
  for (const [i, tally] of tallies.entries()) {
    const group = plan.groups[i]
    if (tally && group) yield { group, tally, seed: mix(group.id, day) }
  }
}

export function* adGroupFacts(context: FactContext): Generator<FactRow> {
  for (const { group, tally, seed } of groupTallies(context)) {
    const campaign = context.traffic.plan.campaigns[group.campaign] as PlanCampaign
    for (const part of segmentParts(context, campaign, tally, seed))
      yield* emit(context, context.book.adGroup(group.id), part.tally, part.fields)
  }
}

function* adTallies(context: FactContext) {
  for (const { group, tally, seed } of groupTallies(context)) {
    const cells = group.ads.map((ad) => ({ share: ad.weight, ctr: ad.ctr, cvr: ad.cvr }))
    for (const [i, part] of splitTally(tally, cells, mix(seed, 201)).entries())
      yield { group, ad: group.ads[i] as PlanGroup['ads'][number], tally: part, seed }
  }
}

export function* adFacts(context: FactContext): Generator<FactRow> {
  for (const { ad, tally } of adTallies(context)) {
    const entity = context.book.state.ads.get(ad.id)
    if (entity) yield* emit(context, context.book.ad(entity), tally)
  }
}

/** Google's mark for a page without complaints, and for the one that is slow; of 10. */
const QUICK = 6
const SLOW = 2

/** An ad group's traffic by final URL of its ads. */
export function* landingPageFacts(context: FactContext): Generator<FactRow> {
  const pages = new Map<string, { group: PlanGroup; url: string; tally: Tally }>()
  for (const { group, ad, tally } of adTallies(context)) {
    const key = `${group.id} ${ad.url}`
    const page = pages.get(key)
    if (page) addTally(page.tally, tally)
    else
      pages.set(key, {
        group,
        url: ad.url,
        tally: { ...tally, events: [...tally.events] },
      })
  }
  const { slowPage } = context.market.blueprint.trade.plants.neglect
  for (const { group, url, tally } of pages.values()) {
    const hash = textHash(url)
    const isSlow = slowPage !== undefined && new URL(url).pathname === slowPage
    const fields = {
      'landing_page_view.resource_name': `${context.book.prefix}/landingPageViews/${hash}${group.id}`,
      'landing_page_view.unexpanded_final_url': url,
      'metrics.mobile_friendly_clicks_percentage': isSlow ? 0.82 : 1,
      'metrics.speed_score': isSlow ? SLOW : QUICK + (hash % 4),
    }
    const campaign = context.traffic.plan.campaigns[group.campaign] as PlanCampaign
    const seed = mix(hash, group.id, context.traffic.day)
    for (const part of segmentParts(context, campaign, tally, seed))
      yield* emit(context, context.book.adGroup(group.id), part.tally, {
        ...fields,
        ...part.fields,
      })
  }
}

/** Each text's share of its ad's traffic; texts show together, so they do not add up to the ad. */
export function* adAssetFacts(context: FactContext): Generator<FactRow> {
  const { state } = context.book
  for (const { ad, tally, seed } of adTallies(context)) {
    const entity = state.ads.get(ad.id)
    if (!entity) continue
    for (const [fieldType, texts, shown] of [
      ['HEADLINE', entity.headlines, 3],
      ['DESCRIPTION', entity.descriptions, 2],
    ] as const)
      for (const text of texts) {
        const share = Math.min(1, shown / texts.length)
        const part = sampled(tally, share, 1, mix(seed, text.assetId, 202))
        yield* emit(context, adAssetRow(context, entity, fieldType, text), part)
      }
  }
}

const LABELS = ['BEST', 'GOOD', 'GOOD', 'LOW', 'LEARNING'] as const

export function adAssetRow(
  { book }: Pick<FactContext, 'book'>,
  ad: Parameters<FactContext['book']['ad']>[0],
  fieldType: 'HEADLINE' | 'DESCRIPTION',
  text: { text: string; assetId: number; pinnedField?: string },
): FieldRow {
  return inheritOnce(book.ad(ad), `${fieldType}~${text.assetId}`, () => ({
    'ad_group_ad_asset_view.resource_name': `${book.prefix}/adGroupAdAssetViews/${ad.adGroupId}~${ad.id}~${text.assetId}~${fieldType}`,
    'ad_group_ad_asset_view.ad_group_ad': `${book.prefix}/adGroupAds/${ad.adGroupId}~${ad.id}`,
    'ad_group_ad_asset_view.asset': `${book.prefix}/assets/${text.assetId}`,
    'ad_group_ad_asset_view.field_type': fieldType,
    'ad_group_ad_asset_view.enabled': true,
    'ad_group_ad_asset_view.performance_label': LABELS[mix(text.assetId, ad.id) % 5],
    ...(text.pinnedField && { 'ad_group_ad_asset_view.pinned_field': text.pinnedField }),
    'asset.resource_name': `${book.prefix}/assets/${text.assetId}`,
    'asset.id': BigInt(text.assetId),
    'asset.type': 'TEXT',
    'asset.text_asset.text': text.text,
  }))
}

/** The part of a tally a group of people or an asset had, about `share` of it. */
export function sampled(tally: Tally, share: number, cvr: number, seed: number): Tally {
  if (share >= 1) return tally
  return splitOff(tally, { share, cvr }, { share: 1 - share }, seed)
}

export function* demographicFacts(
  context: FactContext,
  type: 'AGE_RANGE' | 'GENDER',
): Generator<FactRow> {
  const view = type === 'AGE_RANGE' ? 'age_range_view' : 'gender_view'
  const cells = type === 'AGE_RANGE' ? AGE_RANGES : GENDERS
  for (const { group, tally, seed } of groupTallies(context))
    for (const [i, part] of splitTally(tally, cells, mix(seed, cells.length, 203)).entries()) {
      const criterion = context.book.state.criteria.get(`${group.id}~${cells[i]?.id}`)
      if (criterion) yield* emit(context, viewRow(context, criterion, view), part)
    }
}

const VIEW_COLLECTIONS: Record<string, string> = {
  age_range_view: 'ageRangeViews',
  gender_view: 'genderViews',
  ad_group_audience_view: 'adGroupAudienceViews',
  keyword_view: 'keywordViews',
}

export function viewRow(
  { book }: Pick<FactContext, 'book'>,
  criterion: AdGroupCriterion,
  view: string,
): FieldRow {
  return inheritOnce(book.criterion(criterion), view, () => ({
    [`${view}.resource_name`]: `${book.prefix}/${VIEW_COLLECTIONS[view]}/${criterion.adGroupId}~${criterion.id}`,
  }))
}

export const isAudience = (type: AdGroupCriterionType | string) =>
  type === 'USER_LIST' || type === 'USER_INTEREST'

/** Observed audiences: people on a list convert better; the rest of the ad group is on no list. */
export function* groupAudienceFacts(context: FactContext): Generator<FactRow> {
  const audiences = Map.groupBy(
    [...context.book.state.criteria.values()].filter((c) => isAudience(c.type) && !c.negative),
    (c) => c.adGroupId,
  )
  for (const { group, tally, seed } of groupTallies(context))
    for (const criterion of audiences.get(group.id) ?? []) {
      const cvr = criterion.type === 'USER_LIST' ? 2.2 : 1.2
      const part = sampled(tally, AUDIENCE_SHARE, cvr, mix(seed, criterion.id, 204))
      if (part.impressions > 0)
        yield* emit(context, viewRow(context, criterion, 'ad_group_audience_view'), part)
    }
}

export function* campaignAudienceFacts(context: FactContext): Generator<FactRow> {
  const { plan, day } = context.traffic
  const tallies = campaignTallies(context)
  for (const criterion of context.book.state.campaignCriteria.values()) {
    if (criterion.type !== 'USER_LIST') continue
    const index = plan.campaigns.findIndex((c) => c.id === criterion.campaignId)
    const tally = tallies[index]
    if (!tally) continue
    const part = sampled(tally, AUDIENCE_SHARE, 2.2, mix(criterion.id, day, 205))
    if (part.impressions > 0)
      yield* emit(context, context.book.campaignCriterion(criterion), part, {
        'campaign_audience_view.resource_name': `${context.book.prefix}/campaignAudienceViews/${criterion.campaignId}~${criterion.id}`,
      })
  }
}
