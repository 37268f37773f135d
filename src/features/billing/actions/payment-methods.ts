import type Stripe from 'stripe'
import type { CallerContext } from '#platform/context.ts'
import { isMissingAtStripe, stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { PAYMENT_METHODS_PATH } from '../contract/subscription.ts'
import { isFinal, isLive } from '../rules/access.ts'
import { CARDS_ONLY } from '../rules/cards.ts'
import { ensureCustomer, requireCustomer } from './customer.ts'
import { type Settlement, settleDebt } from './debt.ts'
import { listCards } from './default-card.ts'
import type { Held } from './lock.ts'
import { readAfter } from './read-after.ts'
import { readStripe } from './sync-from-stripe.ts'
import { changeAtStripe, talkToStripe } from './talk-to-stripe.ts'

/** The page of Stripe where a card is stored. */
export async function addPaymentMethod(
  ctx: CallerContext,
  origin: string,
): Promise<{ url: string }> {
  const refusal = 'No se pudo acceder al formulario de pago.'
  return await talkToStripe(ctx, ctx.caller.userId, refusal, async (held) => {
    const customer = await ensureCustomer(ctx, held)
    const { url } = await stripeOf(ctx.config).checkout.sessions.create({
      mode: 'setup',
      ui_mode: 'hosted_page',
      ...CARDS_ONLY,
      customer,
      locale: 'es',
      success_url: `${origin}${PAYMENT_METHODS_PATH}&card=added`,
      cancel_url: `${origin}${PAYMENT_METHODS_PATH}&card=canceled`,
    })
    if (!url) throw new AppError('vendor_failed', refusal)
    return { url }
  })
}

/** What is owed is charged to the new card at once. Throws 404 for a card that is not the caller's. */
export async function setDefaultPaymentMethod(
  ctx: CallerContext,
  cardId: string,
): Promise<Settlement> {
  const refusal = 'No se pudo actualizar el método predeterminado.'
  return await talkToStripe(ctx, ctx.caller.userId, refusal, async (held) => {
    await requireOwnCard(ctx, held, cardId)
    await makeDefault(ctx, held, cardId)
    if (!(await readAfter(ctx, held))) return { outcome: 'none' }
    return await settleDebt(ctx, held, cardId)
  })
}

/** Throws 404 for a card that is not the caller's, 409 for the only one of a living subscription. */
export async function deletePaymentMethod(ctx: CallerContext, cardId: string): Promise<void> {
  const refusal = 'No se pudo eliminar el método de pago.'
  await talkToStripe(ctx, ctx.caller.userId, refusal, async (held) => {
    await requireOwnCard(ctx, held, cardId)
    await readStripe(ctx, held)
    const [other] = (await listCards(ctx, requireCustomer(held))).filter(({ id }) => id !== cardId)
    if (!other && isLive(held.row.status))
      throw new AppError(
        'conflict',
        'Es tu único método de pago y tu suscripción lo necesita. Añade otro antes de eliminarlo.',
      )
    // Never without a default in between: a renewal may fall into it.
    if (other && held.row.cardId === cardId) await makeDefault(ctx, held, other.id)
    await changeAtStripe(ctx, held, ['detach', cardId], (options) =>
      stripeOf(ctx.config).paymentMethods.detach(cardId, {}, options),
    )
    await readAfter(ctx, held)
  })
}

/** Of the customer and of every subscription that may still be charged, since a subscription's own card would win. */
async function makeDefault(ctx: CallerContext, held: Held, cardId: string): Promise<void> {
  const stripe = stripeOf(ctx.config)
  const customer = requireCustomer(held)
  await changeAtStripe(ctx, held, ['default', cardId], (options) =>
    stripe.customers.update(
      customer,
      { invoice_settings: { default_payment_method: cardId } },
      options,
    ),
  )
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  for (const { id } of data.filter(({ status }) => !isFinal(status)))
    await changeAtStripe(ctx, held, ['default of', id, cardId], (options) =>
      stripe.subscriptions.update(id, { default_payment_method: cardId }, options),
    )
}

async function requireOwnCard(ctx: CallerContext, held: Held, cardId: string): Promise<void> {
  const missing = new AppError('not_found', 'No existe ese método de pago.')
  const { stripeCustomerId } = held.row
  if (!stripeCustomerId) throw missing
  let card: Stripe.PaymentMethod
  try {
    card = await stripeOf(ctx.config).paymentMethods.retrieve(cardId)
  } catch (error) {
    throw isMissingAtStripe(error) ? missing : error
  }
  if (card.customer !== stripeCustomerId) throw missing
}
