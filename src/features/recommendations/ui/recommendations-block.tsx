import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { classes } from '#kit/class-names.ts'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { cardClass } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { Tabs } from '#kit/components/tabs.tsx'
import { errorText } from '#kit/error-text.ts'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import { useUrlState } from '#kit/url-state.ts'
import { plural } from '#shared/spanish-numbers.ts'
import {
  getSilence,
  listRecommendations,
  type Recommendation,
} from '../contract/recommendations.ts'
import { AccountSettings } from './account-settings.tsx'
import { readEvidenceAnew } from './evidence-reads.ts'
import { askAgainIn } from './inbox/inbox-rows.ts'
import { PendingList } from './pending-list.tsx'
import { ReadingHistory } from './reading-history.tsx'
import { shownRecommendations } from './recommendation-list.ts'

const AppliedList = late(() => import('./applied-list.tsx').then((module) => module.AppliedList))
const CalibrationPanel = late(() =>
  import('./calibration-panel.tsx').then((module) => module.CalibrationPanel),
)

const LOAD_FAILED = 'Error al cargar recomendaciones'

type RecommendationsBlockProps = {
  customerId: string
  /** The campaign that the page is looking into; null at the campaigns level. */
  campaignId: string | null
  /** The ad group, at the ads level. */
  adGroupId: string | null
  /** Something else stands first on the screen. */
  isBelowAlerts?: boolean
}

/** What to change and what came of it; tab, filters, page and the open one are in the address. */
export function RecommendationsBlock(props: RecommendationsBlockProps) {
  const query = usePendingQuery(props.customerId)
  const { params, change } = useUrlState()
  const tab = params.get('rtab') === 'historial' ? 'historial' : 'pendientes'
  useFreshAnalysis(props.customerId)
  return (
    <section
      id="recommendations"
      tabIndex={-1}
      className={classes(
        cardClass,
        'outline-none',
        // Without the account's name a line of words is enough beside the tables of a campaign.
        props.campaignId && 'sm:[--decision-height:3.5rem]',
      )}
    >
      <Tabs
        inset
        lead={
          <div className="flex items-baseline gap-3 py-2 pr-2 pl-4 md:pl-5">
            <h2 className="text-base font-semibold">Recomendaciones</h2>
            <p className="min-w-24 text-sm text-ink-faint">
              {query.data && plural(ownCount(query.data, props), 'pendiente', 'pendientes')}
            </p>
          </div>
        }
        label="Recomendaciones"
        tabs={[
          { id: 'pendientes', label: 'Pendientes' },
          { id: 'historial', label: 'Historial de aplicadas' },
        ]}
        selected={tab}
        onSelect={(id) => change({ rtab: id === 'historial' ? id : null, rpage: null, rec: null })}
      >
        <BlockBoundary>
          {tab === 'historial' ? (
            <Suspense fallback={<ListSkeleton />}>
              <AppliedList customerId={props.customerId} />
              <CalibrationPanel customerId={props.customerId} />
            </Suspense>
          ) : (
            <>
              <ReadingHistory customerId={props.customerId} />
              <Pending {...props} query={query} />
            </>
          )}
        </BlockBoundary>
      </Tabs>
      {props.campaignId === null && <AccountSettings customerId={props.customerId} />}
    </section>
  )
}

/** Those of what the page looks into; the filters of the list leave out none of them. */
function ownCount(
  all: readonly Recommendation[],
  { campaignId, adGroupId }: RecommendationsBlockProps,
): number {
  return shownRecommendations(all, { category: null, priority: null, campaignId, adGroupId }).length
}

function usePendingQuery(customerId: string) {
  return useQuery({
    ...queryOf(listRecommendations, { customerId }),
    refetchInterval: ({ state: { data } }) => askAgainIn(data),
  })
}

type PendingProps = RecommendationsBlockProps & { query: ReturnType<typeof usePendingQuery> }

function Pending({ query, ...props }: PendingProps) {
  const retry = () => void query.refetch()
  if (query.isPending) return <ListSkeleton />
  if (!query.data)
    return <ErrorPanel title={LOAD_FAILED} message={errorText(query.error)} onRetry={retry} />
  return (
    <>
      {query.isError && (
        <div className="px-4 pt-3 md:px-5">
          <CacheNote message={`${LOAD_FAILED}.`} onRetry={retry} />
        </div>
      )}
      <PendingList {...props} all={query.data} />
    </>
  )
}

/** As high as its first rows and what stands below them mostly are: five, or three where there is less room, whose titles take a second line. */
function ListSkeleton() {
  return (
    <div
      role="status"
      aria-label="Cargando recomendaciones"
      className="h-121 divide-y divide-line overflow-hidden sm:h-91 lg:h-110"
    >
      <div className="h-11 min-[90rem]:hidden" />
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key} className="flex h-18 flex-col justify-center gap-2 px-4 md:px-5">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </div>
  )
}

const ASK_EVERY_MS = 2_000
const ASK_WHILE_READING_MS = 10_000

/** While an account is being read or its data waits to be looked at, asks again; a new analysis is read at once. */
function useFreshAnalysis(customerId: string): void {
  const client = useQueryClient()
  const { data } = useQuery({
    ...queryOf(getSilence, { customerId }),
    refetchInterval: ({ state: { data } }) =>
      data?.isAnalysing ? ASK_EVERY_MS : data?.reading ? ASK_WHILE_READING_MS : false,
  })
  const seen = useRef(data)
  useEffect(() => {
    const before = seen.current
    seen.current = data
    if (!before || !data || before.analysedAt === data.analysedAt) return
    void client.invalidateQueries({ queryKey: [listRecommendations.path] })
    readEvidenceAnew(client)
  }, [client, data])
}
