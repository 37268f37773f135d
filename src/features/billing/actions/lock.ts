import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { AppError } from '#shared/app-error.ts'
import type { BillingRow } from '../rules/access.ts'

/** Renewed while its holder lives; ends by itself when it was killed. */
const LEASE_MS = 120_000
const RENEW_MS = 30_000
const PATIENCE_MS = 20_000
const POLL_MS = 40

/** The user's row, held while this action alone talks to Stripe for the user. */
export type Held = {
  userId: string
  token: string
  row: BillingRow
  /** The one in force, as the last reading of this action found it. */
  subscription: Stripe.Subscription | null
}

/** Another action has the user by now: what was read is no longer the latest. */
export class LeaseLost extends Error {}

/**
 * Runs `work` alone for this user. A lease and not a row lock: a transaction must not stay open while a vendor
 * thinks, on the embedded engine least of all. Throws 503 when another holds it for too long.
 */
export async function withBillingLock<T>(
  ctx: Context,
  userId: string,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  await ctx.db.insert(billingAccounts).values({ userId }).onConflictDoNothing()
  const held = await takeLease(ctx, userId)
  const renewal = setInterval(() => void renewLease(ctx, held), RENEW_MS)
  try {
    return await work(held)
  } finally {
    clearInterval(renewal)
    await ctx.db
      .update(billingAccounts)
      .set({ lockToken: null, lockedUntil: null })
      // Whose it is by now: a handover takes the row to another user, with the lease.
      .where(eq(billingAccounts.lockToken, held.token))
  }
}

/** Changes the row, unless the lease was lost meanwhile: then what was read is no longer the latest. */
export async function changeHeld(
  ctx: Context,
  held: Held,
  values: Partial<Omit<BillingRow, 'userId' | 'lockToken' | 'lockedUntil'>>,
): Promise<void> {
  const [row] = await ctx.db.update(billingAccounts).set(values).where(isHeld(held)).returning()
  if (!row) throw new LeaseLost('the billing lease was lost')
  held.row = row
}

function isHeld({ userId, token }: Pick<Held, 'userId' | 'token'>) {
  return and(eq(billingAccounts.userId, userId), eq(billingAccounts.lockToken, token))
}

/** A renewal that fails is made up for by the next; a lease that was lost stays lost. */
async function renewLease(ctx: Context, { token }: Held): Promise<void> {
  await ctx.db
    .update(billingAccounts)
    .set({ lockedUntil: leaseEnd(ctx) })
    .where(eq(billingAccounts.lockToken, token))
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a billing lease was not renewed'))
}

function leaseEnd({ clock }: Context): Date {
  return new Date(clock.now().getTime() + LEASE_MS)
}

async function takeLease(ctx: Context, userId: string): Promise<Held> {
  const token = randomUUID()
  for (let waitedMs = 0; waitedMs <= PATIENCE_MS; waitedMs += POLL_MS) {
    const now = ctx.clock.now()
    const [row] = await ctx.db
      .update(billingAccounts)
      .set({ lockToken: token, lockedUntil: leaseEnd(ctx) })
      .where(
        and(
          eq(billingAccounts.userId, userId),
          or(isNull(billingAccounts.lockToken), lt(billingAccounts.lockedUntil, now)),
        ),
      )
      .returning()
    if (row) return { userId, token, row, subscription: null }
    await wait(POLL_MS)
  }
  throw new AppError(
    'unavailable',
    'Hay otra operación de tu suscripción en marcha. Vuelve a intentarlo en unos segundos.',
    { retryAfterSeconds: 5 },
  )
}
