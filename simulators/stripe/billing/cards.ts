import type { Stripe } from 'stripe'
import { emit, type Merchant } from '../merchant.ts'
import { invalidRequest } from '../stripe-error.ts'

export type Refusal = { code: string; declineCode?: string; message: string }

/** What Stripe's test numbers do. `stored`: accepted when entered, refused when charged later. */
type TestCard = {
  brand: string
  country: string
  authentication?: 'when_saved' | 'always'
  refusal?: Refusal
  stored?: true
}

const DECLINED: Refusal = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Su tarjeta ha sido rechazada.',
}
const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa', country: 'US' },
  '4000007240000007': { brand: 'visa', country: 'ES' },
  '5555555555554444': { brand: 'mastercard', country: 'US' },
  '4000002500003155': { brand: 'visa', country: 'US', authentication: 'when_saved' },
  '4000002760003184': { brand: 'visa', country: 'US', authentication: 'always' },
  '4000000000000341': { brand: 'visa', country: 'US', refusal: DECLINED, stored: true },
  '4000000000000002': { brand: 'visa', country: 'US', refusal: DECLINED },
  '4000000000009995': {
    brand: 'visa',
    country: 'US',
    refusal: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Su tarjeta no dispone de fondos suficientes.',
    },
  },
  '4000000000000069': {
    brand: 'visa',
    country: 'US',
    refusal: { code: 'expired_card', message: 'Su tarjeta ha caducado.' },
  },
}
/** `paymentMethods.attach('pm_card_…')` and `card[token]=tok_…`. */
const BY_NAME: Record<string, string> = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  chargeCustomerFail: '4000000000000341',
  visa_chargeDeclined: '4000000000000002',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
}

export type CardEntry = { number: string; expMonth: number; expYear: number; cvc: string }

/** Null when the card may be stored and, if `charged`, paid with by the person who types it. */
export function refusalOf(merchant: Merchant, card: CardEntry): Refusal | null {
  const number = card.number.replace(/[\s-]/g, '')
  const known = TEST_CARDS[number]
  if (!/^\d{13,19}$/.test(number) || !passesLuhn(number))
    return { code: 'incorrect_number', message: 'El número de su tarjeta no es válido.' }
  if (isPast(card, merchant.now()))
    return { code: 'invalid_expiry_year', message: 'La fecha de caducidad ya ha pasado.' }
  if (!/^\d{3,4}$/.test(card.cvc))
    return { code: 'incorrect_cvc', message: 'El código de seguridad está incompleto.' }
  if (!known)
    return {
      ...DECLINED,
      declineCode: 'test_mode_live_card',
      message: 'Su tarjeta ha sido rechazada: aquí solo valen las tarjetas de prueba.',
    }
  if (merchant.faults.strike(['card_declined'])) return DECLINED
  return known.stored ? null : (known.refusal ?? null)
}

/** Whether the person typing this number is sent to their bank first. */
export function needsAuthentication(number: string): boolean {
  return TEST_CARDS[number.replace(/[\s-]/g, '')]?.authentication !== undefined
}

/** What happens when a stored card is charged while its owner is away. */
export function chargeStored(merchant: Merchant, id: string): 'ok' | 'authenticate' | Refusal {
  const card = TEST_CARDS[merchant.store.hidden.cardNumber[id] ?? '']
  const { card: details } = merchant.store.get('payment_method', id)
  if (merchant.faults.strike(['card_declined'])) return DECLINED
  if (card?.refusal) return card.refusal
  if (details && isPast({ expMonth: details.exp_month, expYear: details.exp_year }, merchant.now()))
    return { code: 'expired_card', declineCode: 'expired_card', message: 'Su tarjeta ha caducado.' }
  return card?.authentication === 'always' ? 'authenticate' : 'ok'
}

/** The number behind `pm_card_visa` or `tok_visa`. @throws StripeFailure for an unknown one. */
export function numberByName(name: string): string | undefined {
  return BY_NAME[name.replace(/^(pm_card_|tok_)/, '')]
}

export function createCard(
  { store, now }: Merchant,
  { number: typed, expMonth, expYear }: CardEntry,
  owner: { name: string | null; email: string | null },
): Stripe.PaymentMethod {
  const number = typed.replace(/[\s-]/g, '')
  const known = TEST_CARDS[number]
  if (!known) throw invalidRequest('Your card number is incorrect.', 'card[number]')
  const id = store.newId('pm_')
  store.hidden.cardNumber[id] = number
  return store.put('payment_method', {
    id,
    object: 'payment_method',
    billing_details: { address: null, ...owner, phone: null, tax_id: null },
    card: {
      brand: known.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: known.country,
      display_brand: known.brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: `fp${number.slice(-10)}`,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [known.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  })
}

export function attachCard(
  merchant: Merchant,
  card: Stripe.PaymentMethod,
  customerId: string,
): Stripe.PaymentMethod {
  const attached = merchant.store.put('payment_method', { ...card, customer: customerId })
  emit(merchant, 'payment_method.attached', attached)
  return attached
}

function isPast(card: { expMonth: number; expYear: number }, now: number): boolean {
  return Date.UTC(card.expYear, card.expMonth, 1) / 1000 <= now
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
