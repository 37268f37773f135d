import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { Card } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { useTodayHere } from '#kit/today-here.ts'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { integer, plural, weekdayAndDay, wholeMoney } from '#shared/spanish-numbers.ts'
import { getInbox } from '../../contract/inbox.ts'
import { DecisionList } from './decision-list.tsx'
import { InboxFilters } from './inbox-filters.tsx'
import { InboxFoot } from './inbox-foot.tsx'
import {
  askAgainIn,
  brokenFirst,
  firstText,
  KINDS,
  kindOf,
  rangesText,
  type Scale,
  shownRows,
} from './inbox-rows.ts'
import { NothingFiltered } from './nothing-filtered.tsx'
import { useFreshEvidence } from './use-fresh-evidence.ts'

type InboxData = ReplyOf<typeof getInbox>

const FIRST_ROWS = 9
const LOAD_FAILED = 'Error al cargar recomendaciones'

/** 'Hoy': what waits for a decision in any account, broken measurement first, then money. */
export function Inbox({ alerts }: { alerts: (count: number) => ReactNode }) {
  // Left open over night it shows what the night has brought as soon as a person looks at it.
  const query = useQuery({
    ...queryOf(getInbox, {}),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => askAgainIn(data?.rows),
  })
  useFreshEvidence(query.data?.rows)
  const today = useTodayHere()
  const retry = () => void query.refetch()
  return (
    <section aria-labelledby="hoy" className="flex flex-col gap-2">
      <header>
        <h2 id="hoy" className="text-xl leading-7 font-semibold tracking-tight">
          Hoy, {weekdayAndDay(today)}
        </h2>
        <p className="min-h-6 text-lg leading-6 font-semibold text-pretty max-sm:min-h-18 max-sm:text-base">
          {query.data && sentenceOf(query.data)}
        </p>
      </header>
      {query.data ? (
        <>
          {query.isError && <CacheNote message={`${LOAD_FAILED}.`} onRetry={retry} />}
          {query.data.alerts > 0 && alerts(query.data.alerts)}
          <Body inbox={query.data} />
        </>
      ) : query.isError ? (
        <Card>
          <ErrorPanel title={LOAD_FAILED} message={errorText(query.error)} onRetry={retry} />
        </Card>
      ) : (
        <InboxSkeleton />
      )}
    </section>
  )
}

/** '2 mediciones rotas y 86 decisiones. Con las 5 primeras, de 560 € a 830 € más al mes.' */
function sentenceOf({ rows, total, first, unread, nothing }: InboxData): string {
  if (total === 0)
    return unread || nothing?.reading
      ? ''
      : nothing?.decided
        ? 'Todo decidido'
        : 'Nada que decidir por ahora'
  const broken = rows.filter((row) => kindOf(row) === 'roto').length
  const parts = [
    ...(broken > 0 ? [plural(broken, 'aviso de medición', 'avisos de medición')] : []),
    ...(total > broken ? [plural(total - broken, 'decisión', 'decisiones')] : []),
  ]
  const what = `${parts.join(' y ')}.`
  if (first.ids.length < 2) return what
  return `${what} Con ${firstText(rows, first.ids)}, ${rangesText(first.ranges)}.`
}

function Body({ inbox }: { inbox: InboxData }) {
  const { params, change } = useUrlState()
  const filter = { kind: oneOf(KINDS, params.get('ver')), customerId: params.get('cuenta') }
  const rows = shownRows(inbox.rows, filter)
  const broken = brokenFirst(rows)
  return (
    <Card className="min-w-0">
      {inbox.rows.length > 0 && (
        <DecisionList
          filter={`${filter.kind} ${filter.customerId}`}
          rows={rows}
          firstRows={FIRST_ROWS}
          headingOf={(at, scales) => <ListHeading at={at} broken={broken} scales={scales} />}
        >
          <InboxFilters inbox={inbox} filter={filter} onChange={change} />
        </DecisionList>
      )}
      {inbox.rows.length > 0 && rows.length === 0 && (
        <NothingFiltered onAll={() => change({ ver: null, cuenta: null })} />
      )}
      {inbox.total > inbox.rows.length && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-muted">
          Hay {integer(inbox.total)} en total: aquí están las {integer(inbox.rows.length)} primeras.
        </p>
      )}
      <InboxFoot inbox={inbox} />
    </Card>
  )
}

/** Where broken measurement begins, and where the money does, with what its bars measure. */
function ListHeading(props: { at: number; broken: number; scales: ReadonlyMap<string, Scale> }) {
  const { at, broken, scales } = props
  const isMoney = at === broken
  if (!isMoney && !(at === 0 && broken > 0)) return null
  return (
    <li className="flex min-h-7 items-center border-b border-line bg-sunken px-4 py-1 text-xs text-ink-muted">
      {isMoney ? (
        <>
          <span>
            {broken > 0 ? 'Después, por' : 'Por'} prioridad; en cada una, por dinero al mes y al
            final lo que parte de un supuesto:{' '}
            <span className="hidden @min-[58rem]:inline">la barra es donde queda</span>
            <span className="@min-[58rem]:hidden">de cuánto a cuánto</span> 8 de cada 10 veces
          </span>
          <span className="tabular ml-auto hidden @min-[58rem]:block">
            Escala:{' '}
            {[...scales]
              .map(
                ([currency, { from, to }]) =>
                  `${wholeMoney(from, currency)} a ${wholeMoney(to, currency)}`,
              )
              .join(' · ')}
          </span>
        </>
      ) : (
        'Primero: sin esto, lo demás no se puede medir'
      )}
    </li>
  )
}

/** Of the height of the first rows. */
function InboxSkeleton() {
  return (
    <Card role="status" aria-label="Cargando recomendaciones">
      <div className="h-13 border-b border-line sm:h-11.25" />
      {Array.from({ length: FIRST_ROWS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={at} className="flex h-18 items-center border-b border-line px-4">
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </Card>
  )
}
