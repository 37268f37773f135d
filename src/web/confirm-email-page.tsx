import { useMutation } from '@tanstack/react-query'
import { AuthFrame, textLinkClass } from '#features/auth/ui/auth-frame.tsx'
import { confirmEmail } from '#features/settings/contract/endpoints.ts'
import { call } from '#kit/api.ts'
import { Banner } from '#kit/components/banner.tsx'
import { Button } from '#kit/components/button.tsx'
import { errorText } from '#kit/error-text.ts'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'
import { useSearchParams } from '#kit/router/router.tsx'

/**
 * Opened from the mail to a new address. It waits for a click: programs that follow the links of
 * every mail must not confirm anything.
 */
export function ConfirmEmailPage() {
  const [search] = useSearchParams()
  const email = search.get('email')
  const token = search.get('token')
  return (
    <AuthFrame title="Confirma tu correo nuevo">
      <title>Confirmar correo · Pujante</title>
      {email && token ? (
        <Confirmation email={email} token={token} />
      ) : (
        <Banner tone="danger">Parámetros de verificación faltantes.</Banner>
      )}
      <Link to={paths.settings()} className={`self-start ${textLinkClass}`}>
        Ir a la configuración
      </Link>
    </AuthFrame>
  )
}

function Confirmation(link: { email: string; token: string }) {
  const { mutate, isPending, isSuccess, data, error } = useMutation({
    mutationFn: () => call(confirmEmail, link),
  })
  if (isSuccess) return <Banner tone="success">{data.message}</Banner>
  return (
    <>
      <p className="text-pretty">
        A partir de ahora entrarás con <strong className="wrap-anywhere">{link.email}</strong>.
      </p>
      {error && <Banner tone="danger">{errorText(error)}</Banner>}
      <Button look="primary" busy={isPending} busyLabel="Confirmando..." onClick={() => mutate()}>
        Confirmar correo
      </Button>
    </>
  )
}
