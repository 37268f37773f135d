import type { Context } from '#platform/context.ts'
import { isStripeAway, withPatience } from '#platform/stripe.ts'
import { type Held, LeaseLost } from './lock.ts'
import { readStripe } from './sync-from-stripe.ts'
import { enqueueSync } from './talk-to-stripe.ts'

const PATIENCE_MS = 10_000

/**
 * Our copy after a change that Stripe has taken: false where Stripe says no more in time, and a job reads it later. What is
 * done does not fail for that.
 */
export async function readAfter(ctx: Context, held: Held): Promise<boolean> {
  try {
    await withPatience(PATIENCE_MS, () => readStripe(ctx, held))
    return true
  } catch (error) {
    if (!isStripeAway(error) && !(error instanceof LeaseLost)) throw error
    ctx.log.warn({ err: error }, 'stripe failed after a change')
    await enqueueSync(ctx, held.userId)
    return false
  }
}
