import { Banner } from '#kit/components/banner.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { useSearchParams } from '#kit/router/router.tsx'
import { AuthFrame, textLinkClass } from './auth-frame.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { RecoveryRequestForm } from './recovery-request-form.tsx'

/** Asks for a recovery link; opened from that link (`email` and `token`), for the new password. */
export function RecoveryPage() {
  const [search] = useSearchParams()
  const email = search.get('email')
  const token = search.get('token')
  const hasLink = Boolean(email && token)
  return (
    <AuthFrame
      title={hasLink ? 'Elige otra contraseña' : 'Recupera tu contraseña'}
      subtitle={
        hasLink ? (
          <span className="wrap-anywhere">Para la cuenta de {email}</span>
        ) : (
          'Te enviaremos un enlace para elegir otra.'
        )
      }
    >
      <title>Recuperar contraseña · Pujante</title>
      {email && token ? (
        <NewPasswordForm email={email} token={token} />
      ) : (
        <>
          {token && (
            <Banner tone="warning">
              El enlace está incompleto. Ábrelo otra vez desde el correo o pide uno nuevo.
            </Banner>
          )}
          <RecoveryRequestForm />
        </>
      )}
      <Link to={paths.login()} className={`self-start ${textLinkClass}`}>
        Volver al login
      </Link>
    </AuthFrame>
  )
}
