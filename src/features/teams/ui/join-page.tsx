import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button, LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { Spinner } from '#kit/components/spinner.tsx'
import { errorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { useLocation } from '#kit/router/router.tsx'
import { ROLE_TEXTS } from '#shared/permissions.ts'
import { acceptInvitation, readInvitation } from '../contract.ts'

/**
 * Shows what is offered; joining is a press of its own, since mail programs open links by themselves. Where it is not for
 * who is logged in, `otherPerson` stands below.
 */
export function JoinPage({ otherPerson }: { otherPerson: ReactNode }) {
  const token = useLocation().hash.slice(1)
  const invitation = useQuery({
    ...queryOf(readInvitation, { token }),
    retry: false,
    enabled: token !== '',
  })
  const accept = useMutation({
    mutationFn: () => call(acceptInvitation, { token }),
    // By a full load: all that was read is of other accounts.
    onSuccess: () => window.location.assign(paths.dashboard()),
  })
  const error = invitation.error ?? accept.error
  return (
    <main className="grid flex-1 content-center justify-items-center gap-6 px-4 py-10">
      <title>Invitación a un equipo · Pujante</title>
      <Logo className="text-lg" />
      <Card className="flex w-full max-w-lg flex-col gap-4 p-6">
        <h1 className="text-xl font-semibold">Invitación a un equipo</h1>
        {(error || token === '') && (
          <Banner tone="danger">
            {errorText(error, 'A este enlace le falta su clave: ábrelo otra vez desde el correo.')}
          </Banner>
        )}
        {error instanceof ApiError && error.status === 404 && otherPerson}
        {invitation.isLoading && <Spinner label="Leyendo la invitación..." />}
        {invitation.data && (
          <>
            <p>
              {invitation.data.ownerName} te invita a trabajar en sus cuentas. Tu papel:{' '}
              {ROLE_TEXTS[invitation.data.role]}.
            </p>
            <Button look="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
              Aceptar la invitación
            </Button>
          </>
        )}
        <LinkButton look="ghost" to={paths.dashboard()}>
          {error || token === '' ? 'Ir al panel' : 'Ahora no'}
        </LinkButton>
      </Card>
    </main>
  )
}
