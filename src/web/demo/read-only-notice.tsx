import { lazy, Suspense } from 'react'
import { useSession } from '#features/auth/ui/session.ts'

const ReadOnlyBar = lazy(() =>
  import('./read-only-bar.tsx').then((module) => ({ default: module.ReadOnlyBar })),
)

/** A visitor of the demo is told on every page what it is; others need not download it. */
export function ReadOnlyNotice({ besideMenu }: { besideMenu: boolean }) {
  const session = useSession()
  if (session.state !== 'in' || !session.user.readOnly || session.user.team) return null
  return (
    <Suspense fallback={<div className="min-h-10 max-sm:min-h-16" />}>
      <ReadOnlyBar besideMenu={besideMenu} />
    </Suspense>
  )
}
