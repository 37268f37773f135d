import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as access from '#platform/db/schema/access.ts'
import * as changes from '#platform/db/schema/changes.ts'
import * as entities from '#platform/db/schema/entities.ts'
import * as facts from '#platform/db/schema/facts.ts'
import * as googleRecommendations from '#platform/db/schema/google-recommendations.ts'
import * as pages from '#platform/db/schema/pages.ts'
import * as recommendations from '#platform/db/schema/recommendations.ts'
import * as watch from '#platform/db/schema/watch.ts'
import * as work from '#platform/db/schema/work.ts'

export const SCHEMAS = [
  access,
  work,
  facts,
  entities,
  changes,
  recommendations,
  googleRecommendations,
  pages,
  watch,
]

/** What belongs to an account: every table with a `customer_id`. The test holds it against the migrated database. */
export const tenantTables: readonly string[] = SCHEMAS.flatMap((schema) => Object.values(schema))
  .filter((table) => is(table, PgTable))
  .filter((table) => Object.values(getTableColumns(table)).some(namesCustomer))
  .map(getTableName)

function namesCustomer({ name }: { name: string }): boolean {
  return name === 'customer_id'
}

/** Not emptied by `eraseAccountData` with the other tables, each with what becomes of its rows. */
export const ERASED_APART: Record<string, string> = {
  sync_states: 'goes first: a new connection must find that the history is to be pulled',
  ad_accounts: 'the directory: its row goes with the user, or after the data',
  api_usage: 'the day’s quota is spent all the same: its counts pass to no account',
}

/** Left out when an owner asks for the data of an account, each with its reason. */
export const NOT_EXPORTED: Record<string, string> = {
  sync_states: 'says where our own work stands, and nothing of the account',
  api_usage: 'counts our own requests against a quota of ours',
  kept_ranges: 'says up to when we added up, and nothing of the account',
  day_prints: 'hashes of the days, which are exported',
  keyword_kept: 'sums of the days, which are exported',
  google_recommendation_pulls: 'says when we asked, and nothing of the account',
}

export const erasedTables: readonly string[] = tenantTables.filter(
  (table) => !(table in ERASED_APART),
)

export const exportedTables: readonly string[] = tenantTables.filter(
  (table) => !(table in NOT_EXPORTED),
)
