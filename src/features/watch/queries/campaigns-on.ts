import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a campaign may spend, for all that is known: files do not always tell states, and Google goes on calling those enabled that
 * ended on their last day. `table`: the campaigns' name in the query.
 */
export const isOnNow = (table: 'c' | 'campaigns'): SQL<boolean> =>
  sql<boolean>`(${sql.identifier(table)}.status not in ('PAUSED', 'REMOVED') and ${sql.identifier(table)}.primary_status is distinct from 'ENDED')`
