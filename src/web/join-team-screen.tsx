import { useState } from 'react'
import { useLogOut, useSession } from '#features/auth/ui/session.ts'
import { JoinPage } from '#features/teams/ui/join-page.tsx'
import { Button } from '#kit/components/button.tsx'
import { useLocation } from '#kit/router/router.tsx'

export function JoinTeamScreen() {
  return <JoinPage otherPerson={<OtherPerson />} />
}

/** Where an invitation is not for who is logged in: it may have gone to another address of the same person. */
function OtherPerson() {
  const { pathname, hash } = useLocation()
  const session = useSession()
  const logOut = useLogOut(pathname + hash)
  const [isLeaving, setLeaving] = useState(false)
  if (session.state !== 'in') return null
  return (
    <>
      <p className="text-pretty">
        Has entrado como <strong className="wrap-anywhere">{session.user.email}</strong>. Si la
        invitación llegó a otro correo, entra con él.
      </p>
      <Button
        look="primary"
        busy={isLeaving}
        busyLabel="Saliendo..."
        onClick={() => {
          setLeaving(true)
          logOut()
        }}
      >
        Entrar con otro correo
      </Button>
    </>
  )
}
