import type { QueryClient } from '@tanstack/react-query'
import { listAccounts } from '#features/accounts/contract.ts'
import { remembersActiveUser } from '#features/auth/ui/session.ts'
import { getInbox } from '#features/recommendations/contract/inbox.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'

/** Asks for what the first view shows while the session is still being checked; of a stranger nothing is asked. */
export function preloadReads(client: QueryClient, pathname: string): void {
  if (!pathname.startsWith(paths.dashboard()) || !remembersActiveUser()) return
  void client.prefetchQuery(queryOf(listAccounts, {}))
  if (pathname === paths.dashboard()) void client.prefetchQuery(queryOf(getInbox, {}))
}
