import { useState } from 'react'
import { AdminDashboardPage } from '#features/admin/ui/dashboard-page.tsx'
import { AdminHelpPage } from '#features/admin/ui/help-page.tsx'
import { AdminJobsPage } from '#features/admin/ui/jobs-page.tsx'
import { AdminSettingsPage } from '#features/admin/ui/settings-page.tsx'
import { ActiveUsersPage, AllUsersPage } from '#features/admin/ui/users-page.tsx'
import { SupportPage } from '#features/support/ui/support-page.tsx'
import { paths } from '#kit/paths.ts'
import { Navigate, type Route, Routes } from '#kit/router/router.tsx'
import { WIDE } from '#kit/use-media-query.ts'
import { PanelShell } from '../layout/panel-shell.tsx'
import { NotFoundScreen } from '../not-found-screen.tsx'
import { AdminMenu } from './admin-menu.tsx'

/** Everything under /admin: one download, which only administrators need. */
export function AdminScreens() {
  return <Routes routes={ROUTES} />
}

const STORAGE_KEY = 'admin-menu'

/** The frame of the administrators' pages; its menu folds to icons and stays so. */
function AdminShell() {
  const [isNarrow, setNarrow] = useState(wasNarrow)
  const fold = () => {
    remember(!isNarrow)
    setNarrow(!isNarrow)
  }
  return (
    <PanelShell
      menu={isNarrow ? 'icons' : 'whole'}
      sidebar={(close) => (
        <AdminMenu isNarrow={isNarrow && !close} close={close} onFold={close ? undefined : fold} />
      )}
    />
  )
}

const ROUTES: readonly Route[] = [
  {
    element: <AdminShell />,
    inside: [
      { path: paths.admin(), element: <Navigate replace to={paths.adminDashboard()} /> },
      { path: paths.adminDashboard(), element: <AdminDashboardPage /> },
      { path: paths.adminUsers(), element: <AllUsersPage /> },
      { path: paths.adminActiveUsers(), element: <ActiveUsersPage /> },
      { path: paths.adminSettings(), element: <AdminSettingsPage /> },
      { path: paths.adminJobs(), element: <AdminJobsPage /> },
      { path: paths.adminSupport(), element: <SupportPage /> },
      { path: paths.adminHelp(), element: <AdminHelpPage /> },
      { path: `${paths.admin()}/*`, element: <NotFoundScreen inFrame /> },
    ],
  },
]

/** As it was left; before it was ever folded, by the room there is. */
function wasNarrow(): boolean {
  const hasNoRoom = !window.matchMedia(WIDE).matches
  try {
    const left = localStorage.getItem(STORAGE_KEY)
    return left ? left === 'narrow' : hasNoRoom
  } catch {
    return hasNoRoom
  }
}

function remember(isNarrow: boolean) {
  try {
    localStorage.setItem(STORAGE_KEY, isNarrow ? 'narrow' : 'wide')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
