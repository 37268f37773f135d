import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'

type Props = {
  title: string
  description?: string
  submitLabel: string
  busy: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog; Enter submits it. */
export function FormDialog(props: Props) {
  const { title, description, submitLabel, busy, onSubmit, onClose, children } = props
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={id} look="primary" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4 pt-1" onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  )
}
