import { paths } from '#kit/paths.ts'
import { useSession } from './session.ts'

/** What to do with a mailed link. Says nothing about whether the address has an account. */
export function MailSentNote({ email }: { email: string }) {
  const session = useSession()
  return (
    <div className="flex flex-col gap-2 text-pretty">
      <p>
        Abre el mensaje que llega a <strong className="wrap-anywhere">{email}</strong> y sigue su
        enlace. Vale 24 horas y se usa una sola vez; si pides otro, el anterior deja de valer.
      </p>
      <p className="text-ink-muted">
        ¿No lo ves? Mira en la carpeta de correo no deseado, o si los correos van con retraso en{' '}
        <a href={paths.contact()} className="text-accent underline">
          Ayuda y contacto
        </a>
        .
      </p>
      {session.state !== 'checking' && session.demoEnvironment && (
        <p className="text-ink-muted">
          En este entorno de demostración los correos llegan a la{' '}
          <a href="/__dev/outbox" className="text-accent underline">
            bandeja de pruebas
          </a>
          .
        </p>
      )}
    </div>
  )
}
