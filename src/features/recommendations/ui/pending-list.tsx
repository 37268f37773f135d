import { Suspense } from 'react'
import { Select } from '#kit/components/select.tsx'
import { late } from '#kit/late.tsx'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import { useMediaQuery, WIDE } from '#kit/use-media-query.ts'
import { CATEGORIES, type Recommendation } from '../contract/recommendations.ts'
import { PRIORITY_WORDS } from '../contract/wire-words.ts'
import { DecisionList } from './inbox/decision-list.tsx'
import { rowOf } from './inbox/row-of.ts'
import {
  filterChoices,
  type RecommendationFilter,
  shownRecommendations,
} from './recommendation-list.ts'
import { CATEGORY_TEXTS, PRIORITIES } from './recommendation-words.ts'
import { NothingPending, Silence } from './silence.tsx'

const RecommendationDialogs = late(() =>
  import('./recommendation-dialogs.tsx').then((module) => module.RecommendationDialogs),
)

type PendingListProps = {
  customerId: string
  campaignId: string | null
  adGroupId: string | null
  isBelowAlerts?: boolean
  all: Recommendation[]
}

/** Beside the chart and the figures this many are seen at once; of one campaign, below alerts and on a phone, fewer. */
const FIRST_ROWS = 5
const FEWER_ROWS = 3

/** Those that wait, with filters, each with its evidence in place, and one or several to apply. */
export function PendingList(props: PendingListProps) {
  const { all, customerId, campaignId, adGroupId, isBelowAlerts = false } = props
  const { params, change } = useUrlState()
  const isWide = useMediaQuery(WIDE)
  const filter: RecommendationFilter = {
    category: oneOf(CATEGORIES, params.get('cat')),
    priority: oneOf(Object.values(PRIORITY_WORDS), params.get('prio')),
    campaignId,
    adGroupId,
  }
  const isNarrowed = all.length > 0 && (filter.category !== null || filter.priority !== null)
  const rows = shownRecommendations(all, filter).map((one) => rowOf(one, customerId))
  return (
    <>
      {all.length > 0 && (
        <DecisionList
          filter={`${filter.category} ${filter.priority} ${campaignId} ${adGroupId}`}
          rows={rows}
          firstRows={campaignId === null && isWide && !isBelowAlerts ? FIRST_ROWS : FEWER_ROWS}
          withoutAccount
        >
          <Filters all={all} filter={filter} onChange={change} />
        </DecisionList>
      )}
      {rows.length === 0 && (
        <NothingPending
          customerId={customerId}
          hidden={all.length === 0 ? null : isNarrowed ? 'by filters' : 'elsewhere'}
          onAll={isNarrowed ? () => change({ cat: null, prio: null }) : undefined}
        />
      )}
      {campaignId === null && <Silence customerId={customerId} isOpen={all.length === 0} />}
      {params.get('rec') && (
        <Suspense>
          <RecommendationDialogs
            customerId={customerId}
            all={all}
            onClose={() => change({ rec: null, do: null })}
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
  const { categories, priorities } = filterChoices(all, filter)
  return (
    <>
      <Select
        label="Categoría"
        hideLabel
        className="min-w-36 flex-1 sm:max-w-48"
        value={filter.category ?? ''}
        onChange={(event) => onChange({ cat: event.target.value })}
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
        className="min-w-36 flex-1 sm:max-w-48"
        value={filter.priority ?? ''}
        onChange={(event) => onChange({ prio: event.target.value })}
      >
        <option value="">Todas las prioridades</option>
        {priorities.map((priority) => (
          <option key={priority} value={priority}>
            {PRIORITIES[priority].text}
          </option>
        ))}
      </Select>
    </>
  )
}
