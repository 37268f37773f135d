import { useId, useState } from 'react'
import { call } from '#kit/api.ts'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { cancelSubscription, type Subscription } from '../contract/subscription.ts'
import { ChangeFailure, STRIPE_CHANGE } from './change-failure.tsx'
import { dayText } from './subscription-state.ts'
import { useSubscriptionChange } from './use-subscription.ts'

const REFUSAL = 'No se pudo procesar tu solicitud. Inténtalo de nuevo.'

export function CancelDialog(props: { subscription: Subscription; onClose: () => void }) {
  const { subscription, onClose } = props
  const [reason, setReason] = useState('')
  const cancel = useSubscriptionChange(
    () => call(cancelSubscription, { reason: reason.trim() || null }, STRIPE_CHANGE),
    { done: 'Solicitud de cancelación enviada', refusal: REFUSAL },
  )
  return (
    <ConfirmDialog
      title="Cancelar la suscripción"
      onClose={onClose}
      keep="Seguir suscrito"
      confirm={{
        text: 'Confirmar cancelación',
        look: 'danger',
        busy: cancel.isPending,
        busyLabel: 'Enviando...',
        act: () => cancel.mutate(undefined, { onSuccess: onClose }),
      }}
    >
      <div className="flex flex-col gap-4">
        <Consequences subscription={subscription} />
        <ReasonField value={reason} onChange={setReason} />
        {cancel.isError && <ChangeFailure refusal={REFUSAL} error={cancel.error} />}
      </div>
    </ConfirmDialog>
  )
}

function Consequences({ subscription: { paidUntil, planName } }: { subscription: Subscription }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-pretty">
      <li>
        {paidUntil
          ? `Tu suscripción sigue activa hasta el ${dayText(paidUntil)}, el final del período pagado.`
          : 'Como hay un pago pendiente, tu suscripción termina ahora mismo.'}
      </li>
      <li>Después pierdes las funciones de {planName ?? 'tu plan'} y no se cobra nada más.</li>
      <li>
        Tus datos se conservan 30 días, por si vuelves; te avisamos por correo antes de borrarlos.
      </li>
    </ul>
  )
}

function ReasonField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink-muted">
        Motivo (opcional)
      </label>
      <textarea
        id={id}
        value={value}
        rows={3}
        maxLength={1000}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-ink hover:border-ink-faint"
      />
    </div>
  )
}
