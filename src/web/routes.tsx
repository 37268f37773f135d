import { Suspense } from 'react'
import { BrowserRouter, Route, Routes, useLocation } from 'react-router'
import { DemoBanner } from '#features/auth/ui/demo-banner.tsx'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'
import { paths } from '#kit/paths.ts'
import { NotFoundScreen, ScreenErrorBoundary } from './error-screens.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { ScrollToPlace } from './scroll-to-place.tsx'
import { SessionGuard } from './session-guard.tsx'

// Every screen is its own download; what it shows is read through the query cache, so the router
// needs no loaders: the data router would add 15 KiB to the first view for nothing we use.
const LandingPage = lazyScreen(async () => (await import('./landing-page.tsx')).LandingPage)
const LoginPage = lazyScreen(
  async () => (await import('#features/auth/ui/login-page.tsx')).LoginPage,
)
const SubscribePage = lazyScreen(async () => (await import('./subscribe-page.tsx')).SubscribePage)
const DashboardShell = lazyScreen(
  async () => (await import('./layout/dashboard-shell.tsx')).DashboardShell,
)
const OverviewScreen = lazyScreen(
  async () => (await import('./account-screens.tsx')).OverviewScreen,
)
const AccountsScreen = lazyScreen(
  async () => (await import('./account-screens.tsx')).AccountsScreen,
)
const AccountPage = lazyScreen(async () => (await import('./account-page.tsx')).AccountPage)
const ChooseAccountsPage = lazyScreen(
  async () => (await import('#features/accounts/ui/choose-accounts-page.tsx')).ChooseAccountsPage,
)
const ImportPage = lazyScreen(
  async () => (await import('#features/import/ui/import-page.tsx')).ImportPage,
)

export function Screens() {
  return (
    <BrowserRouter>
      <ScreenErrorBoundary>
        <ScrollToPlace />
        <EnvironmentNotice />
        <Suspense fallback={<LoadingScreen />}>
          <Routes>
            <Route path="/" element={<LandingPage />} />
            <Route path="/login" element={<LoginPage />} />
            <Route element={<SessionGuard />}>
              <Route path="/subscribe" element={<SubscribePage />} />
              <Route path="/dashboard" element={<DashboardShell />}>
                <Route index element={<OverviewScreen />} />
                <Route path="accounts" element={<AccountsScreen />} />
                <Route path="accounts/:accountId" element={<AccountPage />} />
                <Route path="connect/:connectionId" element={<ChooseAccountsPage />} />
                <Route path="import" element={<ImportPage />} />
                <Route path="*" element={<NotFoundScreen inFrame />} />
              </Route>
            </Route>
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
        </Suspense>
      </ScreenErrorBoundary>
    </BrowserRouter>
  )
}

function EnvironmentNotice() {
  return <DemoBanner besideMenu={useLocation().pathname.startsWith(paths.dashboard())} />
}

/** Starts the downloads of the first view while the session is still being checked. */
export function preloadScreens(pathname: string): void {
  if (!pathname.startsWith(paths.dashboard())) return
  DashboardShell.preload()
  if (pathname === paths.dashboard()) OverviewScreen.preload()
  else if (pathname === paths.accounts()) AccountsScreen.preload()
  else if (pathname.startsWith(paths.accounts())) AccountPage.preload()
}
