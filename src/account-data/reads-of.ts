import type { Context } from '#platform/context.ts'
import type { AccountDb } from '#platform/db/handles.ts'

/**
 * What reads an account's rows: a statement that forgets whose it is finds none of another's. Within a transaction it is
 * that transaction's own handle, since another would not see what was written in it.
 */
export function readsOf(ctx: Context, customerId: number): AccountDb {
  return '$client' in ctx.db ? ctx.storage.ofAccount(customerId) : ctx.db
}
