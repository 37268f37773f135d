import { useState } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { AdminDashboardPage } from '#features/admin/ui/dashboard-page.tsx'
import { AdminHelpPage } from '#features/admin/ui/help-page.tsx'
import { AdminJobsPage } from '#features/admin/ui/jobs-page.tsx'
import { AdminSettingsPage } from '#features/admin/ui/settings-page.tsx'
import { ActiveUsersPage, AllUsersPage } from '#features/admin/ui/users-page.tsx'
import { SupportPage } from '#features/support/ui/support-page.tsx'
import { paths } from '#kit/paths.ts'
import { PanelShell } from '../layout/panel-shell.tsx'
import { NotFoundScreen } from '../not-found-screen.tsx'
import { AdminMenu } from './admin-menu.tsx'

/** Everything under /admin: one download, which only administrators need. */
export function AdminScreens() {
  return (
    <Routes>
      <Route element={<AdminShell />}>
        <Route index element={<Navigate replace to={paths.adminDashboard()} />} />
        <Route path="dashboard" element={<AdminDashboardPage />} />
        <Route path="users" element={<AllUsersPage />} />
        <Route path="users/active" element={<ActiveUsersPage />} />
        <Route path="settings" element={<AdminSettingsPage />} />
        <Route path="jobs" element={<AdminJobsPage />} />
        <Route path="support" element={<SupportPage />} />
        <Route path="help" element={<AdminHelpPage />} />
        <Route path="*" element={<NotFoundScreen inFrame />} />
      </Route>
    </Routes>
  )
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
      isNarrow={isNarrow}
      sidebar={(close) => (
        <AdminMenu isNarrow={isNarrow && !close} close={close} onFold={close ? undefined : fold} />
      )}
    />
  )
}

function wasNarrow(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'narrow'
  } catch {
    return false
  }
}

function remember(isNarrow: boolean) {
  try {
    localStorage.setItem(STORAGE_KEY, isNarrow ? 'narrow' : 'wide')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
