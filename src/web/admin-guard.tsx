import { useSession } from '#features/auth/ui/session.ts'
import { Banner } from '#kit/components/banner.tsx'
import { LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { Navigate, Outlet } from '#kit/router/router.tsx'

/** Inside the session guard, for administrators only. */
export function AdminGuard() {
  const session = useSession()
  const isAdmin = session.state === 'in' && session.user.role === 'admin'
  if (!isAdmin) return <Navigate replace to={paths.dashboard()} />
  return session.secondFactorMissing ? <SecondFactorMissingScreen /> : <Outlet />
}

function SecondFactorMissingScreen() {
  return (
    <main className="page max-w-3xl">
      <title>Falta la verificación en dos pasos · Pujante</title>
      <Banner
        tone="warning"
        title="Falta la verificación en dos pasos"
        actions={
          <LinkButton to={`${paths.settings()}#second-factor`} size="sm">
            Activarla en mi cuenta
          </LinkButton>
        }
      >
        Para administrar Pujante hay que tenerla activada. Después podrás entrar aquí.
      </Banner>
    </main>
  )
}
