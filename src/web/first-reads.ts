import { type GoogleAccount, listAccounts } from '#features/accounts/contract.ts'
import { getStatus } from '#features/auth/contract/endpoints.ts'
import { listAccountChanges } from '#features/performance/contract/account-views.ts'
import { getAccountMetrics, getAccountTrend } from '#features/performance/contract/metrics.ts'
import { listAccountNotes } from '#features/performance/contract/notes.ts'
import { accountRange, rangeInput } from '#features/performance/ui/account-range.ts'
import { getInbox } from '#features/recommendations/contract/inbox.ts'
import {
  getSilence,
  listRecommendations,
} from '#features/recommendations/contract/recommendations.ts'
import { listAlerts } from '#features/watch/contract/alerts.ts'
import { type AnyEndpoint, addressOf } from '#kit/api.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { matchPath } from '#kit/router/location.ts'
import { oneOf } from '#kit/url-state.ts'
import type { InputOf } from '#shared/endpoint.ts'

/** Something the first view of a screen shows. */
export type FirstRead = {
  address: string
  query: ReturnType<typeof queryOf<AnyEndpoint>>
  /** What would make the page too large for the first packets of a connection (14 KB, RFC 6928), as it travels. */
  isLarge?: boolean
}

/** Which account's page an address opens; null where another screen. */
export function accountAt(pathname: string): string | null {
  return matchPath(paths.account(':accountId'), pathname)?.accountId ?? null
}

/** Who looks, and the accounts: what of the rest is asked for depends on them. */
export const READS_OF_ALL = [readOf(getStatus, {}), readOf(listAccounts, {})]

/** The rest of what the first view of 'Hoy' or of an account is made of. */
export function firstReads(
  pathname: string,
  params: URLSearchParams,
  accounts: readonly GoogleAccount[] | undefined,
): FirstRead[] {
  if (pathname === paths.dashboard()) return [large(getInbox, {})]
  const account = accounts?.find(({ accountId }) => accountId === accountAt(pathname))
  return account?.accountType === 'STANDARD' ? readsOfAccount(account, params) : []
}

function readsOfAccount(account: GoogleAccount, params: URLSearchParams): FirstRead[] {
  const { accountId: customerId } = account
  const ofAccount = [
    large(listRecommendations, { customerId }),
    readOf(listAlerts, { customerId }),
    readOf(getSilence, { customerId }),
  ]
  if (params.has('campaign')) return ofAccount
  const compare = oneOf(['previous', 'year'], params.get('compare')) ?? 'previous'
  const days = accountRange(account, params, new Date())
  const figures = { customerId, compare, ...rangeInput(account, days) } as const
  if (account.granularity === 'period') return [...ofAccount, readOf(getAccountMetrics, figures)]
  return [
    ...ofAccount,
    readOf(getAccountMetrics, figures),
    large(getAccountTrend, { ...figures, level: 'account' }),
    readOf(listAccountChanges, { customerId, ...days }),
    readOf(listAccountNotes, { customerId, ...days }),
  ]
}

function large<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): FirstRead {
  return { ...readOf(endpoint, input), isLarge: true }
}

function readOf<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): FirstRead {
  return {
    address: addressOf(endpoint, input),
    query: queryOf(endpoint, input) as FirstRead['query'],
  }
}
