import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { listPortfolio, type PortfolioRow } from '#features/performance/contract/portfolio.ts'
import { classes } from '#kit/class-names.ts'
import { Button } from '#kit/components/button.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { Sparkline } from '#kit/components/sparkline.tsx'
import { loadErrorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { Link } from '#kit/router/link.tsx'
import { MICROS } from '#shared/metrics.ts'
import { integer, money, quantity } from '#shared/spanish-numbers.ts'

/** Rows shown before 'Ver todas'. */
const FIRST_ROWS = 6

/** Every account over 30 days, in the server's order: what needs attention first. */
export function PortfolioBlock({ accounts }: { accounts: number }) {
  const query = useQuery(queryOf(listPortfolio, {}))
  const retry = () => void query.refetch()
  const failure = query.isError && loadErrorText(query.error, 'la carga de la cartera')
  return (
    <Section title="Cartera" description="Últimos 30 días, lo que más atención pide primero">
      {query.data ? (
        <>
          {failure && (
            <div className="px-4 pt-3 md:px-5">
              <CacheNote message={failure} onRetry={retry} />
            </div>
          )}
          <Rows rows={query.data} />
        </>
      ) : failure ? (
        <ErrorPanel message={failure} onRetry={retry} />
      ) : (
        <RowsSkeleton accounts={accounts} />
      )}
    </Section>
  )
}

function Rows({ rows }: { rows: readonly PortfolioRow[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <>
      <div
        aria-hidden="true"
        className={classes(rowClass, 'hidden py-1 text-right text-xs text-ink-muted xl:grid')}
      >
        <span className="col-start-2">Gasto</span>
        <span>Conversiones</span>
        <span>Coste/conv.</span>
        <span>Gasto por día</span>
      </div>
      <ul className="divide-y divide-line xl:border-t xl:border-line">
        {shown.map((row) => (
          <AccountRow key={row.customerId} row={row} />
        ))}
      </ul>
      {rows.length > shown.length && (
        <footer className="border-t border-line px-4 py-2 text-center">
          <Button size="sm" look="ghost" onClick={() => setWhole(true)}>
            Ver todas ({integer(rows.length)})
          </Button>
        </footer>
      )}
    </>
  )
}

const rowClass =
  'grid grid-cols-[5fr_4fr_4fr] content-center items-center gap-x-3 gap-y-2 px-4 sm:grid-cols-3 sm:gap-x-6 lg:grid-cols-[repeat(3,minmax(0,1fr))_8rem] md:px-5 xl:grid-cols-[minmax(16rem,1fr)_repeat(3,minmax(0,9rem))_8rem]'

function AccountRow({ row }: { row: PortfolioRow }) {
  const amount = (units: number) => money(units * MICROS, row.currencyCode)
  const cpa = row.conversions > 0 ? amount(row.costPerConversion) : '—'
  // Nothing has been read yet: a zero would be invented.
  const isUnread = row.lastSyncedAt === null && row.spend === 0
  const isUnknown = (figure: 'spend' | 'conversions') => isUnread || row.unknown.includes(figure)
  return (
    <li
      className={classes(rowClass, 'relative min-h-33 py-2 hover:bg-hover sm:min-h-28 xl:min-h-16')}
    >
      <div className="col-span-full min-w-0 xl:col-span-1">
        <Link to={paths.account(row.customerId)} className="whole-row-button block">
          <span className="line-clamp-1 font-semibold wrap-anywhere">{row.accountName}</span>
        </Link>
        <Reasons row={row} isUnread={isUnread} />
      </div>
      <Figure
        title="Gasto"
        value={isUnknown('spend') ? '—' : amount(row.spend)}
        change={isUnknown('spend') ? '' : row.changes.spend}
      />
      <Figure
        title="Conversiones"
        value={isUnknown('conversions') ? '—' : quantity(row.conversions)}
        change={isUnknown('conversions') ? '' : row.changes.conversions}
      />
      <Figure
        title="Coste/conv."
        value={cpa}
        change={isUnknown('spend') || isUnknown('conversions') ? '' : row.changes.costPerConversion}
      />
      {!isUnread && (
        <Sparkline
          values={row.days.slice(0, -1).map(({ spend }) => spend)}
          className="h-8 text-ink-faint max-lg:hidden"
        />
      )}
    </li>
  )
}

/** Surely fits the line that it has, at every width. */
const SHORT = 40

/** Why it stands where it stands: a longer text opens in place, so that nothing below moves when the rows come. */
function Reasons({ row, isUnread }: { row: PortfolioRow; isUnread: boolean }) {
  // Some of its days may be there before anything was judged by them.
  const isFirst = row.lastSyncedAt === null
  const text = [...(isUnread ? ['Aún no se ha leído'] : []), ...row.reasons].join(' · ')
  const mark = row.alerts.alta > 0 && (
    <span aria-hidden="true" className="mr-1.5 inline-block size-2 rounded-full bg-danger" />
  )
  if (text.length <= SHORT)
    return (
      <p className="mt-0.5 text-xs text-ink-muted">
        {mark}
        {text || (isFirst ? 'Analizándola por primera vez' : 'Nada que atender')}
      </p>
    )
  return (
    <details className="group relative z-10 mt-0.5 text-xs text-ink-muted">
      <summary className="-mb-2 flex cursor-pointer gap-1 rounded-sm pb-2 hover:text-ink">
        <span className="line-clamp-2 group-open:line-clamp-none sm:line-clamp-1 sm:group-open:line-clamp-none">
          {mark}
          {text}
        </span>
        <ChevronDown aria-hidden="true" className="mt-px size-3.5 shrink-0 group-open:rotate-180" />
      </summary>
    </details>
  )
}

/** A sum and its change, in no colour: on the account's own page green is a rise, of a cost as well. */
function Figure({ title, value, change }: { title: string; value: string; change: string }) {
  return (
    <dl className="tabular min-w-0 xl:text-right">
      <dt className="truncate text-xs text-ink-muted xl:sr-only">{title}</dt>
      <dd>
        <span className="block truncate text-sm font-semibold sm:text-base">{value}</span>
        {/* A dash beside every figure would be all that one sees of an account that is new. */}
        {change !== '' && change !== '—' && (
          <span
            title="Sus días completos frente a otros tantos anteriores"
            className="block text-xs font-medium text-ink-muted"
          >
            {change}
          </span>
        )}
      </dd>
    </dl>
  )
}

/** As tall as the rows of this many accounts will be. */
function RowsSkeleton({ accounts }: { accounts: number }) {
  return (
    <div role="status" aria-label="Cargando la cartera" className="divide-y divide-line xl:pt-6">
      {Array.from({ length: Math.min(FIRST_ROWS, accounts) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={row} className="flex h-33 items-center px-4 sm:h-28 md:px-5 xl:h-16">
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  )
}
