import { useQuery } from '@tanstack/react-query'
import Lightbulb from 'lucide-react/icons/lightbulb'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { queryOf } from '#kit/query.ts'
import { timeAgo } from '#shared/spanish-numbers.ts'
import { getSilence } from '../contract/recommendations.ts'
import { ShowAll } from './inbox/nothing-filtered.tsx'

/** Nothing to recommend; the account's others may be kept back by filters, which `onAll` takes away, or be about other campaigns. */
export function NothingPending(props: {
  customerId: string
  hidden: 'by filters' | 'elsewhere' | null
  onAll: (() => void) | undefined
}) {
  const { customerId, hidden, onAll } = props
  const { data } = useQuery(queryOf(getSilence, { customerId }))
  return (
    <EmptyState
      icon={<Lightbulb />}
      title="No hay recomendaciones para mostrar"
      actions={onAll && <ShowAll onAll={onAll} />}
    >
      {hidden && <p>{HIDDEN[hidden]}</p>}
      {!hidden && data && !data.analysedAt && <p>La cuenta todavía no se ha analizado.</p>}
      {!hidden && data?.analysedAt && (
        <>
          {data.hadNoAds && (
            <p>
              La cuenta no ha tenido anuncios en los últimos 30 días. La leemos cada día: cuando los
              tenga, lo que encontremos aparece aquí.
            </p>
          )}
          <p>Última revisión {timeAgo(new Date(data.analysedAt), new Date())}.</p>
        </>
      )}
    </EmptyState>
  )
}

const HIDDEN = {
  'by filters': 'Ninguna coincide con los filtros.',
  elsewhere: 'Las de la cuenta tratan de otras campañas o grupos.',
}

/** What was looked at as well, and why nothing is said of it: where there were no ads, the same of all. */
export function Silence({ customerId, isOpen }: { customerId: string; isOpen: boolean }) {
  const { data } = useQuery(queryOf(getSilence, { customerId }))
  const reasons = data?.reasons ?? []
  if (reasons.length === 0) return null
  return (
    <details
      open={isOpen && !data?.hadNoAds}
      className="border-t border-line px-4 py-3 max-md:py-1 md:px-5"
    >
      <summary className="w-fit rounded-sm text-sm text-ink-muted">
        Qué más hemos revisado y por qué no recomendamos nada ({reasons.length})
      </summary>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm lg:grid-cols-[16rem_1fr]">
        {reasons.map(({ rule, ruleTitle, reason }) => (
          <div key={rule + reason} className="lg:col-span-2 lg:grid lg:grid-cols-subgrid">
            <dt className="font-medium">{ruleTitle}</dt>
            <dd className="text-ink-muted text-pretty wrap-anywhere">{reason}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
