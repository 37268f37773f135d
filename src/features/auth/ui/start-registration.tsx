import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { toast } from '#kit/components/toast.tsx'
import { obeys, showFieldErrors } from '#kit/form.ts'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { Navigate } from '#kit/router/router.tsx'
import { EmailText } from '#shared/person-shapes.ts'
import { startRegistration } from '../contract/endpoints.ts'
import { AuthFrame, textLinkClass } from './auth-frame.tsx'
import { MailSentNote } from './mail-sent-note.tsx'
import { startErrorText } from './registration-error.ts'
import { homeOf, useSession } from './session.ts'

export function StartRegistration() {
  const session = useSession()
  if (session.state === 'in') return <Navigate replace to={homeOf(session.user)} />
  const isClosed = session.state === 'out' && !session.signUpOpen
  return (
    <AuthFrame
      title="Crea tu cuenta"
      subtitle="Te enviaremos un enlace para completar el registro."
    >
      <title>Registro · Pujante</title>
      {isClosed ? <Closed supportEmail={session.supportEmail} /> : <EmailForm />}
      <p className="text-ink-muted">
        ¿Ya tienes cuenta?{' '}
        <Link to={paths.login()} className={textLinkClass}>
          Inicia sesión
        </Link>
      </p>
    </AuthFrame>
  )
}

function EmailForm() {
  const form = useForm({ defaultValues: { email: '' } })
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (input: { email: string }) => call(startRegistration, input),
    onSuccess: (_reply, { email }) => {
      setSentTo(email)
      toast({
        title: 'Correo enviado',
        description: 'Revisa tu email para completar el registro.',
        variant: 'success',
      })
    },
    onError: (error) => {
      showFieldErrors(form, error)
      toast({
        title: 'Error de registro',
        description: startErrorText(error),
        variant: 'destructive',
      })
    },
  })
  return (
    <>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((input) => mutate(input))}
      >
        <TextField
          label="Correo electrónico"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          required
          error={form.formState.errors.email?.message}
          {...form.register('email', { validate: obeys(EmailText) })}
        />
        <Button type="submit" look="primary" busy={isPending} busyLabel="Enviando...">
          Continuar con email
        </Button>
      </form>
      {sentTo !== null && <MailSentDialog email={sentTo} onClose={() => setSentTo(null)} />}
    </>
  )
}

function MailSentDialog({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <Dialog
      title="Te hemos enviado un correo"
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <MailSentNote email={email} />
    </Dialog>
  )
}

function Closed({ supportEmail }: { supportEmail: string | null }) {
  return (
    <Banner tone="warning" title="El registro está cerrado">
      Ahora mismo no se admiten cuentas nuevas.
      {supportEmail && (
        <>
          {' '}
          Si necesitas una, escribe a{' '}
          <a href={`mailto:${supportEmail}`} className="underline wrap-anywhere">
            {supportEmail}
          </a>
          .
        </>
      )}
    </Banner>
  )
}
