import type Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { isMissingAtStripe, stripeOf } from '#platform/stripe.ts'
import type { Held } from './lock.ts'

/** The page that was made last for the user; null where none is known, to us or to Stripe. */
export async function readPage(
  ctx: Context,
  { row }: Held,
): Promise<Stripe.Checkout.Session | null> {
  if (!row.checkoutSessionId) return null
  const { sessions } = stripeOf(ctx.config).checkout
  return await sessions.retrieve(row.checkoutSessionId).catch((error: unknown) => {
    if (isMissingAtStripe(error)) return null
    throw error
  })
}

/** For whom an administrator has shut out since it was opened. */
export async function closePage(ctx: Context, { id }: Stripe.Checkout.Session): Promise<void> {
  await stripeOf(ctx.config).checkout.sessions.expire(id)
}
