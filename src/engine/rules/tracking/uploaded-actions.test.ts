import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { sampleAccount } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'

/** Purchases of a web go on, and another action has counted nothing for so many days. */
function silent(type: string, days: number) {
  const { window } = sampleAccount()
  const all = eachDay(window.from, window.to)
  const rowsOf = (actionId: string, counted: number, perDay: number) =>
    all.map((day, i) => ({
      ...{ actionId, day, valueMicros: 0 },
      conversionsMicros: i < counted ? perDay * MICROS : 0,
    }))
  const action = { status: 'ENABLED' as const, category: 'PURCHASE', primaryForGoal: true }
  const account = sampleAccount({
    conversionActions: [
      { ...action, id: '5', name: 'Compra', type: 'WEBPAGE' },
      { ...action, id: '6', name: 'Venta', type },
    ],
    inventory: {
      conversionDays: [...rowsOf('5', all.length, 3), ...rowsOf('6', all.length - days, 2)],
    },
  })
  const [one] = found(account, 'conversion-tracking')
  return { priority: one!.priority, isByMonth: one!.whyNow.includes('una vez al mes') }
}

test('one that is uploaded beside those of the web may be so by the month', () => {
  const [alarm, look] = [
    { priority: 'high', isByMonth: false },
    { priority: 'medium', isByMonth: true },
  ]
  expect(silent('UPLOAD_CLICKS', 20)).toEqual(look)
  expect(silent('WEBPAGE', 20)).toEqual(alarm)
  expect(silent('UPLOAD_CLICKS', 40)).toEqual(alarm)
})
