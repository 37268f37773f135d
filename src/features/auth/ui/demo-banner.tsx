import { classes } from '#kit/class-names.ts'
import { SIMULATED } from '#shared/simulated.ts'
import { useSession } from './session.ts'

/** While any vendor is simulated, every page says so; `besideMenu` leaves the sidebar its place. */
export function DemoBanner({ besideMenu }: { besideMenu: boolean }) {
  const session = useSession()
  // The page knows before the session does: come later it would move all below it.
  const isSimulated =
    session.state === 'checking'
      ? document.documentElement.hasAttribute(SIMULATED)
      : session.demoEnvironment
  if (!isSimulated) return null
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
