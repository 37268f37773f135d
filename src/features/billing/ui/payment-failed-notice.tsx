import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button, buttonClass, LinkButton } from '#kit/components/button.tsx'
import { PAYMENT_METHODS_PATH, retryPayment, type Subscription } from '../contract/subscription.ts'
import { STRIPE_CHANGE } from './change-failure.tsx'
import { dayText } from './subscription-state.ts'
import { useSubscriptionChange } from './use-subscription.ts'

/** A charge has failed: until when access goes on, and the ways to pay. */
export function PaymentFailedNotice(props: {
  subscription: Pick<Subscription, 'graceUntil' | 'payUrl'>
}) {
  const { graceUntil, payUrl } = props.subscription
  const retry = useSubscriptionChange(() => call(retryPayment, {}, STRIPE_CHANGE), {
    done: 'Pago realizado.',
    refusal: 'No se pudo cobrar la factura. Inténtalo de nuevo.',
  })
  return (
    <Banner
      tone="danger"
      title="No hemos podido cobrar tu suscripción"
      actions={
        <>
          <Button
            size="sm"
            busy={retry.isPending}
            busyLabel="Cobrando..."
            onClick={() => retry.mutate()}
          >
            Reintentar el cobro
          </Button>
          <LinkButton size="sm" to={PAYMENT_METHODS_PATH}>
            Cambiar de tarjeta
          </LinkButton>
          {payUrl && (
            <a href={payUrl} className={buttonClass('secondary', 'sm')}>
              Pagar en Stripe
            </a>
          )}
        </>
      }
    >
      {graceUntil
        ? `Tu acceso sigue abierto hasta el ${dayText(graceUntil)}. Después se cerrará hasta que se pague la factura.`
        : 'Tu acceso está cerrado hasta que se pague la factura.'}
    </Banner>
  )
}
