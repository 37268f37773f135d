import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { getStatus, logOut, startDemo } from '#features/auth/contract/endpoints.ts'
import { statusQuery, useSession } from '#features/auth/ui/session.ts'
import { CookiesRefused } from '#features/auth/ui/use-log-in.ts'
import { call } from '#kit/api.ts'
import { Button, LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Spinner } from '#kit/components/spinner.tsx'
import { errorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { Navigate } from '#kit/router/router.tsx'

/** Opens the read-only tenant with sample data, without sign-up; asks first where that would end a session. */
export function DemoScreen() {
  const session = useSession()
  const demo = useOpenDemo()
  const { mutate } = demo
  const retry = () => mutate({ leaveFirst: session.state === 'in' })
  const hasBegun = useRef(false)
  const isStranger = session.state === 'out'
  useEffect(() => {
    if (!isStranger || hasBegun.current) return
    hasBegun.current = true
    mutate({ leaveFirst: false })
  }, [isStranger, mutate])
  if (session.state === 'in' && session.user.readOnly && !session.user.team) {
    return <Navigate replace to={paths.dashboard()} />
  }
  if (demo.isError) {
    return (
      <Frame>
        <ErrorPanel
          title="No se pudo abrir la demostración"
          message={
            demo.error instanceof CookiesRefused
              ? 'Tu navegador no acepta cookies de este sitio, y sin ellas no hay demostración.'
              : errorText(demo.error)
          }
          onRetry={retry}
        />
      </Frame>
    )
  }
  if (session.state === 'in') {
    return <LeaveSession email={session.user.email} busy={demo.isPending} onLeave={retry} />
  }
  return (
    <Frame>
      <div className="flex justify-center p-10">
        <Spinner label="Abriendo la demostración..." />
      </div>
    </Frame>
  )
}

function LeaveSession(props: { email: string; busy: boolean; onLeave: () => void }) {
  return (
    <Frame>
      <div className="flex flex-col gap-4 p-6">
        <h1 className="text-xl font-semibold">Ver la demostración</h1>
        <p className="text-pretty wrap-anywhere">
          En este navegador está abierta la sesión de <strong>{props.email}</strong>. Para ver la
          demostración hay que cerrarla.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" busy={props.busy} busyLabel="Abriendo..." onClick={props.onLeave}>
            Cerrar sesión y ver la demostración
          </Button>
          <LinkButton to={paths.dashboard()}>Volver a mi panel</LinkButton>
        </div>
      </div>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <main className="grid flex-1 content-center justify-items-center px-4 py-10">
      <title>Demostración · Pujante</title>
      <Card className="w-full max-w-lg">{children}</Card>
    </main>
  )
}

function useOpenDemo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ leaveFirst }: { leaveFirst: boolean }) => {
      if (leaveFirst) await call(logOut, {})
      await call(startDemo, {})
      const status = await call(getStatus, {})
      if (!status.user?.readOnly) throw new CookiesRefused()
      return status
    },
    onSuccess: (status) => {
      // What was read for another user is not the demo's.
      client.clear()
      client.setQueryData(statusQuery.queryKey, status)
    },
  })
}
