import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Confirmation = {
  text: string
  look: 'primary' | 'danger'
  busy: boolean
  disabled?: boolean
  busyLabel?: string
  act: () => void
}

/** Asks before something is done; `keep` names the way out. */
export function ConfirmDialog(props: {
  title: ReactNode
  description?: ReactNode
  onClose: () => void
  keep?: string
  confirm: Confirmation
  children?: ReactNode
}) {
  const { keep = 'Cancelar', confirm, ...dialog } = props
  const { text, act, ...button } = confirm
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onClick={props.onClose}>{keep}</Button>
          <Button {...button} onClick={act}>
            {text}
          </Button>
        </>
      }
    />
  )
}
