import { and, asc, eq, inArray } from 'drizzle-orm'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { savedViews } from '#platform/db/schema/views.ts'
import { personOf } from '#platform/session.ts'
import type { SavedView } from './contract.ts'

type Row = Omit<SavedView, 'isGone'>

/** Of the person, in whose accounts they may be working. */
export async function listViews(ctx: CallerContext): Promise<SavedView[]> {
  const rows = await ctx.db
    .select({ id: savedViews.id, name: savedViews.name, address: savedViews.address })
    .from(savedViews)
    .where(eq(savedViews.userId, personOf(ctx.caller)))
    .orderBy(asc(savedViews.name), asc(savedViews.id))
  return await withReach(ctx, rows)
}

/** Which of them lead to an account that is not there any more, or not where the person works now. */
export async function withReach(ctx: CallerContext, rows: readonly Row[]): Promise<SavedView[]> {
  const named = rows.flatMap(({ address }) => accountIn(address) ?? [])
  const seen = await ctx.db
    .select({ id: adAccounts.googleCustomerId })
    .from(adAccounts)
    .where(and(accountsOfCaller(ctx), inArray(adAccounts.googleCustomerId, named)))
  const ids = new Set(seen.map(({ id }) => id))
  return rows.map((row) => {
    const account = accountIn(row.address)
    return { ...row, isGone: account !== undefined && !ids.has(account) }
  })
}

function accountIn(address: string): string | undefined {
  return /^\/dashboard\/accounts\/(\d+)/.exec(address)?.[1]
}
