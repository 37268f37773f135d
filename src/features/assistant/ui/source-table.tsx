import { classes } from '#kit/class-names.ts'
import { LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { cellText, type DataTable, type Figure } from '../contract/data-table.ts'

type SourceTableProps = {
  table: DataTable
  customerId: string
  currencyCode: string
  /** Prefix of the rows' ids in the page. */
  idPrefix: string
  /** The figure just followed, when it is one of this table's. */
  followed: Figure | null
}

/** The rows that a text rests on, with the way to the screen that shows them. */
export function SourceTable(props: SourceTableProps) {
  const { table, customerId, currencyCode, idPrefix, followed } = props
  return (
    <section aria-label={table.title} className="rounded-card border border-line">
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-2">
        <div className="min-w-0">
          <h4 className="font-semibold wrap-anywhere">{table.title}</h4>
          <p className="text-sm text-ink-faint">{subtitleOf(table)}</p>
        </div>
        <LinkButton size="sm" to={screenOf(table, customerId)} reloadDocument>
          {table.place.anchor === 'results' ? 'Ver en Resultados' : 'Ver en la cuenta'}
        </LinkButton>
      </header>
      {table.rows.length === 0 ? (
        <p className="px-3 py-2 text-ink-muted">Ninguna fila.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <div className="overflow-x-auto" tabIndex={0}>
          <table className="tabular w-full text-sm">
            <caption className="sr-only">{table.title}</caption>
            <thead>
              <tr className="text-ink-muted">
                <th scope="col" className="px-3 py-1.5 text-left font-medium">
                  Fila
                </th>
                {table.columns.map(({ key, label }) => (
                  <th
                    key={key}
                    scope="col"
                    className="px-3 py-1.5 text-right font-medium whitespace-nowrap"
                  >
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr
                  key={row.key}
                  id={rowId(idPrefix, table.id, row.key)}
                  tabIndex={-1}
                  className={classes(
                    'border-t border-line scroll-mt-16 outline-none',
                    followed?.rowKey === row.key && 'bg-accent-soft',
                  )}
                >
                  <th
                    scope="row"
                    className="min-w-40 px-3 py-1.5 text-left font-normal wrap-anywhere"
                  >
                    {row.label}
                  </th>
                  {table.columns.map(({ key }) => {
                    const cell = row.cells[key]
                    const isFollowed = followed?.rowKey === row.key && followed.column === key
                    return (
                      <td
                        key={key}
                        className={classes(
                          'px-3 py-1.5 text-right whitespace-nowrap',
                          isFollowed && 'font-semibold text-accent',
                        )}
                      >
                        {cell ? cellText(cell, currencyCode) : '—'}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** Ids may not hold spaces, and terms do. */
export function rowId(prefix: string, tableId: string, rowKey: string): string {
  return `${prefix}-${tableId}-${encodeURIComponent(rowKey)}`
}

function subtitleOf({ from, to, asked }: DataTable): string {
  const period = from && to && (from === to ? longDay(from) : `${longDay(from)} – ${longDay(to)}`)
  return [period, asked].filter(Boolean).join(' · ')
}

/** The account page with the same days and selection, at the block that shows these rows; of results, their screen. */
function screenOf({ from, to, place }: DataTable, customerId: string): string {
  const { anchor, campaignId, adGroupId } = place
  if (anchor === 'results')
    return `${paths.results()}?${new URLSearchParams({ periodo: 'todo', cuenta: customerId })}`
  const query = new URLSearchParams()
  if (from && to) {
    query.set('from', from)
    query.set('to', to)
  }
  if (campaignId) query.set('campaign', campaignId)
  if (campaignId && adGroupId) query.set('adgroup', adGroupId)
  return `${paths.account(customerId)}?${query}${anchor ? `#${anchor}` : ''}`
}
