import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { call, isBackIn } from '#kit/api.ts'
import { late, Nothing } from '#kit/late.tsx'
import { getStatus, type SessionUser } from '../contract/endpoints.ts'
import { remembersUser, statusQuery, USER_KEY } from './session.ts'
import { useEndedSession } from './use-ended-session.ts'

const OtherUserDialog = late(
  () => import('./other-user-dialog.tsx').then((module) => module.OtherUserDialog),
  Nothing,
)

const LogInAgainDialog = late(() =>
  import('./log-in-again-dialog.tsx').then((module) => module.LogInAgainDialog),
)

const LISTEN_AFTER_MS = 500

/**
 * Asks again who is logged in whenever the tab comes to the front. Another user than the one on
 * screen stops the page: what it shows, and would save, belongs to another user. Where none is left the page leaves,
 * unless that would lose something.
 */
export function SessionWatch({ user }: { user: SessionUser }) {
  const other = useOtherUser(user.id)
  const ended = useEndedSession(user)
  if (!other && !ended) return null
  return (
    <Suspense>
      {other && <OtherUserDialog user={user} other={other} />}
      {ended && <LogInAgainDialog user={user} ended={ended} onClose={() => ended.answer('stay')} />}
    </Suspense>
  )
}

function useOtherUser(userId: string): SessionUser | null {
  const client = useQueryClient()
  const [other, setOther] = useState<SessionUser | null>(null)
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === 'hidden') return
      // A check that fails says nothing about the session.
      const status = await call(getStatus, {}).catch(() => null)
      if (!status) return
      if (status.user && status.user.id !== userId) setOther(status.user)
      // Logged out in another tab, on purpose, nothing of theirs stays on the screen.
      else if (status.user || !remembersUser()) client.setQueryData(statusQuery.queryKey, status)
      else await isBackIn(false)
    }
    const checkOnChange = ({ key }: StorageEvent) => void (key === USER_KEY && check())
    window.addEventListener('focus', check)
    // Opening the storage keeps the page waiting for tens of milliseconds, so not while it is being drawn.
    const timer = setTimeout(
      () => window.addEventListener('storage', checkOnChange),
      LISTEN_AFTER_MS,
    )
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', check)
      window.removeEventListener('storage', checkOnChange)
    }
  }, [client, userId])
  return other
}
