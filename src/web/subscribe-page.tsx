import Check from 'lucide-react/icons/check'
import { useLogOut } from '#features/auth/ui/session.ts'
import { Button } from '#kit/components/button.tsx'
import { Card } from '#kit/components/card.tsx'
import { Logo } from '#kit/components/logo.tsx'

const BENEFITS = [
  'Hasta 20 cuentas publicitarias',
  'Análisis avanzado con IA',
  'Soporte prioritario',
  'Automatización de informes e integraciones avanzadas',
]

/** What an inactive user sees instead of the dashboard. */
export function SubscribePage() {
  const logOut = useLogOut()
  return (
    <main className="grid flex-1 content-center justify-items-center gap-6 px-4 py-10">
      <title>Suscripción · Pujante</title>
      <Logo className="text-lg" />
      <Card className="flex w-full max-w-md flex-col gap-5 p-6 md:p-8">
        <div>
          <h1 className="text-xl font-semibold">Suscríbete para continuar</h1>
          <p className="text-ink-muted">
            Tu cuenta existe, pero el panel necesita una suscripción activa.
          </p>
        </div>
        <p>
          <span className="font-semibold">Premium</span>{' '}
          <span className="tabular text-2xl font-semibold">€29/mes</span>
        </p>
        <ul className="flex flex-col gap-2">
          {BENEFITS.map((benefit) => (
            <li key={benefit} className="flex gap-2">
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
              {benefit}
            </li>
          ))}
        </ul>
        <p className="rounded-control bg-sunken px-3 py-2 text-sm text-ink-muted">
          Para activar la suscripción, escribe a la persona que te dio acceso. En cuanto esté
          activa, al volver a esta página verás el panel.
        </p>
        <Button
          busy={logOut.isPending}
          busyLabel="Saliendo..."
          onClick={() => logOut.mutate()}
          className="self-start"
        >
          Salir
        </Button>
      </Card>
    </main>
  )
}
