import { MICROS } from '#shared/metrics.ts'
import type { Interval } from '#shared/plans.ts'
import { decimal, money, numericDay, quantity } from '#shared/spanish-numbers.ts'
import type { Discounted, Price, Subscription } from '../contract/subscription.ts'

const MONTHS = 12

/** '€29/mes', '€290/año', '€14,50/mes'. */
export function rateText({ amount, interval }: Price): string {
  const text = Number.isInteger(amount) ? quantity(amount) : decimal(amount, 2)
  return `€${text}/${interval === 'year' ? 'año' : 'mes'}`
}

/** '50 % de descuento (BIENVENIDA) hasta el 23/2/2027; después, €29/mes'. */
export function discountText({ label, code, lasts, until, after }: Discounted): string {
  const what = `${label} de descuento${code ? ` (${code})` : ''}`
  const rest = after ? `; después, ${rateText(after)}` : ''
  if (lasts === 'once') return `${what} en un solo cobro${rest}`
  if (lasts === 'until' && until) return `${what} hasta el ${numericDay(new Date(until))}${rest}`
  return `${what} mientras dure la suscripción`
}

/** What a year comes to by the month; null for a price of a month. */
export function monthlyText({ amount, interval }: Price): string | null {
  return interval === 'year' ? `${euros(amount / MONTHS)} al mes` : null
}

/** A plan that is not sold by the year keeps its monthly price. */
export function priceIn(offer: Subscription['plans'][number], interval: Interval): Price {
  return (interval === 'year' && offer.yearPrice) || offer.price
}

export function discountedIn(
  offer: Subscription['plans'][number],
  interval: Interval,
): Discounted | null {
  return interval === 'year' && offer.yearPrice ? offer.yearDiscounted : offer.discounted
}

export function taxText({ taxIncluded, withTax }: Price): string {
  return taxIncluded ? 'IVA incluido' : `IVA no incluido (${euros(withTax)} con IVA)`
}

/** `amount` in euros: '29,00 €'. */
export function euros(amount: number): string {
  return money(amount * MICROS, 'EUR')
}
