import { useState } from 'react'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { type Member, removeMember } from '../contract.ts'
import { useTeamChange } from './use-team.ts'

export function RemoveButton({ member }: { member: Member }) {
  const [isRemoving, setRemoving] = useState(false)
  const remove = useTeamChange('Ya no está en el equipo')
  return (
    <>
      <Button
        size="sm"
        look="danger"
        aria-label={`Quitar: ${member.name}`}
        onClick={() => setRemoving(true)}
      >
        Quitar
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={`¿Quitar a ${member.name}?`}
          description="Deja de entrar en estas cuentas en el acto, y las claves de API, direcciones de hojas y avisos que hizo dejan de valer. Los informes por correo ya no van a su dirección; los envíos y las demás direcciones que añadió siguen, y se le dicen por correo a quien es dueño del equipo. Lo que cambió queda en el historial."
          onClose={() => setRemoving(false)}
          confirm={{
            text: 'Quitar del equipo',
            look: 'danger',
            busy: remove.isPending,
            act: () => remove.mutate(() => call(removeMember, { memberId: member.id })),
          }}
        />
      )}
    </>
  )
}
