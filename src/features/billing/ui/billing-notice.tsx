import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readDraft, writeDraft } from '#kit/form-draft.ts'
import { CardNotice, warnsOfCard } from './card-notice.tsx'
import { PaymentFailedNotice } from './payment-failed-notice.tsx'
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
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-3 px-4 pt-5 md:px-8">
      {failed && <PaymentFailedNotice subscription={subscription} />}
      {warned && <CardNotice subscription={subscription} onDismiss={dismiss} />}
    </div>
  )
}
