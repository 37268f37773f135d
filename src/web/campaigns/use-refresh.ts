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
import { invalidateData } from '#kit/query.ts'
import { refreshFailure, SyncFailed } from './refresh-failure.ts'

/** Syncs these accounts and, when every one rests, reads the screen again and says of which nothing new came. */
export function useRefresh(customerIds: readonly string[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => Promise.allSettled(customerIds.map(syncNow)),
    onSuccess: async (runs) => {
      const failure = refreshFailure(runs)
      if (failure) toast({ ...failure, variant: 'destructive' })
      await invalidateData(client)
    },
  })
}

async function syncNow(customerId: string): Promise<void> {
  reportStarted(customerId, await call(startSync, { customerId }))
  await new Promise<void>((done, fail) => {
    const stop = followProgress(customerId, () => {
      const progress = progressOf(customerId)
      if (!progress || isUnderWay(progress)) return
      stop()
      if (progress.status === 'idle') done()
      else fail(new SyncFailed(progress.problem))
    })
  })
}
