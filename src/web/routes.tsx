import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { DemoBanner } from '#features/auth/ui/demo-banner.tsx'
import { LoadingScreen } from '#kit/components/loading-screen.tsx'
import { paths } from '#kit/paths.ts'
import { type Location, matchPath } from '#kit/router/location.ts'
import { type Route, Router, Routes, useLocation, useNavigationType } from '#kit/router/router.tsx'
import { ReadOnlyNotice } from './demo/read-only-notice.tsx'
import { ScreenErrorBoundary } from './error-screens.tsx'
import { framedScreen, lazyScreen } from './lazy-screen.ts'
import { readAhead } from './preload-reads.ts'
import { SessionGuard } from './session-guard.tsx'

// Every screen is its own download; what it shows is read through the query cache, so the router
// needs no loaders.
const OuterScreens = lazyScreen(async () => (await import('./outer-screens.tsx')).OuterScreens)
const SettingsScreen = framedScreen(
  async () => (await import('./settings-screen.tsx')).SettingsScreen,
)
const HelpPage = framedScreen(async () => (await import('./help-page.tsx')).HelpPage)
const DashboardShell = lazyScreen(
  async () => (await import('./layout/dashboard-shell.tsx')).DashboardShell,
)
const OverviewScreen = framedScreen(
  async () => (await import('./account-screens.tsx')).OverviewScreen,
)
const AccountsScreen = framedScreen(
  async () => (await import('./account-screens.tsx')).AccountsScreen,
)
const AccountPage = framedScreen(async () => (await import('./account-page.tsx')).AccountPage)
const CampaignsPage = framedScreen(async () => (await import('./campaigns-page.tsx')).CampaignsPage)
const ChooseAccountsPage = framedScreen(
  async () => (await import('#features/accounts/ui/choose-accounts-page.tsx')).ChooseAccountsPage,
)
const ResultsPage = framedScreen(
  async () => (await import('#features/recommendations/ui/results-page.tsx')).ResultsPage,
)
const NotFoundScreen = lazy(async () => ({
  default: (await import('./not-found-screen.tsx')).NotFoundScreen,
}))
const ImportPage = framedScreen(
  async () => (await import('#features/import/ui/import-page.tsx')).ImportPage,
)

const PANEL = paths.dashboard()
const ROUTES: readonly Route[] = [
  {
    element: <SessionGuard />,
    inside: [
      {
        element: <DashboardShell />,
        inside: [
          { path: PANEL, element: <OverviewScreen /> },
          { path: paths.accounts(), element: <AccountsScreen /> },
          { path: paths.account(':accountId'), element: <AccountPage /> },
          { path: paths.campaigns(), element: <CampaignsPage /> },
          { path: paths.chooseAccounts(':connectionId'), element: <ChooseAccountsPage /> },
          { path: paths.results(), element: <ResultsPage /> },
          { path: paths.importReports(), element: <ImportPage /> },
          { path: paths.settings(), element: <SettingsScreen /> },
          { path: paths.help(), element: <HelpPage /> },
          { path: `${PANEL}/*`, element: <NotFoundScreen inFrame /> },
        ],
      },
    ],
  },
  { path: '*', element: <OuterScreens /> },
]

/** `at`: the address, where there is no browser to ask. */
export function Screens({ at }: { at?: Location }) {
  return (
    <Router at={at} onIntent={usePrepare()}>
      <ScreenErrorBoundary>
        <ScrollToPlace />
        <EnvironmentNotice />
        <Suspense fallback={<LoadingScreen />}>
          <Routes routes={ROUTES} />
        </Suspense>
      </ScreenErrorBoundary>
    </Router>
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

const DOWNLOADS = [
  { path: PANEL, screen: OverviewScreen },
  { path: paths.accounts(), screen: AccountsScreen },
  { path: paths.account(':accountId'), screen: AccountPage },
  { path: paths.campaigns(), screen: CampaignsPage },
  { path: paths.results(), screen: ResultsPage },
  { path: paths.importReports(), screen: ImportPage },
  { path: paths.settings(), screen: SettingsScreen },
  { path: paths.help(), screen: HelpPage },
]

/** Starts the downloads of the first view while the session is still being checked. */
export async function preloadScreens(pathname: string): Promise<void> {
  if (!pathname.startsWith(PANEL)) return await OuterScreens.preload()
  const found = DOWNLOADS.find(({ path }) => matchPath(path, pathname))
  await Promise.all([DashboardShell.preload(), found?.screen.preload()])
}

/** Behind a link that is rested on its screen, and what that shows first, are already there. */
function usePrepare() {
  const client = useQueryClient()
  return useCallback(
    (href: string) => {
      const { pathname, searchParams } = new URL(href, window.location.origin)
      void preloadScreens(pathname)
      // Outside the panel the session may have ended: a pointer at a link would lead to the log-in.
      if (window.location.pathname.startsWith(PANEL)) void readAhead(client, pathname, searchParams)
    },
    [client],
  )
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
    if (type !== 'back or forward' && !hash) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname])
  return null
}
