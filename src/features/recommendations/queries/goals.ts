import { count, eq, max } from 'drizzle-orm'
import { readGoals } from '#account-data/goals.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { lookedPages } from '#platform/db/schema/pages.ts'
import { MICROS } from '#shared/metrics.ts'
import type { PagesLookedAt } from '../rules/goals-on-wire.ts'

export async function getGoals(ctx: CallerContext, googleCustomerId: string) {
  const { customerId, currencyCode } = await ownedAccount(ctx, googleCustomerId)
  const known = await readGoals(ctx, customerId)
  return {
    targetCpa: known?.targetCpaMicros == null ? null : known.targetCpaMicros / MICROS,
    brandWords: known?.brandWords ?? [],
    protectedWords: known?.protectedWords ?? [],
    searchPartners: known?.searchPartners ?? ('data' as const),
    performanceMaxConversions: known?.performanceMaxConversions ?? null,
    consentMode: known?.consentMode ?? null,
    looksAtPages: known?.looksAtPages ?? true,
    pagesLookedAt: await lookedAt(ctx, customerId),
    teachesOthers: known?.teachesOthers ?? true,
    currencyCode,
  }
}

async function lookedAt(ctx: Context, customerId: number): Promise<PagesLookedAt | null> {
  const [row] = await ctx.db
    .select({ pages: count(), lastAt: max(lookedPages.lookedAt) })
    .from(lookedPages)
    .where(eq(lookedPages.customerId, customerId))
  return row?.lastAt ? { pages: row.pages, lastAt: row.lastAt } : null
}
