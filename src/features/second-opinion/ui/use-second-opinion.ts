import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { toast } from '#kit/components/toast.tsx'
import { invalidateData } from '#kit/query.ts'
import {
  applyGoogleRecommendation,
  dismissGoogleRecommendation,
  pauseAutoApply,
} from '../contract.ts'

/** Google may take as long as for any other change. */
const TIMEOUT_MS = 120_000

/** Failures stay in the dialog that asked: what it was about is still in view there. */
function useChange<Input>(change: (input: Input) => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => toast({ title: done, variant: 'success' }),
    onSettled: () => void invalidateData(client),
  })
}

export const useApplyAdvice = () =>
  useChange(
    (input: { customerId: string; recommendationId: string; visto: string }) =>
      call(applyGoogleRecommendation, input, { timeoutMs: TIMEOUT_MS }),
    'Aplicada en Google Ads',
  )

export const useDismissAdvice = () =>
  useChange(
    (input: { customerId: string; recommendationId: string }) =>
      call(dismissGoogleRecommendation, input, { timeoutMs: TIMEOUT_MS }),
    'Descartada en Google Ads',
  )

export const usePauseAutoApply = () =>
  useChange(
    (input: { customerId: string; subscriptionId: string }) =>
      call(pauseAutoApply, input, { timeoutMs: TIMEOUT_MS }),
    'Google ya no la aplicará sola',
  )
