import { ConfirmDialog } from '#kit/components/confirm-dialog.tsx'
import { isLost } from '#kit/google-change.ts'
import { Failure } from './advice-dialogs.tsx'
import { usePauseAutoApply } from './use-second-opinion.ts'

/** Before Google stops applying one type by itself. */
export function PauseDialog(props: {
  customerId: string
  type: { id: string; titulo: string }
  onClose: () => void
}) {
  const { customerId, type, onClose } = props
  const pause = usePauseAutoApply()
  return (
    <ConfirmDialog
      title="¿Desactivar la aplicación automática?"
      description={type.titulo}
      onClose={onClose}
      confirm={{
        text: 'Desactivar',
        look: 'primary',
        busy: pause.isPending,
        disabled: isLost(pause.error),
        busyLabel: 'Desactivando...',
        act: () => pause.mutate({ customerId, subscriptionId: type.id }, { onSuccess: onClose }),
      }}
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-muted text-pretty">
          Google dejará de aplicar por su cuenta este tipo de recomendación y volverá a
          proponértela. Lo que ya ha cambiado se queda como está. Puedes activarla otra vez en
          Google Ads cuando quieras.
        </p>
        <Failure error={pause.error} />
      </div>
    </ConfirmDialog>
  )
}
