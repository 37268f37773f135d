import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import { countingChanges } from './counting-changes.ts'
import { measurementOf } from './measurement.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'

const base = sampleAccount()
const DAYS = eachDay(base.window.from, base.window.to)
const MOVED = DAYS.length - 20

const action = (id: string, more: Partial<ConversionAction> = {}) =>
  ({
    ...{ id, name: `Acción ${id}`, status: 'ENABLED', category: 'PURCHASE', primaryForGoal: true },
    ...more,
  }) as ConversionAction

/** What each action counted a day, and the account as their sum. */
function account(
  conversionActions: ConversionAction[],
  perDay: (id: string, i: number) => number,
): AccountSnapshot {
  const countOf = (id: string, i: number) => Math.round(perDay(id, i) * MICROS)
  const conversionDays = DAYS.flatMap((day, i) =>
    conversionActions.flatMap(({ id }) => {
      const conversionsMicros = countOf(id, i)
      return conversionsMicros > 0
        ? [{ actionId: id, day, conversionsMicros, valueMicros: 50 * conversionsMicros }]
        : []
    }),
  )
  const accountDays = DAYS.map((day, i) => {
    const all = conversionActions.reduce((sum, { id }) => sum + countOf(id, i), 0)
    const row = { ...base.accountDays[0]!, day, clicks: 500 }
    return { ...row, conversionsMicros: all, valueMicros: 50 * all }
  })
  return { ...base, accountDays, conversionActions, inventory: { conversionDays } }
}

const told = (snapshot: AccountSnapshot) => ({
  changes: countingChanges(snapshot).map(({ kind, action }) => `${kind} ${action}`),
  problems: measurementOf(snapshot).problems.map(({ kind }) => kind),
})
const NOTHING = { changes: [], problems: [] }

/** From one tag to the next: clicks of the days before still brought the new one some. */
const moved = (id: string, i: number) =>
  id === '1' ? (i < MOVED ? 20 : 0) : i >= MOVED ? 20 : i >= MOVED - 5 ? 1 : 0

test.each([
  ['left as it was', {}],
  ['made secondary', { primaryForGoal: false }],
  ['removed', { status: 'REMOVED' as const }],
])('an action that another takes over from is no loss and no other counting: %s', (_, old) => {
  expect(told(account([action('1', old), action('2')], moved))).toEqual(NOTHING)
  const small = (id: string, i: number) => moved(id, i) / 20
  expect(told(account([action('1', old), action('2')], small))).toEqual(NOTHING)
})

test('beside others of the account too', () => {
  const beside = (id: string, i: number) => (id === '3' ? 15 : moved(id, i))
  expect(told(account([action('1'), action('2'), action('3')], beside))).toEqual(NOTHING)
})

test('another kind, another day or far fewer is none that took over', () => {
  const lead = action('2', { category: 'SUBMIT_LEAD_FORM' })
  expect(told(account([action('1'), lead], moved)).problems).toEqual(['action-loss'])
  const later = (id: string, i: number) => moved(id, id === '2' ? i - 14 : i)
  expect(told(account([action('1'), action('2')], later)).problems).not.toEqual([])
  const fewer = (id: string, i: number) => (id === '1' ? 1 : 0.4) * moved(id, i)
  expect(told(account([action('1', { status: 'REMOVED' }), action('2')], fewer)).changes).toEqual([
    'ceased Acción 1',
    'begun Acción 2',
  ])
})
