import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { longDay } from '#shared/spanish-numbers.ts'
import { type Member, offerHandover, type Team, withdrawHandover } from '../contract.ts'
import { useTeamChange } from './use-team.ts'

export function HandOverButton({ member }: { member: Member }) {
  const [isAsking, setAsking] = useState(false)
  const offer = useTeamChange('Traspaso ofrecido')
  const act = () =>
    offer.mutate(() => call(offerHandover, { memberId: member.id }), {
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button size="sm" aria-label={`Traspasar: ${member.name}`} onClick={() => setAsking(true)}>
        Traspasar
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`¿Traspasar el equipo a ${member.name}?`}
          description="Si acepta, serán suyas las cuentas con su historial, los permisos de Google y la suscripción, que se seguirá cobrando a la tarjeta guardada hasta que la cambie. Tú seguirás en el equipo y podrás administrarlo, sin ver los pagos."
          onClose={() => setAsking(false)}
          confirm={{ text: 'Ofrecer el traspaso', look: 'danger', busy: offer.isPending, act }}
        />
      )}
    </>
  )
}

/** The offer that waits for its answer. */
export function OpenHandover({ team, readOnly }: { team: Team; readOnly: boolean }) {
  const withdraw = useTeamChange('Traspaso retirado')
  if (!team.handover) return null
  const { memberId, expiresAt } = team.handover
  const heir = team.members.find(({ id }) => id === memberId)
  return (
    <div className="px-4 pb-3 md:px-5">
      <Banner
        tone="warning"
        actions={
          <Button
            size="sm"
            disabled={readOnly}
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate(() => call(withdrawHandover, {}))}
          >
            Retirar el traspaso
          </Button>
        }
      >
        Has ofrecido traspasar el equipo a {heir?.name ?? 'un miembro'}, que puede aceptarlo hasta
        el {longDay(expiresAt.slice(0, 10))}.
      </Banner>
    </div>
  )
}
