import { randomUUID } from 'node:crypto'
import { adAccounts, googleConnections } from '../src/platform/db/schema/access.ts'
import type { TestApp } from './harness.ts'

export const GOOGLE_USER = 'marta.demo@gmail.test'

type Account = typeof adAccounts.$inferInsert
type Named = Pick<Account, 'customerId' | 'userId' | 'googleCustomerId' | 'name'>

/** An account in euros that was never synced, with a consent the played Google knows; straight into the tables. */
export async function connectAccount(
  { ctx, simulators, clock }: TestApp,
  {
    googleEmail = GOOGLE_USER,
    connectionId = randomUUID(),
    ...account
  }: Named &
    Omit<Partial<Account>, 'connectionId'> & { googleEmail?: string; connectionId?: string },
): Promise<typeof adAccounts.$inferSelect> {
  const createdAt = clock.now()
  await ctx.db.insert(googleConnections).values({
    id: connectionId,
    userId: account.userId,
    googleEmail,
    refreshTokenSealed: ctx.vault.seal(simulators.grantGoogle(GOOGLE_USER)),
    status: 'active',
    createdAt,
  })
  const [row] = await ctx.db
    .insert(adAccounts)
    .values({
      connectionId,
      isManager: false,
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      source: 'google',
      granularity: 'day',
      connected: true,
      syncVersion: 1,
      createdAt,
      ...account,
    })
    .returning()
  return row!
}
