import { eq, sql } from 'drizzle-orm'
import { connectAllAccounts } from '../src/features/accounts/actions/connect-all-accounts.ts'
import { syncNow } from '../src/features/sync/actions/sync-account.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import type { openContext } from '../src/server/open-context.ts'
import { LARGEST } from './google-side.ts'
import { createPerson } from './person.ts'

type Context = Awaited<ReturnType<typeof openContext>>['ctx']

/** So many people, each with the largest account at Google, which was never synced; no job waits. */
export async function peopleToSync(ctx: Context, refreshToken: string, count: number) {
  const connect = async () => {
    const person = await createPerson(ctx)
    await connectAllAccounts(person.ctx, { email: LARGEST.email, scopes: [], refreshToken })
    return person
  }
  const first = await connect()
  // So that Google's side answers from memory afterwards, and the machine is the server's.
  await syncNow(ctx, LARGEST.customerId)
  await ctx.db.delete(adAccounts).where(eq(adAccounts.userId, first.ctx.caller.userId))
  const people = await Promise.all(Array.from({ length: count }, connect))
  await ctx.db.execute(sql`delete from jobs`)
  return people
}
