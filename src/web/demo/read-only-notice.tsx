import { Suspense } from 'react'
import { useSession } from '#features/auth/ui/session.ts'
import { late, Nothing } from '#kit/late.tsx'

const ReadOnlyBar = late(
  () => import('./read-only-bar.tsx').then((module) => module.ReadOnlyBar),
  Nothing,
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
