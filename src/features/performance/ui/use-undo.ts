import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/api.ts'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { invalidateData } from '#kit/query.ts'
import { type OwnChange, undoChange } from '../contract/changes.ts'
import { handFocusOn } from './hand-focus-on.ts'
import { forgetChange } from './term-changes.ts'

/** Takes a change back in Google Ads and says so. */
export function useUndo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ changeId }: OwnChange) => call(undoChange, { changeId }),
    onSuccess: ({ changeId, summary }) => {
      handFocusOn(() => forgetChange(changeId))
      toast({ title: 'Cambio deshecho', description: summary, variant: 'success' })
      void invalidateData(client)
    },
    onError: (error) =>
      toast({
        title: 'No se pudo deshacer el cambio',
        description: errorText(error),
        variant: 'destructive',
      }),
  })
}
