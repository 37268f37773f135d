import type { QueryClient } from '@tanstack/react-query'
import { getStatus } from '#features/auth/contract/endpoints.ts'
import { queryOf } from '#kit/query.ts'
import { getMetrics, getSettings, listAuditLog, listUsers } from '../contract/endpoints.ts'
import { type AdminJob, listJobs } from '../contract/jobs.ts'

// Other administrators work at the same time: what is shown is read again at each visit.
const FRESH = { staleTime: 0 }

export const usersQuery = { ...queryOf(listUsers, {}), ...FRESH }
export const metricsQuery = { ...queryOf(getMetrics, {}), ...FRESH }
export const settingsQuery = { ...queryOf(getSettings, {}), ...FRESH }

export function jobsQuery({
  lane,
  state,
}: {
  lane: AdminJob['lane'] | null
  state: AdminJob['state'] | null
}) {
  const input = { ...(lane && { lane }), ...(state && { state }) }
  return { ...queryOf(listJobs, input), ...FRESH }
}

/**
 * After anything an administrator does: the list, the figures and the log all tell of it. Whose role was their own leaves
 * with it, before the panel is refused.
 */
export async function reloadPanel(client: QueryClient): Promise<void> {
  const { queryKey } = queryOf(getStatus, {})
  await client.invalidateQueries({ queryKey })
  if (client.getQueryData(queryKey)?.user?.role !== 'admin') return
  const paths = [listUsers, getMetrics, listAuditLog, getSettings, listJobs].map(({ path }) => path)
  await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })))
}
