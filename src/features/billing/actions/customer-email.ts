import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { GiveUp } from '#platform/jobs.ts'
import { isMissingAtStripe, stripeOf } from '#platform/stripe.ts'
import { withBillingLock } from './lock.ts'

/**
 * Makes the address of Stripe's customer equal to the user's. Nothing happens for a user without a customer: the one
 * made later gets the address of that day. Safe to repeat; throws `GiveUp` when Stripe refuses the address.
 */
export async function giveCustomerEmail(ctx: Context, { userId }: { userId: string }) {
  const known = eq(billingAccounts.userId, userId)
  const [row] = await ctx.db.select().from(billingAccounts).where(known)
  if (!row) return
  // The lock waits for a customer who is being made right now, perhaps with the old address.
  await withBillingLock(ctx, userId, async ({ row: { stripeCustomerId } }) => {
    const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
    if (!user || !stripeCustomerId) return
    try {
      await stripeOf(ctx.config).customers.update(stripeCustomerId, { email: user.email })
    } catch (error) {
      // Deleted at Stripe: the next reconciliation finds that out and ends the subscription here.
      if (isMissingAtStripe(error)) return
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        throw new GiveUp('Stripe refuses the address', { cause: error })
      throw error
    }
  })
}
