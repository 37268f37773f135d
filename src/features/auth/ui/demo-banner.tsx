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
        'border-b border-line bg-sunken px-4 text-center text-xs leading-6 text-ink-muted',
        besideMenu && 'md:pl-62',
      )}
    >
      Entorno de demostración
    </aside>
  )
}
