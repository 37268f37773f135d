import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { toast } from '#kit/components/toast.tsx'
import { GOOGLE_CHANGE } from '#kit/google-change.ts'
import { invalidateData } from '#kit/query.ts'
import {
  applyGoogleRecommendation,
  dismissGoogleRecommendation,
  pauseAutoApply,
} from '../contract.ts'

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
      call(applyGoogleRecommendation, input, GOOGLE_CHANGE),
    'Aplicada en Google Ads',
  )

export const useDismissAdvice = () =>
  useChange(
    (input: { customerId: string; recommendationId: string }) =>
      call(dismissGoogleRecommendation, input, GOOGLE_CHANGE),
    'Descartada en Google Ads',
  )

export const usePauseAutoApply = () =>
  useChange(
    (input: { customerId: string; subscriptionId: string }) =>
      call(pauseAutoApply, input, GOOGLE_CHANGE),
    'Google ya no la aplicará sola',
  )
