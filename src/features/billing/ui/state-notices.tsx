import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { dayAndTime } from '#shared/spanish-numbers.ts'
import { dropPendingPlan, resumeSubscription, type Subscription } from '../contract/subscription.ts'
import { STRIPE_CHANGE } from './change-failure.tsx'
import { ConfirmLink } from './confirm-link.tsx'
import { PaymentFailedNotice } from './payment-failed-notice.tsx'
import { discountText, euros, rateText } from './plan-offers.ts'
import { dayText } from './subscription-state.ts'
import { useSubscriptionChange } from './use-subscription.ts'

type Shown = { subscription: Subscription; readOnly: boolean }

/** What is about to happen to the subscription, each with its way back. What stands above every page is left out. */
export function StateNotices({ subscription, readOnly }: Shown) {
  const { status, pendingChange, pendingConfirmation, cancelAtPeriodEnd } = subscription
  return (
    <>
      {status === 'unpaid' && <PaymentFailedNotice subscription={subscription} />}
      {cancelAtPeriodEnd && <EndingNotice subscription={subscription} readOnly={readOnly} />}
      {pendingConfirmation && (
        <ConfirmationNotice pending={pendingConfirmation} readOnly={readOnly} />
      )}
      {pendingChange && <PendingNotice pendingChange={pendingChange} readOnly={readOnly} />}
      {status === 'canceled' && <EndedNotice subscription={subscription} />}
    </>
  )
}

function EndingNotice({ subscription: { endsAt, nextBillingAt }, readOnly }: Shown) {
  const resume = useSubscriptionChange(() => call(resumeSubscription, {}, STRIPE_CHANGE), {
    done: 'Tu suscripción sigue activa.',
    refusal: 'No se pudo procesar tu solicitud. Inténtalo de nuevo.',
  })
  return (
    <Banner
      tone="warning"
      title="Has cancelado la suscripción"
      actions={
        <Button
          size="sm"
          disabled={readOnly}
          busy={resume.isPending}
          busyLabel="Reactivando..."
          onClick={() => resume.mutate()}
        >
          Reactivar suscripción
        </Button>
      }
    >
      Sigue activa hasta el {endsAt ? dayText(endsAt) : 'final del período'}
      {nextBillingAt
        ? `; hasta entonces se sigue cobrando, lo próximo el ${dayText(nextBillingAt)}. `
        : ' y no se cobrará nada más. '}
      Los datos se conservan 30 días después.
    </Banner>
  )
}

function ConfirmationNotice(props: {
  pending: NonNullable<Subscription['pendingConfirmation']>
  readOnly: boolean
}) {
  const { planName, amount, confirmUrl, until } = props.pending
  const leave = useSubscriptionChange(() => call(dropPendingPlan, {}, STRIPE_CHANGE), {
    done: 'Cambio de plan anulado',
    refusal: 'No se pudo cambiar el plan. Inténtalo de nuevo.',
  })
  return (
    <Banner
      tone="warning"
      title={`Falta confirmar el pago para pasar a ${planName}`}
      actions={
        <>
          <ConfirmLink url={confirmUrl} />
          <Button
            size="sm"
            disabled={props.readOnly}
            busy={leave.isPending}
            busyLabel="Anulando..."
            onClick={() => leave.mutate()}
          >
            Dejarlo
          </Button>
        </>
      }
    >
      Tu banco pide que confirmes el pago de {euros(amount)}. Hasta entonces conservas tu plan
      actual y no se cobra nada. Si no lo confirmas antes del {dayAndTime(new Date(until))}, el
      cambio se anula solo.
    </Banner>
  )
}

function PendingNotice(props: {
  pendingChange: NonNullable<Subscription['pendingChange']>
  readOnly: boolean
}) {
  const { planName, at, price, discounted, disconnects } = props.pendingChange
  const keep = useSubscriptionChange(() => call(dropPendingPlan, {}, STRIPE_CHANGE), {
    done: 'Cambio de plan anulado',
    refusal: 'No se pudo cambiar el plan. Inténtalo de nuevo.',
  })
  return (
    <Banner
      tone="accent"
      title={`El ${dayText(at)} pasarás al plan ${planName}`}
      actions={
        <Button
          size="sm"
          disabled={props.readOnly}
          busy={keep.isPending}
          busyLabel="Anulando..."
          onClick={() => keep.mutate()}
        >
          Conservar mi plan actual
        </Button>
      }
    >
      Desde entonces pagarás {rateText(discounted?.price ?? price)}.
      {discounted && ` ${discountText(discounted)}.`}
      {disconnects.length > 0 &&
        ` Se desconectarán: ${disconnects.map(({ accountName }) => accountName).join(', ')}.`}
    </Banner>
  )
}

function EndedNotice({ subscription: { dataDeletedAt } }: { subscription: Subscription }) {
  return (
    <Banner tone="neutral" title="Tu suscripción ha terminado">
      {dataDeletedAt && new Date(dataDeletedAt) > new Date()
        ? `Los datos de tus cuentas se conservan hasta el ${dayText(dataDeletedAt)}.`
        : 'Puedes suscribirte de nuevo cuando quieras.'}
    </Banner>
  )
}
