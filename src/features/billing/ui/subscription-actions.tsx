import { Suspense, useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { late } from '#kit/late.tsx'
import { canCancel, type Subscription } from '../contract/subscription.ts'
import { PortalButton } from './portal-button.tsx'

const CancelDialog = late(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog))

/** Cards and invoices at Stripe, and the way out; also where the panel is closed. */
export function SubscriptionActions(props: { subscription: Subscription; readOnly: boolean }) {
  const { subscription, readOnly } = props
  const [isCancelling, setCancelling] = useState(false)
  if (subscription.status === 'none') return null
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <PortalButton disabled={readOnly}>Gestionar facturación</PortalButton>
      {canCancel(subscription) && (
        <Button look="danger" disabled={readOnly} onClick={() => setCancelling(true)}>
          Solicitar cancelación
        </Button>
      )}
      {isCancelling && (
        <Suspense>
          <CancelDialog subscription={subscription} onClose={() => setCancelling(false)} />
        </Suspense>
      )}
    </div>
  )
}
