import { useQuery } from '@tanstack/react-query'
import Lightbulb from 'lucide-react/icons/lightbulb'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { queryOf } from '#kit/query.ts'
import { timeAgo } from '#shared/spanish-numbers.ts'
import { getSilence } from '../contract.ts'

/** Nothing to recommend, and why; behind a filter only the first. */
export function Silence({ customerId, isFiltered }: { customerId: string; isFiltered: boolean }) {
  const query = useQuery({ ...queryOf(getSilence, { customerId }), enabled: !isFiltered })
  const reasons = query.data?.reasons ?? []
  const analysedAt = query.data?.analysedAt
  return (
    <div>
      <EmptyState icon={<Lightbulb />} title="No hay recomendaciones para mostrar">
        {isFiltered && <p>Ninguna coincide con los filtros o con la campaña elegida.</p>}
        {query.data && !analysedAt && <p>La cuenta todavía no se ha analizado.</p>}
        {analysedAt && <p>Última revisión {timeAgo(new Date(analysedAt), new Date())}.</p>}
      </EmptyState>
      {reasons.length > 0 && (
        <div className="mx-auto max-w-2xl px-5 pb-8">
          <h3 className="text-sm font-semibold">
            Qué hemos revisado y por qué no recomendamos nada
          </h3>
          <ul className="mt-2 list-disc space-y-1 pl-5 text-ink-muted">
            {reasons.map(({ rule, reason }) => (
              <li key={rule + reason} className="text-pretty">
                {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
