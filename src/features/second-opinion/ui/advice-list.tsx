import { useQuery } from '@tanstack/react-query'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { Suspense, useState } from 'react'
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
import { dayAndTime, plural } from '#shared/spanish-numbers.ts'
import { type GoogleRecommendation, listGoogleRecommendations } from '../contract.ts'
import { AdviceCard, type AdviceStep } from './advice-card.tsx'
import { ListSkeleton } from './list-skeleton.tsx'

const AdviceDialog = late(() =>
  import('./advice-dialogs.tsx').then((module) => module.AdviceDialog),
)

const LOAD_FAILED = 'Error al cargar las recomendaciones de Google'
const PAGE_SIZE = 5

/** Google's open recommendations, those worth doing first. */
export function AdviceList(props: { customerId: string; campaignId: string | null }) {
  const { customerId, campaignId } = props
  const query = useQuery(queryOf(listGoogleRecommendations, { customerId }))
  const { params, change } = useUrlState()
  const [open, setOpen] = useState<{ advice: GoogleRecommendation; step: AdviceStep } | null>(null)
  const retry = () => void query.refetch()
  if (query.isPending) return <ListSkeleton label="Cargando recomendaciones de Google" />
  if (!query.data)
    return <ErrorPanel title={LOAD_FAILED} message={errorText(query.error)} onRetry={retry} />
  const { recomendaciones, currencyCode, preguntadoEl, problema } = query.data
  const all = recomendaciones.filter(
    (one) => campaignId === null || [one.campaignId, ...one.campaignIds].includes(campaignId),
  )
  const pages = pageCount(all.length, PAGE_SIZE)
  const page = Math.min(pageFrom(params.get('sopage')), pages)
  return (
    <>
      {query.isError && (
        <div className="px-4 pt-3 md:px-5">
          <CacheNote message={`${LOAD_FAILED}.`} onRetry={retry} />
        </div>
      )}
      {problema && (
        <p role="status" className="px-4 pt-3 text-sm text-warning md:px-5">
          {problema}. Se le pregunta una vez al día.
        </p>
      )}
      {all.length === 0 && (
        <NothingOpen wasAsked={preguntadoEl !== null} elsewhere={recomendaciones.length} />
      )}
      <ul className="@container divide-y divide-line empty:hidden">
        {all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((advice) => (
          <li key={advice.id}>
            <AdviceCard advice={advice} onOpen={(step) => setOpen({ advice, step })} />
          </li>
        ))}
      </ul>
      <footer className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-2 text-sm text-ink-faint md:px-5">
        <p>{preguntadoEl && <>Preguntado a Google el {dayAndTime(new Date(preguntadoEl))}</>}</p>
        {pages > 1 && (
          <Pagination
            label="Recomendaciones de Google"
            page={page}
            pages={pages}
            onPage={(next) => change({ sopage: next > 1 ? String(next) : null })}
          />
        )}
      </footer>
      {open && (
        <Suspense>
          <AdviceDialog
            {...open}
            customerId={customerId}
            currencyCode={currencyCode}
            onStep={(step) => setOpen({ ...open, step })}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** `elsewhere`: of the account's other campaigns, or of the whole account. */
function NothingOpen({ wasAsked, elsewhere }: { wasAsked: boolean; elsewhere: number }) {
  if (elsewhere > 0)
    return (
      <EmptyState icon={<MessagesSquare />} title="Google no recomienda nada en esta campaña">
        <p>En el resto de la cuenta hay {plural(elsewhere, 'recomendación', 'recomendaciones')}.</p>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title={
        wasAsked ? 'Google no recomienda nada ahora' : 'Aún no se lo hemos preguntado a Google'
      }
    >
      <p>
        {wasAsked
          ? 'Se lo preguntamos una vez al día; lo que descartas no vuelve.'
          : 'Llegará con la próxima sincronización.'}
      </p>
    </EmptyState>
  )
}
