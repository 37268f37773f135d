import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { TextField } from '#kit/components/field.tsx'
import { PasswordField } from '#kit/components/password-field.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { toast } from '#kit/components/toast.tsx'
import { obeys, showFieldErrors } from '#kit/form.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { useNavigate } from '#kit/router/router.tsx'
import { PersonName, RegistrationPassword } from '#shared/person-shapes.ts'
import { completeRegistration, verifyToken } from '../contract/endpoints.ts'
import { AuthFrame } from './auth-frame.tsx'
import { LeaveWithNotice } from './leave-with-notice.tsx'
import { completionErrorText } from './registration-error.ts'
import { useSession } from './session.ts'

const TO_LOGIN_MS = 1_500

type MailedLink = { email: string; token: string }

/** The mailed link was opened: checked first, then completed. */
export function CompleteRegistration(link: MailedLink) {
  // Never from the cache: a link is used up when it is completed, in this tab or another.
  const check = useQuery({
    ...queryOf(verifyToken, link),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    // Asked again when a line returns, a failure would take away what is typed, and a used link what was done.
    refetchOnReconnect: false,
  })
  if (check.isError && !isRefusal(check.error)) {
    return (
      <LeaveWithNotice
        canRetry
        to="error"
        title="Error de red"
        description="No se pudo verificar el enlace."
      />
    )
  }
  if (check.isError || check.data?.valid === false) return <ExpiredLink />
  return (
    <AuthFrame title="Completa tu registro" subtitle="Solo faltan tu nombre y una contraseña.">
      <title>Registro · Pujante</title>
      {check.isPending ? (
        <FormSkeleton />
      ) : (
        <>
          <OtherSessionBanner email={link.email} />
          <DetailsForm {...link} />
        </>
      )}
    </AuthFrame>
  )
}

function DetailsForm({ email, token }: MailedLink) {
  const form = useForm({ defaultValues: { name: '', password: '', confirmPassword: '' } })
  const { errors } = form.formState
  const { mutate, isPending, isSuccess, error } = useComplete(form, email)
  // Used up meanwhile, in another tab or by a newer link.
  if (error && isDeadLink(error)) return <ExpiredLink />
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit(({ name, password, confirmPassword }) => {
        if (password !== confirmPassword) return refuseMismatch(form)
        mutate({ email, name, password, token })
      })}
    >
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <TextField
        label="Nombre completo"
        autoComplete="name"
        required
        error={errors.name?.message}
        {...form.register('name', { validate: obeys(PersonName) })}
      />
      <PasswordField
        label="Contraseña"
        autoComplete="new-password"
        hint="Mínimo 8 caracteres."
        required
        error={errors.password?.message}
        {...form.register('password', { validate: obeys(RegistrationPassword) })}
      />
      <PasswordField
        label="Confirmar contraseña"
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword', { required: 'Repite la contraseña.' })}
      />
      <Button
        type="submit"
        look="primary"
        busy={isPending || isSuccess}
        busyLabel={isSuccess ? 'Cuenta creada' : 'Creando cuenta...'}
      >
        Completar registro
      </Button>
    </form>
  )
}

type Details = { name: string; password: string; confirmPassword: string }
type DetailsFormState = ReturnType<typeof useForm<Details>>

function useComplete(form: DetailsFormState, email: string) {
  const navigate = useNavigate()
  const completion = useMutation({
    mutationFn: (input: MailedLink & { name: string; password: string }) =>
      call(completeRegistration, input),
    onSuccess: () =>
      toast({
        title: 'Registro exitoso',
        description: '¡Tu cuenta ha sido creada correctamente!',
        variant: 'success',
      }),
    onError: (error) => {
      showFieldErrors(form, error)
      if (isDeadLink(error)) return
      toast({
        title: 'Error de registro',
        description: completionErrorText(error),
        variant: 'destructive',
      })
    },
  })
  const { isSuccess } = completion
  useEffect(() => {
    if (!isSuccess) return
    // Carried beside the address, which others could read.
    const leave = () => navigate(paths.login(), { state: { email } })
    const timer = setTimeout(leave, TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, navigate, email])
  return completion
}

function refuseMismatch(form: DetailsFormState) {
  form.setError('confirmPassword', { message: 'No es igual que la contraseña.' })
  form.setFocus('confirmPassword')
  toast({
    title: 'Error de validación',
    description: 'Las contraseñas no coinciden. Por favor, inténtalo de nuevo.',
    variant: 'destructive',
  })
}

/** The server looked at the link and refused it; anything else is trouble on the way. */
function isRefusal(error: Error): error is ApiError {
  return error instanceof ApiError && error.code === 'invalid'
}

/** Refused, and not for what was typed into a field of the form. */
function isDeadLink(error: Error): boolean {
  return isRefusal(error) && !['name', 'password'].some((field) => field in error.fields)
}

function ExpiredLink() {
  return (
    <LeaveWithNotice
      to="expired"
      title="Token inválido o expirado"
      description="Este enlace ya no es válido. Intenta registrarte nuevamente."
    />
  )
}

function FormSkeleton() {
  return (
    <div role="status" aria-label="Comprobando el enlace" className="flex flex-col gap-4">
      {['email', 'name', 'password', 'confirm'].map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
      <Skeleton className="h-9 w-full" />
    </div>
  )
}

/** A mailed link opened while another user is logged in: says so before anything is filled in. */
function OtherSessionBanner({ email }: { email: string }) {
  const session = useSession()
  if (session.state !== 'in' || session.user.email === email.toLowerCase()) return null
  return (
    <Banner tone="warning">
      En este navegador hay una sesión abierta de{' '}
      <strong className="wrap-anywhere">{session.user.email}</strong>. Este enlace es para{' '}
      <strong className="wrap-anywhere">{email}</strong>; para entrar con esa cuenta tendrás que
      salir de la otra.
    </Banner>
  )
}
