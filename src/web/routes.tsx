import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { DemoBanner } from '#features/auth/ui/demo-banner.tsx'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'
import { paths } from '#kit/paths.ts'
import { ReadOnlyNotice } from './demo/read-only-notice.tsx'
import { ScreenErrorBoundary } from './error-screens.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { SessionGuard } from './session-guard.tsx'

// Every screen is its own download; what it shows is read through the query cache, so the router
// needs no loaders: the data router would add 15 KiB to the first view for nothing we use.
const OuterScreens = lazyScreen(async () => (await import('./outer-screens.tsx')).OuterScreens)
const SettingsScreen = lazyScreen(
  async () => (await import('./settings-screen.tsx')).SettingsScreen,
)
const HelpPage = lazyScreen(async () => (await import('./help-page.tsx')).HelpPage)
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
const CampaignsPage = lazyScreen(async () => (await import('./campaigns-page.tsx')).CampaignsPage)
const ChooseAccountsPage = lazyScreen(
  async () => (await import('#features/accounts/ui/choose-accounts-page.tsx')).ChooseAccountsPage,
)
const ResultsPage = lazyScreen(
  async () => (await import('#features/recommendations/ui/results-page.tsx')).ResultsPage,
)
const NotFoundScreen = lazy(async () => ({
  default: (await import('./not-found-screen.tsx')).NotFoundScreen,
}))
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
            <Route element={<SessionGuard />}>
              <Route path="/dashboard" element={<DashboardShell />}>
                <Route index element={<OverviewScreen />} />
                <Route path="accounts" element={<AccountsScreen />} />
                <Route path="accounts/:accountId" element={<AccountPage />} />
                <Route path="campaigns" element={<CampaignsPage />} />
                <Route path="connect/:connectionId" element={<ChooseAccountsPage />} />
                <Route path="results" element={<ResultsPage />} />
                <Route path="import" element={<ImportPage />} />
                <Route path="settings" element={<SettingsScreen />} />
                <Route path="help" element={<HelpPage />} />
                <Route path="*" element={<NotFoundScreen inFrame />} />
              </Route>
            </Route>
            <Route path="*" element={<OuterScreens />} />
          </Routes>
        </Suspense>
      </ScreenErrorBoundary>
    </BrowserRouter>
  )
}

function EnvironmentNotice() {
  const { pathname } = useLocation()
  const besideMenu = [paths.dashboard(), paths.admin()].some((path) => pathname.startsWith(path))
  return (
    <>
      <DemoBanner besideMenu={besideMenu} />
      <ReadOnlyNotice besideMenu={besideMenu} />
    </>
  )
}

/** Starts the downloads of the first view while the session is still being checked. */
export function preloadScreens(pathname: string): void {
  if (!pathname.startsWith(paths.dashboard())) {
    OuterScreens.preload()
    return
  }
  DashboardShell.preload()
  if (pathname === paths.dashboard()) OverviewScreen.preload()
  else if (pathname === paths.accounts()) AccountsScreen.preload()
  else if (pathname.startsWith(paths.accounts())) AccountPage.preload()
}

/** A new page starts at its top, a link with an anchor at that block; back and forward stay put. */
function ScrollToPlace() {
  const { pathname, hash, key } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click on the same anchor scrolls again, hence the key
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of page goes to the top, not of sort or filter
  useEffect(() => {
    if (type !== 'POP' && !hash) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname])
  return null
}
