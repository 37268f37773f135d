import { Banner } from '#kit/components/banner.tsx'
import { useSession } from './session.ts'

/** A mailed link opened while another user is logged in: says so before anything is filled in. */
export function OtherSessionBanner({ email }: { email: string }) {
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
