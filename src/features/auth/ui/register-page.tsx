import { useSearchParams } from '#kit/router/router.tsx'
import { CompleteRegistration } from './complete-registration.tsx'
import { LeaveWithNotice } from './leave-with-notice.tsx'
import { StartRegistration } from './start-registration.tsx'

/** Asks for an e-mail; opened from the mailed link (`email` and `token`), for the rest. */
export function RegisterPage() {
  const [search] = useSearchParams()
  const email = search.get('email')
  const token = search.get('token')
  if (email === null && token === null) return <StartRegistration />
  if (!email || !token) {
    return (
      <LeaveWithNotice
        to="error"
        title="Error de verificación"
        description="Parámetros de verificación faltantes."
      />
    )
  }
  return <CompleteRegistration email={email} token={token} />
}
