import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#kit/components/badge.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { Section } from '#kit/components/card.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Pagination } from '#kit/components/pagination.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { pageCount } from '#kit/table-rows.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { listAllRecommendations } from '../contract/recommendations.ts'
import { impactLabel, impactText } from './evidence-values.ts'
import { CATEGORY_TEXTS, PAGE_SIZE, PRIORITIES } from './recommendation-list.ts'

type PortfolioRecommendation = ReplyOf<typeof listAllRecommendations>[number]

/** What to change in any account, most urgent first; each leads to its evidence. */
export function PortfolioRecommendations() {
  const query = useQuery(queryOf(listAllRecommendations, {}))
  const retry = () => void query.refetch()
  return (
    <Section
      title="Recomendaciones de todas las cuentas"
      description={
        query.data
          ? `${plural(query.data.length, 'pendiente', 'pendientes')}, por prioridad: primero la medición y luego el dinero`
          : 'Por prioridad: primero la medición y luego el dinero'
      }
    >
      {query.isPending && <RowsSkeleton />}
      {query.isError && !query.data && (
        <ErrorPanel
          title="Error al cargar recomendaciones"
          message={errorText(query.error)}
          onRetry={retry}
        />
      )}
      {query.isError && query.data && (
        <div className="px-4 pt-3 md:px-5">
          <CacheNote message="Error al cargar recomendaciones." onRetry={retry} />
        </div>
      )}
      {query.data && <Rows all={query.data} />}
    </Section>
  )
}

function Rows({ all }: { all: PortfolioRecommendation[] }) {
  const [asked, setPage] = useState(1)
  const pages = pageCount(all.length, PAGE_SIZE)
  const page = Math.min(asked, pages)
  if (all.length === 0) return <EmptyState title="No hay recomendaciones para mostrar" />
  return (
    <>
      <ul className="divide-y divide-line">
        {all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => (
          <li key={one.id}>
            <Row one={one} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <footer className="flex justify-center border-t border-line px-4 py-2 md:justify-end">
          <Pagination
            label="Recomendaciones de todas las cuentas"
            page={page}
            pages={pages}
            onPage={setPage}
          />
        </footer>
      )}
    </>
  )
}

function Row({ one }: { one: PortfolioRecommendation }) {
  const priority = PRIORITIES[one.prioridad]
  const to = `${paths.account(one.customerId)}?rec=${encodeURIComponent(one.id)}`
  return (
    <Link
      to={to}
      className="grid min-h-20 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken focus-visible:outline-offset-[-2px] md:px-5 lg:grid-cols-[1fr_16rem_auto]"
    >
      <span className="min-w-0">
        <span className="mb-1 flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          <Badge tone={priority.tone} dot>
            {priority.text}
          </Badge>
          <span className="wrap-anywhere">
            {one.accountName} · {CATEGORY_TEXTS[one.categoria]}
          </span>
        </span>
        <span className="block font-medium text-balance wrap-anywhere">{one.titulo}</span>
      </span>
      <span className="tabular col-start-1 text-sm lg:col-start-2 lg:text-right">
        <span className="text-ink-faint lg:block">{impactLabel(one.evidence)} </span>
        <span className="inline-block font-semibold">
          {impactText(one.evidence, one.impacto_estimado)}
        </span>
      </span>
      <ChevronRight
        aria-hidden="true"
        className="col-start-2 row-span-2 row-start-1 size-4 text-ink-faint lg:col-start-3 lg:row-span-1"
      />
    </Link>
  )
}

function RowsSkeleton() {
  return (
    <div role="status" aria-label="Cargando recomendaciones" className="divide-y divide-line">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key} className="flex h-20 flex-col justify-center gap-2 px-4 md:px-5">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  )
}
