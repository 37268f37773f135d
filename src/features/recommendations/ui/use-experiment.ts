import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { toast } from '#kit/components/toast.tsx'
import { changeFailure, GOOGLE_CHANGE, OPEN } from '#kit/google-change.ts'
import { invalidateData } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { endExperiment, promoteExperiment } from '../contract/experiment.ts'

/** What was tried holds for the whole campaign from now on. */
export function usePromoteExperiment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(promoteExperiment, { id }, GOOGLE_CHANGE),
    onSuccess: ({ state, note }) =>
      toast({
        title: PROMOTION[state] ?? 'Google Ads no lo ha promovido',
        description: note ?? 'El cambio vale ya para toda la campaña.',
        variant: state === 'promoted' ? 'success' : 'warning',
      }),
    onError: (error) => toast(changeFailure('No se pudo promover el experimento', error)),
    onSettled: () => void invalidateData(client),
  })
}

/** The campaign goes on as it was. */
export function useEndExperiment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call(endExperiment, { id }, GOOGLE_CHANGE),
    onSuccess: ({ state, note }) =>
      toast({
        title: END[state] ?? 'Google Ads no lo ha terminado',
        description: note ?? 'La campaña sigue como estaba.',
        variant: state === 'ended' ? 'success' : 'warning',
      }),
    onError: (error) => toast(changeFailure('No se pudo terminar el experimento', error)),
    onSettled: () => void invalidateData(client),
  })
}

type Titles = Partial<Record<ReplyOf<typeof endExperiment>['state'], string>>
const PROMOTION: Titles = { promoted: 'Experimento promovido', promoting: OPEN }
const END: Titles = { ended: 'Experimento terminado', ending: OPEN }
