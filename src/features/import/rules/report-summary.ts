import type { ImportedReport } from '../contract.ts'
import type { ReadReport } from '../reading/read-reports.ts'

/** What the page says of a file. `importedAt`: ISO instant. */
export function summaryOf(report: ReadReport, importedAt: string): ImportedReport {
  const { id, fileName, parsed, notes } = report
  return storable({
    id,
    fileName,
    kind: parsed.kind,
    from: parsed.period?.from ?? null,
    to: parsed.period?.to ?? null,
    step: parsed.step,
    rowsRead: parsed.rowsRead,
    rowsUsed: parsed.rowsUsed,
    skipped: parsed.skipped,
    skippedTotal: parsed.skippedCount,
    known: parsed.known,
    sums: parsed.listed,
    fileTotal: parsed.fileTotal,
    hidden: parsed.hidden,
    hiddenBy: parsed.hiddenBy,
    notes: [...parsed.notes, ...notes],
    importedAt,
  })
}

/** Cells of a file may hold what jsonb refuses: a null character, half a surrogate pair. */
function storable<T>(summary: T): T {
  return JSON.parse(
    JSON.stringify(summary, (_key, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', ' ') : value,
    ),
  ) as T
}
