import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { campaign, sampleAccount, sums } from '../samples/sample-account.ts'
import { worthCaveat } from '../words/shared-texts.ts'
import { measurementOf } from './measurement.ts'
import { targetsOf } from './targets.ts'

const targets = (campaigns: ReturnType<typeof campaign>[]) => {
  const snapshot = sampleAccount({ campaigns })
  return targetsOf(snapshot, measurementOf(snapshot), new Map(), () => false)
}
const inEuros = (found: { micros: number } | null) => Math.round((found?.micros ?? 0) / MICROS)

test('conversions at many times what the others cost are measured by their own mean, and the others without them', () => {
  const account = (conversions: number, price = 8) =>
    targets([
      campaign({ id: '1', name: 'Multas', sums: sums(1_400, 105, 1) }),
      campaign({ id: '2', name: 'Negligencias', sums: sums(340, conversions, price) }),
    ])
  const dear = account(18)
  const own = (340 * 8) / 18
  expect(inEuros(dear.targetOf('2'))).toBe(Math.round(own))
  expect(inEuros(dear.targetOf('1'))).toBe(13)
  expect(worthCaveat(dear.targetOf('2')!).join()).toContain('su propia media')
  // Whether it goes on at all is asked of what the others pay.
  expect(inEuros(dear.targetWithout('2', sums(340, 18, 8)))).toBe(13)
  // Too few tell nothing, and a little dearer is no other worth.
  expect(account(5).targetOf('2')?.isOwn).toBeUndefined()
  expect(account(18, 2).targetOf('2')?.isOwn).toBeUndefined()
  // Where most of what is sold is dear, the little that is cheap is no measure of the rest.
  expect(inEuros(account(300, 60).targetOf('1'))).toBeGreaterThan(50)
})
