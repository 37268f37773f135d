import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import type { SessionUser } from '../contract/endpoints.ts'
import { homeOf } from './session.ts'

/** Another user has logged in in this browser: the only way on is a fresh page of theirs. */
export function OtherUserDialog({ user, other }: { user: SessionUser; other: SessionUser }) {
  const goOn = () => window.location.assign(homeOf(other))
  return (
    <Dialog
      title="Has cambiado de usuario"
      onClose={goOn}
      actions={
        <Button look="primary" onClick={goOn}>
          Continuar como {other.name || other.email}
        </Button>
      }
    >
      <p className="text-pretty">
        En otra pestaña se ha iniciado sesión como{' '}
        <strong className="wrap-anywhere">{other.email}</strong>. Esta página era de{' '}
        <strong className="wrap-anywhere">{user.email}</strong> y se va a recargar.
      </p>
    </Dialog>
  )
}
