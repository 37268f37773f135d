import { MICROS } from '#shared/metrics.ts'
import { money, quantity } from '#shared/spanish-numbers.ts'
import type { Price } from '../contract/subscription.ts'

/** '€29/mes'. */
export function monthlyText({ amount }: Price): string {
  return `€${quantity(amount)}/mes`
}

export function taxText({ taxIncluded, withTax }: Price): string {
  return taxIncluded ? 'IVA incluido' : `IVA no incluido (${euros(withTax)} con IVA)`
}

/** `amount` in euros: '29,00 €'. */
export function euros(amount: number): string {
  return money(amount * MICROS, 'EUR')
}
