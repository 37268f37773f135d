import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { AuthFrame, textLinkClass } from '#features/auth/ui/auth-frame.tsx'
import { confirmEmail } from '#features/settings/contract/endpoints.ts'
import { call } from '#kit/api.ts'
import { ApiError } from '#kit/api-error.ts'
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
  const link = { email: search.get('email') ?? '', token: search.get('token') ?? '' }
  const confirmation = useMutation({ mutationFn: () => call(confirmEmail, link) })
  return (
    <AuthFrame title={confirmation.isSuccess ? 'Correo confirmado' : 'Confirma tu correo nuevo'}>
      <title>Confirmar correo · Pujante</title>
      {link.email && link.token ? (
        <Confirmation email={link.email} confirmation={confirmation} />
      ) : (
        <Banner tone="danger">Parámetros de verificación faltantes.</Banner>
      )}
      <Link to={paths.settings()} className={`self-start ${textLinkClass}`}>
        Ir a la configuración
      </Link>
    </AuthFrame>
  )
}

type Confirming = UseMutationResult<{ message: string }, Error, void>

function Confirmation(props: { email: string; confirmation: Confirming }) {
  const { mutate, isPending, isSuccess, data, error } = props.confirmation
  if (isSuccess) return <Banner tone="success">{data.message}</Banner>
  // A dead link stays dead: no promise and no button to press again.
  if (error instanceof ApiError && error.code === 'invalid')
    return <Banner tone="danger">{errorText(error)}</Banner>
  return (
    <>
      <p className="text-pretty">
        A partir de ahora entrarás con <strong className="wrap-anywhere">{props.email}</strong>.
      </p>
      {error && <Banner tone="danger">{errorText(error)}</Banner>}
      <Button look="primary" busy={isPending} busyLabel="Confirmando..." onClick={() => mutate()}>
        Confirmar correo
      </Button>
    </>
  )
}
