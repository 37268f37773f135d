import { NO_METRICS } from '#shared/metrics.ts'
import { foldText } from '../reading/fold-text.ts'
import type { ReportKind, ReportRow } from '../reading/report-types.ts'
import { entityId, plainName } from './entity-ids.ts'
import type { StoredReport } from './stored-report.ts'

/** What a row speaks of, as its ids; 0 below the level it reaches. */
type PlacedRow = Record<IdName, number>

export const ID_NAMES = ['campaign_id', 'ad_group_id', 'criterion_id', 'term_id'] as const
type IdName = (typeof ID_NAMES)[number]

/** Ids of all rows of a file, those of ID_NAMES for each: as objects they would be most of what an import holds. */
export type PlacedIds = Float64Array

type Entity = Record<string, string | number | null>
export type Entities = Record<'campaigns' | 'ad_groups' | 'keywords' | 'search_terms', Entity[]>

type Placing = {
  customerId: number
  /** Ids of names seen: most rows repeat their campaign and ad group. */
  ids: Map<string, number>
  campaigns: Map<number, Entity>
  adGroups: Map<number, Entity>
  keywords: Map<string, Entity>
  /** By ad group and id. */
  terms: Map<number, Map<number, Entity>>
  /** Real keywords by ad group and folded text: a search term names its keyword without the type. */
  byText: Map<string, Entity>
  /** Some file lists keywords with their figures. */
  hasKeywords: boolean
}

/** Not told by any file; `UNSPECIFIED` is told, and names no state that serves. */
const NOT_TOLD = 'UNKNOWN'

const NO_CAMPAIGN = 'Campaña no indicada'
const NO_AD_GROUP = 'Grupo de anuncios no indicado'
/** Files that know most of an entity come first; what they say is not overwritten by the others. */
const ORDER: ReportKind[] = ['campaigns', 'ad_groups', 'keywords', 'search_terms']

/** What the files of an account speak of, and the ids of their rows, by report id. */
export function placeRows(
  customerId: number,
  reports: readonly StoredReport[],
): { entities: Entities; placed: Map<string, PlacedIds> } {
  const placing: Placing = {
    customerId,
    ids: new Map(),
    campaigns: new Map(),
    adGroups: new Map(),
    keywords: new Map(),
    terms: new Map(),
    byText: new Map(),
    hasKeywords: reports.some(({ parsed }) => parsed.kind === 'keywords'),
  }
  const placed = new Map<string, PlacedIds>()
  for (const kind of ORDER)
    for (const report of reports.filter(({ parsed }) => parsed.kind === kind)) {
      placed.set(report.id, placeReport(placing, report))
    }
  const list = (entities: Map<unknown, Entity>) => [...entities.values()]
  return {
    entities: {
      campaigns: list(placing.campaigns),
      ad_groups: list(placing.adGroups),
      keywords: list(placing.keywords),
      search_terms: [...placing.terms.values()].flatMap(list),
    },
    placed,
  }
}

function placeReport(placing: Placing, report: StoredReport): PlacedIds {
  const { kind, rows } = report.parsed
  const withoutKeywords = campaignsWithoutKeywords(report)
  const ids = new Float64Array(rows.length * ID_NAMES.length)
  for (const [i, row] of rows.entries()) {
    const placed = placeRow(placing, kind, row, withoutKeywords)
    for (const [at, name] of ID_NAMES.entries()) ids[i * ID_NAMES.length + at] = placed[name]
  }
  return ids
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
  const name = plainName(row.campaign ?? NO_CAMPAIGN)
  const id = idOf(placing, 'campaign', name)
  const known = placing.campaigns.get(id)
  const own = kind === 'campaigns'
  const isSearch = kind === 'keywords' || (kind === 'search_terms' && !withoutKeywords.has(name))
  const type = row.campaignType ?? (isSearch ? 'SEARCH' : undefined)
  if (!known) {
    placing.campaigns.set(id, {
      campaign_id: id,
      name,
      status: (own ? row.status : row.campaignStatus) ?? NOT_TOLD,
      channel_type: type ?? NOT_TOLD,
      budget_micros: (own && row.budgetMicros) || null,
    })
    return id
  }
  if (own && row.status) known.status = row.status
  else if (row.campaignStatus && known.status === NOT_TOLD) known.status = row.campaignStatus
  if (own && row.budgetMicros) known.budget_micros = row.budgetMicros
  if (type && (row.campaignType || known.channel_type === NOT_TOLD)) known.channel_type = type
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
  const name = plainName(row.adGroup ?? NO_AD_GROUP)
  const id = idOf(placing, `ad group ${campaign_id}`, name)
  const own = kind === 'ad_groups' ? row.status : undefined
  const status = own ?? row.adGroupStatus ?? NOT_TOLD
  const known = placing.adGroups.get(id)
  if (!known) placing.adGroups.set(id, { ad_group_id: id, campaign_id, name, status })
  else if (own || known.status === NOT_TOLD) known.status = status
  return id
}

function placeKeyword(placing: Placing, row: ReportRow, { campaign_id, ad_group_id }: PlacedRow) {
  const text = plainName(row.keyword ?? '')
  const type = row.matchType ?? 'UNKNOWN'
  const id = idOf(placing, `keyword ${ad_group_id} ${type}`, text.toLowerCase())
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
  if (row.status) keyword.status = row.status
  if (row.qualityScore) keyword.quality_score = row.qualityScore
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
  const id = entityId(placing.customerId, 'term', text)
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
    const name = plainName(row.campaign ?? NO_CAMPAIGN)
    all.add(name)
    if (row.keyword !== undefined) withKeyword.add(name)
  }
  return all.difference(withKeyword)
}

function breadth(keyword: Entity): number {
  return ['EXACT', 'PHRASE', 'BROAD'].indexOf(String(keyword.match_type))
}

function idOf({ customerId, ids }: Placing, kind: string, name: string): number {
  const key = `${kind}\n${name}`
  const known = ids.get(key)
  if (known !== undefined) return known
  const id = entityId(customerId, kind, name)
  ids.set(key, id)
  return id
}
