import { call } from '#kit/api.ts'
import type { Interval } from '#shared/plans.ts'
import { createCheckoutSession, type Plan } from '../contract/subscription.ts'
import { useHostedPage } from './use-subscription.ts'

const CHECKOUT_MS = 60_000

export function useCheckout() {
  return useHostedPage(
    (wish: { plan: Plan; interval: Interval }) =>
      call(createCheckoutSession, wish, { timeoutMs: CHECKOUT_MS }),
    'No se pudo iniciar el proceso de pago',
  )
}
