import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { workIn } from '#features/teams/contract.ts'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { TextField } from '#kit/components/field.tsx'
import { PasswordField } from '#kit/components/password-field.tsx'
import type { SessionUser } from '../contract/endpoints.ts'
import { logInErrorText } from './log-in-error.ts'
import { readSessionAgain } from './read-session-again.ts'
import { PasskeyButton, SecondStep } from './second-step.tsx'
import { homeOf, statusQuery } from './session.ts'
import type { Ended } from './use-ended-session.ts'
import { useLogIn } from './use-log-in.ts'

/** Above a page whose session has ended: the same person logs in again, and the page goes on as it stands. */
export function LogInAgainDialog(props: { user: SessionUser; ended: Ended; onClose: () => void }) {
  const { ended, onClose } = props
  // The session that follows may be another's, who must not go on here.
  const [user] = useState(props.user)
  const [token, setToken] = useState<string | null>(null)
  const goOn = useGoOn(user, ended)
  const id = useId()
  return (
    <Dialog
      title="Tu sesión ha terminado"
      description={`No se ha perdido nada: entra otra vez y ${ended.isChange ? 'se hace lo que acabas de pulsar' : 'sigue donde estabas'}.`}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 pt-1">
        {token === null ? (
          <>
            <PasswordForm id={id} email={user.email} onEntered={goOn} onSecondStep={setToken} />
            <PasskeyButton onEntered={goOn} />
          </>
        ) : (
          <SecondStep token={token} onEntered={goOn} onBack={() => setToken(null)} />
        )}
        <Button look="ghost" onClick={() => ended.answer('leave')}>
          Ir a la página de inicio de sesión
        </Button>
      </div>
    </Dialog>
  )
}

function PasswordForm(props: {
  id: string
  email: string
  onEntered: () => void
  onSecondStep: (token: string) => void
}) {
  const { id, email, onEntered, onSecondStep } = props
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useLogIn()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = (token?: string) => (token ? onSecondStep(token) : onEntered())
    mutate({ email, password }, { onSuccess })
  }
  return (
    <form id={id} noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField label="Correo" type="email" autoComplete="username" readOnly value={email} />
      <PasswordField
        label="Contraseña"
        autoComplete="current-password"
        autoFocus
        value={password}
        error={error ? logInErrorText(error) : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" busy={isPending} busyLabel="Entrando...">
        Entrar
      </Button>
    </form>
  )
}

/** In the accounts in which the session worked that ended. Another user, by a passkey, begins anew. */
function useGoOn(before: SessionUser, ended: Ended): () => void {
  const client = useQueryClient()
  return async () => {
    const user = client.getQueryData(statusQuery.queryKey)?.user
    if (!user) return
    const ownerId = before.team?.ownerId ?? null
    try {
      if (user.id !== before.id) throw new Error('another user')
      if ((user.team?.ownerId ?? null) !== ownerId) {
        await call(workIn, { ownerId })
        await readSessionAgain(client)
      }
      ended.answer('again')
    } catch {
      window.location.assign(homeOf(user))
    }
  }
}
