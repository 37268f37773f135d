import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { call } from '#kit/api.ts'
import { late, Nothing } from '#kit/late.tsx'
import { getStatus, type SessionUser } from '../contract/endpoints.ts'
import { statusQuery, USER_KEY } from './session.ts'

const OtherUserDialog = late(
  () => import('./other-user-dialog.tsx').then((module) => module.OtherUserDialog),
  Nothing,
)

const LISTEN_AFTER_MS = 500

/**
 * Asks again who is logged in whenever the tab comes to the front. Another user than the one on
 * screen stops the page: what it shows, and would save, belongs to another user.
 */
export function SessionWatch({ user }: { user: SessionUser }) {
  const other = useOtherUser(user.id)
  if (!other) return null
  return (
    <Suspense>
      <OtherUserDialog user={user} other={other} />
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
      else client.setQueryData(statusQuery.queryKey, status)
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
