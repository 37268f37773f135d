import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { connectAllAccounts } from '#features/accounts/actions/connect-all-accounts.ts'
import { enqueueSync } from '#features/billing/actions/talk-to-stripe.ts'
import type { Context } from '#platform/context.ts'
import { googleConnections, users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import type { Grant } from '#platform/google-ads/oauth.ts'
import { hashPassword } from '#platform/passwords.ts'
import { enqueueSampleBooksAfterFirstDays } from './demo-books.ts'
import { enqueueDemoPages } from './demo-pages.ts'

/** Log-ins of the demonstration environment; they exist only beside simulators and never in production. */
export const DEMO_PEOPLE = [
  {
    email: 'demo@pujante.test',
    password: 'demo-pujante-2026',
    name: 'Marta Demo',
    role: 'user',
    isActive: true,
    plan: 'premium',
  },
  {
    email: 'inactivo@pujante.test',
    password: 'inactivo-pujante-2026',
    name: 'Iván Inactivo',
    role: 'user',
    isActive: false,
    plan: null,
  },
  {
    email: 'admin@pujante.test',
    password: 'admin-pujante-2026',
    name: 'Alba Admin',
    role: 'admin',
    isActive: true,
    plan: 'enterprise',
    activatedManually: true,
  },
] as const

/** Sells the demo user a Premium subscription at the simulated Stripe, once; returns the customer there. */
export type DemoSale = (buyer: { email: string; name: string; userId: string }) => string

/**
 * Creates those who are missing. The demo user's Google accounts are connected as if he had consented; the subscription
 * is bought by `sell`, and without it (Stripe is real) the access is the administrators' gift.
 */
export async function seedDemoPeople(ctx: Context, grant: Grant, sell?: DemoSale): Promise<void> {
  for (const { password, ...person } of DEMO_PEOPLE)
    await ctx.db
      .insert(users)
      .values({
        id: randomUUID(),
        ...person,
        passwordHash: await hashPassword(password),
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing()
  const [demo] = await ctx.db.select().from(users).where(eq(users.email, DEMO_PEOPLE[0].email))
  if (!demo) return
  await seedSubscription(ctx, demo, sell)
  const { id: userId, role, isActive, plan } = demo
  const known = await ctx.db
    .select({ id: googleConnections.id })
    .from(googleConnections)
    .where(eq(googleConnections.userId, userId))
  if (known.length > 0) return
  // There is no session yet, and nothing that connecting does depends on one.
  const caller = { userId, role, isActive, plan, sessionHash: '', readOnly: false }
  await connectAllAccounts({ ...ctx, caller }, grant)
}

/** What the pages of the demonstration's accounts tell, without the hour between two looks. */
export async function openDemoPages(ctx: Context): Promise<void> {
  const [demo] = await ctx.db.select().from(users).where(eq(users.email, DEMO_PEOPLE[0].email))
  if (demo) await enqueueDemoPages(ctx, demo.id)
}

/** An account with six months of changes behind it, for the demonstration's user as for visitors of /demo. */
export async function openDemoHistory(ctx: Context): Promise<void> {
  const [demo] = await ctx.db.select().from(users).where(eq(users.email, DEMO_PEOPLE[0].email))
  if (demo) await enqueueSampleBooksAfterFirstDays(ctx, demo.id)
}

async function seedSubscription(
  ctx: Context,
  { id: userId, email, name }: typeof users.$inferSelect,
  sell?: DemoSale,
): Promise<void> {
  if (!sell) {
    await ctx.db.update(users).set({ activatedManually: true }).where(eq(users.id, userId))
    return
  }
  const [known] = await ctx.db
    .select({ customer: billingAccounts.stripeCustomerId })
    .from(billingAccounts)
    .where(eq(billingAccounts.userId, userId))
  if (known?.customer) return
  await ctx.db.update(users).set({ activatedManually: false }).where(eq(users.id, userId))
  const stripeCustomerId = sell({ email, name, userId })
  await ctx.db
    .insert(billingAccounts)
    .values({ userId, stripeCustomerId })
    .onConflictDoUpdate({ target: billingAccounts.userId, set: { stripeCustomerId } })
  await enqueueSync(ctx, userId)
}
