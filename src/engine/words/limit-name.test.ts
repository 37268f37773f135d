import { expect, test } from 'vitest'
import { withMarginalCost } from '../account/marginal-cost.ts'
import { campaign, sums } from '../samples/sample-account.ts'
import { usualExponent } from '../statistics/budget-response.ts'
import { lessSpend, limitName, targetName } from './shared-texts.ts'

test('a reference that is not what was said of a conversion says why', () => {
  const said = { micros: 30e6, origin: 'goal' as const }
  const named = (
    saidMicros: number,
    biddingStrategyType: string,
    lostToBudget = 0,
    { freed = 0, sold = 360 } = {},
  ) => {
    const impressionShare = { eligible: 400_000, lostToBudget, lostToRank: 40_000 }
    const own = campaign({ biddingStrategyType, impressionShare, sums: sums(9_000, sold) })
    const none = { clicks: 0, costMicros: 0, conversionsMicros: 0 }
    const paid = {
      days: 90,
      knownShare: 1,
      simulated: null,
      times: 1,
      dear: none,
      usualMicros: 20e6,
    }
    const known = { saidMicros, askedMicros: 0, ...paid, exponent: usualExponent(), freed }
    return limitName(withMarginalCost({ ...said, micros: saidMicros }, own, known))
  }
  const plain = 'tu coste máximo por conversión'
  expect(named(30e6, 'MANUAL_CPC')).toBe(plain)
  expect(named(30e6, 'MANUAL_CPC', 90_000)).toContain('de la campaña: al agotarse el presupuesto')
  expect(named(30e6, 'MANUAL_CPC', 90_000, { freed: 0.3 })).toContain(
    'sin lo que se propone excluir: al agotarse',
  )
  expect(named(30e6, 'MANUAL_CPC', 90_000, { sold: 4 })).toContain(
    'de la campaña, que son pocas y se completan con las de la cuenta: al agotarse',
  )
  // The last conversions cost some 21 €.
  expect(named(30e6, 'MAXIMIZE_CONVERSIONS')).toContain(`${plain}, y por debajo`)
  expect(named(12e6, 'MAXIMIZE_CONVERSIONS')).toContain(`${plain}, y por encima`)
})

test('what was said, moved by what conversions bring, is not called what was said', () => {
  const named = (origin: 'goal' | 'average' | 'roas' | 'reported', worthTimes?: number) =>
    targetName({ micros: 12e6, origin, ...(worthTimes && { worthTimes }) })
  expect(named('goal')).toBe('tu coste máximo por conversión')
  expect(named('goal', 1)).toBe(named('goal'))
  expect(named('goal', 1.01)).toBe('tu coste máximo por conversión, ajustado a lo que valen aquí')
  expect(named('average', 0.5)).toContain('ajustado a lo que valen aquí')
  // Reckoned from it anyway.
  for (const origin of ['roas', 'reported'] as const) expect(named(origin, 1.5)).toBe(named(origin))
})

test('what is bought more of tells what is not taken off', () => {
  expect(lessSpend('goal')).toBe(', descontado el gasto extra')
  expect(lessSpend('reported')).toBe(
    ', descontado el gasto extra y no lo que cuesta servir lo vendido',
  )
})
