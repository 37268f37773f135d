import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { askPasskey, enterCode, enterPasskey } from '#features/second-factor/contract/endpoints.ts'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { TextField } from '#kit/components/field.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { textLinkClass } from './auth-frame.tsx'
import { logInErrorText } from './log-in-error.ts'
import { useEnter } from './use-log-in.ts'

/** After the right password: a code of the app, a recovery code or a passkey. */
export function SecondStep(props: { token: string; onEntered: () => void; onBack: () => void }) {
  const { token, onEntered, onBack } = props
  const [code, setCode] = useState('')
  const enter = useEnter()
  const byCode = useMutation({
    mutationFn: async () => {
      await call(enterCode, { token, code })
      await enter()
    },
    onSuccess: onEntered,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    byCode.mutate()
  }
  return (
    <div lang="es" className="flex flex-col gap-4">
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Código"
          hint="El de tu aplicación, de seis cifras, o uno de tus códigos de recuperación."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          autoFocus
          value={code}
          error={byCode.error ? logInErrorText(byCode.error) : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" look="primary" busy={byCode.isPending} busyLabel="Comprobando...">
          Continuar
        </Button>
      </form>
      <PasskeyButton secondStepToken={token} onEntered={onEntered} />
      <p className="text-sm text-ink-muted">
        ¿Has perdido el móvil y también los códigos de recuperación?{' '}
        <Link to={paths.contact()} className={textLinkClass}>
          Escríbenos
        </Link>{' '}
        desde el correo de tu cuenta: comprobaremos que eres tú y quitaremos este paso.
      </p>
      <Button look="ghost" onClick={onBack}>
        Volver
      </Button>
    </div>
  )
}

/** Logs in with a passkey: alone, or as the second step. */
export function PasskeyButton(props: { secondStepToken?: string; onEntered: () => void }) {
  const { secondStepToken, onEntered } = props
  const enter = useEnter()
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const { token, options } = await call(askPasskey, { secondStepToken })
      const answer = await startAuthentication({ optionsJSON: options as never })
      await call(enterPasskey, { token, answer: { ...answer, response: { ...answer.response } } })
      await enter()
    },
    onSuccess: onEntered,
  })
  if (!('PublicKeyCredential' in window)) return null
  return (
    <div lang="es" className="flex flex-col gap-3">
      <Button busy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
        Entrar con una llave de acceso
      </Button>
      {byPasskey.error && <Banner tone="danger">{passkeyErrorText(byPasskey.error)}</Banner>}
    </div>
  )
}

function passkeyErrorText(error: Error): string {
  // The browser's word for 'cancelled', 'none here' and 'too late' alike.
  if (error.name === 'NotAllowedError')
    return 'No se ha usado ninguna llave de acceso. Puedes volver a probar.'
  return logInErrorText(error)
}
