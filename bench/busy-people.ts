import { sql } from 'drizzle-orm'
import { readConfig } from '../src/platform/config.ts'
import { openContext } from '../src/server/open-context.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import { type AccountPlan, addAccount, fillAccount, fillSearchTerms } from './analysis-account.ts'
import type { BenchStage } from './bench.ts'
import { peopleToSync } from './people-to-sync.ts'
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
    const syncing = await peopleToSync(ctx, refreshToken, SYNCING)
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
