import type { QueryClient } from '@tanstack/react-query'
import { rememberUser, statusQuery } from './session.ts'

/** For what has just changed about who is logged in; the browser's copy follows. */
export async function readSessionAgain(client: QueryClient): Promise<void> {
  await client.refetchQueries({ queryKey: statusQuery.queryKey })
  const user = client.getQueryData(statusQuery.queryKey)?.user
  if (user) rememberUser(user)
}
