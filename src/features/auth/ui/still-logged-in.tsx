import { useState } from 'react'
import { Button, LinkButton } from '#kit/components/button.tsx'
import type { SessionUser } from '../contract/endpoints.ts'
import { AuthFrame } from './auth-frame.tsx'
import { homeOf, rememberUser, useLogOut } from './session.ts'

/** After a log-out that failed: the next person at this browser would be in, so it is not passed over. */
export function StillLoggedIn({ user }: { user: SessionUser }) {
  const logOut = useLogOut()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <AuthFrame
      title="No se pudo cerrar la sesión"
      subtitle={`La sesión de ${user.email} sigue abierta en este navegador.`}
    >
      <title>Sesión abierta · Pujante</title>
      <Button
        look="primary"
        busy={isLeaving}
        busyLabel="Saliendo..."
        onClick={() => {
          setLeaving(true)
          logOut()
        }}
      >
        Volver a intentarlo
      </Button>
      <LinkButton to={homeOf(user)} onClick={() => rememberUser(user)}>
        Seguir en mi cuenta
      </LinkButton>
    </AuthFrame>
  )
}
