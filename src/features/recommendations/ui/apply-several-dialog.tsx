import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Obstacle } from '#kit/components/obstacle.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { money, plural } from '#shared/spanish-numbers.ts'
import { type applySeveral, totalOfSeveral } from '../contract/changes.ts'
import type { Recommendation } from '../contract/recommendations.ts'
import { useApplySeveral } from './use-changes.ts'

/** Several at once: the total without counting anything twice, then how each went. */
export function ApplySeveralDialog(props: {
  chosen: Recommendation[]
  onClose: () => void
  onDone: () => void
}) {
  const { chosen, onClose, onDone } = props
  const ids = chosen.map(({ id }) => id)
  const total = useQuery({
    ...queryOf(totalOfSeveral, { ids }),
    staleTime: 0,
  })
  const apply = useApplySeveral()
  const close = apply.isSuccess ? onDone : onClose
  return (
    <Dialog
      title={
        apply.isSuccess
          ? 'Resultado'
          : `Aplicar ${plural(chosen.length, 'recomendación', 'recomendaciones')}`
      }
      onClose={close}
      actions={
        apply.isSuccess ? (
          <Button look="primary" onClick={close}>
            Entendido
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancelar</Button>
            <Button
              look="primary"
              icon={<Check />}
              disabled={!total.data}
              busy={apply.isPending}
              busyLabel="Aplicando..."
              onClick={() => apply.mutate(ids)}
            >
              Aplicar todas
            </Button>
          </>
        )
      }
    >
      {apply.isSuccess ? (
        <Results results={apply.data.results} />
      ) : (
        <>
          <ul className="mb-4 list-disc space-y-1 pl-5">
            {chosen.map(({ id, titulo }) => (
              <li key={id} className="wrap-anywhere">
                {titulo}
              </li>
            ))}
          </ul>
          {total.isPending && <Skeleton className="h-12 w-full" />}
          {total.isError && (
            <ErrorPanel message={errorText(total.error)} onRetry={() => void total.refetch()} />
          )}
          {total.data && <TotalView total={total.data} />}
          {apply.isError && (
            <div role="alert">
              <Obstacle className="mt-2" isBlocking>
                {errorText(apply.error)}
              </Obstacle>
            </div>
          )}
        </>
      )}
    </Dialog>
  )
}

function TotalView({ total }: { total: ReplyOf<typeof totalOfSeveral> }) {
  return (
    <div className="flex flex-col gap-2">
      {total.totals.map(({ currencyCode, forecast, overlapping }) => (
        <div key={currencyCode} className="tabular">
          {/* Of one currency alone the confirmation says it. */}
          {total.totals.length > 1 && (
            <p className="text-ink-muted">
              Previsto en conjunto al mes: entre {money(forecast.lowMicros, currencyCode)} y{' '}
              {money(forecast.highMicros, currencyCode)}.
            </p>
          )}
          {overlapping.length > 0 && (
            <p className="mt-1 text-sm text-ink-faint">
              No suma {plural(overlapping.length, 'una que habla', 'que hablan')} del mismo gasto
              que otra: {overlapping.join('; ')}.
            </p>
          )}
        </div>
      ))}
      <p className="font-medium text-pretty">{total.confirmation}</p>
    </div>
  )
}

function Results({ results }: { results: ReplyOf<typeof applySeveral>['results'] }) {
  const applied = results.filter((one) => one.applied).length
  return (
    <div aria-live="polite">
      <p className="mb-3">
        {plural(applied, 'aplicada', 'aplicadas')} de {results.length}.
      </p>
      <ul className="flex flex-col gap-2">
        {results.map(({ id, titulo, applied: isApplied, message }) => (
          <li key={id} className="flex gap-2">
            {isApplied ? (
              <Check aria-label="Aplicada" className="mt-1 size-4 shrink-0 text-success" />
            ) : (
              <CircleAlert aria-label="No aplicada" className="mt-1 size-4 shrink-0 text-danger" />
            )}
            <span className="min-w-0 wrap-anywhere">
              {titulo}
              <span className="block text-sm text-ink-muted">{message}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
