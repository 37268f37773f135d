import { useQuery } from '@tanstack/react-query'
import Bot from 'lucide-react/icons/bot'
import { Suspense, useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { CacheNote } from '#kit/components/cache-note.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Pagination } from '#kit/components/pagination.tsx'
import { errorText } from '#kit/error-text.ts'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import { pageCount } from '#kit/table-rows.ts'
import { pageFrom } from '#kit/table-view.ts'
import { useUrlState } from '#kit/url-state.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { listAutomaticChanges } from '../contract.ts'
import { AutomaticCard } from './automatic-card.tsx'
import { ListSkeleton } from './list-skeleton.tsx'

const PauseDialog = late(() => import('./pause-dialog.tsx').then((module) => module.PauseDialog))

const LOAD_FAILED = 'Error al cargar los cambios automáticos'
const PAGE_SIZE = 5

/** What was changed, but not by hand, newest first, and the switches of what Google applies by itself. */
export function AutomaticList(props: { customerId: string; campaignId: string | null }) {
  const { customerId, campaignId } = props
  const query = useQuery(queryOf(listAutomaticChanges, { customerId }))
  const { params, change } = useUrlState()
  const retry = () => void query.refetch()
  if (query.isPending) return <ListSkeleton label="Cargando cambios automáticos" />
  if (!query.data)
    return <ErrorPanel title={LOAD_FAILED} message={errorText(query.error)} onRetry={retry} />
  const { tipos, currencyCode } = query.data
  const cambios = query.data.cambios.filter(
    (one) => campaignId === null || one.campaignIds.includes(campaignId),
  )
  const pages = pageCount(cambios.length, PAGE_SIZE)
  const page = Math.min(pageFrom(params.get('sopage')), pages)
  return (
    <>
      {query.isError && (
        <div className="px-4 pt-3 md:px-5">
          <CacheNote message={`${LOAD_FAILED}.`} onRetry={retry} />
        </div>
      )}
      <ActiveTypes customerId={customerId} types={tipos} />
      {cambios.length === 0 && (
        <EmptyState
          icon={<Bot />}
          title={`No consta ningún cambio hecho sin ti${campaignId ? ' en esta campaña' : ''}`}
        >
          <p>
            Aquí verás lo que cambien solos Google, las reglas y los scripts, y a las cinco semanas
            lo que trajo.
          </p>
        </EmptyState>
      )}
      <ul className="divide-y divide-line empty:hidden">
        {cambios.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => (
          <li key={one.id}>
            <AutomaticCard change={one} currencyCode={currencyCode} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <footer className="flex justify-center border-t border-line px-4 py-2 md:justify-end">
          <Pagination
            label="Cambios automáticos"
            page={page}
            pages={pages}
            onPage={(next) => change({ sopage: next > 1 ? String(next) : null })}
          />
        </footer>
      )}
    </>
  )
}

type Type = { id: string; titulo: string }

function ActiveTypes({ customerId, types }: { customerId: string; types: Type[] | null }) {
  const [pausing, setPausing] = useState<Type | null>(null)
  return (
    <div className="border-b border-line px-4 py-3 md:px-5">
      <h3 className="text-sm font-semibold">Lo que Google aplica sin preguntarte</h3>
      {types === null ? (
        <p className="text-sm text-ink-muted">Google aún no nos ha dicho qué tiene activado.</p>
      ) : types.length === 0 ? (
        <p className="text-sm text-ink-muted">Nada: no hay ninguna aplicación automática activa.</p>
      ) : (
        <>
          <p className="text-sm text-ink-muted">
            {plural(types.length, 'tipo activo', 'tipos activos')}
          </p>
          <ul className="mt-2 flex flex-col gap-2">
            {types.map((type) => (
              <li key={type.id} className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 flex-1 text-pretty wrap-anywhere">{type.titulo}</span>
                <Button
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={`Desactivar: ${type.titulo}`}
                  onClick={() => setPausing(type)}
                >
                  Desactivar
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {pausing && (
        <Suspense>
          <PauseDialog customerId={customerId} type={pausing} onClose={() => setPausing(null)} />
        </Suspense>
      )}
    </div>
  )
}
