import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Spinner } from '#kit/components/spinner.tsx'
import { planText } from '#shared/plan-text.ts'
import type { Interval } from '#shared/plans.ts'
import { integer, plural } from '#shared/spanish-numbers.ts'
import { changePlan, type Plan, type PlanPreview, previewPlan } from '../contract/subscription.ts'
import { ChangeFailure, reasonBeside, STRIPE_CHANGE } from './change-failure.tsx'
import { KeptAccounts } from './kept-accounts.tsx'
import { discountText, euros, rateText, taxText } from './plan-offers.ts'
import { dayText } from './subscription-state.ts'
import { useSubscriptionChange } from './use-subscription.ts'

type Wish = { plan: Plan; interval: Interval }

const REFUSAL = 'No se pudo cambiar el plan. Inténtalo de nuevo.'

/** What the change costs and when it begins, before it is confirmed. */
export function PlanDialog({ wish, onClose }: { wish: Wish; onClose: () => void }) {
  const { plan, interval } = wish
  const preview = useQuery({
    queryKey: [previewPlan.path, wish],
    queryFn: ({ signal }) => call(previewPlan, { plan, interval }, { signal, ...STRIPE_CHANGE }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const title = `Cambiar al plan ${planText(plan, interval)}`
  if (preview.data)
    return (
      <Confirmation
        key={preview.dataUpdatedAt}
        title={title}
        preview={preview.data}
        onClose={onClose}
        onOutdated={() => void preview.refetch()}
      />
    )
  return (
    <Dialog title={title} onClose={onClose}>
      {preview.isFetching ? (
        <Spinner label="Calculando el importe..." />
      ) : (
        <ErrorPanel
          title={REFUSAL}
          message={reasonBeside(REFUSAL, preview.error)}
          onRetry={() => void preview.refetch()}
        />
      )}
    </Dialog>
  )
}

function Confirmation(props: {
  title: string
  preview: PlanPreview
  onClose: () => void
  onOutdated: () => void
}) {
  const { title, preview, onClose } = props
  const { plan, price, prorationDate, accounts } = preview
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const change = useSubscriptionChange(
    () =>
      call(
        changePlan,
        {
          plan,
          interval: price.interval,
          prorationDate,
          ...(accounts.mustChoose && { keepAccountIds: [...kept] }),
        },
        STRIPE_CHANGE,
      ),
    {
      done: ({ pendingConfirmation }) =>
        pendingConfirmation ? 'Falta confirmar el pago' : 'Plan actualizado',
      refusal: REFUSAL,
    },
  )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No cambiar</Button>
          <Button
            look="primary"
            disabled={accounts.mustChoose && kept.size === 0}
            busy={change.isPending}
            busyLabel="Cambiando..."
            onClick={() => change.mutate(undefined, { onSuccess: onClose })}
          >
            {preview.dueNow > 0 ? `Pagar ${euros(preview.dueNow)} y cambiar` : 'Confirmar cambio'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Terms preview={preview} />
        {accounts.mustChoose && accounts.limit !== null && (
          <KeptAccounts
            accounts={accounts.list}
            limit={accounts.limit}
            kept={kept}
            onChange={setKept}
          />
        )}
        <Consequences preview={preview} />
        {change.isError && (
          <ChangeFailure
            refusal={REFUSAL}
            error={change.error}
            actions={
              <Button size="sm" onClick={props.onOutdated}>
                Volver a calcular
              </Button>
            }
          />
        )}
      </div>
    </Dialog>
  )
}

/** What a smaller plan no longer includes besides accounts; nothing is lost of it. */
function Consequences({ preview }: { preview: PlanPreview }) {
  const { team, kind, historyDays, planName } = preview
  if (kind !== 'downgrade') return null
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-pretty">
      {team.waiting.length > 0 && (
        <li>
          {planName} incluye {plural(team.of, 'persona', 'personas')} además de ti: quedarán en
          pausa {team.waiting.join(', ')}, y volverán a entrar si amplías el plan.
        </li>
      )}
      <li>
        Desde entonces se leen de Google los últimos {integer(historyDays)} días; lo que ya está
        leído se queda.
      </li>
    </ul>
  )
}

function Terms({ preview }: { preview: PlanPreview }) {
  const { kind, dueNow, effectiveAt, nextBillingAt, planName, changesInterval } = preview
  const price = preview.discounted?.price ?? preview.price
  const rows =
    kind === 'upgrade'
      ? [
          ['Empieza', 'ahora mismo'],
          ['Hoy se cobra', euros(dueNow)],
          [`Desde el ${dayText(nextBillingAt)}`, `${rateText(price)}, ${taxText(price)}`],
        ]
      : [
          ['Empieza', `el ${dayText(effectiveAt)}`],
          ['Hoy se cobra', 'nada'],
          [`Desde el ${dayText(nextBillingAt)}`, `${rateText(price)}, ${taxText(price)}`],
        ]
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {rows.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="tabular text-right font-medium">{text}</dd>
          </div>
        ))}
      </dl>
      {preview.discounted && (
        <p className="text-sm text-success text-pretty">{discountText(preview.discounted)}.</p>
      )}
      <p className="text-sm text-ink-faint text-pretty">
        {kind === 'upgrade'
          ? changesInterval
            ? 'Es el año entero, menos lo que ya has pagado y no vas a usar de este mes.'
            : 'Es la diferencia entre los dos planes por los días que quedan del período ya pagado.'
          : `Hasta ese día conservas el plan que has pagado. No se devuelve nada, y puedes anular el paso a ${planName} mientras tanto.`}
      </p>
    </>
  )
}
