import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { TextField } from '#kit/components/field.tsx'
import { errorText } from '#kit/error-text.ts'
import { obeys, showFieldErrors } from '#kit/form.ts'
import { EmailText } from '#shared/person-shapes.ts'
import { requestRecovery } from '../contract/endpoints.ts'
import { MailSentNote } from './mail-sent-note.tsx'

/** The answer is the same whether or not the address has an account. */
export function RecoveryRequestForm() {
  const form = useForm({ defaultValues: { email: '' } })
  const { mutate, isPending, isSuccess, data, variables, error } = useMutation({
    mutationFn: (input: { email: string }) => call(requestRecovery, input),
    onError: (failure) => showFieldErrors(form, failure),
  })
  if (isSuccess) {
    return (
      <>
        <Banner tone="success">{data.message}</Banner>
        <MailSentNote email={variables.email} />
      </>
    )
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((input) => mutate(input))}
    >
      {error && (
        <Banner tone="danger">
          {errorText(error, 'No se pudo enviar el email de recuperación.')}
        </Banner>
      )}
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        error={form.formState.errors.email?.message}
        {...form.register('email', { validate: obeys(EmailText) })}
      />
      <Button type="submit" look="primary" busy={isPending} busyLabel="Enviando...">
        Enviar enlace de recuperación
      </Button>
    </form>
  )
}
