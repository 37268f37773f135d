import { expect, test } from 'vitest'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { errorRoom } from './error-room.ts'

const withConversions = (...conversions: number[]) =>
  errorRoom(
    sampleAccount({
      campaigns: conversions.map((count, i) => campaign({ id: `${i}`, sums: sums(5_000, count) })),
    }),
  )

test('the fewer conversions an account has in all, the more of its negatives may err, twice as many at most', () => {
  expect(withConversions(0)).toBeCloseTo(0.08, 9)
  expect(withConversions(60, 40)).toBeCloseTo(0.06, 9)
  expect(withConversions(200)).toBeCloseTo(0.04, 9)
  expect(withConversions(150, 4_000)).toBeCloseTo(0.04, 9)
})
