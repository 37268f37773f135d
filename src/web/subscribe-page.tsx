import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { readSessionAgain } from '#features/auth/ui/read-session-again.ts'
import { useLogOut, useSession } from '#features/auth/ui/session.ts'
import { SUBSCRIPTION_SETTINGS_PATH } from '#features/billing/contract/subscription.ts'
import { PaymentCheck } from '#features/billing/ui/payment-check.tsx'
import { PlanChoice } from '#features/billing/ui/plan-choice.tsx'
import { subscriptionQuery } from '#features/billing/ui/use-subscription.ts'
import { Memberships } from '#features/teams/ui/memberships.tsx'
import { Banner } from '#kit/components/banner.tsx'
import { Button, LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { Spinner } from '#kit/components/spinner.tsx'
import { toast } from '#kit/components/toast.tsx'
import { paths } from '#kit/paths.ts'
import { Navigate, type NavigateTo, useNavigate } from '#kit/router/router.tsx'
import { useUrlState } from '#kit/url-state.ts'
import { ErasureNotice } from './erasure-notice.tsx'
import { markPaid, PAID_NOTICE } from './paid-mark.ts'

const RELOAD_MS = 500

/** What an inactive user sees instead of the dashboard, and where Stripe's payment page leads back to. */
export function SubscribePage() {
  const { params } = useUrlState()
  return (
    <main className="grid flex-1 grid-cols-1 content-center justify-items-center gap-6 px-4 py-10">
      <title>Suscripción · Pujante</title>
      <Logo className="text-lg" />
      <Erasure />
      {params.get('success') === 'true' ? <PaidReturn /> : <Plans />}
    </main>
  )
}

function Erasure() {
  const session = useSession()
  if (session.state !== 'in' || !session.erasureAt) return null
  return <ErasureNotice erasureAt={session.erasureAt} />
}

function Plans() {
  const { params } = useUrlState()
  const session = useSession()
  const wasCanceled = params.get('canceled') === 'true'
  useEffect(() => {
    if (wasCanceled)
      toast({
        title: 'Pago cancelado',
        description: 'No se te ha cobrado nada.',
        variant: 'warning',
      })
  }, [wasCanceled])
  // A user with access was buying from the settings.
  if (session.state === 'in' && session.user.is_active)
    return <Navigate replace to={SUBSCRIPTION_SETTINGS_PATH} />
  if (session.state === 'in' && session.user.team)
    return <ClosedTeam ownerName={session.user.team.ownerName} />
  return <OwnPlans wasCanceled={wasCanceled} />
}

function OwnPlans({ wasCanceled }: { wasCanceled: boolean }) {
  const { change } = useUrlState()
  const isBarred = useQuery(subscriptionQuery).data?.isBarred === true
  return (
    <Frame>
      <Heading isBarred={isBarred} />
      {wasCanceled && (
        <Banner tone="warning" onDismiss={() => change({ canceled: null }, { replace: true })}>
          Has vuelto sin pagar: no se te ha cobrado nada.
        </Banner>
      )}
      <PlanChoice />
      {!isBarred && <Memberships readOnly={false} />}
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        {!isBarred && (
          <Button look="ghost" onClick={() => change({ success: 'true', canceled: null })}>
            Ya he pagado
          </Button>
        )}
        <WaysOut />
      </div>
    </Frame>
  )
}

function Heading({ isBarred }: { isBarred: boolean }) {
  if (isBarred) return <h1 className="text-xl font-semibold">Tu cuenta está desactivada</h1>
  return (
    <div>
      <h1 className="text-xl font-semibold">Suscríbete para continuar</h1>
      <p className="text-ink-muted">
        Tu cuenta existe, pero el panel necesita una suscripción activa. La cancelas cuando quieras.
      </p>
    </div>
  )
}

/** Only its owner can pay; until then there are other accounts to work in. */
function ClosedTeam({ ownerName }: { ownerName: string }) {
  return (
    <Frame>
      <div>
        <h1 className="text-xl font-semibold">
          El equipo de {ownerName} no tiene una suscripción activa
        </h1>
        <p className="text-ink-muted">
          Solo puede pagarla su dueño. Mientras tanto puedes trabajar en otro equipo, o volver a tus
          propias cuentas y suscribirte tú.
        </p>
      </div>
      <Memberships readOnly={false} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <WaysOut />
      </div>
    </Frame>
  )
}

function WaysOut() {
  return (
    <>
      <LogOutButton look="ghost" />
      <LinkButton look="ghost" to={paths.accountData()}>
        Tus datos
      </LinkButton>
    </>
  )
}

function PaidReturn() {
  const { change } = useUrlState()
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <Frame>
      <h1 className="text-xl font-semibold">Comprobación del pago</h1>
      <PaymentCheck
        onPaid={() => void enterDashboard(client, navigate)}
        done={<Spinner label="Pago exitoso. Abriendo el panel..." />}
        wayOut={
          <>
            <Button onClick={() => change({ success: null, session_id: null })}>
              Ver los planes
            </Button>
            <LogOutButton />
          </>
        }
      />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <Card className="flex w-full max-w-4xl flex-col gap-5 p-5 md:p-8">{children}</Card>
}

function LogOutButton({ look = 'secondary' }: { look?: 'secondary' | 'ghost' }) {
  const logOut = useLogOut()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Button
      look={look}
      busy={isLeaving}
      busyLabel="Saliendo..."
      onClick={() => {
        setLeaving(true)
        logOut()
      }}
    >
      Salir
    </Button>
  )
}

/** The reload drops what the inactive session has read; the notice is shown again after it. */
async function enterDashboard(client: QueryClient, navigate: NavigateTo): Promise<void> {
  toast(PAID_NOTICE)
  await readSessionAgain(client)
  navigate(paths.dashboard(), { replace: true })
  setTimeout(() => {
    markPaid()
    window.location.reload()
  }, RELOAD_MS)
}
