import { Badge } from '#kit/components/badge.tsx'
import { MICROS, ratio } from '#shared/metrics.ts'
import { decimal, integer, longDay, percent, plural, quantity } from '#shared/spanish-numbers.ts'
import type { ImportedReport } from '../contract.ts'

/** What was read of a file: rows, period, sums against its own total row, what Google hides. */
export function ReportResult({ report }: { report: ImportedReport }) {
  return (
    <div className="mt-3 flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2 text-ink-muted">
        <Badge tone="success">{KINDS[report.kind]}</Badge>
        <span className="tabular">{rowsText(report)}</span>
        <span>{periodText(report)}</span>
      </p>
      <SumsTable report={report} />
      {report.hidden && report.fileTotal && (
        <HiddenShare hidden={report.hidden} total={report.fileTotal} />
      )}
      {report.notes.length > 0 && (
        <ul className="list-disc pl-5 text-ink-muted">
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {report.skippedTotal > 0 && <SkippedRows report={report} />}
    </div>
  )
}

function SumsTable({ report: { sums, fileTotal } }: { report: ImportedReport }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label="Sumas del informe" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-right text-sm">
        <caption className="sr-only">Sumas del informe</caption>
        <thead className="text-ink-faint">
          <tr>
            <th scope="col" className="py-1 pr-3 text-left font-medium">
              <span className="sr-only">Origen</span>
            </th>
            {COLUMNS.map((column) => (
              <th key={column.title} scope="col" className="py-1 pl-3 font-medium">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <SumsRow title="Filas usadas" sums={sums} />
          {fileTotal && <SumsRow title="Total del archivo" sums={fileTotal} />}
        </tbody>
      </table>
    </section>
  )
}

type Sums = ImportedReport['sums']

function SumsRow({ title, sums }: { title: string; sums: Sums }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap">
        {title}
      </th>
      {COLUMNS.map((column) => (
        <td key={column.title} className="py-1.5 pl-3 whitespace-nowrap">
          {column.text(sums)}
        </td>
      ))}
    </tr>
  )
}

// The report does not say its currency here, so amounts stand without a sign.
const COLUMNS: { title: string; text: (sums: Sums) => string }[] = [
  { title: 'Impresiones', text: (sums) => integer(sums.impressions) },
  { title: 'Clics', text: (sums) => integer(sums.clicks) },
  { title: 'Coste', text: (sums) => decimal(sums.costMicros / MICROS, 2) },
  { title: 'Conversiones', text: (sums) => quantity(sums.conversionsMicros / MICROS) },
  { title: 'Valor', text: (sums) => decimal(sums.valueMicros / MICROS, 2) },
]

function HiddenShare({ hidden, total }: { hidden: Sums; total: Sums }) {
  const ofCost = total.costMicros > 0
  const share = ofCost
    ? ratio(hidden.costMicros, total.costMicros)
    : ratio(hidden.clicks, total.clicks)
  if (share <= 0) return null
  return (
    <div>
      <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-medium">Oculto por Google</span>
        <span className="tabular text-ink-muted">
          {percent(share, 1)} {ofCost ? 'del coste' : 'de los clics'}
        </span>
      </div>
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-accent">
        <div
          className="ml-auto bg-line-strong"
          style={{ width: `${Math.min(100, share * 100)}%` }}
        />
      </div>
    </div>
  )
}

function SkippedRows({ report: { skipped, skippedTotal } }: { report: ImportedReport }) {
  return (
    <details className="rounded-control bg-sunken px-3 py-2 text-sm">
      <summary>{plural(skippedTotal, 'fila omitida', 'filas omitidas')}: ver por qué</summary>
      <ul className="mt-2 flex flex-col gap-1.5">
        {skipped.map((row) => (
          <li key={row.line}>
            <span className="tabular text-ink-faint">Línea {integer(row.line)}.</span> {row.reason}
            <code className="block truncate font-mono text-xs text-ink-faint" title={row.text}>
              {row.text}
            </code>
          </li>
        ))}
      </ul>
      {skippedTotal > skipped.length && (
        <p className="mt-2 text-ink-faint">
          Se muestran {integer(skipped.length)} de {integer(skippedTotal)}.
        </p>
      )}
    </details>
  )
}

const KINDS: Record<ImportedReport['kind'], string> = {
  campaigns: 'Campañas',
  ad_groups: 'Grupos de anuncios',
  keywords: 'Palabras clave',
  search_terms: 'Términos de búsqueda',
}

function rowsText({ rowsRead, rowsUsed }: ImportedReport): string {
  return `${plural(rowsRead, 'fila leída', 'filas leídas')}, ${plural(rowsUsed, 'usada', 'usadas')}`
}

function periodText({ from, to, hasDays }: ImportedReport): string {
  if (!from || !to) return ''
  const period = `· ${longDay(from)} – ${longDay(to)}`
  return hasDays ? period : `${period}, como período completo`
}
