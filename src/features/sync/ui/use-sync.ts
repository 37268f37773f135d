import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { call } from '#kit/api.ts'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { invalidateData } from '#kit/query.ts'
import { type SyncProgress, startSync } from '../contract.ts'
import { followProgress, progressOf, reportStarted } from './progress-feed.ts'

const REFRESH_EVERY_MS = 3_000

/** Live progress of an account's sync, null until known; new data makes the screens read again. */
export function useSyncProgress(customerId: string): SyncProgress | null {
  const client = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => followProgress(customerId, listener),
    [customerId],
  )
  const present = () => progressOf(customerId)
  const progress = useSyncExternalStore(subscribe, present, present)
  const seen = useRef({ customerId, version: progress?.syncVersion })
  const version = progress?.syncVersion
  useEffect(() => {
    const before = seen.current
    const hasNewData =
      before.customerId === customerId && before.version !== undefined && version !== before.version
    seen.current = { customerId, version }
    if (hasNewData) refreshSoon(client)
  }, [client, customerId, version])
  return progress
}

export function useStartSync(customerId: string) {
  return useMutation({
    mutationFn: () => call(startSync, { customerId }),
    onSuccess: (progress) => reportStarted(customerId, progress),
    onError: (error) =>
      toast({
        title: 'No se pudo actualizar la cuenta',
        description: errorText(error),
        variant: 'destructive',
      }),
  })
}

let isRefreshDue = false

// A first sync raises the version many times a minute; the screens follow in steps.
function refreshSoon(client: QueryClient) {
  if (isRefreshDue) return
  isRefreshDue = true
  setTimeout(() => {
    isRefreshDue = false
    void invalidateData(client)
  }, REFRESH_EVERY_MS)
}
