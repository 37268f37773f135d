import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs.ts'
import { isStripeAway, toStripeAppError } from '#platform/stripe.ts'
import { syncBilling } from '../contract/subscription.ts'
import { changeHeld, type Held, withBillingLock } from './lock.ts'

/**
 * One user action, alone for its user. When Stripe does not answer, the user is told (503), nothing changes here,
 * and a job finds out later what became of it. `refusal` is what the user reads when Stripe refuses.
 */
export async function talkToStripe<T>(
  ctx: Context,
  userId: string,
  refusal: string,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  try {
    return await withBillingLock(ctx, userId, work)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) ctx.log.warn({ err: error }, 'stripe failed')
    if (isStripeAway(error)) await enqueueSync(ctx, userId)
    throw toStripeAppError(error, refusal)
  }
}

export async function enqueueSync(ctx: Context, userId: string): Promise<void> {
  const since = ctx.clock.now().toISOString()
  await enqueue(ctx, syncBilling, { userId, since })
}

/**
 * Changes something at Stripe under a key that a repeated click shares. An answer of any kind uses the key up; silence
 * does not, so that the repetition finds what the first try did.
 */
export async function changeAtStripe<T>(
  ctx: Context,
  held: Held,
  action: readonly (string | number | null)[],
  call: (options: { idempotencyKey: string }) => Promise<T>,
): Promise<T> {
  const number = held.row.actionNumber
  const parts = JSON.stringify([held.userId, held.row.stripeCustomerId, number, ...action])
  const idempotencyKey = `pujante-${createHash('sha256').update(parts).digest('hex')}`
  try {
    const answer = await call({ idempotencyKey })
    await changeHeld(ctx, held, { actionNumber: number + 1 })
    return answer
  } catch (error) {
    const isAnswer =
      error instanceof Stripe.errors.StripeError &&
      !(error instanceof Stripe.errors.StripeConnectionError)
    if (isAnswer) await changeHeld(ctx, held, { actionNumber: number + 1 })
    throw error
  }
}
