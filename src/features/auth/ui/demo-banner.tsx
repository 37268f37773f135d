import { classes } from '#kit/class-names.ts'
import { useSession } from './session.ts'

/** While any vendor is simulated, every page says so; `besideMenu` leaves the sidebar its place. */
export function DemoBanner({ besideMenu }: { besideMenu: boolean }) {
  const session = useSession()
  if (session.state === 'checking' || !session.demoEnvironment) return null
  return (
    <aside
      lang="es"
      aria-label="Aviso del entorno"
      className={classes(
        'bg-warning-soft px-4 py-1 text-center text-xs font-medium text-warning',
        besideMenu && 'md:pl-68',
      )}
    >
      Entorno de demostración
    </aside>
  )
}
