import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { WholeSnapshot } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, plain, reasonOf } from '../../samples/sample-analysis.ts'

const { window } = sampleAccount()

/** Purchases at 40 € from computers and from mobiles, so many a day, the latter without their amounts; a return of 8 is asked for. */
function shop(
  computers: number,
  mobiles: number,
  valueOfMobiles = 0,
  category = 'PURCHASE',
): WholeSnapshot {
  const action = (id: string, name: string, category = 'PURCHASE') => ({
    ...{ id, name, status: 'ENABLED' as const, category, primaryForGoal: true },
  })
  const conversionDays = eachDay(window.from, window.to).flatMap((day) =>
    [
      { actionId: '5', count: computers, value: 40 },
      { actionId: '6', count: mobiles, value: valueOfMobiles },
    ].map(({ actionId, count, value }) => ({
      ...{ actionId, day, conversionsMicros: count * MICROS },
      valueMicros: count * value * MICROS,
    })),
  )
  const own = sums(9_000, 90 * (computers + mobiles))
  const valueMicros = 90 * (40 * computers + valueOfMobiles * mobiles) * MICROS
  return sampleAccount({
    campaigns: [
      campaign({
        ...{ biddingStrategyType: 'TARGET_ROAS', targetRoas: 8, sums: { ...own, valueMicros } },
      }),
    ],
    conversionActions: [action('5', 'Compra'), action('6', 'Compra móvil', category)],
    inventory: { conversionDays },
  })
}

test('where a part of what is bid for by value comes without its amount, that is told, and no return is judged', () => {
  const [one] = found(shop(4, 2), 'missing-conversion-values')
  expect(plain(one!.title)).toBe(
    'Envía el valor de todas las conversiones: al 33,3 % le falta, y «Zapatos» puja por valor',
  )
  expect(one!.priority).toBe('medium')
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(found(shop(4, 2), 'bid-targets')).toEqual([])
  expect(reasonOf(shop(4, 2), 'bid-targets')).toContain('le falta su importe')
  expect(found(shop(0, 6), 'bid-targets')).toEqual([])
})

test('with all of them the return is held against what is asked for', () => {
  expect(found(shop(4, 2, 40), 'missing-conversion-values')).toEqual([])
  expect(found(shop(4, 2, 40), 'bid-targets')[0]!.title).toContain('no se alcanza')
})

test('small amounts are amounts, of orders or of scored leads; exactly 1 each is what Google puts', () => {
  for (const value of [0.3, 0.6, 1.2])
    expect(found(shop(0, 6, value, 'SUBMIT_LEAD_FORM'), 'missing-conversion-values')).toEqual([])
  for (const value of [0, 1])
    expect(found(shop(0, 6, value), 'missing-conversion-values')[0]!.priority).toBe('high')
})

test('a newsletter beside sales that have their amounts needs none', () => {
  const whole = shop(4, 8, 0, 'SIGNUP')
  const cards = found(whole, 'missing-conversion-values')
  expect(cards.map(({ title }) => title)).toEqual([
    'Di cuánto vale cada clase de conversión: «Compra móvil» y «Compra» cuentan igual',
  ])
  expect(found(whole, 'bid-targets')[0]!.title).toContain('no se alcanza')
})
