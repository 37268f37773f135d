import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listPortfolio, type PortfolioRow } from '#features/performance/contract/portfolio.ts'
import { classes } from '#kit/class-names.ts'
import { Badge } from '#kit/components/badge.tsx'
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
      <ul className="divide-y divide-line">
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

function AccountRow({ row }: { row: PortfolioRow }) {
  const amount = (units: number) => money(units * MICROS, row.currencyCode)
  const cpa = row.conversions > 0 ? amount(row.costPerConversion) : '—'
  // Nothing has been read yet: a zero would be invented.
  const isUnread = row.lastSyncedAt === null && row.spend === 0
  const isUnknown = (figure: 'spend' | 'conversions') => isUnread || row.unknown.includes(figure)
  return (
    <li className="grid min-h-56 grid-cols-2 content-center items-center gap-x-3 gap-y-2 px-4 py-3 sm:min-h-44 sm:gap-x-6 md:px-5 xl:min-h-24 xl:grid-cols-[minmax(16rem,2.6fr)_repeat(3,minmax(7rem,1fr))_8rem]">
      <div className="col-span-full min-w-0 xl:col-span-1">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={paths.account(row.customerId)}
            className="font-medium wrap-anywhere text-accent underline-offset-3 hover:underline"
          >
            {row.accountName}
          </Link>
          {row.alerts.alta > 0 && (
            <Badge tone="danger" dot title="Recomendaciones pendientes de prioridad alta">
              {integer(row.alerts.alta)} de prioridad alta
            </Badge>
          )}
          {row.alerts.media > 0 && (
            <Badge tone="warning" dot title="Recomendaciones pendientes de prioridad media">
              {integer(row.alerts.media)} media
            </Badge>
          )}
        </p>
        {row.reasons.length > 0 && (
          // As many lines as the row has room for, so that nothing below moves when the rows come.
          <p
            className="mt-0.5 line-clamp-2 text-sm text-ink-muted sm:line-clamp-1"
            title={row.reasons.join(' · ')}
          >
            {row.reasons.join(' · ')}
          </p>
        )}
      </div>
      <Figure
        title="Gasto"
        value={isUnknown('spend') ? '—' : amount(row.spend)}
        change={isUnknown('spend') ? '' : row.changes.spend}
        better={null}
      />
      <Figure
        title="Conversiones"
        value={isUnknown('conversions') ? '—' : quantity(row.conversions)}
        change={isUnknown('conversions') ? '' : row.changes.conversions}
        better="up"
      />
      <Figure
        title="Coste por conversión"
        value={cpa}
        change={isUnknown('spend') || isUnknown('conversions') ? '' : row.changes.costPerConversion}
        better="down"
      />
      <Sparkline
        values={row.days.slice(0, -1).map(({ spend }) => spend)}
        className="h-8 text-ink-faint"
      />
    </li>
  )
}

/** A sum and its change; green is the better direction, where there is one. */
function Figure(props: {
  title: string
  value: string
  change: string
  better: 'up' | 'down' | null
}) {
  const { title, value, change, better } = props
  const direction = change.startsWith('+') ? 'up' : change.startsWith('-') ? 'down' : null
  const tone =
    !better || !direction ? 'text-ink-faint' : direction === better ? 'text-success' : 'text-danger'
  return (
    <dl className="tabular min-w-0">
      <dt className="truncate text-xs text-ink-faint">{title}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 text-sm font-semibold sm:text-base">
        {value}
        <span
          title="Frente a los 30 días anteriores"
          className={classes('text-sm font-medium', tone)}
        >
          {change}
        </span>
      </dd>
    </dl>
  )
}

/** As tall as the rows of this many accounts will be. */
function RowsSkeleton({ accounts }: { accounts: number }) {
  return (
    <div role="status" aria-label="Cargando la cartera" className="divide-y divide-line">
      {Array.from({ length: Math.min(FIRST_ROWS, accounts) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={row} className="flex h-56 items-center px-4 sm:h-44 md:px-5 xl:h-24">
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  )
}
