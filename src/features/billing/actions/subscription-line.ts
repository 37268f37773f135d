import type { Context } from '#platform/context.ts'
import { AppError } from '#shared/app-error.ts'
import { type Offer, priceIdOf } from '../rules/prices.ts'
import type { Held } from './lock.ts'

/** The id of the one line of the subscription as last read, which carries its price. */
export function itemOf({ subscription }: Held): string {
  const line = subscription?.items.data[0]
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
