import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { errorRoom } from './error-room.ts'

const withConversions = (...conversions: number[]) =>
  errorRoom(
    sampleAccount({
      campaigns: conversions.map((count, i) => campaign({ id: `${i}`, sums: sums(5_000, count) })),
    }),
  )

test('the fewer conversions an account has in all, the more of its negatives may err, 8 % at most', () => {
  expect(withConversions(0)).toBeCloseTo(0.08, 9)
  expect(withConversions(60, 40)).toBeCloseTo(0.0625, 9)
  expect(withConversions(200)).toBeCloseTo(0.045, 9)
  expect(withConversions(150, 4_000)).toBeCloseTo(0.045, 9)
})

test('an account that has just begun is not small for it; of its searches fewer may err', () => {
  const account = sampleAccount({ campaigns: [campaign({ sums: sums(500, 20) })] })
  const { to } = account.window
  const after = (days: number) =>
    errorRoom({ ...account, window: { from: addDays(to, 1 - days), to } })
  expect(after(9)).toBeCloseTo(0.045 * (1 - 0.33 * 0.9), 9)
  // It would have forty in a whole window.
  expect(after(45)).toBeCloseTo((0.045 + 0.035 * 0.8) * (1 - 0.33 / 2), 9)
  expect(after(90)).toBeCloseTo(0.045 + 0.035 * 0.9, 9)
})
