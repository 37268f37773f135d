import { expect, test } from 'vitest'
import { withMarginalCost } from '../account/marginal-cost.ts'
import { campaign } from '../samples/sample-account.ts'
import { limitName } from './shared-texts.ts'

test('a reference that is not what was said of a conversion says why', () => {
  const said = { micros: 30e6, origin: 'goal' as const }
  const named = (saidMicros: number, biddingStrategyType: string) => {
    const own = campaign({ biddingStrategyType })
    const known = { saidMicros, askedMicros: 0, days: 90, knownShare: 1, simulated: null, times: 1 }
    return limitName(withMarginalCost({ ...said, micros: saidMicros }, own, known))
  }
  const plain = 'tu coste máximo por conversión'
  expect(named(30e6, 'MANUAL_CPC')).toBe(plain)
  // The last conversions cost some 21 €.
  expect(named(30e6, 'MAXIMIZE_CONVERSIONS')).toContain(`${plain}, y por debajo`)
  expect(named(12e6, 'MAXIMIZE_CONVERSIONS')).toContain(`${plain}, y por encima`)
})
