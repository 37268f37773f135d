import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { refreshSession } from '#features/auth/contract/endpoints.ts'
import { readSessionAgain } from '#features/auth/ui/read-session-again.ts'
import { PaymentCheck } from '#features/billing/ui/payment-check.tsx'
import { call } from '#kit/api.ts'
import { LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { paths } from '#kit/paths.ts'
import { useNavigate } from '#kit/router/router.tsx'

const STAY_MS = 5_000

/** /subscription/success: says so only after Stripe has confirmed it. */
export function SubscriptionSuccessScreen() {
  const [isPaid, setPaid] = useState(false)
  const client = useQueryClient()
  useLeaveFor(paths.dashboard(), isPaid)
  const onPaid = async () => {
    setPaid(true)
    await call(refreshSession, {}).catch(() => undefined)
    await readSessionAgain(client)
  }
  return (
    <Frame title="Suscripción">
      <PaymentCheck
        onPaid={() => void onPaid()}
        done={
          <>
            <h1 className="text-xl font-semibold">Suscripción completada</h1>
            <p className="text-ink-muted">En 5 segundos se abre el panel.</p>
            <LinkButton look="primary" className="self-start" to={paths.dashboard()}>
              Ir al panel
            </LinkButton>
          </>
        }
        wayOut={<LinkButton to={paths.subscribe()}>Ver los planes</LinkButton>}
      />
    </Frame>
  )
}

/** /subscription/canceled */
export function SubscriptionCanceledScreen() {
  useLeaveFor(paths.subscribe(), true)
  return (
    <Frame title="Suscripción cancelada">
      <h1 className="text-xl font-semibold">Suscripción cancelada</h1>
      <p className="text-ink-muted">
        No se te ha cobrado nada. En 5 segundos vuelves a la página de suscripción.
      </p>
      <LinkButton look="primary" className="self-start" to={paths.subscribe()}>
        Volver a la suscripción
      </LinkButton>
    </Frame>
  )
}

function useLeaveFor(path: string, isDue: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => navigate(path, { replace: true }), STAY_MS)
    return () => clearTimeout(timer)
  }, [path, isDue, navigate])
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid flex-1 content-center justify-items-center gap-6 px-4 py-10">
      <title>{`${title} · Pujante`}</title>
      <Logo className="text-lg" />
      <Card className="flex w-full max-w-md flex-col gap-4 p-6 md:p-8">{children}</Card>
    </main>
  )
}
