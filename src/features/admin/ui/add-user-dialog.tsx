import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { PasswordField } from '#kit/components/password-field.tsx'
import { Select } from '#kit/components/select.tsx'
import { toast } from '#kit/components/toast.tsx'
import { obeys, showFieldErrors } from '#kit/form.ts'
import { EmailText, PersonName, PhoneText, RegistrationPassword } from '#shared/person-shapes.ts'
import { createUser } from '../contract/endpoints.ts'
import { adminErrorText } from './admin-error-text.ts'
import { reloadPanel } from './admin-queries.ts'

type NewUser = {
  name: string
  email: string
  phone: string
  password: string
  role: 'user' | 'admin'
}

const EMPTY: NewUser = { name: '', email: '', phone: '', password: '', role: 'user' }

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const form = useForm<NewUser>({ defaultValues: EMPTY })
  const { errors } = form.formState
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (user: NewUser) => call(createUser, user),
    onSuccess: ({ message }) => {
      toast({ title: message, variant: 'success' })
      onClose()
      return reloadPanel(client)
    },
    onError: (failure) => showFieldErrors(form, failure),
  })
  return (
    <Dialog
      title="Añadir usuario"
      description="Un usuario nace inactivo, hasta que lo actives o se suscriba; un administrador, activo."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            busy={isPending}
            busyLabel="Creando..."
          >
            Crear usuario
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((user) => mutate(user))}
      >
        {error && <Banner tone="danger">{adminErrorText(error, 'Error al crear usuario')}</Banner>}
        <TextField
          label="Nombre completo"
          autoComplete="off"
          required
          error={errors.name?.message}
          {...form.register('name', { validate: obeys(PersonName) })}
        />
        <TextField
          label="Correo electrónico"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          required
          error={errors.email?.message}
          {...form.register('email', { validate: obeys(EmailText) })}
        />
        <TextField
          label="Teléfono"
          type="tel"
          autoComplete="off"
          required
          error={errors.phone?.message}
          {...form.register('phone', { validate: obeys(PhoneText) })}
        />
        <PasswordField
          label="Contraseña"
          autoComplete="new-password"
          hint="Mínimo 8 caracteres."
          required
          error={errors.password?.message}
          {...form.register('password', { validate: obeys(RegistrationPassword) })}
        />
        <Select label="Rol" {...form.register('role')}>
          <option value="user">Usuario</option>
          <option value="admin">Administrador</option>
        </Select>
      </form>
    </Dialog>
  )
}
