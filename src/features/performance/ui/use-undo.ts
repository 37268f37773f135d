import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { toast } from '#kit/components/toast.tsx'
import { changeFailure, GOOGLE_CHANGE } from '#kit/google-change.ts'
import { invalidateData } from '#kit/query.ts'
import { type OwnChange, undoChange } from '../contract/changes.ts'
import { handFocusOn } from './hand-focus-on.ts'
import { forgetChange } from './term-changes.ts'

/** Takes a change back in Google Ads and says so. */
export function useUndo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ changeId }: OwnChange) => call(undoChange, { changeId }, GOOGLE_CHANGE),
    onSuccess: ({ changeId, summary }) => {
      handFocusOn(() => forgetChange(changeId))
      toast({ title: 'Cambio deshecho', description: summary, variant: 'success' })
      void invalidateData(client)
    },
    onError: (error) => toast(changeFailure('No se pudo deshacer el cambio', error)),
  })
}
