import { useSession } from '#features/auth/ui/session.ts'
import { SessionWatch } from '#features/auth/ui/session-watch.tsx'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'
import { paths } from '#kit/paths.ts'
import { Navigate, Outlet, useLocation } from '#kit/router/router.tsx'

// What a user without an active subscription may open.
const OPEN_TO_INACTIVE = [
  paths.subscribe(),
  paths.subscriptionSuccess(),
  paths.subscriptionCanceled(),
  paths.accountData(),
  paths.joinTeam(),
]

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
  if (user.is_active && pathname === paths.subscribe() && !isBackFromStripe(search)) {
    return <Navigate replace to={paths.dashboard()} />
  }
  return (
    <>
      <SessionWatch user={user} />
      <Outlet />
    </>
  )
}

/** The page tells how the payment ended, also when Stripe's event has opened the dashboard before. */
function isBackFromStripe(search: string): boolean {
  const params = new URLSearchParams(search)
  return params.get('success') === 'true' || params.get('canceled') === 'true'
}
