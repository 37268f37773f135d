import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type AskingButtonProps = {
  /** On the button. */
  children: ReactNode
  label?: string
  look?: 'secondary' | 'ghost' | 'danger'
  disabled?: boolean
  title: string
  description: string
  /** On the button of the dialog. */
  verb: string
  busy: boolean
  busyLabel?: string
  /** Closes the question with `close` where that was done; refused, it stays and can be tried again. */
  onConfirm: (close: () => void) => void
}

/** What cannot be taken back: its button asks first. */
export function AskingButton(props: AskingButtonProps) {
  const { children, label, look = 'danger', disabled, verb, busy, busyLabel, onConfirm } = props
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button
        size="sm"
        look={look}
        disabled={disabled}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {children}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={props.title}
          description={props.description}
          onClose={close}
          confirm={{
            text: verb,
            look: look === 'danger' ? 'danger' : 'primary',
            busy,
            ...(busyLabel && { busyLabel }),
            act: () => onConfirm(close),
          }}
        />
      )}
    </>
  )
}
