import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { TextField } from '#kit/components/field.tsx'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'
import { PasswordField } from '#kit/components/password-field.tsx'
import { toast } from '#kit/components/toast.tsx'
import { obeys } from '#kit/form.ts'
import { late, Nothing } from '#kit/late.tsx'
import { paths, returnPath } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { Navigate, useLocation, useSearchParams } from '#kit/router/router.tsx'
import { LogInFields } from '../contract/form-shapes.ts'
import { AuthFrame, textLinkClass } from './auth-frame.tsx'
import { logInErrorText } from './log-in-error.ts'
import { PasskeyButton, SecondStep } from './second-step.tsx'
import { homeOf, useSession } from './session.ts'
import { CookiesRefused, useLogIn } from './use-log-in.ts'

const StillLoggedIn = late(
  async () => (await import('./still-logged-in.tsx')).StillLoggedIn,
  Nothing,
)

const DemoLogIns = late(async () => (await import('./demo-log-ins.tsx')).DemoLogIns, Nothing)

export function LoginPage() {
  const session = useSession()
  const [search] = useSearchParams()
  // Drawn before all of it is known, the form would move later on: a button that moves while it is pressed is not pressed.
  if (session.state === 'checking') return <LoadingScreen />
  if (session.state === 'in') {
    if (search.get('logout') === 'failed') return <StillLoggedIn user={session.user} />
    // Without a subscription too, for an invitation, say: the guard knows what is open then.
    const next = returnPath(search.get('next'), window.location.origin)
    return <Navigate replace to={next ?? homeOf(session.user)} />
  }
  return (
    <AuthFrame lang="en" title="Welcome back" subtitle="Sign in to your account">
      <title>Log in · Pujante</title>
      {isInvited(search) && (
        <div lang="es">
          <Banner tone="accent" title="Te han invitado a un equipo">
            {INVITED_TEXT}
          </Banner>
        </div>
      )}
      <LogInSteps showDemo={session.demoEnvironment} />
      <p className="text-ink-muted">
        Don’t have an account?{' '}
        <Link to={paths.register()} className={textLinkClass}>
          Sign up
        </Link>
      </p>
    </AuthFrame>
  )
}

/** The password first, and where the account has a second factor, that. */
function LogInSteps({ showDemo }: { showDemo: boolean }) {
  const [token, setToken] = useState<string | null>(null)
  if (token !== null)
    return <SecondStep token={token} onEntered={welcome} onBack={() => setToken(null)} />
  return <LogInForm showDemo={showDemo} onSecondStep={setToken} />
}

function LogInForm(props: { showDemo: boolean; onSecondStep: (token: string) => void }) {
  const { showDemo, onSecondStep } = props
  const known = useKnownEmail()
  const form = useForm({ defaultValues: { email: known, password: '' } })
  const { mutate, isPending, error } = useLogIn()
  const { errors } = form.formState
  const refusesCookies = !navigator.cookieEnabled || error instanceof CookiesRefused
  return (
    <>
      {refusesCookies && (
        <div lang="es">
          <Banner tone="danger" title="Tu navegador no acepta cookies">
            {COOKIES_TEXT}
          </Banner>
        </div>
      )}
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit((credentials) =>
          mutate(credentials, {
            onSuccess: (secondStepToken) =>
              secondStepToken ? onSecondStep(secondStepToken) : welcome(),
            onError: explain,
          }),
        )}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={320}
          required
          error={errors.email?.message}
          {...form.register('email', { validate: obeys(LogInFields.shape.email) })}
        />
        <PasswordField
          label="Password"
          texts={ENGLISH_TEXTS}
          autoFocus={known !== ''}
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password', { validate: obeys(LogInFields.shape.password) })}
        />
        <Link to={paths.forgotPassword()} className={`self-end text-sm ${textLinkClass}`}>
          Forgot password?
        </Link>
        <Button type="submit" look="primary" busy={isPending} busyLabel="Signing in...">
          Sign in
        </Button>
      </form>
      <PasskeyButton onEntered={welcome} />
      {showDemo && (
        <DemoLogIns
          onPick={(logIn) => {
            form.reset(logIn)
            form.setFocus('password')
          }}
        />
      )}
    </>
  )
}

/** Of who has just registered. */
function useKnownEmail(): string {
  const { state } = useLocation() as { state: { email?: unknown } | null }
  const email: unknown = state?.email
  return typeof email === 'string' ? email : ''
}

const ENGLISH_TEXTS = {
  show: 'Show password',
  hide: 'Hide password',
  capsLock: 'Caps Lock is on.',
}

/** Sent here by the link of an invitation: without a word it looks like any other log-in. */
function isInvited(search: URLSearchParams): boolean {
  const next = returnPath(search.get('next'), window.location.origin)
  return next !== null && new URL(next, window.location.origin).pathname === paths.joinTeam()
}

const INVITED_TEXT =
  'Entra con el correo al que llegó la invitación para verla. ¿Aún no tienes cuenta? Créala con ese correo y vuelve a abrir el enlace.'

const COOKIES_TEXT =
  'Sin cookies no podemos saber que eres tú. Permítelas para esta página en los ajustes del navegador y recárgala.'

function welcome() {
  toast({
    title: 'Inicio de sesión correcto',
    description: '¡Bienvenido de nuevo a Pujante!',
    variant: 'success',
  })
}

function explain(error: unknown) {
  toast({
    title: 'Error de inicio de sesión',
    description: error instanceof CookiesRefused ? COOKIES_TEXT : logInErrorText(error),
    variant: 'destructive',
  })
}
