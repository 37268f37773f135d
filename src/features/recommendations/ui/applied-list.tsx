import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import Undo2 from 'lucide-react/icons/undo-2'
import { Badge, type Tone } from '#kit/components/badge.tsx'
import { Button } from '#kit/components/button.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { MeasuredResult, MeasuredVerdict } from '#kit/components/measured-result.tsx'
import { Pagination } from '#kit/components/pagination.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { useMayEdit } from '#kit/may-edit.ts'
import { queryOf } from '#kit/query.ts'
import { pageCount } from '#kit/table-rows.ts'
import { pageFrom } from '#kit/table-view.ts'
import { useUrlState } from '#kit/url-state.ts'
import { dayAndTime, percent } from '#shared/spanish-numbers.ts'
import {
  type AppliedRecommendation,
  listAppliedRecommendations,
} from '../contract/recommendations.ts'
import { measuringText } from '../contract/result-words.ts'
import { STATE_WORDS } from '../contract/wire-words.ts'
import { ExperimentLine } from './experiment-line.tsx'
import { PAGE_SIZE } from './recommendation-list.ts'
import { CATEGORY_TEXTS } from './recommendation-words.ts'
import { ResultsExample } from './results-example.tsx'
import { SecondHalf } from './second-half.tsx'
import { useUndo } from './use-changes.ts'

const LOAD_FAILED = 'Error al cargar recomendaciones aplicadas'

/** What was applied, newest first: where its change stands, what was expected, what came of it. */
export function AppliedList({ customerId }: { customerId: string }) {
  const query = useQuery(queryOf(listAppliedRecommendations, { customerId }))
  const { params, change } = useUrlState()
  const retry = () => void query.refetch()
  if (query.isPending) return <ListSkeleton />
  if (!query.data)
    return <ErrorPanel title={LOAD_FAILED} message={errorText(query.error)} onRetry={retry} />
  const pages = pageCount(query.data.length, PAGE_SIZE)
  const page = Math.min(pageFrom(params.get('rpage')), pages)
  if (query.data.length === 0)
    return (
      <EmptyState
        icon={<History />}
        title="No hay recomendaciones aplicadas"
        example={<ResultsExample />}
      >
        <p>Aquí verás lo que se previó de cada una y, al cabo de unas semanas, lo que se midió.</p>
      </EmptyState>
    )
  return (
    <>
      {query.isError && (
        <div className="px-4 pt-3 md:px-5">
          <CacheNote message={`${LOAD_FAILED}.`} onRetry={retry} />
        </div>
      )}
      <ul className="divide-y divide-line">
        {query.data.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => (
          <li key={one.applicationId}>
            <AppliedCard applied={one} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <footer className="flex justify-center border-t border-line px-4 py-2 md:justify-end">
          <Pagination
            label="Recomendaciones aplicadas"
            page={page}
            pages={pages}
            onPage={(next) => change({ rpage: next > 1 ? String(next) : null })}
          />
        </footer>
      )}
    </>
  )
}

function AppliedCard({ applied }: { applied: AppliedRecommendation }) {
  const mayEdit = useMayEdit()
  const { titulo, categoria, fecha_aplicacion, fecha_deshecha, problemas, estado_cambio } = applied
  const state = CHANGE_TEXTS[estado_cambio]
  return (
    <article className="flex flex-col gap-3 px-4 py-4 md:px-5 lg:flex-row lg:items-start lg:gap-6">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 flex flex-wrap items-center gap-2">
          <ResultBadge applied={applied} />
          <Badge tone={state.tone}>{state.text}</Badge>
          <Badge>{CATEGORY_TEXTS[categoria]}</Badge>
        </p>
        <h3 className="font-semibold text-balance wrap-anywhere">{titulo}</h3>
        <p className="mt-0.5 text-sm text-ink-faint">
          {fecha_aplicacion && <>Aplicada el {dayAndTime(new Date(fecha_aplicacion))}</>}
          {applied.aplicada_por && <> por {applied.aplicada_por}</>}
          {fecha_deshecha && <> · Deshecha el {dayAndTime(new Date(fecha_deshecha))}</>}
        </p>
        {problemas.map((text) => (
          <p key={text} className="mt-1 text-sm text-danger wrap-anywhere">
            {text}
          </p>
        ))}
        <Expected applied={applied} />
        {applied.second && (
          <SecondHalf
            id={applied.id}
            title={titulo}
            second={applied.second}
            isJudged={applied.measured !== null}
          />
        )}
        {applied.experiment && (
          <ExperimentLine id={applied.id} title={titulo} experiment={applied.experiment} />
        )}
        {applied.measured && (
          <MeasuredResult
            measured={applied.measured}
            currencyCode={applied.evidence.currencyCode}
          />
        )}
      </div>
      {applied.canUndo && mayEdit && <UndoButton applied={applied} />}
    </article>
  )
}

/** The forecast while nothing has been measured; what it was assumed to bring where there is none. */
function Expected({ applied }: { applied: AppliedRecommendation }) {
  const { evidence, impacto_estimado, resultado, measured, daysToMeasure, held, looked } = applied
  const waiting = measured ? null : measuringText(held ? null : daysToMeasure, held ?? looked)
  return (
    <dl className="tabular mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <div className="flex gap-1.5">
        <dt className="text-ink-faint">Previsto</dt>
        <dd className={measured ? 'text-ink-muted' : 'font-semibold'}>
          {!evidence.forecast && resultado.kpiVariation !== null && resultado.isForecast
            ? `+${percent(resultado.kpiVariation / 100, 1)} en ${resultado.comparisonPeriod} (supuesto)`
            : impacto_estimado}
        </dd>
      </div>
      {waiting && (
        <div className="flex gap-1.5">
          <dt className="text-ink-faint">Medición</dt>
          <dd className="text-pretty text-ink-muted">{waiting}</dd>
        </div>
      )}
    </dl>
  )
}

function ResultBadge({ applied }: { applied: AppliedRecommendation }) {
  const { measured, resultado, estado_cambio } = applied
  if (measured) return <MeasuredVerdict measured={measured} />
  if (!IN_FORCE.has(estado_cambio)) return null
  const { text, tone } = STATUSES[resultado.status]
  return (
    <Badge tone={tone} dot title="Lo que se espera; se cambia por lo medido">
      {text} (previsto)
    </Badge>
  )
}

function UndoButton({ applied }: { applied: AppliedRecommendation }) {
  const undo = useUndo()
  return (
    <Button
      icon={<Undo2 />}
      busy={undo.isPending}
      busyLabel="Deshaciendo..."
      aria-label={`Deshacer: ${applied.titulo}`}
      className="self-start"
      onClick={() => undo.mutate({ id: applied.id })}
    >
      Deshacer
    </Button>
  )
}

type Look = { text: string; tone: Tone }

const STATUSES: Record<AppliedRecommendation['resultado']['status'], Look> = {
  improved: { text: 'Mejorado', tone: 'success' },
  no_change: { text: 'Sin cambios', tone: 'neutral' },
  worse: { text: 'Empeorado', tone: 'danger' },
}

const CHANGE_TEXTS: Record<AppliedRecommendation['estado_cambio'], Look> = {
  [STATE_WORDS.applying]: { text: 'Aplicando...', tone: 'accent' },
  [STATE_WORDS.applied]: { text: 'Aplicada', tone: 'accent' },
  [STATE_WORDS.partly_applied]: { text: 'Aplicada en parte', tone: 'warning' },
  [STATE_WORDS.by_hand]: { text: 'Hecha a mano', tone: 'accent' },
  [STATE_WORDS.undoing]: { text: 'Deshaciendo...', tone: 'accent' },
  [STATE_WORDS.undone]: { text: 'Deshecha', tone: 'neutral' },
  [STATE_WORDS.partly_undone]: { text: 'Deshecha en parte', tone: 'warning' },
  [STATE_WORDS.failed]: { text: 'No se pudo aplicar', tone: 'danger' },
}

/** While the change, or part of it, is in Google Ads. */
const IN_FORCE = new Set<AppliedRecommendation['estado_cambio']>([
  STATE_WORDS.applied,
  STATE_WORDS.partly_applied,
  STATE_WORDS.by_hand,
])

function ListSkeleton() {
  return (
    <div
      role="status"
      aria-label="Cargando recomendaciones aplicadas"
      className="divide-y divide-line"
    >
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex h-28 flex-col justify-center gap-3 px-4 md:px-5">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/3" />
        </div>
      ))}
    </div>
  )
}
