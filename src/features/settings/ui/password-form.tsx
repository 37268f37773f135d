import { useMutation } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { PasswordField } from '#kit/components/password-field.tsx'
import { toast } from '#kit/components/toast.tsx'
import { errorText } from '#kit/error-text.ts'
import { obeys, showFieldErrors } from '#kit/form.ts'
import { RegistrationPassword } from '#shared/person-shapes.ts'
import { changePassword } from '../contract/endpoints.ts'
import { CurrentPassword } from '../contract/form-shapes.ts'
import { useLeaveSoon } from './use-leave-soon.ts'

type PasswordFields = { currentPassword: string; newPassword: string; confirmPassword: string }

const EMPTY: PasswordFields = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Ends the other sessions; this one ends in the log-in page. */
export function PasswordForm({ readOnly, onLeave }: { readOnly: boolean; onLeave: () => void }) {
  const form = useForm<PasswordFields>({ defaultValues: EMPTY })
  const { errors } = form.formState
  const { mutate, isPending, isSuccess } = useChange(form)
  useLeaveSoon(isSuccess, onLeave)
  return (
    <form
      noValidate
      className="p-4 md:p-5"
      onSubmit={form.handleSubmit(({ currentPassword, newPassword }) =>
        mutate({ currentPassword, newPassword }),
      )}
    >
      <fieldset disabled={readOnly || isSuccess} className="flex max-w-xl flex-col gap-4">
        <PasswordField
          label="Contraseña actual"
          autoComplete="current-password"
          required
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { validate: obeys(CurrentPassword) })}
        />
        <PasswordField
          label="Nueva contraseña"
          autoComplete="new-password"
          hint="Mínimo 8 caracteres."
          required
          error={errors.newPassword?.message}
          {...form.register('newPassword', { validate: obeys(RegistrationPassword) })}
        />
        <PasswordField
          label="Confirmar nueva contraseña"
          autoComplete="new-password"
          required
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword', {
            required: 'Repite la contraseña nueva.',
            validate: (confirmed, { newPassword }) =>
              confirmed === newPassword || 'Las contraseñas no coinciden',
          })}
        />
        <p className="text-sm text-ink-faint">
          Al cambiarla se cierran todas las sesiones y tendrás que entrar de nuevo.
        </p>
        <Button type="submit" className="self-start" busy={isPending} busyLabel="Actualizando...">
          Actualizar contraseña
        </Button>
      </fieldset>
    </form>
  )
}

function useChange(form: UseFormReturn<PasswordFields>) {
  return useMutation({
    mutationFn: (input: { currentPassword: string; newPassword: string }) =>
      call(changePassword, input),
    onSuccess: ({ message }) => {
      form.reset(EMPTY)
      toast({ title: 'Contraseña cambiada', description: message, variant: 'success' })
    },
    onError: (error) => {
      showFieldErrors(form, error)
      toast({
        title: 'No se cambió la contraseña',
        description: errorText(error, 'Error al cambiar la contraseña'),
        variant: 'destructive',
      })
    },
  })
}
