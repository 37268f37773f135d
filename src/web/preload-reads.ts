import type { QueryClient } from '@tanstack/react-query'
import { listAccounts } from '#features/accounts/contract.ts'
import { remembersActiveUser } from '#features/auth/ui/session.ts'
import { paths } from '#kit/paths.ts'
import { queryOf } from '#kit/query.ts'
import { REPLIES_ID } from '#shared/first-view.ts'
import { firstReads, READS_OF_ALL } from './first-reads.ts'

/** Asks for what the first view shows while the session is still being checked; of a stranger nothing is asked. */
export function preloadReads(client: QueryClient, pathname: string): void {
  if (!pathname.startsWith(paths.dashboard()) || !remembersActiveUser()) return
  void readAhead(client, pathname, new URLSearchParams())
}

/**
 * Resolves once all is there, or has failed. What is there already is not asked for again. Only of screens of the panel:
 * elsewhere a stranger would be sent to the log-in.
 */
export async function readAhead(
  client: QueryClient,
  pathname: string,
  params: URLSearchParams,
): Promise<void> {
  if (!pathname.startsWith(paths.dashboard())) return
  const ofAccounts = queryOf(listAccounts, {})
  const accounts = client.prefetchQuery(ofAccounts)
  const reads = firstReads(pathname, params, client.getQueryData(ofAccounts.queryKey))
  await Promise.all([accounts, ...reads.map(({ query }) => client.prefetchQuery(query))])
}

/** The replies that came with the page; false where it came without a first view. */
export function takeReplies(client: QueryClient, { pathname, search }: Location): boolean {
  const place = document.getElementById(REPLIES_ID)
  if (!place) return false
  const replies = JSON.parse(place.textContent) as Record<string, unknown>
  place.remove()
  const take = (reads: typeof READS_OF_ALL) => {
    for (const { address, query } of reads)
      if (address in replies) client.setQueryData(query.queryKey, replies[address])
  }
  take(READS_OF_ALL)
  const accounts = client.getQueryData(queryOf(listAccounts, {}).queryKey)
  take(firstReads(pathname, new URLSearchParams(search), accounts))
  return true
}
