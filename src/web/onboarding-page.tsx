import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { FIRST_STEPS_START_PATH, listAccounts } from '#features/accounts/contract.ts'
import { ConnectBanners } from '#features/accounts/ui/connect-banners.tsx'
import { classes } from '#kit/class-names.ts'
import { buttonClass, LinkButton } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { Logo } from '#kit/components/logo.tsx'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { useSearchParams } from '#kit/router/router.tsx'

const STEPS = ['Bienvenida', 'Conectar', 'Listo']

/** The first steps of a new user. The step is in the address: Google sends people back to the last. */
export function OnboardingPage() {
  const [search] = useSearchParams()
  const given = Number(search.get('step'))
  const step = given === 1 || given === 2 ? given : 0
  return (
    <main className="grid flex-1 content-center justify-items-center gap-6 px-4 py-10">
      <title>Primeros pasos · Pujante</title>
      <Logo className="text-lg" />
      <Card className="flex w-full max-w-xl flex-col gap-6 p-6 md:p-8">
        <StepList current={step} />
        <ConnectBanners startPath={FIRST_STEPS_START_PATH} />
        {step === 0 && <Welcome />}
        {step === 1 && <Connect />}
        {step === 2 && <Ready />}
      </Card>
    </main>
  )
}

function StepList({ current }: { current: number }) {
  return (
    <ol aria-label="Pasos" className="grid grid-cols-3 gap-2">
      {STEPS.map((name, place) => (
        <li
          key={name}
          aria-current={place === current ? 'step' : undefined}
          className={classes(
            'border-t-3 pt-1.5 text-sm',
            place <= current ? 'border-accent' : 'border-line',
            place === current ? 'font-medium text-ink' : 'text-ink-faint',
          )}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}

const BENEFITS = [
  [
    'Automatiza la gestión de tus campañas',
    'Los datos llegan solos y se revisan sin que hagas nada.',
  ],
  ['Recomendaciones con IA', 'Cada una enseña las cifras en las que se apoya.'],
  ['Seguimiento en tiempo real', 'Gasto, clics y conversiones de todas tus cuentas, al día.'],
  ['Optimización del ROI', 'Qué gasta sin traer ventas y qué merece más presupuesto.'],
]

function Welcome() {
  return (
    <Step title="Te damos la bienvenida a Pujante">
      <ul className="flex flex-col gap-3">
        {BENEFITS.map(([title, text]) => (
          <li key={title}>
            <p className="font-medium">{title}</p>
            <p className="text-ink-muted text-pretty">{text}</p>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <LinkButton look="primary" to="?step=1">
          Comenzar
        </LinkButton>
        <LinkButton to={paths.dashboard()}>Saltar por ahora</LinkButton>
      </div>
    </Step>
  )
}

const INSTRUCTIONS = [
  'Pulsa el botón de abajo: se abre la página de Google.',
  'Elige el usuario de Google con el que entras en Google Ads.',
  'Acepta el acceso a tus cuentas publicitarias.',
  'Elige las cuentas que quieres ver aquí, si tienes más de una.',
]

function Connect() {
  return (
    <Step title="Conecta tu cuenta de Google Ads">
      <ol className="flex flex-col gap-3">
        {INSTRUCTIONS.map((text, place) => (
          <li key={text} className="flex gap-3">
            <span
              aria-hidden="true"
              className="tabular grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold"
            >
              {place + 1}
            </span>
            <span className="text-pretty">{text}</span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <a href={FIRST_STEPS_START_PATH} className={buttonClass('primary')}>
          Conectar Google Ads
        </a>
        <LinkButton to="?step=2">Configurar más tarde</LinkButton>
      </div>
    </Step>
  )
}

function Ready() {
  const accounts = useQuery(queryOf(listAccounts, {}))
  const isConnected = (accounts.data ?? []).length > 0
  return (
    <Step title={isConnected ? '¡Todo listo!' : 'Puedes empezar cuando quieras'}>
      <p className="min-h-16 text-ink-muted text-pretty">
        {accounts.isPending
          ? ''
          : isConnected
            ? 'Estamos leyendo tus campañas. Los primeros números llegan en unos minutos; las recomendaciones, en cuanto hay datos suficientes para asegurarlas.'
            : 'Cuando quieras ver tus campañas, conecta una cuenta desde «Connected Accounts». También puedes empezar con un informe descargado de Google Ads.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton look="primary" to={paths.accounts()}>
          Ver mis cuentas
        </LinkButton>
        {accounts.isSuccess && !isConnected && (
          <LinkButton to="?step=1">Volver al paso anterior</LinkButton>
        )}
      </div>
    </Step>
  )
}

/** Moves the focus to its title, so that keyboard and screen reader follow from step to step. */
function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex flex-col gap-5">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
        {title}
      </h1>
      {children}
    </section>
  )
}
