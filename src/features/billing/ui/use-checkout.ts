import { call } from '#kit/api.ts'
import type { Interval } from '#shared/plans.ts'
import { createCheckoutSession, type Plan } from '../contract/subscription.ts'
import { STRIPE_CHANGE } from './change-failure.tsx'
import { useHostedPage } from './use-subscription.ts'

export function useCheckout() {
  return useHostedPage(
    (wish: { plan: Plan; interval: Interval }) => call(createCheckoutSession, wish, STRIPE_CHANGE),
    'No se pudo iniciar el proceso de pago',
  )
}
