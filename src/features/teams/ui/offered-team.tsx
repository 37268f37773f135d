import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { acceptHandover, refuseHandover } from '../contract.ts'

/** What an owner offers to the reader: to be the owner in their place. */
export function OfferedTeam(props: {
  team: { ownerId: string; ownerName: string }
  until: string
  readOnly: boolean
}) {
  const { team, until, readOnly } = props
  const { ownerId } = team
  const [isAccepting, setAccepting] = useState(false)
  const answer = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    // By a full load: all that was read was read as a member.
    onSuccess: () => window.location.reload(),
    onError: (error) =>
      toast({
        title: 'No se ha cambiado nada',
        description: errorText(error),
        variant: 'destructive',
      }),
  })
  return (
    <div className="px-4 pb-3 md:px-5">
      <Banner
        tone="accent"
        title={`${team.ownerName} quiere traspasarte su equipo`}
        actions={
          <>
            <Button size="sm" look="primary" disabled={readOnly} onClick={() => setAccepting(true)}>
              Aceptar el traspaso
            </Button>
            <Button
              size="sm"
              disabled={readOnly}
              onClick={() => answer.mutate(() => call(refuseHandover, { ownerId }))}
            >
              Rechazar
            </Button>
          </>
        }
      >
        Serían tuyas las cuentas y la suscripción. Vale hasta el {longDay(until.slice(0, 10))}.
      </Banner>
      {isAccepting && (
        <ConfirmDialog
          title={`¿Ser dueño del equipo de ${team.ownerName}?`}
          description="Pasan a ser tuyas las cuentas, los permisos de Google y la suscripción: desde ahora pagas y respondes tú. Se sigue cobrando a la tarjeta guardada, con sus datos de facturación, hasta que los cambies en Pagos."
          onClose={() => setAccepting(false)}
          confirm={{
            text: 'Aceptar y ser dueño',
            look: 'primary',
            busy: answer.isPending,
            act: () => answer.mutate(() => call(acceptHandover, { ownerId })),
          }}
        />
      )}
    </div>
  )
}
