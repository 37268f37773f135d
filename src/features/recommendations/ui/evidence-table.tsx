import { Fragment } from 'react'
import { classes } from '#kit/class-names.ts'
import { evidenceText, isFigure } from '#kit/evidence-text.ts'
import type { Unit } from '#shared/unit-text.ts'
import type { EvidenceCard } from '../contract/recommendations.ts'

/** The rows that a finding rests on, each value in its unit. */
export function EvidenceTable(props: {
  columns: EvidenceCard['table']['columns']
  rows: EvidenceCard['table']['rows']
  currencyCode: string
}) {
  const { columns, rows, currencyCode } = props
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label="Datos"
      className="max-h-96 overflow-auto rounded-control border border-line"
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">Datos en los que se apoya la recomendación</caption>
        <thead>
          <tr>
            {columns.map(({ key, label, unit }) => (
              <th key={key} scope="col" className={classes(headClass, sideOf(unit))}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a stored card never move
            <tr key={at} className="[&:not(:last-child)>td]:border-b">
              {columns.map(({ key, unit }) => (
                <td key={key} className={classes(cellClass, sideOf(unit))}>
                  <Value text={evidenceText(unit, row[key] ?? null, currencyCode)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const PROTOCOL = /^https?:\/\//

/** An address of a page breaks where its parts end, and takes the room for it. */
function Value({ text }: { text: string }) {
  if (!PROTOCOL.test(text)) return text
  return (
    <span className="block min-w-48" title={text}>
      {text
        .replace(PROTOCOL, '')
        .split(/(?<=\/)/)
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address never move
          <Fragment key={at}>
            {part}
            <wbr />
          </Fragment>
        ))}
    </span>
  )
}

const headClass =
  'sticky top-0 border-b border-line bg-sunken px-2 py-2 text-xs font-medium text-ink-muted first:pl-3 last:pr-3'
const cellClass = 'border-line px-2 py-1.5 first:pl-3 last:pr-3'

function sideOf(unit: Unit): string {
  return isFigure(unit) ? 'text-right whitespace-nowrap' : 'text-left wrap-anywhere min-w-32'
}
