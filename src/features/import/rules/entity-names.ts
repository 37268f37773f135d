import type { Day } from '#shared/dates.ts'
import type { ReportRow, RowStatus } from '../reading/report-types.ts'
import { entityId, plainName } from './entity-ids.ts'
import type { StoredReport } from './stored-report.ts'

/** The ids of what files name: by Google's id where a file brings it, which a new name does not change, else by name. */
export type Names = {
  customerId: number
  /** By name, or Google's id: most rows repeat their campaign and ad group. */
  ids: Map<string, number>
  /** Google's id of a name, for rows that bring none. */
  ofName: Map<string, NamedId>
}

type NamedId = { googleId: string; to: Day; isServing: boolean }

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

/** `kind`: with what the name belongs to. */
export function idOf(names: Names, kind: string, name: string, googleId?: string): number {
  const key = `${kind}\n${name}`
  const google = googleId ?? names.ofName.get(key)?.googleId
  const knownBy = google === undefined ? key : googleKey(kind, google)
  const known = names.ids.get(knownBy)
  if (known !== undefined) return known
  const { customerId } = names
  const id =
    google === undefined
      ? entityId(customerId, kind, name)
      : entityId(customerId, `${kind} id`, google)
  names.ids.set(knownBy, id)
  return id
}

/** What the names in files without Google's ids stand for, by those that bring them; `reports`: oldest upload first. */
export function namesIn(customerId: number, reports: readonly StoredReport[]): Names {
  const names: Names = { customerId, ids: new Map(), ofName: new Map() }
  learn(names, reports, 'campaignId', (row, kind) => ({
    kind: 'campaign',
    name: campaignName(row),
    googleId: row.campaignId,
    status: kind === 'campaigns' ? row.status : row.campaignStatus,
  }))
  learn(names, reports, 'adGroupId', (row, kind) => ({
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
  reports: readonly StoredReport[],
  column: 'campaignId' | 'adGroupId',
  namingOf: (row: ReportRow, kind: StoredReport['parsed']['kind']) => Naming,
): void {
  if (!reports.some(({ parsed }) => parsed.columns.includes(column))) return
  const bare: Naming[] = []
  const seen = new Set<string>()
  for (const { parsed, span } of reports)
    for (const row of parsed.rows) {
      const naming = namingOf(row, parsed.kind)
      const key = `${naming.kind}\n${naming.name}`
      if (naming.googleId !== undefined) {
        learnName(names, key, {
          googleId: naming.googleId,
          to: span.to,
          isServing: naming.status !== 'REMOVED' && naming.status !== 'PAUSED',
        })
      } else if (!seen.has(key)) {
        seen.add(key)
        bare.push(naming)
      }
    }
  for (const naming of bare) keepId(names, naming)
}

/** Of several things of one name it stands for the newest, and of these for one that serves. */
function learnName({ ofName }: Names, key: string, found: NamedId): void {
  const before = ofName.get(key)
  const isBetter =
    !before ||
    found.to > before.to ||
    (found.to === before.to && found.isServing && !before.isServing)
  if (isBetter) ofName.set(key, found)
}

/** What was known by its name keeps the id that it had then: recommendations and views go by it. */
function keepId({ customerId, ids, ofName }: Names, { kind, name }: Naming): void {
  const google = ofName.get(`${kind}\n${name}`)?.googleId
  if (google === undefined) return
  const key = googleKey(kind, google)
  if (!ids.has(key)) ids.set(key, entityId(customerId, kind, name))
}

function googleKey(kind: string, googleId: string): string {
  return `${kind} id\n${googleId}`
}
