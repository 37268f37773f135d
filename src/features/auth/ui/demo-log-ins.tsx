import { Button } from '#kit/components/button.tsx'

// Seeded only where vendors are simulated; loaded only there.
const DEMO_LOG_INS = [
  { label: 'Premium', email: 'demo@pujante.test', password: 'demo-pujante-2026' },
  { label: 'Sin suscripción', email: 'inactivo@pujante.test', password: 'inactivo-pujante-2026' },
  { label: 'Administrador', email: 'admin@pujante.test', password: 'admin-pujante-2026' },
]

export function DemoLogIns(props: {
  onPick: (logIn: { email: string; password: string }) => void
}) {
  return (
    <div lang="es" className="mt-6 border-t border-line pt-4">
      <p className="mb-2 text-sm text-ink-muted">
        Cuentas de demostración: pulsa una para rellenar.
      </p>
      <div className="flex flex-wrap gap-2">
        {DEMO_LOG_INS.map((logIn) => (
          <Button
            key={logIn.email}
            size="sm"
            title={logIn.email}
            onClick={() => props.onPick(logIn)}
          >
            {logIn.label}
          </Button>
        ))}
      </div>
    </div>
  )
}
