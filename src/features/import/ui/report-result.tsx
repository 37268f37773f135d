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
        <HiddenShare
          hidden={report.hidden}
          total={report.fileTotal}
          by={report.hiddenBy ?? 'elsewhere'}
        />
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

function SumsTable({ report: { sums, fileTotal, known } }: { report: ImportedReport }) {
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
          <SumsRow title="Filas usadas" sums={sums} known={known} />
          {fileTotal && <SumsRow title="Total del archivo" sums={fileTotal} known={known} />}
        </tbody>
      </table>
    </section>
  )
}

type Sums = ImportedReport['sums']

function SumsRow(props: { title: string; sums: Sums; known: ImportedReport['known'] }) {
  const { title, sums, known } = props
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal whitespace-nowrap">
        {title}
      </th>
      {COLUMNS.map((column) => (
        <td key={column.title} className="py-1.5 pl-3 whitespace-nowrap">
          {known.includes(column.figure) ? column.text(sums) : '—'}
        </td>
      ))}
    </tr>
  )
}

// The report does not say its currency here, so amounts stand without a sign.
const COLUMNS: { title: string; figure: keyof Sums; text: (sums: Sums) => string }[] = [
  {
    title: 'Impresiones',
    figure: 'impressions',
    text: ({ impressions }) => integer(impressions),
  },
  { title: 'Clics', figure: 'clicks', text: ({ clicks }) => integer(clicks) },
  {
    title: 'Coste',
    figure: 'costMicros',
    text: ({ costMicros }) => decimal(costMicros / MICROS, 2),
  },
  {
    title: 'Conversiones',
    figure: 'conversionsMicros',
    text: ({ conversionsMicros }) => quantity(conversionsMicros / MICROS),
  },
  {
    title: 'Valor',
    figure: 'valueMicros',
    text: ({ valueMicros }) => decimal(valueMicros / MICROS, 2),
  },
]

const HIDDEN = { google: 'Oculto por Google', elsewhere: 'Fuera de este informe' }

function HiddenShare(props: { hidden: Sums; total: Sums; by: keyof typeof HIDDEN }) {
  const { hidden, total, by } = props
  const ofCost = total.costMicros > 0
  const share = ofCost
    ? ratio(hidden.costMicros, total.costMicros)
    : ratio(hidden.clicks, total.clicks)
  if (share <= 0) return null
  return (
    <div>
      <div className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-medium">{HIDDEN[by]}</span>
        <span className="tabular text-ink-muted">
          {percent(share, 1)} {ofCost ? 'del coste' : 'de los clics'}
        </span>
      </div>
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-ink-muted">
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

const STEPS: Record<ImportedReport['step'], string> = {
  day: 'por días',
  week: 'por semanas',
  month: 'por meses',
  period: 'como período completo',
}

function periodText({ from, to, step }: ImportedReport): string {
  return from && to ? `· ${longDay(from)} – ${longDay(to)}, ${STEPS[step]}` : ''
}
