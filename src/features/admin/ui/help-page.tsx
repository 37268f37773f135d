import { Section } from '#kit/components/section.tsx'
import { paths } from '#kit/paths.ts'
import { Link } from '#kit/router/link.tsx'

const ANSWERS = [
  {
    question: '¿Qué significa que un usuario esté activo?',
    answer:
      'Que puede usar el panel, porque paga una suscripción o porque un administrador lo ha activado. Un usuario inactivo inicia sesión, pero solo ve la página para suscribirse o los equipos en los que está. Uno desactivado por un administrador no puede suscribirse ni trabajar en un equipo hasta que se le vuelve a activar.',
  },
  {
    question: '¿Qué pasa al restablecer una contraseña?',
    answer:
      'El usuario recibe un correo con un enlace de un solo uso, válido 24 horas. Su contraseña actual funciona hasta que elija otra; entonces se cierran todas sus sesiones. Nadie más llega a ver la contraseña.',
  },
  {
    question: '¿Qué se borra al eliminar un usuario?',
    answer:
      'El usuario, sus cuentas conectadas, sus datos y sus sesiones. No se puede deshacer. En el registro de actividad queda quién lo hizo y cuándo. Quien es dueño de un equipo con más personas no se puede eliminar hasta que lo traspase o las quite.',
  },
  {
    question: '¿Por qué no puedo desactivarme, eliminarme o dejar de ser administrador?',
    answer:
      'Desactivarte tiene que hacerlo otro administrador. Y si eres el último activo tampoco puedes eliminarte ni dejar de serlo, o no quedaría quien administre el producto: haz administrador a otra persona antes.',
  },
  {
    question: '¿Cómo se cuentan las sesiones?',
    answer:
      'Una sesión empieza con el primer uso y termina tras 30 minutos sin actividad. Los días son los de Madrid, y las visitas a la demostración no cuentan.',
  },
] as const

export function AdminHelpPage() {
  return (
    <div className="page flex flex-col gap-5">
      <title>Ayuda · Pujante</title>
      <h1 className="text-xl font-semibold">Ayuda para administradores</h1>
      <Section title="Preguntas frecuentes">
        <dl className="flex max-w-3xl flex-col gap-5 p-4 md:p-5">
          {ANSWERS.map(({ question, answer }) => (
            <div key={question}>
              <dt className="font-semibold">{question}</dt>
              <dd className="mt-1 text-ink-muted text-pretty">{answer}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <p className="text-ink-muted">
        El correo de soporte, la frecuencia de sincronización y el registro de usuarios nuevos se
        cambian en{' '}
        <Link to={paths.adminSettings()} className="text-accent underline underline-offset-3">
          Configuración
        </Link>
        .
      </p>
    </div>
  )
}
