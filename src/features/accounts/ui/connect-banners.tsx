import { useEffect } from 'react'
import type { Tone } from '#kit/components/badge.tsx'
import { Banner } from '#kit/components/banner.tsx'
import { buttonClass, LinkButton } from '#kit/components/button.tsx'
import { paths } from '#kit/paths.ts'
import { useSearchParams } from '#kit/router/router.tsx'
import { integer } from '#shared/spanish-numbers.ts'
import { OAUTH_START_PATH } from '../contract.ts'

const CONNECTED_BANNER_MS = 5_000

/** How connecting with Google ended, from the address: `connected=true` or `connect_error=<code>`; `startPath` begins anew. */
export function ConnectBanners({ startPath = OAUTH_START_PATH }: { startPath?: string }) {
  const [search, setSearch] = useSearchParams()
  const isConnected = search.get('connected') === 'true'
  const error = search.get('connect_error')
  const leftOut = leftOutTexts(search.get('left_out') ?? '')
  const forget = (name: string) =>
    setSearch(
      (current) => {
        const rest = new URLSearchParams(current)
        rest.delete(name)
        return rest
      },
      { replace: true },
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer starts with the banner, not with every render
  useEffect(() => {
    if (!isConnected) return
    const timer = setTimeout(() => forget('connected'), CONNECTED_BANNER_MS)
    return () => clearTimeout(timer)
  }, [isConnected])
  return (
    <>
      {isConnected && <Banner tone="success">Cuenta de Google Ads conectada correctamente.</Banner>}
      {leftOut.length > 0 && (
        <Banner
          tone="warning"
          title={
            leftOut.length === 1
              ? 'Una cuenta se ha quedado fuera'
              : 'Hay cuentas que se han quedado fuera'
          }
          onDismiss={() => forget('left_out')}
        >
          {leftOut.join(' ')}
        </Banner>
      )}
      {error && (
        <ConnectErrorBanner
          code={error}
          startPath={startPath}
          onDismiss={() => forget('connect_error')}
        />
      )}
    </>
  )
}

/** As `1000000006-closed,…,more-3`: who connects one account is shown no list in which the others say why not. */
function leftOutTexts(told: string): string[] {
  return told.split(',').flatMap((one) => {
    const [, more] = /^more-(\d{1,5})$/.exec(one) ?? []
    if (more) return [more === '1' ? 'Y otra más.' : `Y otras ${integer(Number(more))}.`]
    const [, area, office, line, why = ''] = /^(\d{3})(\d{3})(\d{4})-(\w+)$/.exec(one) ?? []
    return area ? [`${area}-${office}-${line}: ${LEFT_OUT[why] ?? 'Google no deja leerla.'}`] : []
  })
}

const LEFT_OUT: Record<string, string> = {
  closed: 'está cancelada o suspendida; se reactiva en Google Ads.',
  unfinished: 'su alta en Google Ads está sin terminar.',
  no_permission: 'ese usuario de Google no tiene permiso para leerla.',
}

function ConnectErrorBanner(props: { code: string; startPath: string; onDismiss: () => void }) {
  const { code, startPath, onDismiss } = props
  const { title, text, retry, upgrade, tone = 'danger' } = CONNECT_ERRORS[code] ?? UNKNOWN_ERROR
  return (
    <Banner
      tone={tone}
      title={title}
      onDismiss={onDismiss}
      actions={
        (retry || upgrade) && (
          <>
            {upgrade && (
              <LinkButton size="sm" to={paths.subscription()}>
                {upgrade}
              </LinkButton>
            )}
            {retry && (
              <a href={startPath} className={buttonClass('secondary', 'sm')}>
                {retry}
              </a>
            )}
          </>
        )
      }
    >
      {text}
    </Banner>
  )
}

/** Without `retry` trying again cannot help; `upgrade` leads to the plans. */
type ConnectError = {
  title: string
  text: string
  retry?: string
  upgrade?: string
  tone?: Tone
}

const UNKNOWN_ERROR: ConnectError = {
  title: 'No se pudo conectar la cuenta',
  text: 'La conexión con Google no terminó bien. No se ha guardado nada; puedes intentarlo otra vez.',
  retry: 'Intentarlo de nuevo',
}

const CONNECT_ERRORS: Record<string, ConnectError> = {
  read_only: {
    title: 'La demostración es de solo lectura',
    text: 'Crea tu cuenta para conectar tus propias cuentas de Google Ads.',
  },
  not_allowed: {
    title: 'Tu papel en este equipo no permite conectar cuentas',
    text: 'Pídeselo a quien es su dueño o lo administra.',
  },
  access_denied: {
    title: 'No se concedió el permiso',
    text: 'Para leer tus campañas necesitamos que aceptes el acceso a Google Ads en la pantalla de Google. No se ha conectado ninguna cuenta.',
    retry: 'Volver a la pantalla de permisos',
  },
  state_expired: {
    title: 'La conexión ha caducado',
    text: 'Pasó demasiado tiempo desde que la empezaste, o se abrió en otra sesión o en otro equipo. Empieza de nuevo desde aquí.',
    retry: 'Empezar de nuevo',
  },
  no_accounts: {
    title: 'Ese usuario de Google no tiene cuentas de Google Ads',
    text: 'Entra con el correo que usas en Google Ads, o pide acceso a quien administra la cuenta.',
    retry: 'Elegir otro usuario de Google',
  },
  manager_without_children: {
    title: 'La cuenta MCC no tiene subcuentas',
    text: 'Una cuenta de administrador no tiene campañas propias. Vincula una subcuenta en Google Ads o elige otro usuario.',
    retry: 'Elegir otro usuario de Google',
  },
  nothing_new: {
    title: 'No hay cuentas nuevas',
    tone: 'neutral',
    text: 'Las cuentas que abre ese usuario de Google ya estaban conectadas y se siguen leyendo como hasta ahora. No se ha guardado su permiso.',
    retry: 'Elegir otro usuario de Google',
  },
  no_permission: {
    title: 'Sin permiso en la cuenta',
    text: 'Google no deja leer esa cuenta con este usuario. Pide acceso de lectura o superior a quien la administra y vuelve a conectarla.',
    retry: 'Intentarlo de nuevo',
  },
  closed: {
    title: 'La cuenta está cancelada o suspendida',
    text: 'Google no deja leer una cuenta que no está activa. Reactívala en Google Ads, o entra con otro usuario, y vuelve a conectarla.',
    retry: 'Elegir otro usuario de Google',
  },
  two_step: {
    title: 'Falta la verificación en dos pasos',
    text: 'Google la exige a quien usa Google Ads desde otro programa. Actívala en myaccount.google.com, en Seguridad, y vuelve a conectar.',
    retry: 'Intentarlo de nuevo',
  },
  advanced_protection: {
    title: 'Falta la Protección Avanzada',
    text: 'Google la exige a quien usa esta cuenta. Actívala en myaccount.google.com, en Seguridad, y vuelve a conectar.',
    retry: 'Intentarlo de nuevo',
  },
  unfinished: {
    title: 'El alta de la cuenta está sin terminar',
    text: 'Google no deja leer una cuenta cuyo registro no ha acabado. Complétalo en Google Ads y vuelve a conectarla.',
    retry: 'Intentarlo de nuevo',
  },
  refused: {
    title: 'Google no deja leer la cuenta',
    text: 'Google Ads rechaza lo que pedimos de esta cuenta. Comprueba en Google Ads que está activa y que tienes acceso.',
    retry: 'Intentarlo de nuevo',
  },
  product_refused: {
    title: 'Google no admite ahora las consultas de Pujante',
    text: 'Lo tenemos que arreglar nosotros. No depende de tu cuenta, y volver a conectarla no lo arregla. No se ha guardado nada.',
  },
  not_approved: {
    title: 'Google aún no ha autorizado a Pujante',
    text: 'Google todavía no nos deja leer cuentas reales. No depende de tu cuenta, y volver a conectarla no lo arregla.',
  },
  quota_spent: {
    title: 'Se ha agotado el cupo diario de Google Ads',
    text: 'Google limita cuántas consultas podemos hacer al día. No se ha guardado nada; vuelve a conectar mañana.',
  },
  version_gone: {
    title: 'Google ha retirado la versión de Google Ads que usa Pujante',
    text: 'La tenemos que actualizar nosotros. No depende de tu cuenta, y volver a conectarla no lo arregla. No se ha guardado nada.',
  },
  vendor_failed: {
    title: 'Google Ads no responde',
    text: 'El fallo está en el lado de Google y suele durar poco. No se ha guardado nada; inténtalo dentro de unos minutos.',
    retry: 'Intentarlo de nuevo',
  },
  plan_limit: {
    title: 'Has llegado al límite de cuentas de tu plan',
    text: 'Desconecta una cuenta que ya no uses, en su menú, o cambia a un plan con más cuentas. Las cuentas conectadas siguen igual.',
    upgrade: 'Cambiar de plan',
    retry: 'Intentarlo de nuevo',
  },
}
