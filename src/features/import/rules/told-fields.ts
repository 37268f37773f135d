import type { RowStatus } from '../reading/report-types.ts'
import type { StoredReport } from './stored-report.ts'

export type Entity = Record<string, string | number | null>

/** Not told by any file; `UNSPECIFIED` is told, and names no state that serves. */
export const NOT_TOLD = 'UNKNOWN'

/** What a row says of an entity; what it does not say is undefined, what it says to be none null. */
type Fields = { status: RowStatus | undefined } & Record<string, string | number | null | undefined>

/** What one file says, by entity, and how well the row serves that says it. */
export type Heard = Map<Entity, { fields: Fields; rank: number }>

/** The file that told the state of an entity last. */
export type Told = Map<Entity, StoredReport>

/**
 * Takes what a row says. Of twins in one file, such as a campaign and a removed one of its name, the one that serves counts.
 * `isAlive`: something of the entity serves by this row, which may not tell its own state.
 */
export function hear(heard: Heard, entity: Entity, fields: Fields, isAlive = false): void {
  const rank = RANKS.indexOf(fields.status ?? (isAlive ? 'UNSPECIFIED' : 'SILENT'))
  const before = heard.get(entity)
  if (!before || rank > before.rank) heard.set(entity, { fields, rank })
  else if (rank === before.rank)
    for (const key of Object.keys(fields)) before.fields[key] ??= fields[key]
}

/**
 * Writes what a file says into its entities; files of one kind come oldest first, a better kind before a worse one, which counts
 * for what is open and where all its days are later. Names go by the last day alone.
 */
export function tell(told: Told, heard: Heard, report: StoredReport): void {
  for (const [entity, { fields }] of heard) {
    const last = told.get(entity)
    const isNews =
      !last || last.parsed.kind === report.parsed.kind || report.span.from > last.span.to
    for (const [key, value] of Object.entries(fields))
      if (value !== undefined && key !== 'name' && (isNews || isOpen(entity[key])))
        entity[key] = value
    if (isNews && fields.status) told.set(entity, report)
  }
}

function isOpen(value: Entity[string] | undefined): boolean {
  return value === null || value === NOT_TOLD
}

const RANKS: (RowStatus | 'SILENT')[] = ['SILENT', 'REMOVED', 'PAUSED', 'UNSPECIFIED', 'ENABLED']
