import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

/** The role that reads what belongs to one account and has no other right (`wall.ts`). */
export const READER = 'pujante_reader'

/** Says so until the transaction's end, and answers no row, which would have to be read. */
export const AS_ACCOUNT = `select where set_config('role', '${READER}', true) is null or set_config('app.customer_id', $1, true) is null`

/** One handle for both engines; `execute` answers `{ rows }` on either. */
export type Db = PgDatabase<NodePgQueryResultHKT>

/** Reads the rows of one account: each statement in a transaction of its own, as a user who sees no others and cannot write. */
export type AccountDb = Pick<Db, 'execute' | 'select' | 'selectDistinct' | '$with' | 'with'>

/** Handles by account: they hold nothing but whose they are, and are made anew for each read. */
export function accountHandles(
  open: (customerId: number) => AccountDb,
): (customerId: number) => AccountDb {
  return (customerId) => {
    // It becomes part of a statement where no value can be passed.
    if (!Number.isSafeInteger(customerId)) throw new Error(`${customerId} is no customer_id`)
    return open(customerId)
  }
}
