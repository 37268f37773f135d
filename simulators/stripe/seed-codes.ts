import type { Merchant } from './merchant.ts'

const DAY = 86_400

type Seed = {
  code: string
  name: string
  percentOff?: number
  amountOff?: number
  months?: number
  /** It ended the day before. */
  isOver?: boolean
}

const CODES: readonly Seed[] = [
  { code: 'BIENVENIDA', name: '50 % tres meses', percentOff: 50, months: 3 },
  { code: 'PRIMERA5', name: '5 € en el primer cobro', amountOff: 500 },
  { code: 'SIEMPRE20', name: '20 % siempre', percentOff: 20, months: 0 },
  { code: 'VERANO2025', name: 'Verano de 2025', percentOff: 30, isOver: true },
]

/** Codes to try the payment page with; those that are there keep what became of them. */
export function seedCodes({ store, now }: Merchant): void {
  for (const { code, name, percentOff, amountOff, months, isOver } of CODES) {
    const id = `cupon_${code.toLowerCase()}`
    if (store.all('coupon').some((coupon) => coupon.id === id)) continue
    store.put('coupon', {
      id,
      object: 'coupon',
      amount_off: amountOff ?? null,
      created: now(),
      currency: amountOff ? 'eur' : null,
      duration: months === undefined ? 'once' : months > 0 ? 'repeating' : 'forever',
      duration_in_months: months || null,
      livemode: false,
      max_redemptions: null,
      metadata: {},
      name,
      percent_off: percentOff ?? null,
      redeem_by: null,
      times_redeemed: 0,
      valid: true,
    })
    store.put('promotion_code', {
      id: `promo_${code.toLowerCase()}`,
      object: 'promotion_code',
      active: true,
      code,
      created: now(),
      customer: null,
      customer_account: null,
      expires_at: isOver ? now() - DAY : null,
      livemode: false,
      max_redemptions: null,
      metadata: {},
      promotion: { coupon: id, type: 'coupon' },
      restrictions: {
        first_time_transaction: false,
        minimum_amount: null,
        minimum_amount_currency: null,
      },
      times_redeemed: 0,
    })
  }
}
