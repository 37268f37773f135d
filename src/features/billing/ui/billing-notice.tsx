import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '#kit/components/banner.tsx'
import { LinkButton } from '#kit/components/button.tsx'
import { readDraft, writeDraft } from '#kit/form-draft.ts'
import { PAYMENT_METHODS_PATH, type Subscription } from '../contract/subscription.ts'
import { PaymentFailedNotice } from './payment-failed-notice.tsx'
import { isLive } from './subscription-state.ts'
import { subscriptionQuery } from './use-subscription.ts'

const DISMISSED = 'card-notice'

/** Above the pages of the dashboard: a failed payment, or a card that is about to expire. */
export function BillingNotice() {
  const { data: subscription } = useQuery(subscriptionQuery)
  const [isHidden, setHidden] = useState(() => 'closed' in readDraft(DISMISSED))
  if (!subscription) return null
  const failed = subscription.status === 'past_due'
  const warned = !failed && !isHidden && warnsOfCard(subscription)
  if (!failed && !warned) return null
  const dismiss = () => {
    setHidden(true)
    writeDraft(DISMISSED, { closed: 'true' })
  }
  return (
    <>
      {failed && <PaymentFailedNotice subscription={subscription} />}
      {warned && <CardNotice subscription={subscription} onDismiss={dismiss} />}
    </>
  )
}

/** Nothing while the card is good, or there is nothing left to charge to it. */
function CardNotice(props: { subscription: Subscription; onDismiss?: () => void }) {
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

function warnsOfCard(
  subscription: Subscription,
): subscription is Subscription & { cardExpiry: NonNullable<Subscription['cardExpiry']> } {
  const { cardExpiry, cancelAtPeriodEnd } = subscription
  if (!cardExpiry || cardExpiry.state === 'ok') return false
  return isLive(subscription) && !cancelAtPeriodEnd
}
