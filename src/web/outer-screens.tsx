import { Route, Routes } from 'react-router'
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
const LinkErrorScreen = lazyScreen(
  async () => (await import('./link-problem-screens.tsx')).LinkErrorScreen,
)
const LinkExpiredScreen = lazyScreen(
  async () => (await import('./link-problem-screens.tsx')).LinkExpiredScreen,
)
const JoinPage = lazyScreen(async () => (await import('#features/teams/ui/join-page.tsx')).JoinPage)
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

/** What is not the panel: before it, beside it, and its administration. Its own download, so that the panel needs none of it. */
export function OuterScreens() {
  return (
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
        <Route path="/team/join" element={<JoinPage />} />
        <Route path="/account/data" element={<AccountDataScreen />} />
        <Route path="/onboarding" element={<OnboardingPage />} />
        <Route element={<AdminGuard />}>
          <Route path="/admin/*" element={<AdminScreens />} />
        </Route>
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}
