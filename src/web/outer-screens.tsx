import { type Route, Routes } from '#kit/router/router.tsx'
import { AdminGuard } from './admin-guard.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { SessionGuard } from './session-guard.tsx'

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
const EndMorningMailPage = lazyScreen(
  async () => (await import('./report-link-pages.tsx')).EndMorningMailPage,
)
const EndVerdictMailPage = lazyScreen(
  async () => (await import('./report-link-pages.tsx')).EndVerdictMailPage,
)
const LinkErrorScreen = lazyScreen(
  async () => (await import('./link-problem-screens.tsx')).LinkErrorScreen,
)
const LinkExpiredScreen = lazyScreen(
  async () => (await import('./link-problem-screens.tsx')).LinkExpiredScreen,
)
const ContactPage = lazyScreen(
  async () => (await import('#features/support/ui/contact-page.tsx')).ContactPage,
)
const JoinTeamScreen = lazyScreen(
  async () => (await import('./join-team-screen.tsx')).JoinTeamScreen,
)
const AccountDataScreen = lazyScreen(
  async () => (await import('./account-data-screen.tsx')).AccountDataScreen,
)
const OnboardingPage = lazyScreen(
  async () => (await import('./onboarding-page.tsx')).OnboardingPage,
)
const SubscribePage = lazyScreen(async () => (await import('./subscribe-page.tsx')).SubscribePage)
const SubscriptionSuccessScreen = lazyScreen(
  async () => (await import('./subscription-result-screens.tsx')).SubscriptionSuccessScreen,
)
const SubscriptionCanceledScreen = lazyScreen(
  async () => (await import('./subscription-result-screens.tsx')).SubscriptionCanceledScreen,
)

const ROUTES: readonly Route[] = [
  { path: '/', element: <LandingHandover /> },
  { path: '/demo', element: <DemoScreen /> },
  { path: '/logout', element: <LogOutScreen /> },
  { path: '/login', element: <LoginPage /> },
  { path: '/register', element: <RegisterPage /> },
  { path: '/forgot-password', element: <RecoveryPage /> },
  { path: '/reset-password', element: <RecoveryPage /> },
  { path: '/confirm-email', element: <ConfirmEmailPage /> },
  { path: '/reports/confirm', element: <ConfirmReportsPage /> },
  { path: '/reports/unsubscribe', element: <UnsubscribeReportsPage /> },
  { path: '/today/unsubscribe', element: <EndMorningMailPage /> },
  { path: '/results/unsubscribe', element: <EndVerdictMailPage /> },
  { path: '/contact', element: <ContactPage /> },
  { path: '/error', element: <LinkErrorScreen /> },
  { path: '/expired', element: <LinkExpiredScreen /> },
  {
    element: <SessionGuard />,
    inside: [
      { path: '/subscribe', element: <SubscribePage /> },
      { path: '/subscription/success', element: <SubscriptionSuccessScreen /> },
      { path: '/subscription/canceled', element: <SubscriptionCanceledScreen /> },
      { path: '/team/join', element: <JoinTeamScreen /> },
      { path: '/account/data', element: <AccountDataScreen /> },
      { path: '/onboarding', element: <OnboardingPage /> },
      { element: <AdminGuard />, inside: [{ path: '/admin/*', element: <AdminScreens /> }] },
    ],
  },
  { path: '*', element: <NotFoundScreen /> },
]

/** What is not the panel: before it, beside it, and its administration. Its own download, so that the panel needs none of it. */
export function OuterScreens() {
  return <Routes routes={ROUTES} />
}
