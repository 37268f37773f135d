import { lazy, Suspense } from 'react'
import { useSession } from '#features/auth/ui/session.ts'
import { classes } from '#kit/class-names.ts'

const ReadOnlyBar = lazy(() =>
  import('./read-only-bar.tsx').then((module) => ({ default: module.ReadOnlyBar })),
)

/** A visitor of the demo is told on every page what it is, and how to get an account. */
export function ReadOnlyNotice({ besideMenu }: { besideMenu: boolean }) {
  const session = useSession()
  if (session.state !== 'in' || !session.user.readOnly || session.user.team) return null
  return (
    <aside
      lang="es"
      aria-label="Aviso de la demostración"
      className={classes(
        'flex min-h-10 flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-accent-soft px-4 py-1.5 text-accent max-sm:min-h-16',
        besideMenu && 'md:pl-68',
      )}
    >
      <Suspense>
        <ReadOnlyBar />
      </Suspense>
    </aside>
  )
}
