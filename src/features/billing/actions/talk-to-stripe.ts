import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs.ts'
import { isStripeAway, requirePatience, toStripeAppError, withPatience } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { syncBilling } from '../contract/subscription.ts'
import { changeHeld, type Held, LeaseLost, withBillingLock } from './lock.ts'

/** Of all that one action asks: with the last call's own time it is less than a browser waits (`STRIPE_CHANGE`). */
const CHAIN_MS = 45_000

/** Sent, and what became of it is not known: it may have been done, and a charge paid. */
export class OutcomeUnknown extends Error {}

/**
 * One user action, alone for its user. When Stripe does not answer, the user is told (503), and whether it may be done all the
 * same; nothing changes here, and a job finds out later what became of it. `refusal` is what the user reads when Stripe refuses.
 */
export async function talkToStripe<T>(
  ctx: Context,
  userId: string,
  refusal: string,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  try {
    return await withPatience(CHAIN_MS, () => withBillingLock(ctx, userId, work))
  } catch (error) {
    const isOpen = error instanceof OutcomeUnknown || error instanceof LeaseLost
    if (isOpen || error instanceof Stripe.errors.StripeError)
      ctx.log.warn({ err: error }, 'stripe failed')
    if (isOpen || isStripeAway(error)) await enqueueSync(ctx, userId)
    throw isOpen ? notKnown(error) : toStripeAppError(error, refusal)
  }
}

function notKnown(cause: Error): AppError {
  return new AppError(
    'outcome_unknown',
    'La respuesta de Stripe no llegó y todavía no sabemos si se ha hecho. Lo comprobamos y aquí se verá en unos minutos: no lo envíes otra vez.',
    { cause },
  )
}

export async function enqueueSync(ctx: Context, userId: string): Promise<void> {
  const since = ctx.clock.now().toISOString()
  await enqueue(ctx, syncBilling, { userId, since })
}

type Action = readonly (string | number | null)[]
type KeyedCall<T> = (options: { idempotencyKey: string }) => Promise<T>

/** Changes what is charged, or with what: without an answer it is not known what became of it. */
export async function changeAtStripe<T>(
  ctx: Context,
  held: Held,
  action: Action,
  call: KeyedCall<T>,
): Promise<T> {
  // What is too late to be sent was not: that is known.
  requirePatience()
  try {
    return await makeAtStripe(ctx, held, action, call)
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeRateLimitError
    if (isStripeAway(error) && !isRefused)
      throw new OutcomeUnknown('Stripe did not say what became of a change', { cause: error })
    throw error
  }
}

/**
 * Makes what charges nothing by itself, a customer or a page, under a key that a repeated click shares. An answer of any kind
 * uses the key up; silence does not, so that the repetition finds what the first try did.
 */
export async function makeAtStripe<T>(
  ctx: Context,
  held: Held,
  action: Action,
  call: KeyedCall<T>,
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
