import { useLogOut, useSession } from '#features/auth/ui/session.ts'
import { SettingsPage } from '#features/settings/ui/settings-page.tsx'

export function SettingsScreen() {
  const session = useSession()
  const logOut = useLogOut()
  if (session.state !== 'in') return null
  const { id, readOnly } = session.user
  return <SettingsPage userId={id} readOnly={readOnly} onLeave={() => logOut.mutate()} />
}
