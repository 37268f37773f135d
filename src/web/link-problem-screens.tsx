import { AuthFrame } from '#features/auth/ui/auth-frame.tsx'
import { LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { useLocation } from '#kit/router/router.tsx'

/** A registration link that is incomplete or could not be checked. */
export function LinkErrorScreen() {
  const { state } = useLocation() as { state: { retryPath?: string } | null }
  return (
    <AuthFrame title="Hay un problema con el enlace">
      <title>Problema con el enlace · Pujante</title>
      <p className="text-pretty">
        {state?.retryPath
          ? 'No hemos podido comprobarlo. Suele ser un corte de la conexión: el enlace sigue siendo el mismo y puedes probar otra vez.'
          : 'Le falta una parte, quizá porque el programa de correo lo cortó. Ábrelo otra vez desde el mensaje o pide uno nuevo.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {state?.retryPath && (
          <LinkButton look="primary" replace to={state.retryPath}>
            Reintentar
          </LinkButton>
        )}
        <LinkButton look={state?.retryPath ? 'secondary' : 'primary'} to={paths.register()}>
          Pedir otro enlace
        </LinkButton>
        <LinkButton look="ghost" to={paths.login()}>
          Volver al login
        </LinkButton>
      </div>
    </AuthFrame>
  )
}

/** A registration link that was used, replaced by a newer one, or is older than a day. */
export function LinkExpiredScreen() {
  return (
    <AuthFrame title="El enlace ha caducado">
      <title>Enlace caducado · Pujante</title>
      <p className="text-pretty">
        Un enlace de registro vale 24 horas, se usa una sola vez y deja de valer cuando se pide
        otro. Si ya completaste el registro, entra con tu correo y tu contraseña.
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton look="primary" to={paths.register()}>
          Pedir otro enlace
        </LinkButton>
        <LinkButton to={paths.login()}>Volver al login</LinkButton>
      </div>
    </AuthFrame>
  )
}
