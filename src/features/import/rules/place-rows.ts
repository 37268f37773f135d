import type { Day } from '#shared/dates.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import { foldText } from '../reading/fold-text.ts'
import type { ReportKind, ReportRow, RowStatus } from '../reading/report-types.ts'
import { entityId, plainName } from './entity-ids.ts'
import {
  adGroupIdOf,
  adGroupName,
  campaignIdOf,
  campaignName,
  type KnownIds,
  keywordIdOf,
  type Names,
  namesIn,
} from './entity-names.ts'
import type { StoredReport } from './stored-report.ts'
import { type Entity, type Heard, hear, NOT_TOLD, type Told, tell } from './told-fields.ts'

/** What a row speaks of, as its ids; 0 below the level it reaches. */
type PlacedRow = Record<IdName, number>

export const ID_NAMES = ['campaign_id', 'ad_group_id', 'criterion_id', 'term_id'] as const
type IdName = (typeof ID_NAMES)[number]

/** Ids of all rows of a file, those of ID_NAMES for each: as objects they would be most of what an import holds. */
export type PlacedIds = Float64Array

export type Entities = Record<'campaigns' | 'ad_groups' | 'keywords' | 'search_terms', Entity[]>

type Placing = {
  names: Names
  campaigns: Map<number, Entity>
  adGroups: Map<number, Entity>
  keywords: Map<string, Entity>
  /** By ad group and id. */
  terms: Map<number, Map<number, Entity>>
  /** Real keywords by ad group and folded text: a search term names its keyword without the type. */
  byText: Map<string, Entity>
  /** Some file lists keywords with their figures. */
  hasKeywords: boolean
  /** Campaigns that a file shows to be of searches, if none tells their type. */
  searches: Set<number>
  /** What the rows of the file say that is being placed. */
  heard: Heard
  told: Told
  /** The last day of the files that name a campaign or an ad group. */
  seenTo: Map<Entity, Day>
}

/** Files that know most of an entity come first; what they say is not overwritten by the others. */
const ORDER: ReportKind[] = ['campaigns', 'ad_groups', 'keywords', 'search_terms']

/** What the files of an account speak of, and the ids of their rows, by report id. Adds to `known` what is new. */
export function placeRows(
  customerId: number,
  reports: readonly StoredReport[],
  known?: KnownIds,
): { entities: Entities; placed: Map<string, PlacedIds>; unseenCampaigns: string[] } {
  const placing: Placing = {
    names: namesIn(customerId, reports, known),
    campaigns: new Map(),
    adGroups: new Map(),
    keywords: new Map(),
    terms: new Map(),
    byText: new Map(),
    hasKeywords: reports.some(({ parsed }) => parsed.kind === 'keywords'),
    searches: new Set(),
    heard: new Map(),
    told: new Map(),
    seenTo: new Map(),
  }
  const placed = new Map<string, PlacedIds>()
  for (const kind of ORDER)
    for (const report of reports.filter(({ parsed }) => parsed.kind === kind).toSorted(byLastDay))
      placed.set(report.id, placeReport(placing, report))
  for (const campaign of placing.campaigns.values())
    if (campaign.channel_type === NOT_TOLD && placing.searches.has(Number(campaign.campaign_id)))
      campaign.channel_type = 'SEARCH'
  const unseenCampaigns = forgetStates(placing, reports)
  const list = (entities: Map<unknown, Entity>) => [...entities.values()]
  return {
    entities: {
      campaigns: list(placing.campaigns),
      ad_groups: list(placing.adGroups),
      keywords: list(placing.keywords),
      search_terms: [...placing.terms.values()].flatMap(list),
    },
    placed,
    unseenCampaigns,
  }
}

/** What is set now is told by the newest days, whenever they were uploaded. */
function byLastDay(a: StoredReport, b: StoredReport): number {
  if (a.span.to === b.span.to) return 0
  return a.span.to < b.span.to ? -1 : 1
}

/** A campaign that the newest campaign report lacks was renamed, removed or left out of it: it is not known to serve. */
function forgetStates({ campaigns, seenTo }: Placing, reports: readonly StoredReport[]): string[] {
  const lastDays = reports.flatMap(({ parsed, span }) =>
    parsed.kind === 'campaigns' ? span.to : [],
  )
  const newest = lastDays.sort().at(-1) ?? ''
  const unseen = [...campaigns.values()].filter(
    (campaign) => (seenTo.get(campaign) ?? '') < newest && !isStopped(campaign),
  )
  for (const campaign of unseen) campaign.status = 'UNSPECIFIED' satisfies RowStatus
  return unseen.map(({ name }) => String(name))
}

function isStopped({ status }: Entity): boolean {
  return status === 'PAUSED' || status === 'REMOVED'
}

function placeReport(placing: Placing, report: StoredReport): PlacedIds {
  const { kind, rows } = report.parsed
  const withoutKeywords = campaignsWithoutKeywords(report)
  const ids = new Float64Array(rows.length * ID_NAMES.length)
  placing.heard = new Map()
  for (const [i, row] of rows.entries()) {
    const placed = placeRow(placing, kind, row, withoutKeywords)
    for (const [at, name] of ID_NAMES.entries()) ids[i * ID_NAMES.length + at] = placed[name]
  }
  tell(placing.told, placing.heard, report)
  keepNames(placing, report)
  return ids
}

/** The newest name is shown. */
function keepNames({ heard, seenTo }: Placing, { span }: StoredReport): void {
  for (const [entity, { fields }] of heard) {
    if (fields.name === undefined || (seenTo.get(entity) ?? '') > span.to) continue
    entity.name = fields.name
    seenTo.set(entity, span.to)
  }
}

function placeRow(
  placing: Placing,
  kind: ReportKind,
  row: ReportRow,
  withoutKeywords: Set<string>,
): PlacedRow {
  const placed: PlacedRow = {
    campaign_id: placeCampaign(placing, kind, row, withoutKeywords),
    ad_group_id: 0,
    criterion_id: 0,
    term_id: 0,
  }
  if (kind === 'campaigns') return placed
  placed.ad_group_id = placeAdGroup(placing, kind, row, placed)
  if (kind === 'keywords') placed.criterion_id = placeKeyword(placing, row, placed)
  if (kind === 'search_terms') {
    placed.criterion_id = row.keyword === undefined ? 0 : keywordOfTerm(placing, row, placed)
    placed.term_id = placeTerm(placing, row, placed)
  }
  return placed
}

function placeCampaign(
  placing: Placing,
  kind: ReportKind,
  row: ReportRow,
  withoutKeywords: Set<string>,
): number {
  const name = campaignName(row)
  const id = campaignIdOf(placing.names, row)
  const own = kind === 'campaigns'
  if (kind === 'keywords' || (kind === 'search_terms' && !withoutKeywords.has(name)))
    placing.searches.add(id)
  const campaign = placing.campaigns.get(id) ?? {
    campaign_id: id,
    name,
    status: NOT_TOLD,
    channel_type: NOT_TOLD,
    budget_micros: null,
  }
  placing.campaigns.set(id, campaign)
  const told = {
    name,
    status: own ? row.status : row.campaignStatus,
    channel_type: row.campaignType,
    budget_micros: own && row.budgetMicros !== undefined ? row.budgetMicros || null : undefined,
  }
  hear(placing.heard, campaign, told, !own && row.status === 'ENABLED')
  return id
}

function placeAdGroup(
  placing: Placing,
  kind: ReportKind,
  row: ReportRow,
  { campaign_id }: PlacedRow,
): number {
  // Terms of Performance Max have no ad group.
  if (row.adGroup === undefined && kind === 'search_terms') return 0
  const name = adGroupName(row)
  const id = adGroupIdOf(placing.names, row, campaign_id)
  const group = placing.adGroups.get(id) ?? {
    ad_group_id: id,
    campaign_id,
    name,
    status: NOT_TOLD,
  }
  placing.adGroups.set(id, group)
  const own = kind === 'ad_groups'
  const status = own ? row.status : row.adGroupStatus
  hear(placing.heard, group, { name, status }, !own && row.status === 'ENABLED')
  return id
}

function placeKeyword(placing: Placing, row: ReportRow, { campaign_id, ad_group_id }: PlacedRow) {
  const text = plainName(row.keyword ?? '')
  const type = row.matchType ?? 'UNKNOWN'
  const id = keywordIdOf(placing.names, `keyword ${ad_group_id} ${type}`, text.toLowerCase())
  const key = `${ad_group_id} ${id}`
  const known = placing.keywords.get(key)
  const keyword: Entity = known ?? {
    ad_group_id,
    criterion_id: id,
    campaign_id,
    text,
    match_type: type,
    status: NOT_TOLD,
    quality_score: null,
    final_urls: '[]',
  }
  hear(placing.heard, keyword, { status: row.status, quality_score: row.qualityScore })
  if (known) return id
  placing.keywords.set(key, keyword)
  const textKey = `${ad_group_id} ${foldText(text)}`
  const rival = placing.byText.get(textKey)
  if (!rival || breadth(keyword) > breadth(rival)) placing.byText.set(textKey, keyword)
  return id
}

/**
 * Of several keywords with one text, the broadest: most terms that are not the text itself come by it. One that no
 * keyword report lists is known by its text alone: without figures, and beside a report perhaps no longer served.
 */
function keywordOfTerm(placing: Placing, row: ReportRow, placed: PlacedRow): number {
  const real = placing.byText.get(`${placed.ad_group_id} ${foldText(row.keyword ?? '')}`)
  if (real) return Number(real.criterion_id)
  const { keyword } = row
  const status = placing.hasKeywords ? ({ status: 'UNSPECIFIED' } as const) : {}
  return placeKeyword(placing, { ...NO_METRICS, ...(keyword && { keyword }), ...status }, placed)
}

function placeTerm(placing: Placing, row: ReportRow, placed: PlacedRow): number {
  const text = plainName(row.searchTerm ?? '')
  // Not remembered: most terms come once.
  const id = entityId(placing.names.customerId, 'term', text)
  const { ad_group_id, campaign_id } = placed
  const ofGroup = placing.terms.get(ad_group_id) ?? new Map<number, Entity>()
  placing.terms.set(ad_group_id, ofGroup)
  const known = ofGroup.get(id)
  const status = row.addedExcluded ?? 'UNKNOWN'
  if (!known) ofGroup.set(id, { ad_group_id, term_id: id, campaign_id, text, status })
  else if (status !== 'UNKNOWN' && status !== 'NONE') known.status = status
  else if (known.status === 'UNKNOWN') known.status = status
  return id
}

/** Where a file names keywords, a campaign of which it names none is no ordinary search campaign. */
function campaignsWithoutKeywords({ parsed: { columns, rows } }: StoredReport): Set<string> {
  if (!columns.includes('keyword')) return new Set()
  const withKeyword = new Set<string>()
  const all = new Set<string>()
  for (const row of rows) {
    const name = campaignName(row)
    all.add(name)
    if (row.keyword !== undefined) withKeyword.add(name)
  }
  return all.difference(withKeyword)
}

function breadth(keyword: Entity): number {
  return ['EXACT', 'PHRASE', 'BROAD'].indexOf(String(keyword.match_type))
}
