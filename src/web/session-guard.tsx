import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#features/auth/ui/session.ts'
import { SessionWatch } from '#features/auth/ui/session-watch.tsx'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'
import { paths } from '#kit/paths.ts'

// What a user without an active subscription may open.
const OPEN_TO_INACTIVE = [paths.subscribe(), '/subscription/success', '/subscription/canceled']

/** Logged-in users only; without an active subscription, only the pages that lead to one. */
export function SessionGuard() {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.state === 'checking') return <LoadingScreen />
  if (session.state === 'out') {
    return <Navigate replace to={paths.login(pathname + search + hash)} />
  }
  const { user } = session
  if (!user.is_active && !OPEN_TO_INACTIVE.includes(pathname)) {
    return <Navigate replace to={paths.subscribe()} />
  }
  if (user.is_active && pathname === paths.subscribe()) {
    return <Navigate replace to={paths.dashboard()} />
  }
  return (
    <>
      <SessionWatch user={user} />
      <Outlet />
    </>
  )
}

/** Inside the session guard, for administrators only. */
export function AdminGuard() {
  const session = useSession()
  const isAdmin = session.state === 'in' && session.user.role === 'admin'
  return isAdmin ? <Outlet /> : <Navigate replace to={paths.dashboard()} />
}
