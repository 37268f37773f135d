import { type FormEvent, useId, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { PasswordField } from '#kit/components/password-field.tsx'
import { errorText } from '#kit/error-text.ts'
import {
  askConfirmingPasskey,
  confirmByPasskey,
  confirmIdentity,
  getSecondFactor,
} from '../contract/endpoints.ts'

type Factors = Awaited<ReturnType<typeof readFactors>>
let asking: Promise<boolean> | null = null

/** Asks for the password above the screen; true once it was right. Two calls at once share the question. */
export function askIdentity(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

async function ask(): Promise<boolean> {
  const factors = await readFactors()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return await new Promise<boolean>((resolve) => {
    const close = (isConfirmed: boolean) => {
      root.unmount()
      place.remove()
      resolve(isConfirmed)
    }
    root.render(<IdentityDialog factors={factors} onClose={close} />)
  })
}

const readFactors = () => call(getSecondFactor, {})

function IdentityDialog(props: { factors: Factors; onClose: (isConfirmed: boolean) => void }) {
  const { factors, onClose } = props
  const id = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { run, isBusy, error } = useProof(() => onClose(true))
  const fields = error instanceof ApiError ? error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run(() => call(confirmIdentity, { password, ...(factors.hasApp && { code }) }))
  }
  return (
    <Dialog
      title="Confirma que eres tú"
      description="Antes de este cambio, escribe otra vez tu contraseña. No volveremos a pedirla en diez minutos."
      onClose={() => onClose(false)}
      actions={
        <>
          <Button onClick={() => onClose(false)}>Cancelar</Button>
          <Button type="submit" form={id} look="primary" busy={isBusy}>
            Confirmar
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4 pt-1" onSubmit={submit}>
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={fields.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {factors.hasApp && (
          <TextField
            label="Código"
            hint="El de tu aplicación o uno de recuperación."
            autoComplete="one-time-code"
            maxLength={80}
            value={code}
            error={fields.code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        {factors.passkeys.length > 0 && (
          <Button className="self-start" onClick={() => run(provePasskey)}>
            Usar una llave de acceso
          </Button>
        )}
        {error !== null && Object.keys(fields).length === 0 && (
          <Banner tone="danger">{errorText(error, 'No hemos podido confirmarlo.')}</Banner>
        )}
      </form>
    </Dialog>
  )
}

/** Outside the query cache: the dialog stands in a tree of its own. */
function useProof(onProved: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = (prove: () => Promise<unknown>) => {
    setBusy(true)
    prove()
      .then(onProved, (failure: unknown) => setError(failure))
      .finally(() => setBusy(false))
  }
  return { run, isBusy, error }
}

async function provePasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { token, options } = await call(askConfirmingPasskey, {})
  const answer = await startAuthentication({ optionsJSON: options as never })
  await call(confirmByPasskey, { token, answer: { ...answer, response: { ...answer.response } } })
}
