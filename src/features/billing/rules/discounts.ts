import type { StoredDiscount } from '#platform/db/schema/billing.ts'
import { money } from '#shared/spanish-numbers.ts'

/** One charge of a price, and the one after it, which tells whether a discount is there only once. */
type Charge = {
  cents: number
  priceId: string | undefined
  at: Date
  next: Date
}

export type DiscountedCharge = {
  cents: number
  /** '50 %', '5,00 €'. */
  label: string
  code: string | null
  lasts: 'once' | 'until' | 'forever'
  /** Where it lasts until then. */
  until: Date | null
  /** Cents of the charges after that; null: it goes on. */
  afterCents: number | null
}

const MICROS_PER_CENT = 10_000

/** What a charge comes to; null where no discount takes anything off. */
export function discountedCharge(
  discounts: readonly StoredDiscount[],
  charge: Charge,
): DiscountedCharge | null {
  const used = discounts.filter((one) => holds(one, charge, charge.at))
  const cents = afterDiscounts(charge.cents, used)
  if (cents === charge.cents) return null
  const staying = used.filter((one) => !one.once && holds(one, charge, charge.next))
  const ends = staying.flatMap(({ endsAt }) => (endsAt ? [new Date(endsAt)] : []))
  const until = ends.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  const isOnce = staying.length < used.length
  const left = isOnce ? staying : staying.filter((one) => until && holds(one, charge, until))
  return {
    cents,
    label: used.map(labelOf).join(' + '),
    code: used[0]?.code ?? null,
    lasts: isOnce ? 'once' : until ? 'until' : 'forever',
    until: isOnce ? null : until,
    afterCents: isOnce || until ? afterDiscounts(charge.cents, left) : null,
  }
}

/** In Stripe's order and with Stripe's rounding: each is taken off what the one before it left. */
function afterDiscounts(cents: number, discounts: readonly StoredDiscount[]): number {
  return discounts.reduce((left, { percent, cents: amount }) => {
    const off = percent === null ? (amount ?? 0) : Math.round((left * percent) / 100)
    return Math.max(0, left - off)
  }, cents)
}

function holds({ endsAt, prices }: StoredDiscount, { priceId }: Charge, at: Date): boolean {
  const isForIt = prices === null || (priceId !== undefined && prices.includes(priceId))
  return isForIt && (endsAt === null || new Date(endsAt) > at)
}

function labelOf({ percent, cents }: StoredDiscount): string {
  return percent === null ? money((cents ?? 0) * MICROS_PER_CENT, 'EUR') : `${percent} %`
}
