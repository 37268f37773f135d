import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { DemoBanner } from '#features/auth/ui/demo-banner.tsx'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'
import { paths } from '#kit/paths.ts'
import { ReadOnlyNotice } from './demo/read-only-notice.tsx'
import { NotFoundScreen, ScreenErrorBoundary } from './error-screens.tsx'
import { AdminGuard, SessionGuard } from './session-guard.tsx'

// Every screen is its own download; what it shows is read through the query cache, so the router
// needs no loaders: the data router would add 15 KiB to the first view for nothing we use.
const LandingHandover = lazyScreen(
  async () => (await import('./landing-handover.tsx')).LandingHandover,
)
const DemoScreen = lazyScreen(async () => (await import('./demo/demo-screen.tsx')).DemoScreen)
const LogOutScreen = lazyScreen(async () => (await import('./log-out-screen.tsx')).LogOutScreen)
const AdminScreens = lazyScreen(
  async () => (await import('./admin/admin-screens.tsx')).AdminScreens,
)
const LoginPage = lazyScreen(
  async () => (await import('#features/auth/ui/login-page.tsx')).LoginPage,
)
const RegisterPage = lazyScreen(
  async () => (await import('#features/auth/ui/register-page.tsx')).RegisterPage,
)
const RecoveryPage = lazyScreen(
  async () => (await import('#features/auth/ui/recovery-page.tsx')).RecoveryPage,
)
const ConfirmEmailPage = lazyScreen(
  async () => (await import('./confirm-email-page.tsx')).ConfirmEmailPage,
)
const ConfirmReportsPage = lazyScreen(
  async () => (await import('./report-link-pages.tsx')).ConfirmReportsPage,
)
const UnsubscribeReportsPage = lazyScreen(
  async () => (await import('./report-link-pages.tsx')).UnsubscribeReportsPage,
)
const LinkErrorScreen = lazyScreen(
  async () => (await import('./link-problem-screens.tsx')).LinkErrorScreen,
)
const LinkExpiredScreen = lazyScreen(
  async () => (await import('./link-problem-screens.tsx')).LinkExpiredScreen,
)
const OnboardingPage = lazyScreen(
  async () => (await import('./onboarding-page.tsx')).OnboardingPage,
)
const SettingsScreen = lazyScreen(
  async () => (await import('./settings-screen.tsx')).SettingsScreen,
)
const HelpPage = lazyScreen(async () => (await import('./help-page.tsx')).HelpPage)
const SubscribePage = lazyScreen(async () => (await import('./subscribe-page.tsx')).SubscribePage)
const SubscriptionSuccessScreen = lazyScreen(
  async () => (await import('./subscription-result-screens.tsx')).SubscriptionSuccessScreen,
)
const SubscriptionCanceledScreen = lazyScreen(
  async () => (await import('./subscription-result-screens.tsx')).SubscriptionCanceledScreen,
)
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
            <Route path="/" element={<LandingHandover />} />
            <Route path="/demo" element={<DemoScreen />} />
            <Route path="/logout" element={<LogOutScreen />} />
            <Route path="/login" element={<LoginPage />} />
            <Route path="/register" element={<RegisterPage />} />
            <Route path="/forgot-password" element={<RecoveryPage />} />
            <Route path="/reset-password" element={<RecoveryPage />} />
            <Route path="/confirm-email" element={<ConfirmEmailPage />} />
            <Route path="/reports/confirm" element={<ConfirmReportsPage />} />
            <Route path="/reports/unsubscribe" element={<UnsubscribeReportsPage />} />
            <Route path="/error" element={<LinkErrorScreen />} />
            <Route path="/expired" element={<LinkExpiredScreen />} />
            <Route element={<SessionGuard />}>
              <Route path="/subscribe" element={<SubscribePage />} />
              <Route path="/subscription/success" element={<SubscriptionSuccessScreen />} />
              <Route path="/subscription/canceled" element={<SubscriptionCanceledScreen />} />
              <Route path="/onboarding" element={<OnboardingPage />} />
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
              <Route element={<AdminGuard />}>
                <Route path="/admin/*" element={<AdminScreens />} />
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
  if (!pathname.startsWith(paths.dashboard())) return
  DashboardShell.preload()
  if (pathname === paths.dashboard()) OverviewScreen.preload()
  else if (pathname === paths.accounts()) AccountsScreen.preload()
  else if (pathname.startsWith(paths.accounts())) AccountPage.preload()
}

/** A screen that is downloaded when first drawn, or earlier with `preload()`. */
function lazyScreen(load: () => Promise<ComponentType>) {
  const download = async () => ({ default: await load() })
  // A failed preload is no failure yet: drawing the screen downloads it again and shows the error.
  const preload = () => void download().catch(() => undefined)
  return Object.assign(lazy(download), { preload })
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
