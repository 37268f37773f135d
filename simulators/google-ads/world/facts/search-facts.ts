import type { FactRow, FieldRow } from '../../account-source.ts'
import type { ConversionEvent } from '../day-traffic.ts'
import type { Demand } from '../demand.ts'
import type { RowBook } from '../entities/row-book.ts'
import { matches, wordsOf } from '../matching.ts'
import { type Plan, SEARCH_MATCH_TYPES } from '../plan.ts'
import { mix } from '../random.ts'
import type { AdGroupCriterion, MatchType } from '../structure.ts'
import { addRow, emptyTally, splitTally, tallyBy } from '../tally.ts'
import { campaignTallies } from './campaign-facts.ts'
import { emit, type FactContext } from './fact-context.ts'
import { viewRow } from './group-facts.ts'

export function* keywordFacts(context: FactContext): Generator<FactRow> {
  const { plan, demandAt } = context.traffic
  const tallies = tallyBy(
    context.traffic,
    context.events,
    plan.keywords.length,
    (row) => plan.keyword[demandAt[row] as number] as number,
  )
  for (const [i, tally] of tallies.entries()) {
    const keyword = plan.keywords[i]
    const current = keyword && context.book.state.criteria.get(`${keyword.adGroupId}~${keyword.id}`)
    if (tally && current) yield* emit(context, viewRow(context, current, 'keyword_view'), tally)
  }
}

/** Only terms searched often enough; the rest is in the totals but has no row. */
export function* searchTermFacts(
  context: FactContext,
  performanceMax: boolean,
): Generator<FactRow> {
  const { traffic, market, book } = context
  const { plan } = traffic
  const events = Map.groupBy(context.events, (event) => event.row)
  const status = knownStatus(book)
  for (let row = 0; row < traffic.demandAt.length; row++) {
    if (traffic.impressions[row] === 0) continue
    const u = traffic.demandAt[row] as number
    const search = market.demand[u] as Demand
    const kind = plan.campaigns[plan.campaign[u] as number]?.kind
    if (!search.visible || !search.text || (kind === 'pmax') !== performanceMax) continue
    const tally = emptyTally()
    addRow(tally, traffic, row)
    tally.events = events.get(row) ?? NO_EVENTS
    const [base, fields] = performanceMax
      ? campaignTerm(context, u, search)
      : groupTerm(context, u, search, status)
    yield* emit(context, base, tally, fields)
  }
}

const NO_EVENTS: ConversionEvent[] = []

function campaignTerm(
  { traffic: { plan }, book }: FactContext,
  u: number,
  search: Demand,
): [FieldRow, FieldRow] {
  const campaignId = plan.campaigns[plan.campaign[u] as number]?.id ?? 0
  return [
    book.campaign(campaignId),
    {
      'campaign_search_term_view.resource_name': `${book.prefix}/campaignSearchTermViews/${campaignId}~${encoded(search.text)}`,
      'campaign_search_term_view.search_term': search.text,
      'campaign_search_term_view.campaign': `${book.prefix}/campaigns/${campaignId}`,
      'segments.search_term_match_source': 'PERFORMANCE_MAX',
      'segments.search_term_match_type': 'PERFORMANCE_MAX',
    },
  ]
}

function groupTerm(
  { traffic: { plan }, book }: FactContext,
  u: number,
  search: Demand,
  status: TermStatus,
): [FieldRow, FieldRow] {
  const group = plan.groups[plan.group[u] as number]
  const groupId = group?.id ?? 0
  const campaignId = plan.campaigns[plan.campaign[u] as number]?.id ?? 0
  const keyword = plan.keywords[plan.keyword[u] as number]
  const byAiMax = keyword && isWidened(plan, u, search)
  return [
    book.adGroup(groupId),
    {
      'search_term_view.resource_name': `${book.prefix}/searchTermViews/${campaignId}~${groupId}~${encoded(search.text)}`,
      'search_term_view.search_term': search.text,
      'search_term_view.ad_group': `${book.prefix}/adGroups/${groupId}`,
      'search_term_view.status': status(search, groupId, campaignId),
      'segments.search_term_match_source': byAiMax
        ? 'AI_MAX_BROAD_MATCH'
        : keyword
          ? 'ADVERTISER_PROVIDED_KEYWORD'
          : 'VERTICAL_ADS_DATA_FEED',
      ...(keyword && {
        'segments.search_term_match_type': SEARCH_MATCH_TYPES[plan.match[u] as number],
        'segments.keyword.info.text': keyword.text,
        'segments.keyword.info.match_type': keyword.matchType,
        'segments.keyword.ad_group_criterion': `${book.prefix}/adGroupCriteria/${keyword.adGroupId}~${keyword.id}`,
      }),
    },
  ]
}

/** With AI Max, what no keyword names and few people buy after counts as Google's own widening. */
function isWidened({ campaigns, campaign, match }: Plan, u: number, search: Demand): boolean {
  const aiMax = campaigns[campaign[u] as number]?.setup.aiMax === true
  const literal = SEARCH_MATCH_TYPES[match[u] as number]?.endsWith('EXACT') === true
  return aiMax && !literal && search.key % 3 === 0
}

type TermStatus = (search: Demand, groupId: number, campaignId: number) => string

const statuses = new WeakMap<RowBook, TermStatus>()

/** A row book stands for one revision of the account, so the answer is good as long as the book. */
function knownStatus(book: RowBook): TermStatus {
  const known = statuses.get(book) ?? termStatus(book)
  statuses.set(book, known)
  return known
}

/** ADDED: a keyword of the ad group has this text; EXCLUDED: a negative of ad group or campaign blocks it. */
function termStatus({ state }: RowBook): TermStatus {
  type Negative = { words: readonly string[]; matchType: MatchType }
  const added = new Set<string>()
  const negatives = new Map<number, Negative[]>()
  const exclude = (
    parent: number,
    { text = '', matchType = 'EXACT' }: { text?: string; matchType?: MatchType },
  ) => {
    const list = negatives.get(parent) ?? []
    list.push({ words: wordsOf(text), matchType })
    negatives.set(parent, list)
  }
  const live = (criterion: AdGroupCriterion) =>
    criterion.type === 'KEYWORD' && criterion.status !== 'REMOVED'
  for (const criterion of state.criteria.values()) {
    if (!live(criterion)) continue
    if (criterion.negative) exclude(criterion.adGroupId, criterion)
    else added.add(`${criterion.adGroupId} ${criterion.text}`)
  }
  for (const criterion of state.campaignCriteria.values())
    if (criterion.type === 'KEYWORD' && criterion.negative && criterion.status !== 'REMOVED')
      exclude(criterion.campaignId, criterion)
  return (search, groupId, campaignId) => {
    const isAdded = added.has(`${groupId} ${search.text}`)
    const isExcluded = [groupId, campaignId].some((parent) =>
      negatives.get(parent)?.some((n) => matches(n.words, n.matchType, search.words)),
    )
    if (isAdded) return isExcluded ? 'ADDED_EXCLUDED' : 'ADDED'
    return isExcluded ? 'EXCLUDED' : 'NONE'
  }
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** A campaign's traffic by the city people are in. */
export function* geographicFacts(context: FactContext): Generator<FactRow> {
  const { traffic, book, market } = context
  const { areas, country } = market.blueprint.trade
  for (const [i, tally] of campaignTallies(context).entries()) {
    const campaign = traffic.plan.campaigns[i]
    if (!tally || !campaign) continue
    const { id, excluded } = campaign
    const open = areas.filter(
      (area) => !excluded.has(area.geoId) && !excluded.has(area.region.geoId),
    )
    if (open.length === 0) continue
    const cells = open.map((area) => ({ share: area.weight }))
    for (const [at, part] of splitTally(tally, cells, mix(id, traffic.day, 301)).entries()) {
      const area = open[at]
      if (!area) continue
      yield* emit(context, book.campaign(id), part, {
        'geographic_view.resource_name': `${book.prefix}/geographicViews/${country.geoId}~LOCATION_OF_PRESENCE`,
        'geographic_view.country_criterion_id': BigInt(country.geoId),
        'geographic_view.location_type': 'LOCATION_OF_PRESENCE',
        'segments.geo_target_region': `geoTargetConstants/${area.region.geoId}`,
        'segments.geo_target_city': `geoTargetConstants/${area.geoId}`,
        'segments.geo_target_most_specific_location': `geoTargetConstants/${area.geoId}`,
      })
    }
  }
}
