import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { accessOf, type BillingRow } from './rules/access.ts'
import { expiryOf } from './rules/cards.ts'
import { leavingAccounts } from './rules/counted-accounts.ts'
import { deletionAt, dueNotices } from './rules/notices.ts'
import { refusalOfChange } from './rules/plan-change.ts'
import { priceDifferences } from './rules/price-differences.ts'
import { isUpgrade, type Offer, offerOfPrice, priceIdOf, priceOf } from './rules/prices.ts'
import { pickSubscription, stateOf } from './rules/stripe-state.ts'
import { parseTaxId } from './rules/tax-id.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const catalogue = {
  prices: { basic: 'price_b', premium: 'price_p', enterprise: 'price_e' },
  yearPrices: { premium: 'price_p_year' },
}

const ROW = {
  status: 'active',
  plan: 'premium',
  subscriptionId: 'sub_1',
  periodEnd: new Date('2026-12-01T00:00:00Z'),
  cancelAtPeriodEnd: false,
  paidPlan: null,
  paidPlanUntil: null,
  pastDueSince: null,
  endedAt: null,
  dataDeletedAt: null,
  cardId: null,
} as unknown as BillingRow

function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * 86_400_000)
}

describe('access', () => {
  test.each([
    ['active', true],
    ['trialing', true],
    ['unpaid', false],
    ['canceled', false],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['paused', false],
    ['a_state_of_next_year', false],
    [null, false],
  ])('%s opens: %s', (status, open) => {
    expect(accessOf({ ...ROW, status }, NOW).open).toBe(open)
  })

  test('a failed payment leaves seven days, to the instant', () => {
    const row = { ...ROW, status: 'past_due', pastDueSince: daysAgo(7) }
    expect(accessOf(row, new Date(NOW.getTime() - 1))).toEqual({
      open: true,
      plan: 'premium',
      graceUntil: NOW,
    })
    expect(accessOf(row, NOW).open).toBe(false)
  })

  test('a downgrade leaves the paid plan until its end', () => {
    const row = { ...ROW, plan: 'basic', paidPlan: 'premium', paidPlanUntil: NOW } as BillingRow
    expect(accessOf(row, new Date(NOW.getTime() - 1)).plan).toBe('premium')
    expect(accessOf(row, NOW).plan).toBe('basic')
  })
})

describe('which subscription counts', () => {
  const of = (id: string, status: string, created: number, price = 'price_p') =>
    ({
      id,
      status,
      created,
      metadata: {},
      items: { data: [{ price: { id: price, unit_amount: 2900 }, current_period_end: 9 }] },
      cancel_at: null,
      ended_at: null,
    }) as unknown as Stripe.Subscription

  test('the first of two paid ones, in whatever order they are listed', () => {
    const [a, b] = [of('a', 'active', 1), of('b', 'active', 2)]
    for (const all of [
      [a, b],
      [b, a],
    ]) {
      const { kept, surplus } = pickSubscription(all, catalogue)
      expect([kept?.id, surplus.map(({ id }) => id)]).toEqual(['a', ['b']])
    }
  })

  test('a paid one before one that fails, which is surplus', () => {
    const { kept, surplus } = pickSubscription(
      [of('old', 'past_due', 1), of('new', 'active', 2)],
      catalogue,
    )
    expect([kept?.id, surplus[0]?.id]).toEqual(['new', 'old'])
  })

  test('the last that ended; an unfinished purchase is no surplus; other products are none of ours', () => {
    const ended = [of('x', 'canceled', 1), of('y', 'canceled', 2)]
    expect(pickSubscription(ended, catalogue).kept?.id).toBe('y')
    const back = { ...of('w', 'canceled', 3), metadata: { ended_as: 'twice' } }
    const counting = pickSubscription([...ended, back as unknown as Stripe.Subscription], catalogue)
    expect(counting.kept?.id, 'given back, it never counted').toBe('y')
    const started = [of('z', 'incomplete', 3), of('a', 'active', 1)]
    expect(pickSubscription(started, catalogue)).toMatchObject({ kept: { id: 'a' }, surplus: [] })
    expect(pickSubscription([of('o', 'active', 1, 'price_other')], catalogue).kept).toBeNull()
  })

  test('an earlier price is known by the plan noted at its purchase', () => {
    const old = { ...of('a', 'active', 1, 'price_2024'), metadata: { plan: 'enterprise' } }
    expect(stateOf(old as Stripe.Subscription, [], catalogue).plan).toBe('enterprise')
  })
})

test('mails: the failed payment, then day five, then the end; after a silence only the last', () => {
  const owing = (days: number) => ({ ...ROW, status: 'past_due', pastDueSince: daysAgo(days) })
  const kinds = [0, 4.9, 5, 6.9, 7].map((days) => dueNotices(owing(days), NOW)[0]?.kind)
  expect(kinds).toEqual([
    'payment_failed',
    'payment_failed',
    'grace_ending',
    'grace_ending',
    'access_closed',
  ])
  const ended = (days: number) => ({ ...ROW, status: 'canceled', endedAt: daysAgo(days) })
  expect([0, 22.9, 23, 29, 40].map((days) => dueNotices(ended(days), NOW)[0]?.kind)).toEqual([
    'subscription_ended',
    'subscription_ended',
    'deletion_week',
    'deletion_day',
    'deletion_day',
  ])
})

test('data goes after 30 days, and never within a day of its announcement', () => {
  expect(deletionAt(daysAgo(30), daysAgo(1))).toEqual(NOW)
  expect(deletionAt(daysAgo(40), daysAgo(0))).toEqual(daysAgo(-1))
})

test('a card is good to the end of its month', () => {
  expect(expiryOf(11, 2026, NOW)).toBe('expires_soon')
  expect(expiryOf(12, 2026, NOW)).toBe('ok')
  expect(expiryOf(10, 2026, NOW)).toBe('expired')
  expect(expiryOf(11, 2026, new Date('2026-12-01T00:00:00Z'))).toBe('expired')
})

test('prices say what is charged, with IVA in or out', () => {
  expect(priceOf(29, { pricesIncludeTax: true })).toEqual({
    amount: 29,
    interval: 'month',
    taxIncluded: true,
    withoutTax: 23.97,
    withTax: 29,
  })
  expect(priceOf(29, { pricesIncludeTax: false })).toMatchObject({ withoutTax: 29, withTax: 35.09 })
})

test.each([
  ['basic month', 'premium month', true],
  ['enterprise month', 'premium month', false],
  ['premium month', 'premium year', true],
  ['basic month', 'premium year', true],
  ['premium month', 'basic year', false],
  ['basic year', 'premium year', true],
  ['premium year', 'premium month', false],
  ['basic year', 'premium month', false],
])('%s → %s begins at once: %s', (from, to, isAtOnce) => {
  const offer = (text: string) => {
    const [plan, interval] = text.split(' ')
    return { plan, interval } as Offer
  }
  expect(isUpgrade(offer(from), offer(to))).toBe(isAtOnce)
})

test('a price stands for a plan and how often it is paid', () => {
  expect(offerOfPrice('price_p', catalogue)).toEqual({ plan: 'premium', interval: 'month' })
  expect(offerOfPrice('price_p_year', catalogue)).toEqual({ plan: 'premium', interval: 'year' })
  expect(offerOfPrice('price_x', catalogue)).toBeNull()
  expect(priceIdOf({ plan: 'basic', interval: 'year' }, catalogue)).toBeUndefined()
})

test('the chosen accounts stay, then those connected longest', () => {
  const accounts = [1, 2, 3, 4].map((customerId) => ({ customerId }))
  const leave = (limit: number | null, chosen: number[] | null) =>
    leavingAccounts(accounts, limit, chosen).map(({ customerId }) => customerId)
  expect(leave(2, null)).toEqual([3, 4])
  expect(leave(2, [4])).toEqual([2, 3])
  expect(leave(null, null)).toEqual([])
  expect(leave(4, [])).toEqual([])
})

test('why a plan cannot change now', () => {
  const refusal = (over: Partial<BillingRow>) =>
    refusalOfChange({ ...ROW, ...over }, { plan: 'enterprise', interval: 'month' }, NOW)
  expect(refusal({})).toBeNull()
  expect(refusal({ status: 'past_due' })).toContain('pago pendiente')
  expect(refusal({ status: 'canceled' })).toContain('ninguna suscripción activa')
  expect(refusal({ cancelAtPeriodEnd: true })).toContain('Reactívala')
  expect(refusal({ paidPlan: 'premium', paidPlanUntil: daysAgo(-1) })).toContain('Anula ese cambio')
  expect(refusal({ pendingPlan: 'enterprise' })).toContain('Confírmalo o déjalo')
  expect(refusal({ plan: 'enterprise' })).toBe('Ya tienes ese plan.')
  expect(refusal({ plan: 'enterprise', interval: 'year' })).toBeNull()
})

const SPANISH = [
  ...['12345678Z', '00000000T', '99999999R', '00000023T'],
  ...['X1234567L', 'Y1234567X', 'Z1234567R', 'X0000000T'],
  ...['K1234567L', 'L1234567L', 'M1234567L'],
  ...['A28017895', 'B84717305', 'A58818501', 'B12345674', 'Q2826000H', 'P2807900B', 'S2811001C'],
  ...['R2800000H', 'N0012345E', 'W0012345E', 'U0000000J', 'G28299782', 'G2829978B', 'J1234567D'],
]

test.each(SPANISH)('%s is a Spanish NIF, tried as such and then as a VAT number', (given) => {
  expect(parseTaxId(given)).toEqual([
    { type: 'es_cif', value: given },
    { type: 'eu_vat', value: `ES${given}` },
  ])
})

test.each([
  ['ES A58818501', 'ESA58818501'],
  ['es-12.345.678-z', 'ES12345678Z'],
  ['DE123456789', 'DE123456789'],
])('%s is a VAT number', (given, value) => {
  expect(parseTaxId(given)).toEqual([{ type: 'eu_vat', value }])
})

test.each([
  ...[
    '12345678A',
    'X1234567A',
    'K1234567A',
    'A58818502',
    'ESA58818502',
    'hola',
    'US123456789',
    '1',
  ],
  // Two figures, or figure and letter, swapped.
  ...['A28017859', 'A28071895', '12345687Z', 'X1234576L', 'Z12345678', '1234567L'],
  // The right control of the wrong kind.
  ...['B1234567D', 'Q28260008'],
])('%s is no tax id', (given) => {
  expect(parseTaxId(given)).toBeNull()
})

describe('what Stripe charges and the plans say', () => {
  const price = {
    active: true,
    currency: 'eur',
    unit_amount: 2900,
    tax_behavior: 'inclusive',
    recurring: { interval: 'month', interval_count: 1 },
  } as Stripe.Price
  const stripe = { automaticTax: true, pricesIncludeTax: true }
  const differences = (change: Partial<Stripe.Price>, interval: 'month' | 'year' = 'month') => {
    const offer = { plan: 'premium' as const, interval }
    return priceDifferences({ ...price, ...change }, { offer, priceId: 'price_p', stripe })
  }

  test('the same says nothing, of a year as of a month', () => {
    expect(differences({})).toEqual([])
    const recurring = { ...price.recurring!, interval: 'year' as const }
    expect(differences({ unit_amount: 29_000, recurring }, 'year')).toEqual([])
    expect(differences({}, 'year')).toEqual([
      expect.stringMatching(/Premium anual .*29,00\s€ y el plan dice 290 €/),
      expect.stringContaining('no es de un año'),
    ])
  })

  test.each<[Partial<Stripe.Price>, RegExp]>([
    [{ unit_amount: 3900 }, /Stripe cobra 39,00\s€ y el plan dice 29 €/],
    [{ currency: 'usd' }, /está en USD/],
    [{ active: false }, /archivado/],
    [{ tax_behavior: 'unspecified' }, /su impuesto es «unspecified»/],
    [
      { recurring: { ...price.recurring!, interval: 'year', interval_count: 1 } },
      /no es de un mes \(1 × year\)/,
    ],
  ])('%j', (change, expected) => {
    expect(differences(change)).toEqual([expect.stringMatching(expected)])
  })
})
