import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getStatus } from '#features/auth/contract/endpoints.ts'
import { toast } from '#kit/components/toast.tsx'
import { queryOf } from '#kit/query.ts'
import { listInvoices, listPaymentMethods } from '../contract/payments.ts'
import { getSubscription, type Subscription } from '../contract/subscription.ts'
import { reasonBeside, tellFailure } from './change-failure.tsx'
import { hostedAddress } from './hosted-page.ts'

/**
 * Read at every opening: Stripe's events change it behind the page. Who confirms a payment there, in another tab, comes back
 * before its event may have come: until then it is asked for again.
 */
export const subscriptionQuery = {
  ...queryOf(getSubscription, {}),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data: Subscription | undefined } }) =>
    state.data?.pendingConfirmation ? ASK_EVERY_MS : (false as const),
}
const ASK_EVERY_MS = 3_000
export const cardsQuery = { ...queryOf(listPaymentMethods, {}), staleTime: 0, retry: false }
export const invoicesQuery = { ...queryOf(listInvoices, {}), staleTime: 0, retry: false }
export const statusKey = queryOf(getStatus, {}).queryKey

/** A change of the subscription that answers with its new state; `refusal` is the title of a failure's notice. */
export function useSubscriptionChange<Input = void>(
  change: (input: Input) => Promise<{ message: string; subscription: Subscription }>,
  texts: { done: string | ((after: Subscription) => string); refusal: string },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message, subscription }) => {
      const title = typeof texts.done === 'string' ? texts.done : texts.done(subscription)
      toast({ title, description: message === title ? undefined : message, variant: 'success' })
      client.setQueryData(subscriptionQuery.queryKey, subscription)
      for (const queryKey of [cardsQuery.queryKey, invoicesQuery.queryKey, statusKey])
        void client.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      tellFailure(texts.refusal, error)
      // Refused perhaps because it has changed elsewhere.
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey })
    },
  })
}

/** Leaves for a page of Stripe; busy until the browser has gone, ready again when its history brings it back. */
export function useHostedPage<Input = void>(
  open: (input: Input) => Promise<{ url: string }>,
  refusal: string,
) {
  const client = useQueryClient()
  const { mutate, reset, isPending, isSuccess } = useMutation({
    mutationFn: async (input: Input) => hostedAddress(await open(input), refusal),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => {
      refuse(refusal, error)
      for (const queryKey of [subscriptionQuery.queryKey, statusKey])
        void client.invalidateQueries({ queryKey })
    },
  })
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      reset()
      void client.invalidateQueries()
    }
    window.addEventListener('pageshow', onReturn)
    return () => window.removeEventListener('pageshow', onReturn)
  }, [client, reset])
  return { leave: mutate, isLeaving: isPending || isSuccess }
}

export function refuse(title: string, error: unknown): void {
  toast({ title, description: reasonBeside(title, error), variant: 'destructive' })
}
