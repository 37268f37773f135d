import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import { countingChanges } from './counting-changes.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'

const base = sampleAccount()
const DAYS = eachDay(base.window.from, base.window.to)
const STEP = 40

const action = (id: string, name: string, primaryForGoal = true) =>
  ({ id, name, status: 'ENABLED', category: 'PURCHASE', primaryForGoal }) as ConversionAction

/** Conversions a day of each action, and which of them are primary now. */
function account(
  actions: readonly ConversionAction[],
  perDay: (id: string, i: number) => number,
): AccountSnapshot {
  const conversionDays = DAYS.flatMap((day, i) =>
    actions.flatMap(({ id }) => {
      const conversionsMicros = Math.round(perDay(id, i) * MICROS)
      return conversionsMicros > 0 ? [{ actionId: id, day, conversionsMicros, valueMicros: 0 }] : []
    }),
  )
  const accountDays = DAYS.map((day) => ({ ...base.accountDays[0]!, day, clicks: 500 }))
  return { ...base, accountDays, conversionActions: actions, inventory: { conversionDays } }
}

const BUY = action('1', 'Compra')
const CART = action('2', 'Carrito')

test('an action that became primary is told by its day, though clicks of the days before brought some', () => {
  const sold = (id: string, i: number) =>
    id === '1' ? 10 : i >= STEP ? 12 : i >= STEP - 5 ? 0.5 : 0
  const [one, ...more] = countingChanges(account([BUY, CART], sold))
  expect(one).toEqual({ on: DAYS[STEP], hasBegun: true, action: 'Carrito' })
  expect(more).toEqual([])
})

test('so is one that ceased to be; of one that is still primary it is a loss', () => {
  const sold = (id: string, i: number) => (id === '1' ? 10 : i < STEP ? 12 : 0)
  expect(countingChanges(account([BUY, action('2', 'Carrito', false)], sold))).toEqual([
    { on: DAYS[STEP], hasBegun: false, action: 'Carrito' },
  ])
  expect(countingChanges(account([BUY, CART], sold))).toEqual([])
})

test('what was there all along, grew, or is few of all is none', () => {
  const grown = (id: string, i: number) => (id === '1' ? 10 : i < STEP ? 4 : 12)
  expect(countingChanges(account([BUY, CART], grown))).toEqual([])
  const few = (id: string, i: number) => (id === '1' ? 40 : i < STEP ? 0 : 1)
  expect(countingChanges(account([BUY, CART], few))).toEqual([])
  const chance = (id: string, i: number) => (id === '1' ? 1 : i % 30 === 29 ? 1 : 0)
  expect(countingChanges(account([BUY, CART], chance))).toEqual([])
})
