import { useQuery } from '@tanstack/react-query'
import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import { useRef } from 'react'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { cardClass } from '#kit/components/card.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Select } from '#kit/components/select.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import { oneOf, useUrlState } from '#kit/url-state.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isVague } from '#shared/results-text.ts'
import { type AccountResults, getResults } from '../contract/results.ts'
import { CalibrationPanel } from './calibration-panel.tsx'
import { DownloadPicture } from './download-picture.tsx'
import { ResultsBody } from './results-body.tsx'
import { ResultsChart } from './results-chart.tsx'
import { ResultsExample } from './results-example.tsx'
import { ResultsTotal } from './results-total.tsx'
import { periodText } from './results-words.ts'

const LOAD_FAILED = 'Error al cargar los resultados'

type Results = ReplyOf<typeof getResults>

/** What the advice that was applied truly did: the sum first, then every application, losses like wins. */
export function ResultsPage() {
  const { params, change } = useUrlState()
  const asked = params.get('periodo') ?? undefined
  const query = useQuery(queryOf(getResults, asked ? { periodo: asked } : {}))
  // Another period is chosen in what the last one brought, also where the other does not come.
  const last = useRef<Results>(undefined)
  last.current = query.data ?? last.current
  const results = query.isError ? query.data : last.current
  const retry = () => void query.refetch()
  return (
    <div className="page flex flex-col gap-3">
      <title>Resultados · Pujante</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">Resultados</h1>
        {last.current ? (
          <Choices results={last.current} params={params} change={change} />
        ) : (
          // Under the title, on a phone, they take two lines.
          query.isPending && <div className="h-24 w-full sm:hidden" />
        )}
      </header>
      {query.isError && results && <CacheNote message={`${LOAD_FAILED}.`} onRetry={retry} />}
      {results ? (
        <div aria-busy={!query.data} className="flex flex-col gap-3 aria-busy:opacity-60">
          <Shown results={results} accountId={params.get('cuenta')} />
        </div>
      ) : query.isError ? (
        <ErrorPanel title={LOAD_FAILED} message={errorText(query.error)} onRetry={retry} />
      ) : (
        <ResultsSkeleton />
      )}
    </div>
  )
}

/** The sum, what was brought so far, and the first changes. */
function ResultsSkeleton() {
  return (
    <div role="status" aria-label="Cargando los resultados" className="flex flex-col gap-3">
      <div className={`${cardClass} px-4 py-5 md:px-5`}>
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="mt-2 h-4 w-1/2" />
        <Skeleton className="mt-5 h-3 w-full" />
      </div>
      <div className={`${cardClass} h-96 px-4 py-4 md:px-5`}>
        <Skeleton className="h-full w-full" />
      </div>
      <div className={`${cardClass} divide-y divide-line`}>
        {ROWS.map((row) => (
          <div key={row} className="flex h-24 items-center px-4 md:px-5">
            <Skeleton className="h-12 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}

const ROWS = [0, 1, 2]

function Choices(props: { results: Results } & ReturnType<typeof useUrlState>) {
  const { results, params, change } = props
  const periods = ['todo', ...results.periods]
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-auto">
      <Select
        label="Periodo"
        hideLabel
        className="min-w-36 flex-1 sm:w-52"
        value={oneOf(periods, params.get('periodo')) ?? results.period}
        onChange={(event) => change({ periodo: event.target.value })}
      >
        {periods.map((period) => (
          <option key={period} value={period}>
            {periodText(period)}
          </option>
        ))}
      </Select>
      {results.accounts.length > 1 && (
        <Select
          label="Cuenta"
          hideLabel
          className="min-w-36 flex-1 sm:w-60"
          value={params.get('cuenta') ?? ''}
          onChange={(event) => change({ cuenta: event.target.value })}
        >
          <option value="">Todas las cuentas</option>
          {results.accounts.map(({ customerId, accountName }) => (
            <option key={customerId} value={customerId}>
              {accountName}
            </option>
          ))}
        </Select>
      )}
      {results.accounts.length > 0 && (
        <DownloadPicture
          accounts={chosenOf(results, params.get('cuenta'))}
          period={results.period}
        />
      )}
    </div>
  )
}

/** The one that the address names, or all. */
function chosenOf({ accounts }: Results, accountId: string | null) {
  const chosen = accounts.filter(({ customerId }) => customerId === accountId)
  return chosen.length > 0 ? chosen : accounts
}

function Shown({ results, accountId }: { results: Results; accountId: string | null }) {
  const accounts = chosenOf(results, accountId)
  const [only] = accounts
  if (!only)
    return (
      <Section title="Todavía no se ha aplicado nada">
        <EmptyState
          icon={<ChartNoAxesCombined />}
          title="Aquí verás lo que ganó o perdió cada cambio"
          example={<ResultsExample />}
        >
          <p>
            Cuando apliques una recomendación, a las seis semanas se mide contra lo que no se tocó y
            aquí queda el resultado, con su margen.
          </p>
        </EmptyState>
      </Section>
    )
  const sums = accounts.filter(hasSum)
  return (
    <>
      <ResultsTotal accounts={accounts} />
      {(sums.length > MOST_CHARTS ? [] : sums).map((one) => (
        <Section
          key={one.customerId}
          title={accounts.length === 1 ? 'Acumulado' : `Acumulado · ${one.accountName}`}
        >
          <ResultsChart running={one.running} currencyCode={one.currencyCode} />
        </Section>
      ))}
      <ResultsBody accounts={accounts} />
      {accounts.length === 1 && (
        <div className={`${cardClass} empty:hidden [&>section]:border-t-0`}>
          <CalibrationPanel customerId={only.customerId} />
        </div>
      )}
    </>
  )
}

/** More of them would push the changes themselves out of sight; each account's is there once it is chosen. */
const MOST_CHARTS = 2

/** Something measured that is in force or was, and not so wide that a line would say more than is known. */
function hasSum({ total, running }: AccountResults): boolean {
  return running.length > 1 && (total === null || !isVague(total))
}
