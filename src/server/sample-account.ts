import { and, eq } from 'drizzle-orm'
import { newCustomerId } from '#account-data/new-customer-id.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { adGroups, ads, campaigns, keywords, searchTerms } from '#platform/db/schema/entities.ts'
import type { demoEntities } from './demo-shop-entities.ts'

/** Of all sample accounts: their days end there. */
export const SAMPLE_TIME_ZONE = 'Europe/Madrid'

/** A user's sample account, made where it is missing; safe to repeat. `googleCustomerId`: thirteen digits, unlike Google's. */
export async function sampleAccount(
  ctx: Context,
  userId: string,
  { googleCustomerId, name }: { googleCustomerId: string; name: string },
) {
  await ctx.db
    .insert(adAccounts)
    .values({
      customerId: newCustomerId(),
      userId,
      googleCustomerId,
      name,
      isManager: false,
      currencyCode: 'EUR',
      timeZone: SAMPLE_TIME_ZONE,
      source: 'imported',
      granularity: 'day',
      connected: true,
      syncVersion: 0,
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing()
  const [account] = await ctx.db
    .select()
    .from(adAccounts)
    .where(and(eq(adAccounts.userId, userId), eq(adAccounts.googleCustomerId, googleCustomerId)))
  return account!
}

export async function writeSampleEntities(
  ctx: Context,
  entities: ReturnType<typeof demoEntities>,
): Promise<void> {
  await ctx.db.insert(campaigns).values(entities.campaigns).onConflictDoNothing()
  await ctx.db.insert(adGroups).values(entities.adGroups).onConflictDoNothing()
  await ctx.db.insert(ads).values(entities.ads).onConflictDoNothing()
  await ctx.db.insert(keywords).values(entities.keywords).onConflictDoNothing()
  await ctx.db.insert(searchTerms).values(entities.searchTerms).onConflictDoNothing()
}
