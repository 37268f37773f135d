import { eq, lt } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { billingAccounts, stripeEvents } from '#platform/db/schema/billing.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { bookInvoice, bookNote } from '../contract/subscription.ts'
import { warnOfPrices } from '../queries/prices-at-stripe.ts'
import { customerOfEvent, fromUnix } from '../rules/stripe-state.ts'
import { tellOfDispute } from './dispute.ts'
import { enqueueSync } from './talk-to-stripe.ts'

/** Older signatures are refused, so that a recorded delivery cannot be played again. */
const TOLERANCE_SECONDS = 300
/** Stripe repeats a delivery for three days at most. */
const EVENTS_KEPT_MS = 30 * 86_400_000

/**
 * Takes an event: what it says is not believed, only that something changed, so a job asks Stripe. A repeated
 * event changes nothing. Throws 400 for a signature that is wrong or too old.
 */
export async function takeEvent(
  ctx: Context,
  delivery: { body: Buffer; signature: string | undefined },
): Promise<void> {
  const event = verified(ctx, delivery)
  if (!isEvent(event)) throw new AppError('invalid', 'El aviso no es un evento.')
  const customer = customerOfEvent(event)
  const userId = customer && (await userOf(ctx, customer))
  const outcome = userId ? 'queued' : customer ? 'unknown_customer' : 'ignored'
  await inTransaction(ctx, async (ctx) => {
    const fresh = await ctx.db
      .insert(stripeEvents)
      .values({
        id: event.id,
        type: event.type,
        stripeCustomerId: customer,
        createdAt: fromUnix(event.created),
        receivedAt: ctx.clock.now(),
        outcome,
      })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id })
    if (fresh.length === 0) return
    if (userId) await enqueueSync(ctx, userId)
    else await enqueueBooking(ctx, event)
    if (event.type === 'charge.dispute.created') await tellOfDispute(ctx, event.data.object)
  })
  if (event.type.startsWith('price.')) void warnOfPrices(ctx)
  if (outcome === 'unknown_customer')
    ctx.log.warn({ event: event.id, type: event.type }, 'event for a customer nobody here is')
}

/** Of a customer who is no user any more, no reading would find them. */
async function enqueueBooking(ctx: Context, event: Stripe.Event): Promise<void> {
  const { id } = event.data.object as { id?: string }
  if (!id) return
  if (event.type === 'credit_note.created') await enqueue(ctx, bookNote, { id })
  if (event.type === 'invoice.paid') await enqueue(ctx, bookInvoice, { id })
}

function verified(
  ctx: Context,
  { body, signature }: { body: Buffer; signature: string | undefined },
): Stripe.Event {
  const { webhookSecret } = ctx.config.stripe
  try {
    return stripeOf(ctx.config).webhooks.constructEvent(
      body,
      signature ?? '',
      webhookSecret,
      TOLERANCE_SECONDS,
    )
  } catch (cause) {
    throw new AppError('invalid', 'La firma del aviso no es válida.', { cause })
  }
}

/** A signature says who sent it, not what. */
function isEvent(event: unknown): boolean {
  const { id, type, created, data } = (event ?? {}) as Partial<Stripe.Event>
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof created === 'number' &&
    typeof data?.object === 'object' &&
    data.object !== null
  )
}

async function userOf(ctx: Context, customer: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ userId: billingAccounts.userId })
    .from(billingAccounts)
    .where(eq(billingAccounts.stripeCustomerId, customer))
  return row?.userId ?? null
}

export async function deleteOldEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - EVENTS_KEPT_MS)
  await ctx.db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, before))
}
