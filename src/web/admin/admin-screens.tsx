import { Navigate, Route, Routes } from 'react-router'
import { AdminDashboardPage } from '#features/admin/ui/dashboard-page.tsx'
import { AdminHelpPage } from '#features/admin/ui/help-page.tsx'
import { AdminSettingsPage } from '#features/admin/ui/settings-page.tsx'
import { ActiveUsersPage, AllUsersPage } from '#features/admin/ui/users-page.tsx'
import { paths } from '#kit/paths.ts'
import { NotFoundScreen } from '../error-screens.tsx'
import { AdminShell } from './admin-shell.tsx'

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
        <Route path="help" element={<AdminHelpPage />} />
        <Route path="*" element={<NotFoundScreen inFrame />} />
      </Route>
    </Routes>
  )
}
