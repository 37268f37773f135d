import type { Context } from '#platform/context.ts'
import { stripeOf } from '#platform/stripe.ts'
import { AppError } from '#shared/app-error.ts'
import { type Offer, priceIdOf } from '../rules/prices.ts'

/** The id of the one line of a subscription of ours, which carries its price. */
export async function itemOf(ctx: Context, subscriptionId: string): Promise<string> {
  const { items } = await stripeOf(ctx.config).subscriptions.retrieve(subscriptionId)
  const line = items.data[0]
  if (!line) throw new AppError('vendor_failed', 'No se pudo cambiar el plan. Inténtalo de nuevo.')
  return line.id
}

/** Throws 400 for a plan that is not sold by the year. */
export function requirePriceId({ config }: Context, offer: Offer): string {
  const priceId = priceIdOf(offer, config.stripe)
  if (priceId) return priceId
  const text = 'Ese plan no se puede pagar por años.'
  throw new AppError('invalid', text, { fields: { interval: text } })
}
