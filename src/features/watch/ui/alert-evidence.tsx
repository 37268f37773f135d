import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { loadErrorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { plural, shortDay } from '#shared/spanish-numbers.ts'
import { type AlertRow, getAlert } from '../contract/alerts.ts'
import { AlertEvidencePlace } from './alerts-place.tsx'
import { BandChart } from './band-chart.tsx'
import { CauseBars } from './cause-bars.tsx'

/** The days in their band, what the change is made of, and who changed what around then. */
export function AlertEvidence({ row }: { row: AlertRow }) {
  const query = useQuery(queryOf(getAlert, { id: row.id }))
  if (query.isPending) return <AlertEvidencePlace />
  if (!query.data)
    return (
      <ErrorPanel
        message={loadErrorText(query.error, 'la carga del aviso')}
        onRetry={() => void query.refetch()}
      />
    )
  const { summary, besides } = query.data
  return (
    <div className="grid items-start gap-x-8 gap-y-4 border-t border-line px-4 py-4 md:px-5 @min-[58rem]:grid-cols-[3fr_2fr]">
      <div className="min-w-0">
        <p className="mb-2 font-semibold text-pretty">{summary}</p>
        <BandChart row={row} summary={summary} />
        <p className="mt-2 text-xs text-ink-muted">
          Franja: donde han quedado 8 de cada 10 días como esos, según las semanas anteriores de{' '}
          {row.campaignName ? 'la campaña' : 'la cuenta'}.
          {besides.length > 0 && ` A la vez: ${besides.join('; ')}.`}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <CauseBars detail={query.data} tone={row.tone} />
        <Changes detail={query.data} row={row} />
      </div>
    </div>
  )
}

function Changes(props: { detail: ReplyOf<typeof getAlert>; row: AlertRow }) {
  const { changes, moreChanges } = props.detail
  return (
    <div className="text-sm">
      <h4 className="font-semibold">Quién cambió qué por entonces</h4>
      {changes.length === 0 ? (
        <p className="mt-1 text-ink-muted">
          El historial de Google no tiene ningún cambio{' '}
          {props.row.campaignName ? 'en la campaña' : 'en la cuenta'} del{' '}
          {shortDay(props.row.since)} ni de los tres días anteriores.
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {changes.map(({ day, time, who, what }) => (
            <li key={`${day} ${time} ${what}`} className="py-1.5">
              <p className="wrap-anywhere">{what}</p>
              <p className="text-xs text-ink-muted wrap-anywhere">
                {shortDay(day)}, {time} · {who}
              </p>
            </li>
          ))}
        </ul>
      )}
      {moreChanges > 0 && (
        <p className="mt-1 text-xs text-ink-muted">
          Y {plural(moreChanges, 'cambio', 'cambios')} más.
        </p>
      )}
    </div>
  )
}
