import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, leaveOnPurpose } from '#kit/api.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { getStatus, logOut, type SessionUser } from '../contract/endpoints.ts'

/** What the product tells everyone, logged in or not. */
type Surroundings = {
  demoEnvironment: boolean
  signUpOpen: boolean
  supportEmail: string | null
  billingAlert: boolean
  secondFactorMissing?: boolean
  erasureAt?: string | null
}

export type Session =
  | { state: 'checking' }
  | ({ state: 'out' } & Surroundings)
  | ({ state: 'in'; user: SessionUser } & Surroundings)

// The screens wait for this one call: a failure counts as logged out at once.
export const statusQuery = { ...queryOf(getStatus, {}), retry: false }

export function useSession(): Session {
  const status = useQuery(statusQuery)
  if (status.isPending) return { state: 'checking' }
  const { loggedIn = false, user = null, ...surroundings } = status.data ?? UNKNOWN
  return loggedIn && user
    ? { state: 'in', user, ...surroundings }
    : { state: 'out', ...surroundings }
}

const UNKNOWN = {
  loggedIn: false,
  user: null,
  demoEnvironment: false,
  signUpOpen: true,
  supportEmail: null,
  billingAlert: false,
}

/**
 * Ends the session and leads to the log-in page, which tells of a failure, by a full load: it drops all that was read. From
 * there on to `next`.
 */
export function useLogOut(next?: string): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void endSession(client)
      .then(() => paths.login(next), paths.logoutFailed)
      .then((path) => {
        forgetUser()
        window.location.assign(path)
      })
  }, [client, next])
}

/** What is still being read is dropped: a reply after the end must not lead to the log-in page. */
export async function endSession(client: QueryClient): Promise<void> {
  leaveOnPurpose()
  await client.cancelQueries()
  await call(logOut, {})
}

/** Where a user belongs right after logging in. */
export function homeOf(user: SessionUser): string {
  if (!user.is_active) return paths.subscribe()
  return user.role === 'admin' ? paths.admin() : paths.dashboard()
}

/** Under this name the browser keeps a copy of the user; other tabs hear of its changes. */
export const USER_KEY = 'user'

export function rememberUser(user: SessionUser) {
  try {
    localStorage.setItem(USER_KEY, JSON.stringify(user))
  } catch {
    // Only a copy: the session itself is the cookie.
  }
}

/** Whether the last user here had an open panel: a guess, which the session then confirms. */
export function remembersActiveUser(): boolean {
  try {
    return localStorage.getItem(USER_KEY)?.includes('"is_active":true') ?? false
  } catch {
    return false
  }
}

export function remembersUser(): boolean {
  try {
    return localStorage.getItem(USER_KEY) !== null
  } catch {
    return false
  }
}

function forgetUser() {
  try {
    localStorage.removeItem(USER_KEY)
  } catch {
    // Nothing was stored.
  }
}
