import type { FieldRow } from '../../account-source.ts'
import type { LocalTime } from '../calendar.ts'
import { armRows } from '../experiments/arm-rows.ts'
import { controlOf, isMaterialised, statusAt, treatmentOf } from '../experiments/experiment.ts'
import { experimentArmRows, experimentRows } from '../experiments/experiment-rows.ts'
import { adAssetRow, isAudience, viewRow } from '../facts/group-facts.ts'
import type { Market } from '../market.ts'
import { recommendationRows } from './advice-rows.ts'
import { budgetFields } from './campaign-fields.ts'
import { type ChangeRecord, changeEventRows, changeStatusRows } from './history-rows.ts'
import { assetLinkRow, sharedRows } from './library-rows.ts'
import { inherit, type RowBook } from './row-book.ts'
import { brandExclusionRows, conversionActionRows, setupRows } from './setup-rows.ts'
import { portfolioSimulationRows, simulationRows } from './simulation-rows.ts'

type Rows = Iterable<FieldRow>

/** One row per entity of a resource, removed ones included; nothing for resources without entities of their own. */
export function entityRows(
  resource: string,
  market: Market,
  book: RowBook,
  records: readonly ChangeRecord[],
  now: LocalTime,
  /** First day on which conversions are not reported any more. */
  brokenFrom: number,
): Rows {
  const makers: Record<string, () => Rows> = {
    ...campaignRows(book),
    ...criterionRows(book),
    ...sharedRows(book),
    ...assetRows(book),
    ...setupRows(book),
    conversion_action: () => conversionActionRows(market, book, now, brokenFrom),
    recommendation: () => recommendationRows(market, book, now),
    campaign_simulation: () => simulationRows(market, book, now),
    bidding_strategy_simulation: () => portfolioSimulationRows(market, book, now),
    experiment: () => experimentRows(book, now.text),
    experiment_arm: () => experimentArmRows(book, now.text),
    change_event: () => changeEventRows(book, records, now.day),
    change_status: () => changeStatusRows(book, records),
  }
  const rows = makers[resource]?.() ?? []
  return OF_CAMPAIGNS.has(resource) ? withExperiments(resource, book, rows, now.text) : rows
}

/** What the second campaign of an experiment has as well. */
const OF_CAMPAIGNS: ReadonlySet<string> = new Set([
  ...['campaign', 'ad_group', 'ad_group_ad', 'ad_group_criterion', 'campaign_criterion'],
  ...['keyword_view', 'ad_group_audience_view', 'campaign_audience_view'],
])

function* withExperiments(
  resource: string,
  { state, prefix }: RowBook,
  rows: Rows,
  now: string,
): Generator<FieldRow> {
  const copies = [...state.experiments.values()].flatMap((experiment) => {
    const copy = treatmentOf(experiment)?.inDesign
    const base = state.campaigns.get(controlOf(experiment)?.campaignId ?? 0)
    if (!copy || !base || experiment.status === 'REMOVED') return []
    const isDraft = !isMaterialised(experiment, now)
    if (isDraft && resource !== 'campaign') return []
    const isOver = statusAt(experiment, now) !== 'ENABLED'
    const made = isOver && !isDraft ? { ...copy, status: 'REMOVED' as const } : copy
    return [{ base, asCopy: armRows(state, base, made, prefix), isDraft }]
  })
  for (const row of rows) {
    yield row
    for (const { base, asCopy, isDraft } of copies)
      if (row['campaign.id'] === BigInt(base.id))
        yield isDraft ? inherit(asCopy(row), { 'campaign.experiment_type': 'DRAFT' }) : asCopy(row)
  }
}

function campaignRows(book: RowBook): Record<string, () => Rows> {
  const { state, prefix, customer } = book
  return {
    customer: () => [customer],
    campaign: () => [...state.campaigns.keys()].map(book.campaign),
    campaign_budget: () =>
      [...state.budgets.values()].map((budget) =>
        inherit(customer, budgetFields(state, budget, prefix)),
      ),
    ad_group: () => [...state.adGroups.keys()].map(book.adGroup),
    ad_group_ad: () => [...state.ads.values()].map(book.ad),
    ad_group_ad_asset_view: () =>
      [...state.ads.values()].flatMap((ad) => [
        ...ad.headlines.map((text) => adAssetRow({ book }, ad, 'HEADLINE', text)),
        ...ad.descriptions.map((text) => adAssetRow({ book }, ad, 'DESCRIPTION', text)),
      ]),
    ad_group_bid_modifier: () =>
      [...state.bidModifiers].map(([key, modifier]) =>
        inherit(book.adGroup(modifier.adGroupId), {
          'ad_group_bid_modifier.resource_name': `${prefix}/adGroupBidModifiers/${key}`,
          'ad_group_bid_modifier.criterion_id': BigInt(key.split('~')[1] ?? 0),
          'ad_group_bid_modifier.ad_group': `${prefix}/adGroups/${modifier.adGroupId}`,
          'ad_group_bid_modifier.bid_modifier': modifier.bidModifier,
          'ad_group_bid_modifier.device.type': modifier.device,
        }),
      ),
  }
}

function criterionRows(book: RowBook): Record<string, () => Rows> {
  const { state } = book
  const criteria = () => [...state.criteria.values()]
  const view = (name: string, keep: (c: ReturnType<typeof criteria>[number]) => boolean) => () =>
    criteria()
      .filter(keep)
      .map((criterion) => viewRow({ book }, criterion, name))
  return {
    ad_group_criterion: () => criteria().map(book.criterion),
    campaign_criterion: () => [
      ...[...state.campaignCriteria.values()].map(book.campaignCriterion),
      ...brandExclusionRows(book),
    ],
    keyword_view: view('keyword_view', (c) => c.type === 'KEYWORD' && !c.negative),
    ad_group_audience_view: view('ad_group_audience_view', (c) => isAudience(c.type)),
    age_range_view: view('age_range_view', (c) => c.type === 'AGE_RANGE'),
    gender_view: view('gender_view', (c) => c.type === 'GENDER'),
    campaign_audience_view: () =>
      [...state.campaignCriteria.values()]
        .filter((criterion) => criterion.type === 'USER_LIST')
        .map((criterion) =>
          inherit(book.campaignCriterion(criterion), {
            'campaign_audience_view.resource_name': `${book.prefix}/campaignAudienceViews/${criterion.campaignId}~${criterion.id}`,
          }),
        ),
  }
}

function assetRows(book: RowBook): Record<string, () => Rows> {
  const links = (level: string) => () =>
    [...book.state.assetLinks.values()]
      .filter((link) => link.level === level)
      .map((link) => assetLinkRow(book, link))
  return {
    customer_asset: links('customer'),
    campaign_asset: links('campaign'),
    ad_group_asset: links('ad_group'),
  }
}
