/** Every address of the application; screens never write one by hand. */
export const paths = {
  landing: () => '/',
  login: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  logout: () => '/logout',
  logoutFailed: () => '/login?logout=failed',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  linkError: () => '/error',
  linkExpired: () => '/expired',
  onboarding: () => '/onboarding',
  demo: () => '/demo',
  privacy: () => '/privacy',
  terms: () => '/terms',
  contact: () => '/contact',
  subscribe: () => '/subscribe',
  subscriptionSuccess: () => '/subscription/success',
  subscriptionCanceled: () => '/subscription/canceled',
  admin: () => '/admin',
  adminDashboard: () => '/admin/dashboard',
  adminUsers: () => '/admin/users',
  adminActiveUsers: () => '/admin/users/active',
  adminSettings: () => '/admin/settings',
  adminJobs: () => '/admin/jobs',
  adminSupport: () => '/admin/support',
  adminHelp: () => '/admin/help',
  dashboard: () => '/dashboard',
  settings: () => '/dashboard/settings',
  subscription: () => '/dashboard/settings?tab=subscription',
  reports: () => '/dashboard/settings?tab=reports',
  joinTeam: () => '/team/join',
  accountData: () => '/account/data',
  help: () => '/dashboard/help',
  campaigns: () => '/dashboard/campaigns',
  accounts: () => '/dashboard/accounts',
  account: (customerId: string, anchor?: AccountAnchor) =>
    `/dashboard/accounts/${customerId}${anchor ? `#${anchor}` : ''}`,
  chooseAccounts: (connectionId: string) => `/dashboard/connect/${connectionId}`,
  results: () => '/dashboard/results',
  importReports: () => '/dashboard/import',
}

/** Blocks of the account page that links may point to. */
export type AccountAnchor =
  | 'recommendations'
  | 'campaigns'
  | 'keywords'
  | 'search-terms'
  | 'audiences'
  | 'ritmo'

/** The place to return to after logging in: a path of this application, or null. */
export function returnPath(next: string | null, origin: string): string | null {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return null
  const url = new URL(next, origin)
  // '/.//host' resolves to the path '//host', which the browser takes for another origin.
  const isOurs =
    url.origin === origin && url.pathname !== paths.login() && !url.pathname.startsWith('//')
  return isOurs ? url.pathname + url.search + url.hash : null
}
