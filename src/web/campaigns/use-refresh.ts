import { useMutation, useQueryClient } from '@tanstack/react-query'
import { startSync } from '#features/sync/contract.ts'
import {
  followProgress,
  isUnderWay,
  progressOf,
  reportStarted,
} from '#features/sync/ui/progress-feed.ts'
import { call } from '#kit/api.ts'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { invalidateData } from '#kit/query.ts'

/** Syncs these accounts and, when every one is done, reads the screen again. */
export function useRefresh(customerIds: readonly string[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => Promise.all(customerIds.map(syncNow)),
    onSuccess: () => invalidateData(client),
    onError: (error) =>
      toast({
        title: 'Could not refresh the data',
        description: errorText(error),
        variant: 'destructive',
      }),
  })
}

async function syncNow(customerId: string): Promise<void> {
  reportStarted(customerId, await call(startSync, { customerId }))
  await new Promise<void>((done) => {
    const stop = followProgress(customerId, () => {
      const progress = progressOf(customerId)
      if (!progress || isUnderWay(progress)) return
      stop()
      done()
    })
  })
}
