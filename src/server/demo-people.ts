import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { connectAllAccounts } from '#features/accounts/actions/connect-all-accounts.ts'
import type { Context } from '#platform/context.ts'
import { googleConnections, users } from '#platform/db/schema/access.ts'
import type { Grant } from '#platform/google-ads/oauth.ts'
import { hashPassword } from '#platform/passwords.ts'

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
  },
] as const

/** Creates whoever is missing; the demo user's Google accounts are connected as if he had consented. */
export async function seedDemoPeople(ctx: Context, grant: Grant): Promise<void> {
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
