import { lazy, Suspense, useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { Pagination } from '#kit/components/pagination.tsx'
import { Select } from '#kit/components/select.tsx'
import { pageCount } from '#kit/table-rows.ts'
import { oneOf, pageFrom, useUrlState } from '#kit/url-state.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { CATEGORIES, type Recommendation } from '../contract/recommendations.ts'
import { PRIORITY_WORDS } from '../contract/wire-words.ts'
import { RecommendationCard } from './recommendation-card.tsx'
import {
  CATEGORY_TEXTS,
  filterChoices,
  PAGE_SIZE,
  PRIORITIES,
  type RecommendationFilter,
  shownRecommendations,
} from './recommendation-list.ts'
import { NothingPending, Silence } from './silence.tsx'

const RecommendationDialogs = lazy(() =>
  import('./recommendation-dialogs.tsx').then((module) => ({
    default: module.RecommendationDialogs,
  })),
)

type PendingListProps = {
  customerId: string
  campaignId: string | null
  adGroupId: string | null
  all: Recommendation[]
}

/** Those that wait, with filters, pages, evidence, and one or several to apply. */
export function PendingList(props: PendingListProps) {
  const { all, customerId, campaignId, adGroupId } = props
  const { params, change } = useUrlState()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const filter: RecommendationFilter = {
    category: oneOf(CATEGORIES, params.get('cat')),
    priority: oneOf(Object.values(PRIORITY_WORDS), params.get('prio')),
    campaignId,
    adGroupId,
  }
  const shown = shownRecommendations(all, filter)
  const chosen = shown.filter(({ id }) => chosenIds.has(id))
  const pages = pageCount(shown.length, PAGE_SIZE)
  const page = Math.min(pageFrom(params.get('rpage')), pages)
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosenIds(next)
  }
  return (
    <>
      {all.length > 0 && <Filters all={all} filter={filter} onChange={change} />}
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 border-b border-line bg-accent-soft px-4 py-2 md:px-5">
          <p className="flex-1 text-sm">{plural(chosen.length, 'elegida', 'elegidas')}</p>
          <Button size="sm" look="ghost" onClick={() => setChosenIds(new Set())}>
            Quitar la selección
          </Button>
          <Button size="sm" look="primary" onClick={() => change({ do: 'aplicar-varias' })}>
            Aplicar las elegidas
          </Button>
        </div>
      )}
      {shown.length === 0 && <NothingPending customerId={customerId} isFiltered={all.length > 0} />}
      <ul className="@container divide-y divide-line empty:hidden">
        {shown.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => (
          <li key={one.id}>
            <RecommendationCard
              recommendation={one}
              choice={{
                isChosen: chosenIds.has(one.id),
                onChoose: (isChosen) => choose(one.id, isChosen),
              }}
              onOpen={() => change({ rec: one.id })}
              onApply={() => change({ rec: one.id, do: 'aplicar' })}
            />
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
      <Silence customerId={customerId} isOpen={all.length === 0} />
      {(params.get('rec') || params.get('do')) && (
        <Suspense>
          <RecommendationDialogs
            customerId={customerId}
            all={all}
            chosen={chosen}
            onApplied={() => setChosenIds(new Set())}
          />
        </Suspense>
      )}
    </>
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
    <div className="grid gap-3 border-b border-line px-4 py-3 sm:max-md:flex md:px-5 lg:flex">
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
