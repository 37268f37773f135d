import type { Day } from '#shared/dates.ts'
import type { ReportRow, RowStatus } from '../reading/report-types.ts'
import { entityId, plainName } from './entity-ids.ts'
import type { StoredReport } from './stored-report.ts'

/** The ids of what files name: by Google's id where a file brings it, which a new name does not change, else by name. */
export type Names = {
  customerId: number
  /** Of campaigns and ad groups, by name or Google's id, those of earlier uploads among them. */
  known: KnownIds
  /** Google's id of a name, for rows that bring none. */
  ofName: Map<string, NamedId>
  /** Most rows of a keyword repeat it. */
  keywords: Map<string, number>
}

/** An id stays what it was, also where the file that told it is gone: recommendations, budgets and links go by it. */
export type KnownIds = Map<string, number>

type NamedId = { kind: string; googleId: string; to: Day; isServing: boolean }

const NO_CAMPAIGN = 'Campaña no indicada'
const NO_AD_GROUP = 'Grupo de anuncios no indicado'

export function campaignName({ campaign }: ReportRow): string {
  return plainName(campaign ?? NO_CAMPAIGN)
}

export function adGroupName({ adGroup }: ReportRow): string {
  return plainName(adGroup ?? NO_AD_GROUP)
}

export function campaignIdOf(names: Names, row: ReportRow): number {
  return idOf(names, 'campaign', campaignName(row), row.campaignId)
}

export function adGroupIdOf(names: Names, row: ReportRow, campaignId: number): number {
  return idOf(names, `ad group ${campaignId}`, adGroupName(row), row.adGroupId)
}

export function keywordIdOf(names: Names, kind: string, text: string): number {
  const { customerId, keywords } = names
  return remembered(keywords, `${kind}\n${text}`, () => entityId(customerId, kind, text))
}

/** `kind`: with what the name belongs to. */
function idOf(names: Names, kind: string, name: string, googleId?: string): number {
  const { customerId, known, ofName } = names
  const key = `${kind}\n${name}`
  const google = googleId ?? ofName.get(key)?.googleId
  return google === undefined
    ? remembered(known, key, () => entityId(customerId, kind, name))
    : remembered(known, googleKey(kind, google), () => entityId(customerId, `${kind} id`, google))
}

function remembered(ids: Map<string, number>, key: string, make: () => number): number {
  const id = ids.get(key) ?? make()
  ids.set(key, id)
  return id
}

/** The ids that an account gave before it got new files; `earlier`: oldest upload first. */
export function knownIds(customerId: number, earlier: readonly StoredReport[]): KnownIds {
  const known: KnownIds = new Map(earlier.flatMap((report) => report.known ?? []))
  if (known.size > 0) return known
  // Files kept before ids were: as if they were uploaded one by one.
  for (const report of earlier) {
    const names = namesIn(customerId, [report], known)
    for (const row of report.parsed.rows) adGroupIdOf(names, row, campaignIdOf(names, row))
  }
  return known
}

/** What these files do not hold already of the account's ids, to be kept with one of them. */
export function unkeptIds(known: KnownIds, reports: readonly StoredReport[]): [string, number][] {
  const kept = new Map(reports.flatMap((report) => report.known ?? []))
  return [...known].filter(([key, id]) => kept.get(key) !== id)
}

/** What the names in files without Google's ids stand for, by those that bring them. Adds to `known` what these give to names. */
export function namesIn(
  customerId: number,
  reports: readonly StoredReport[],
  known: KnownIds = new Map(),
): Names {
  const names: Names = { customerId, known, ofName: new Map(), keywords: new Map() }
  const holders = new Set([...known].flatMap(([key, id]) => (GOOGLE_KEY.test(key) ? id : [])))
  learn(names, holders, reports, 'campaignId', (row, kind) => ({
    kind: 'campaign',
    name: campaignName(row),
    googleId: row.campaignId,
    status: kind === 'campaigns' ? row.status : row.campaignStatus,
  }))
  learn(names, holders, reports, 'adGroupId', (row, kind) => ({
    kind: `ad group ${campaignIdOf(names, row)}`,
    name: adGroupName(row),
    googleId: row.adGroupId,
    status: kind === 'ad_groups' ? row.status : row.adGroupStatus,
  }))
  return names
}

type Naming = {
  kind: string
  name: string
  googleId: string | undefined
  status: RowStatus | undefined
}

function learn(
  names: Names,
  holders: Set<number>,
  reports: readonly StoredReport[],
  column: 'campaignId' | 'adGroupId',
  namingOf: (row: ReportRow, kind: StoredReport['parsed']['kind']) => Naming,
): void {
  const found = new Map<string, NamedId>()
  for (const { parsed, span } of reports) {
    if (!parsed.columns.includes(column)) continue
    for (const row of parsed.rows) {
      const { kind, name, googleId, status } = namingOf(row, parsed.kind)
      if (googleId === undefined) continue
      const isServing = status !== 'REMOVED' && status !== 'PAUSED'
      learnName(found, `${kind}\n${name}`, { kind, googleId, to: span.to, isServing })
    }
  }
  for (const [key, named] of found) keepId(names, holders, key, named)
  for (const [key, named] of found) nameId(names, holders, key, named)
}

/** Of several things of one name it stands for the newest, and of these for one that serves. */
function learnName(ofName: Map<string, NamedId>, key: string, found: NamedId): void {
  const before = ofName.get(key)
  const isBetter =
    !before ||
    found.to > before.to ||
    (found.to === before.to && found.isServing && !before.isServing)
  if (isBetter) ofName.set(key, found)
}

/** What was known by its name alone keeps the id that it had then. */
function keepId({ known }: Names, holders: Set<number>, key: string, named: NamedId): void {
  const before = known.get(key)
  const google = googleKey(named.kind, named.googleId)
  if (before === undefined || known.has(google) || holders.has(before)) return
  known.set(google, before)
  holders.add(before)
}

function nameId(names: Names, holders: Set<number>, key: string, named: NamedId): void {
  const { customerId, known, ofName } = names
  const { kind, googleId } = named
  const made = () => entityId(customerId, `${kind} id`, googleId)
  const id = remembered(known, googleKey(kind, googleId), made)
  holders.add(id)
  ofName.set(key, named)
  // For a file without ids, once those that bring them are gone.
  known.set(key, id)
}

const GOOGLE_KEY = /^[^\n]* id\n/

function googleKey(kind: string, googleId: string): string {
  return `${kind} id\n${googleId}`
}
