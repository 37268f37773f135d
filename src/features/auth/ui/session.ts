import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, leaveOnPurpose } from '#kit/api.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { getStatus, logIn, logOut, type SessionUser } from '../contract/endpoints.ts'

/** What the product tells everyone, logged in or not. */
type Surroundings = {
  demoEnvironment: boolean
  signUpOpen: boolean
  supportEmail: string | null
  billingAlert: boolean
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

/** The cookie was set and did not come back: the browser refuses it, so no session can begin. */
export class CookiesRefused extends Error {}

export function useLogIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (credentials: { email: string; password: string }) => {
      await call(logIn, credentials)
      const status = await call(getStatus, {})
      if (!status.user) throw new CookiesRefused()
      return { ...status, user: status.user }
    },
    onSuccess: (status) => {
      rememberUser(status.user)
      client.setQueryData(statusQuery.queryKey, status)
    },
  })
}

export function useLogOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => endSession(client),
    // Also after a failure. The full page load drops everything read for this user.
    onSettled: () => {
      forgetUser()
      window.location.assign(paths.login())
    },
  })
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

function rememberUser(user: SessionUser) {
  try {
    localStorage.setItem(USER_KEY, JSON.stringify(user))
  } catch {
    // Only a copy: the session itself is the cookie.
  }
}

function forgetUser() {
  try {
    localStorage.removeItem(USER_KEY)
  } catch {
    // Nothing was stored.
  }
}
