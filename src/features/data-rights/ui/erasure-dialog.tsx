import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { PasswordField } from '#kit/components/password-field.tsx'
import { errorText } from '#kit/error-text.ts'
import { askErasure } from '../contract.ts'

/** Says what goes and what stays, and wants the password. */
export function ErasureDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const ask = useMutation({
    mutationFn: () => call(askErasure, { password }),
    onSuccess: () => {
      onClose()
      return client.invalidateQueries()
    },
  })
  const fields = ask.error instanceof ApiError ? ask.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate()
  }
  return (
    <Dialog
      title="Eliminar mi cuenta"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Conservarla</Button>
          <Button type="submit" form={id} look="danger" busy={ask.isPending}>
            Eliminar en 14 días
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>
            Se borran tus cuentas, sus cifras, las recomendaciones y los informes. Tu equipo, si lo
            tienes, deja de entrar.
          </li>
          <li>
            Termina tu suscripción, sin devolución. Si se renueva en estos 14 días se cobra: cancela
            antes si no lo quieres.
          </li>
          <li>Retiramos el permiso en Google. Tus campañas siguen como estén.</li>
          <li>
            Quedan las facturas en Stripe, lo que marca la ley, y una línea sin tu nombre que prueba
            que se hizo.
          </li>
        </ul>
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          value={password}
          error={fields.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {ask.error && !fields.password && (
          <Banner tone="danger">{errorText(ask.error, 'No se ha podido pedir.')}</Banner>
        )}
      </form>
    </Dialog>
  )
}
