import { eq, sql } from 'drizzle-orm'
import { connectAllAccounts } from '../src/features/accounts/actions/connect-all-accounts.ts'
import { syncNow } from '../src/features/sync/actions/sync-account.ts'
import { readConfig } from '../src/platform/config.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { openContext } from '../src/server/open-context.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import { type AccountPlan, addAccount, fillAccount, fillSearchTerms } from './analysis-account.ts'
import type { BenchStage } from './bench.ts'
import { LARGEST } from './google-side.ts'
import { createPerson } from './person.ts'

/** Sessions, and the account whose figures are looked at meanwhile. */
export type BusyPeople = { watcher: string; account: string; syncing: string[] }

const SYNCING = 4

/** An account of 20,000 keywords and 100,000 search terms, and four people with an account at Google that was never synced. */
export async function prepareBusy(
  environment: Record<string, string>,
  stage: BenchStage,
): Promise<BusyPeople> {
  const { refreshToken } = await stage.google()
  const { ctx, close } = await openContext(readConfig(environment))
  try {
    const plan: AccountPlan = {
      campaigns: 20,
      groupsPerCampaign: 20,
      keywordsPerGroup: 50,
      days: 100,
      lastDay: addDays(dayInZone(ctx.clock.now(), 'Europe/Madrid'), -1),
      busyPercent: 31,
    }
    const watcher = await createPerson(ctx)
    const { googleCustomerId, customerId } = await addAccount(watcher.ctx, plan)
    await fillAccount(ctx, plan)
    await fillSearchTerms(ctx, plan)
    const connect = async () => {
      const person = await createPerson(ctx)
      await connectAllAccounts(person.ctx, { email: LARGEST.email, scopes: [], refreshToken })
      return person
    }
    const first = await connect()
    // So that Google's side answers from memory afterwards, and the machine is the server's.
    await syncNow(ctx, LARGEST.customerId)
    await ctx.db.delete(adAccounts).where(eq(adAccounts.userId, first.ctx.caller.userId))
    const syncing = await Promise.all(Array.from({ length: SYNCING }, connect))
    await ctx.db.execute(sql`delete from jobs`)
    // Only what the bench asks for shall run.
    await ctx.db.execute(sql`
      update ad_accounts set last_synced_at = now() where customer_id <> ${customerId}`)
    return {
      watcher: watcher.cookie,
      account: googleCustomerId,
      syncing: syncing.map(({ cookie }) => cookie),
    }
  } finally {
    await close()
  }
}
