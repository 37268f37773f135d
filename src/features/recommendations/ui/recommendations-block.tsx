import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { Section } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Pagination } from '#kit/components/pagination.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { pageCount } from '#kit/table-rows.ts'
import { oneOf, pageFrom, useUrlState } from '#kit/url-state.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { CATEGORIES, listRecommendations, type Recommendation } from '../contract.ts'
import { RecommendationCard } from './recommendation-card.tsx'
import {
  CATEGORY_TEXTS,
  filterChoices,
  PRIORITIES,
  type RecommendationFilter,
  shownRecommendations,
} from './recommendation-list.ts'
import { Silence } from './silence.tsx'
import { useFreshAnalysis } from './use-fresh-analysis.ts'

const EvidenceDrawer = lazy(() =>
  import('./evidence-drawer.tsx').then((module) => ({ default: module.EvidenceDrawer })),
)

const PAGE_SIZE = 5
const LOAD_FAILED = 'Error al cargar recomendaciones'

type RecommendationsBlockProps = {
  customerId: string
  /** The campaign that the page is looking into; null at the campaigns level. */
  campaignId: string | null
  /** The ad group, at the ads level. */
  adGroupId: string | null
}

/** Pending recommendations with their evidence; filters, page and the open one are in the address. */
export function RecommendationsBlock(props: RecommendationsBlockProps) {
  const query = useQuery(queryOf(listRecommendations, { customerId: props.customerId }))
  const retry = () => void query.refetch()
  useFreshAnalysis(props.customerId)
  return (
    <Section
      id="recommendations"
      title="Recomendaciones"
      description={query.data && plural(query.data.length, 'pendiente', 'pendientes')}
    >
      <BlockBoundary>
        {query.isPending && <ListSkeleton />}
        {query.isError && !query.data && (
          <ErrorPanel title={LOAD_FAILED} message={errorText(query.error)} onRetry={retry} />
        )}
        {query.data && (
          <>
            {query.isError && (
              <div className="px-4 pt-3 md:px-5">
                <CacheNote message={`${LOAD_FAILED}.`} onRetry={retry} />
              </div>
            )}
            <RecommendationList {...props} all={query.data} />
          </>
        )}
      </BlockBoundary>
    </Section>
  )
}

function RecommendationList(props: RecommendationsBlockProps & { all: Recommendation[] }) {
  const { all, customerId, campaignId, adGroupId } = props
  const { params, change } = useUrlState()
  const filter: RecommendationFilter = {
    category: oneOf(CATEGORIES, params.get('cat')),
    priority: oneOf(['alta', 'media', 'baja'], params.get('prio')),
    campaignId,
    adGroupId,
  }
  const shown = shownRecommendations(all, filter)
  const pages = pageCount(shown.length, PAGE_SIZE)
  const page = Math.min(pageFrom(params.get('rpage')), pages)
  return (
    <>
      {all.length > 0 && <Filters all={all} filter={filter} onChange={change} />}
      {shown.length === 0 && <Silence customerId={customerId} isFiltered={all.length > 0} />}
      <ul className="@container divide-y divide-line empty:hidden">
        {shown.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => (
          <li key={one.id}>
            <RecommendationCard recommendation={one} onOpen={() => change({ rec: one.id })} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <footer className="flex justify-center border-t border-line px-4 py-2 md:justify-end">
          <Pagination
            label="Recomendaciones"
            page={page}
            pages={pages}
            onPage={(next) => change({ rpage: next > 1 ? String(next) : null })}
          />
        </footer>
      )}
      <OpenEvidence all={all} />
    </>
  )
}

function OpenEvidence({ all }: { all: Recommendation[] }) {
  const { params, change } = useUrlState()
  const openId = params.get('rec')
  if (!openId) return null
  return (
    <Suspense>
      <EvidenceDrawer
        recommendation={all.find((one) => one.id === openId) ?? null}
        onClose={() => change({ rec: null })}
      />
    </Suspense>
  )
}

function Filters(props: {
  all: Recommendation[]
  filter: RecommendationFilter
  onChange: (changes: Record<string, string | null>) => void
}) {
  const { all, filter, onChange } = props
  const { categories, priorities } = filterChoices(all)
  return (
    <div className="grid gap-3 border-b border-line px-4 py-3 sm:flex md:px-5">
      <Select
        label="Categoría"
        hideLabel
        className="sm:w-56"
        value={filter.category ?? ''}
        onChange={(event) => onChange({ cat: event.target.value, rpage: null })}
      >
        <option value="">Todas las categorías</option>
        {categories.map((category) => (
          <option key={category} value={category}>
            {CATEGORY_TEXTS[category]}
          </option>
        ))}
      </Select>
      <Select
        label="Prioridad"
        hideLabel
        className="sm:w-56"
        value={filter.priority ?? ''}
        onChange={(event) => onChange({ prio: event.target.value, rpage: null })}
      >
        <option value="">Todas las prioridades</option>
        {priorities.map((priority) => (
          <option key={priority} value={priority}>
            {PRIORITIES[priority].text}
          </option>
        ))}
      </Select>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Cargando recomendaciones" className="divide-y divide-line">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex h-32 flex-col justify-center gap-3 px-4 md:px-5">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      ))}
    </div>
  )
}
