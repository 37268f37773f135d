import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { errorText } from '#kit/error-text.ts'
import { addPasskey, startPasskey } from '../contract/endpoints.ts'

type Props = { onAdded: (codes: readonly string[] | null) => void; onClose: () => void }

export function PasskeyDialog({ onAdded, onClose }: Props) {
  const id = useId()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const { startRegistration } = await import('@simplewebauthn/browser')
      const { token, options } = await call(startPasskey, {})
      const answer = await startRegistration({ optionsJSON: options as never })
      return await call(addPasskey, {
        token,
        name,
        answer: { ...answer, response: { ...answer.response } },
      })
    },
    onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  const fields = add.error instanceof ApiError ? add.error.fields : {}
  return (
    <Dialog
      title="Añadir una llave de acceso"
      description="Tu navegador te pedirá la huella, la cara, el PIN o la llave USB."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={id} look="primary" busy={add.isPending}>
            Crear la llave
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4 pt-1" onSubmit={submit}>
        <TextField
          label="Nombre de la llave"
          hint="Para reconocerla después: «Portátil de la oficina»."
          maxLength={60}
          autoFocus
          value={name}
          error={fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        {add.error && !fields.name && <Banner tone="danger">{failureText(add.error)}</Banner>}
      </form>
    </Dialog>
  )
}

function failureText(error: Error): string {
  if (error.name === 'InvalidStateError') return 'Este dispositivo ya tiene una llave guardada.'
  if (error.name === 'NotAllowedError') return 'No se ha creado ninguna llave.'
  return errorText(error, 'No se ha podido crear la llave.')
}
