import type { ReactNode } from 'react'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { openPortal } from '../contract/payments.ts'
import { STRIPE_CHANGE } from './change-failure.tsx'
import { useHostedPage } from './use-subscription.ts'

/** Leaves for Stripe's billing portal. */
export function PortalButton({ disabled, children }: { disabled: boolean; children: ReactNode }) {
  const { leave, isLeaving } = useHostedPage(
    () => call(openPortal, {}, STRIPE_CHANGE),
    'No se pudo acceder al portal de gestión.',
  )
  return (
    <Button
      disabled={disabled}
      busy={isLeaving}
      busyLabel="Redirigiendo a Stripe"
      onClick={() => leave()}
    >
      {children}
    </Button>
  )
}
