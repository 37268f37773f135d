import { expect, test } from 'vitest'
import { addDays, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { campaign, sampleAccount, sums } from '../samples/sample-account.ts'
import { sayIn } from '../words/say.ts'
import { contextOf } from './context.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { valueChanges } from './value-changes.ts'

const base = sampleAccount()
const DAYS = eachDay(base.window.from, addDays(base.account.today, -1))
const STEP = 50

/** Twelve conversions a day, each with so many euros. */
function account(eurosOn: (i: number) => number, targetRoas?: number): AccountSnapshot {
  const rows = DAYS.map((day, i) => {
    const conversionsMicros = 12 * MICROS
    return { day, conversionsMicros, valueMicros: Math.round(conversionsMicros * eurosOn(i)) }
  })
  const inWindow = rows.filter(({ day }) => day <= base.window.to)
  const valueMicros = inWindow.reduce((sum, row) => sum + row.valueMicros, 0)
  const own = { ...sums(36_000, 12 * inWindow.length), valueMicros }
  const ofAction = rows.map((row) => ({ ...row, actionId: '5' }))
  return {
    ...base,
    campaigns: [campaign({ sums: own, ...(targetRoas && { targetRoas }) })],
    accountDays: rows.map((row) => ({ ...sums(400, 12), ...row })),
    actionDays: { from: DAYS[0]!, to: DAYS.at(-1)!, rows: ofAction },
    inventory: { conversionDays: ofAction.filter(({ day }) => day <= base.window.to) },
  }
}

const fixed = (before: number, after: number) => (i: number) => (i < STEP ? before : after)
const orders = (i: number) => 40 + 25 * Math.sin(i * 7)
const contextAt = (snapshot: AccountSnapshot) => contextOf(snapshot, sayIn('EUR', spanishNumbers))

test.each([
  ['another fixed amount', fixed(10, 50)],
  ['a fixed amount where none was', fixed(1, 100)],
  ['orders of their own amounts', (i: number) => (i < STEP ? 10 : orders(i))],
])('%s since a day is told, and no mean of both is believed', (_, eurosOn) => {
  const snapshot = account(eurosOn)
  expect(valueChanges(snapshot)).toMatchObject([{ action: 'Compra' }])
  const { values, measurement, targetOf } = contextAt(snapshot)
  expect(values).toBeNull()
  expect(measurement.problems).toEqual([])
  expect(targetOf('1')!.origin).toBe('average')
  expect(contextAt(account(eurosOn, 4)).targetOf('1')!.origin).not.toBe('roas')
})

test('by its day, though late conversions of the days before have the new amount already', () => {
  const late = (i: number) => (i < STEP - 5 ? 10 : i < STEP ? 14 : 50)
  expect(valueChanges(account(late))).toEqual([{ on: DAYS[STEP], action: 'Compra' }])
})

test('once the window has only the new ones they are believed again', () => {
  const { from } = base.window
  const later = { from: addDays(from, STEP), to: base.window.to }
  const { measurement } = contextAt({ ...account(fixed(10, 50)), window: later })
  expect(measurement.valueChanges).toEqual([])
})

test('orders that bring more are none, nor are amounts that stop coming', () => {
  expect(valueChanges(account((i) => (i < STEP ? 1 : 1.5) * orders(i)))).toEqual([])
  expect(valueChanges(account(fixed(10, 10)))).toEqual([])
  const lost = account((i) => (i < DAYS.length - 10 ? 50 : 1))
  expect(valueChanges(lost)).toEqual([])
  expect(contextAt(lost).measurement.problems.map(({ kind }) => kind)).toEqual(['values-lost'])
})
