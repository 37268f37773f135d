import { Suspense, useEffect } from 'react'
import { useSession } from '#features/auth/ui/session.ts'
import { toast } from '#kit/components/toast.tsx'
import { late, Nothing } from '#kit/late.tsx'
import { MayEdit } from '#kit/may-edit.ts'
import { painted } from '#kit/painted.ts'
import { paths } from '#kit/paths.ts'
import { matchPath } from '#kit/router/location.ts'
import { useLocation } from '#kit/router/router.tsx'
import { may } from '#shared/permissions.ts'
import { AccountPlace } from '../account-place.tsx'
import { PAID_NOTICE, takePaidMark } from '../paid-mark.ts'
import { PanelShell } from './panel-shell.tsx'
import { SidebarContent } from './sidebar-content.tsx'

const ShellNotices = late(
  () => import('./shell-notices.tsx').then((module) => module.ShellNotices),
  Nothing,
)

export function DashboardShell() {
  const session = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    // Not while the page is being drawn: it waits until the storage is open.
    void painted().then(() => takePaidMark() && toast(PAID_NOTICE))
  }, [])
  const team = session.state === 'in' ? session.user.team : undefined
  return (
    <MayEdit value={!team || may(team.role, 'edit')}>
      <PanelShell
        menu="rail"
        place={matchPath(paths.account(':accountId'), pathname) && <AccountPlace />}
        sidebar={(close) => <SidebarContent close={close} />}
        notice={
          session.state === 'in' &&
          (session.user.team || session.billingAlert || session.erasureAt) && (
            <Suspense>
              <ShellNotices {...session} />
            </Suspense>
          )
        }
      />
    </MayEdit>
  )
}
