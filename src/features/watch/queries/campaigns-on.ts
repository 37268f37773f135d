import { type SQL, sql } from 'drizzle-orm'

/** Whether a campaign may spend. `table`: the campaigns' name in the query. */
export const isOnNow = (table: 'c' | 'campaigns'): SQL<boolean> =>
  sql<boolean>`(${sql.identifier(table)}.status = 'ENABLED')`
