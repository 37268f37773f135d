import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#kit/components/button.tsx'
import { Obstacle } from '#kit/components/obstacle.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { MICROS } from '#shared/metrics.ts'
import { money, quantity } from '#shared/spanish-numbers.ts'
import type { ChangePreview } from '../contract/changes.ts'

/** What a change would do: in a line, what stands in the way, what it would cost. */
export function ChangePreviewView(props: {
  query: UseQueryResult<ChangePreview>
  currencyCode: string
}) {
  const { query, currencyCode } = props
  if (query.isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-danger">{errorText(query.error)}</p>
        <Button size="sm" onClick={() => void query.refetch()}>
          Reintentar
        </Button>
      </div>
    )
  }
  if (!query.data) {
    return (
      <div role="status" aria-label="Comprobando con Google Ads" className="flex flex-col gap-2">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    )
  }
  const { summary, conflicts, blockedTerms, problem } = query.data
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      <p className="wrap-anywhere">
        <span className="text-ink-faint">Cambio: </span>
        <span className="font-medium">{summary}</span>
      </p>
      {problem && <Obstacle isBlocking>{problem}</Obstacle>}
      {conflicts.map(({ kind, blocking, message }) => (
        <Obstacle key={`${kind} ${message}`} isBlocking={blocking}>
          {message}
        </Obstacle>
      ))}
      {blockedTerms.length > 0 && (
        <BlockedTerms blockedTerms={blockedTerms} currencyCode={currencyCode} />
      )}
      {!problem && conflicts.length === 0 && blockedTerms.length === 0 && (
        <p className="text-sm text-ink-faint">Google Ads lo acepta y no choca con nada.</p>
      )}
    </div>
  )
}

function BlockedTerms(props: {
  blockedTerms: ChangePreview['blockedTerms']
  currencyCode: string
}) {
  return (
    <table className="w-full text-sm">
      <caption className="mb-1 text-left text-warning">
        Dejarían de mostrarse anuncios en búsquedas que convirtieron en los últimos 90 días:
      </caption>
      <thead>
        <tr className="text-xs text-ink-faint">
          <th scope="col" className="py-1 text-left font-medium">
            Término
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-medium">
            Conversiones
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-medium">
            Coste
          </th>
        </tr>
      </thead>
      <tbody>
        {props.blockedTerms.map((term) => (
          <tr key={`${term.ad_group_name} ${term.search_term}`} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
              {term.search_term}
            </th>
            <td className="py-1 pl-3 text-right">{quantity(term.conversions)}</td>
            <td className="py-1 pl-3 text-right">
              {money(term.cost * MICROS, props.currencyCode)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
