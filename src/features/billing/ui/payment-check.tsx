import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Spinner } from '#kit/components/spinner.tsx'
import { errorText } from '#kit/error-text.ts'
import { activateSubscription } from '../contract/subscription.ts'
import { STRIPE_CHANGE } from './change-failure.tsx'

const CHECKS = 4
const FIRST_WAIT_MS = 1_500

/** After paying: the server asks Stripe, a few times, and only then says that it is paid. */
export function PaymentCheck(props: {
  /** Called once. */
  onPaid: () => void
  done: ReactNode
  /** Beside 'Comprobar de nuevo'. */
  wayOut: ReactNode
}) {
  const { onPaid, done, wayOut } = props
  const check = useActivation()
  const hasTold = useRef(false)
  useEffect(() => {
    if (!check.isSuccess || hasTold.current) return
    hasTold.current = true
    onPaid()
  }, [check.isSuccess, onPaid])
  if (check.isSuccess) return done
  if (check.isFetching)
    return (
      <div className="flex flex-col items-start gap-2">
        <Spinner label="Comprobando el pago..." />
        <p className="text-ink-muted">
          Preguntamos a Stripe por tu suscripción. Son unos segundos.
        </p>
      </div>
    )
  return (
    <NotSeen
      error={check.error}
      actions={
        <>
          <Button look="primary" onClick={() => void check.refetch()}>
            Comprobar de nuevo
          </Button>
          {wayOut}
        </>
      }
    />
  )
}

function NotSeen({ error, actions }: { error: unknown; actions: ReactNode }) {
  if (!isUnpaid(error))
    return (
      <Banner tone="danger" title="Error activando suscripción" actions={actions}>
        {errorText(error)} Si ya has pagado, no hace falta que pagues otra vez.
      </Banner>
    )
  return (
    <Banner tone="warning" title="Pagaste pero aún no vemos el pago" actions={actions}>
      {errorText(error)} El banco puede tardar unos minutos en confirmarlo: esta página lo comprueba
      también cuando vuelves a ella. No hace falta que pagues otra vez.
    </Banner>
  )
}

function useActivation() {
  return useQuery({
    queryKey: [activateSubscription.path],
    queryFn: () => call(activateSubscription, {}, STRIPE_CHANGE),
    // The browser may be back before Stripe has finished.
    retry: (failures, error) => isUnpaid(error) && failures < CHECKS - 1,
    retryDelay: (failures) => FIRST_WAIT_MS * 2 ** failures,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: (query) => query.state.status === 'error',
  })
}

function isUnpaid(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}
