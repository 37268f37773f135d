import { Suspense, useEffect, useState } from 'react'
import { onceSettled } from '#kit/components/when-settled.tsx'
import { late } from '#kit/late.tsx'
import { LastSync } from './last-sync.tsx'
import { underWay } from './under-way.ts'

const LOOK_AGAIN_MS = 60_000

// Following costs code that a view of resting accounts can do without.
const LiveSyncStatus = late(
  () => import('./live-sync-status.tsx').then((module) => module.LiveSyncStatus),
  ({ lastSyncedAt }) => <LastSync at={lastSyncedAt} />,
)

/**
 * What the sync of an account is doing: progress with its step, the last problem with the next try,
 * a way to reconnect, or when the data was last updated.
 */
export function SyncStatus(props: {
  customerId: string
  lastSyncedAt: string | null
  /** There is nothing to follow for a minute, as a list of many accounts has just learnt. */
  isResting?: boolean
  /** Its figures are there: what is under way is followed once the first view is drawn. */
  isLater?: boolean
}) {
  const { customerId, lastSyncedAt, isResting = false, isLater = false } = props
  const isElapsed = useElapsed(LOOK_AGAIN_MS)
  const isSettled = useSettled(isLater)
  const isFollowed =
    isElapsed || underWay.has(customerId) || (!isResting && (isSettled || !isLater))
  const lastSync = <LastSync at={lastSyncedAt} />
  return (
    <div className="min-h-9 text-sm text-ink-muted" aria-live="polite">
      {isFollowed ? (
        <Suspense fallback={lastSync}>
          <LiveSyncStatus customerId={customerId} lastSyncedAt={lastSyncedAt} />
        </Suspense>
      ) : (
        lastSync
      )}
    </div>
  )
}

function useSettled(isAsked: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (isAsked) void onceSettled().then(() => setSettled(true))
  }, [isAsked])
  return isSettled
}

function useElapsed(afterMs: number): boolean {
  const [isElapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), afterMs)
    return () => clearTimeout(timer)
  }, [afterMs])
  return isElapsed
}
