import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as access from '#platform/db/schema/access.ts'
import * as assistant from '#platform/db/schema/assistant.ts'
import * as billing from '#platform/db/schema/billing.ts'
import * as dataRights from '#platform/db/schema/data-rights.ts'
import * as identity from '#platform/db/schema/identity.ts'
import * as integrations from '#platform/db/schema/integrations.ts'
import * as product from '#platform/db/schema/product.ts'
import * as reports from '#platform/db/schema/reports.ts'
import * as support from '#platform/db/schema/support.ts'
import * as teams from '#platform/db/schema/teams.ts'
import * as views from '#platform/db/schema/views.ts'
import * as work from '#platform/db/schema/work.ts'
import { exportedTables, SCHEMAS } from './tenant-tables.ts'

const ALL = [
  ...SCHEMAS,
  assistant,
  billing,
  dataRights,
  identity,
  integrations,
  product,
  reports,
  teams,
  support,
  views,
  work,
  access,
]
const tables = [...new Set(ALL.flatMap((schema) => Object.values(schema) as unknown[]))].filter(
  (table): table is PgTable => is(table, PgTable),
)
const columnNames = (table: PgTable) =>
  Object.values(getTableColumns(table)).map(({ name }) => name)

/** What belongs to a person and not to an account. The test holds it against the migrated database. */
export const userTables: readonly string[] = tables
  .filter((table) => columnNames(table).includes('user_id'))
  .filter((table) => !columnNames(table).includes('customer_id'))
  .map(getTableName)

/** Not erased with their user, each with what becomes of its rows. */
export const NOT_ERASED_WITH_USER: Record<string, string> = {
  visits: 'stay as figures of use, under a number that is no user’s any more',
}

/** Left out of a person's copy, each with its reason. */
export const NOT_EXPORTED_OF_USER: Record<string, string> = {
  email_tokens: 'secrets of mailed links',
  oauth_states: 'secrets of consents under way',
  identity_challenges: 'secrets of log-ins under way',
  recovery_codes: 'nothing but hashes',
  data_exports: 'the copies themselves',
}

/** Columns that open something, or would make the copy many times as large: nothing of them is the person's own. */
const SECRET = /(_hash|_sealed|_token)$|^public_key$/
const LEFT_OUT_COLUMNS: Record<string, readonly string[]> = {
  // Reports can be made again.
  report_runs: ['pdf_base64'],
}

export type CopiedTable = {
  name: string
  /** In the copy; a table may be read by two columns. */
  file: string
  /** Whose rows: of an account, or of the person. */
  ownerColumn: string
  columns: readonly string[]
  key: readonly { name: string; type: string }[]
}

/** Rows about a person that stand under another's name: who is in the team, and what administrators did with the account. */
const READ_BESIDES: Record<string, { file: string; ownerColumn: string; left: readonly string[] }> =
  {
    team_members: { file: 'team_members_of_own_team', ownerColumn: 'owner_id', left: [] },
    // Whose hand it was is the administrator's.
    audit_log: {
      file: 'audit_log',
      ownerColumn: 'target_id',
      left: ['actor_id', 'actor_email'],
    },
  }

/** What a person's copy consists of, read off the schema. */
export const copiedTables: readonly CopiedTable[] = tables.flatMap((table) => {
  const name = getTableName(table)
  const ownerColumn = ownerColumnOf(name)
  const besides = READ_BESIDES[name]
  return [
    ...(ownerColumn ? [copied(table, name, ownerColumn, LEFT_OUT_COLUMNS[name] ?? [])] : []),
    ...(besides ? [copied(table, besides.file, besides.ownerColumn, besides.left)] : []),
  ]
})

function copied(
  table: PgTable,
  file: string,
  ownerColumn: string,
  left: readonly string[],
): CopiedTable {
  const columns = columnNames(table).filter((one) => !SECRET.test(one) && !left.includes(one))
  const { columns: all, primaryKeys } = getTableConfig(table)
  const inKey = primaryKeys[0]?.columns.map((column) => column.name)
  // In the order of the key's index.
  const key = inKey
    ? inKey.flatMap((one) => all.filter((column) => column.name === one))
    : all.filter(({ primary }) => primary)
  return {
    name: getTableName(table),
    file,
    ownerColumn,
    columns,
    key: key.map((column) => ({ name: column.name, type: column.getSQLType() })),
  }
}

function ownerColumnOf(name: string): string | undefined {
  if (name === 'users') return 'id'
  if (exportedTables.includes(name)) return 'customer_id'
  return userTables.includes(name) && !(name in NOT_EXPORTED_OF_USER) ? 'user_id' : undefined
}
