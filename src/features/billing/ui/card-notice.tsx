import { Banner } from '#kit/components/banner.tsx'
import { LinkButton } from '#kit/components/button.tsx'
import { PAYMENT_METHODS_PATH, type Subscription } from '../contract/subscription.ts'
import { isLive } from './subscription-state.ts'

/** Nothing while the card is good, or there is nothing left to charge to it. */
export function CardNotice(props: { subscription: Subscription; onDismiss?: () => void }) {
  const { subscription, onDismiss } = props
  if (!warnsOfCard(subscription)) return null
  const { last4, expiryMonth, expiryYear, state } = subscription.cardExpiry
  const month = `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`
  return (
    <Banner
      tone="warning"
      title={state === 'expired' ? 'Tu tarjeta ha caducado' : 'Tu tarjeta está a punto de caducar'}
      onDismiss={onDismiss}
      actions={
        <LinkButton size="sm" to={PAYMENT_METHODS_PATH}>
          Cambiar de tarjeta
        </LinkButton>
      }
    >
      La tarjeta terminada en {last4} {state === 'expired' ? 'caducó' : 'caduca'} en {month}. Añade
      otra para que el próximo cobro no falle.
    </Banner>
  )
}

export function warnsOfCard(
  subscription: Subscription,
): subscription is Subscription & { cardExpiry: NonNullable<Subscription['cardExpiry']> } {
  const { cardExpiry, cancelAtPeriodEnd } = subscription
  if (!cardExpiry || cardExpiry.state === 'ok') return false
  return isLive(subscription) && !cancelAtPeriodEnd
}
