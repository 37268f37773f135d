import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { PasswordField } from '#kit/components/password-field.tsx'
import { errorText } from '#kit/error-text.ts'
import { obeys, showFieldErrors } from '#kit/form.ts'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { RecoveryPassword } from '#shared/person-shapes.ts'
import { resetPassword } from '../contract/endpoints.ts'
import { statusQuery } from './session.ts'

type MailedLink = { email: string; token: string }

/** Sets the new password; every session of the account ends with it. */
export function NewPasswordForm({ email, token }: MailedLink) {
  const client = useQueryClient()
  const form = useForm({ defaultValues: { newPassword: '', repeated: '' } })
  const { errors } = form.formState
  const { mutate, isPending, isSuccess, data, error } = useMutation({
    mutationFn: (newPassword: string) => call(resetPassword, { email, token, newPassword }),
    // The session of this very browser may have been one of those that ended.
    onSuccess: () => client.invalidateQueries({ queryKey: statusQuery.queryKey }),
    onError: (failure) => showFieldErrors(form, failure),
  })
  if (isSuccess) return <Banner tone="success">{data.message}</Banner>
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit(({ newPassword }) => mutate(newPassword))}
    >
      {error && <Failure error={error} />}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Nueva contraseña"
        autoComplete="new-password"
        required
        error={errors.newPassword?.message}
        {...form.register('newPassword', {
          validate: obeys(RecoveryPassword),
        })}
      />
      <PasswordField
        label="Repetir contraseña"
        autoComplete="new-password"
        required
        error={errors.repeated?.message}
        {...form.register('repeated', {
          validate: (repeated, { newPassword }) =>
            repeated === newPassword || 'Las contraseñas no coinciden.',
        })}
      />
      <Button type="submit" look="primary" busy={isPending} busyLabel="Actualizando...">
        Actualizar contraseña
      </Button>
    </form>
  )
}

function Failure({ error }: { error: Error }) {
  return (
    <Banner tone="danger">
      {errorText(error, 'No se pudo actualizar la contraseña. El enlace puede haber expirado.')}{' '}
      <Link to={paths.forgotPassword()} className="underline">
        Pedir otro enlace
      </Link>
    </Banner>
  )
}
