import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { CHECKOUT_CANCELED_PATH, CHECKOUT_SUCCESS_PATH } from '../contract/subscription.ts'
import { hasTried, isLive } from '../rules/access.ts'
import { CARDS_ONLY } from '../rules/cards.ts'
import type { Offer } from '../rules/prices.ts'
import { METADATA } from '../rules/stripe-state.ts'
import { ensureCustomer } from './customer.ts'
import { issuerText } from './invoice-details.ts'
import { changeHeld, type Held } from './lock.ts'
import { readPage } from './payment-page.ts'
import { requirePriceId } from './subscription-line.ts'
import { makeAtStripe, talkToStripe } from './talk-to-stripe.ts'
import { ivaRate } from './tax-rate.ts'

const REFUSAL = 'No se pudo iniciar el proceso de pago'

type Wish = Offer & { origin: string }

/**
 * The address where the user pays. A second tab gets the page that is open already, so that no user pays twice; who owes
 * an invoice is led to it. Throws 409 when the subscription is alive at Stripe, even if our copy says otherwise.
 */
export async function createCheckoutSession(
  ctx: CallerContext,
  wish: Wish,
): Promise<{ url: string }> {
  const { userId } = ctx.caller
  await refuseBarred(ctx)
  return await talkToStripe(ctx, userId, REFUSAL, async (held) => {
    const customer = await ensureCustomer(ctx, held)
    const { status, payUrl } = held.row
    if (payUrl) return { url: payUrl }
    if (isLive(status))
      throw new AppError('conflict', 'Ya tienes una suscripción. Recarga la página para verla.')
    const open = await openSession(ctx, held, wish)
    return { url: open ?? (await newSession(ctx, held, customer, wish)) }
  })
}

async function callerOf(ctx: CallerContext) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.caller.userId))
  return user
}

async function refuseBarred(ctx: CallerContext): Promise<void> {
  const user = await callerOf(ctx)
  if (user?.deactivatedManually)
    throw new AppError(
      'forbidden',
      'Un administrador ha desactivado tu cuenta: escribe a soporte antes de suscribirte.',
    )
}

/** The open page for the same plan; one for another plan is closed first. */
async function openSession(ctx: CallerContext, held: Held, wish: Wish): Promise<string | null> {
  const session = await readPage(ctx, held)
  if (session?.status !== 'open') return null
  const isSame =
    session.metadata?.[METADATA.plan] === wish.plan &&
    (session.metadata[METADATA.interval] ?? 'month') === wish.interval &&
    session.success_url?.startsWith(wish.origin + CHECKOUT_SUCCESS_PATH)
  if (isSame && session.url) return session.url
  await stripeOf(ctx.config).checkout.sessions.expire(session.id)
  return null
}

async function newSession(
  ctx: CallerContext,
  held: Held,
  customer: string,
  wish: Wish,
): Promise<string> {
  const action = ['checkout', wish.plan, wish.interval, wish.origin, held.row.checkoutSessionId]
  const order = await orderOf(ctx, held, customer, wish)
  const session = await makeAtStripe(ctx, held, action, (options) =>
    stripeOf(ctx.config).checkout.sessions.create(order, options),
  )
  if (!session.url) throw new AppError('vendor_failed', REFUSAL)
  await changeHeld(ctx, held, { checkoutSessionId: session.id })
  return session.url
}

async function orderOf(
  ctx: CallerContext,
  { row }: Held,
  customer: string,
  { plan, interval, origin }: Wish,
): Promise<Stripe.Checkout.SessionCreateParams> {
  const { config, caller } = ctx
  const { trialDays, promotionCodes } = config.stripe
  const metadata = {
    [METADATA.userId]: caller.userId,
    [METADATA.plan]: plan,
    [METADATA.interval]: interval,
  }
  return {
    mode: 'subscription',
    ui_mode: 'hosted_page',
    ...CARDS_ONLY,
    customer,
    client_reference_id: caller.userId,
    line_items: [{ price: requirePriceId(ctx, { plan, interval }), quantity: 1 }],
    metadata,
    subscription_data: {
      metadata,
      ...(await invoiceData(ctx)),
      ...(trialDays > 0 && !hasTried(row, await callerOf(ctx)) && { trial_period_days: trialDays }),
    },
    ...(promotionCodes && { allow_promotion_codes: true }),
    locale: 'es',
    success_url: `${origin}${CHECKOUT_SUCCESS_PATH}`,
    cancel_url: `${origin}${CHECKOUT_CANCELED_PATH}`,
    ...(config.stripe.automaticTax && { automatic_tax: { enabled: true } }),
    ...BILLED_TO,
  }
}

/** A Spanish invoice names who pays, with address and, for a business, NIF: asked there, and kept with the customer. */
const BILLED_TO = {
  billing_address_collection: 'required',
  tax_id_collection: { enabled: true },
  customer_update: { address: 'auto', name: 'auto' },
} as const

/** Of the first invoice, made before it is known where the customer is: the others follow the address. */
async function invoiceData(ctx: CallerContext) {
  const footer = issuerText(ctx.config)
  return {
    ...(!ctx.config.stripe.automaticTax && { default_tax_rates: [await ivaRate(ctx)] }),
    ...(footer && { invoice_settings: { footer } }),
  }
}
