import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { changeFailure, GOOGLE_CHANGE } from '#kit/google-change.ts'
import { invalidateData } from '#kit/query.ts'
import {
  applyRecommendation,
  type ChangeResult,
  cancelSecondHalf,
  dismissRecommendation,
  makeSecondHalf,
  undoRecommendation,
} from '../contract/changes.ts'
import { listRecommendations, type Recommendation } from '../contract/recommendations.ts'
import { STATE_WORDS } from '../contract/wire-words.ts'
import { APPLY_FAILED, ASSUMED_RESULT } from './apply-call.ts'
import { noticeOf } from './change-notice.ts'
import { withApplied } from './recommendation-list.ts'

/** Makes the change in Google Ads; the notice that says so offers the way back. */
export function useApply() {
  const client = useQueryClient()
  const undo = useUndo()
  return useMutation({
    mutationKey: ['apply recommendation'],
    mutationFn: ({
      id,
      ...how
    }: {
      id: string
      visto: string
      enMitades?: true
      enExperimento?: true
    }) => call(applyRecommendation, { id, resultado: ASSUMED_RESULT, ...how }, GOOGLE_CHANGE),
    onSuccess: (result) => {
      showApplied(client, [result])
      toast({
        ...noticeOf(result, 'Recomendación aplicada'),
        ...(isReversible(result) && {
          action: { label: 'Deshacer', onSelect: () => undo.mutate({ id: result.id }) },
        }),
      })
    },
    onError: (error) => toast(changeFailure(APPLY_FAILED, error)),
    // What was refused may also have changed: a grant withdrawn, an entity gone.
    onSettled: () => void invalidateData(client),
  })
}

export function useUndo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(undoRecommendation, { id }, GOOGLE_CHANGE),
    onSuccess: (result) => toast(noticeOf(result, 'Cambio deshecho')),
    onError: (error) => toast(changeFailure('No se pudo deshacer el cambio', error)),
    onSettled: () => void invalidateData(client),
  })
}

/** The half that waits is made now. */
export function useMakeSecondHalf() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(makeSecondHalf, { id }, GOOGLE_CHANGE),
    onSuccess: (result) => toast(noticeOf(result, 'Segunda mitad aplicada')),
    onError: (error) => toast(changeFailure('No se pudo hacer la segunda mitad', error)),
    onSettled: () => void invalidateData(client),
  })
}

/** The half that waits is left; the one that was changed stays. */
export function useCancelSecondHalf() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(cancelSecondHalf, { id }),
    onSuccess: () =>
      toast({
        title: 'La segunda mitad no se hará',
        description: 'La primera sigue aplicada y se medirá igual.',
        variant: 'success',
      }),
    onError: (error) =>
      toast({
        title: 'No se pudo dejar la segunda mitad',
        description: errorText(error),
        variant: 'destructive',
      }),
    onSettled: () => void invalidateData(client),
  })
}

export function useDismiss() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: string; motivo: string }) => call(dismissRecommendation, input),
    onSuccess: () =>
      toast({
        title: 'Recomendación descartada',
        description: 'No volverá mientras los datos digan lo mismo.',
        variant: 'success',
      }),
    onSettled: () => void invalidateData(client),
  })
}

/** At once: reading the list again may take a while, and until then it would offer to apply them a second time. */
function showApplied(client: QueryClient, results: readonly ChangeResult[]): void {
  const ids = results.filter(isMade).map(({ id }) => id)
  client.setQueriesData<Recommendation[]>(
    { queryKey: [listRecommendations.path] },
    (all) => all && withApplied(all, ids),
  )
}

function isMade(result: ChangeResult): boolean {
  return isReversible(result) || result.estado_cambio === STATE_WORDS.by_hand
}

function isReversible({ estado_cambio }: ChangeResult): boolean {
  return estado_cambio === STATE_WORDS.applied || estado_cambio === STATE_WORDS.partly_applied
}
