import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import { countingChanges } from './counting-changes.ts'
import { measurementOf } from './measurement.ts'
import type { AccountSnapshot, ConversionAction, SettingChange } from './snapshot.ts'

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
  expect(one).toEqual({ kind: 'begun', on: DAYS[STEP], action: 'Carrito' })
  expect(more).toEqual([])
})

test('so is one that ceased to be; of one that is still primary it is a loss', () => {
  const sold = (id: string, i: number) => (id === '1' ? 10 : i < STEP ? 12 : 0)
  expect(countingChanges(account([BUY, action('2', 'Carrito', false)], sold))).toEqual([
    { kind: 'ceased', on: DAYS[STEP], action: 'Carrito' },
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

test('a setting found changed counts where its action is of weight, and of its days after a click only what comes so late', () => {
  const sold = (id: string) => (id === '1' ? 10 : 0.3)
  const changed = (
    actionId: string,
    setting: SettingChange['setting'],
    [former, present]: [string, string],
  ) => ({ actionId, setting, former, present, from: DAYS[STEP]!, to: DAYS[STEP + 2]! })
  const once = changed('1', 'counting_type', ['MANY_PER_CLICK', 'ONE_PER_CLICK'])
  const told = (...settingChanges: SettingChange[]) =>
    countingChanges({ ...account([BUY, CART], sold), settingChanges })
  expect(told(once)).toEqual([
    {
      ...{ kind: 'setting', on: DAYS[STEP], until: DAYS[STEP + 2], action: 'Compra' },
      ...{ change: once, hasMoved: false },
    },
  ])
  expect(told({ ...once, actionId: '2' })).toEqual([])
  expect(told(changed('1', 'click_lookback_days', ['30', '20']))).toEqual([])
  expect(told(changed('1', 'click_lookback_days', ['30', '3']))).toHaveLength(1)
})

test('what counts otherwise or no longer is no loss of conversions; a tag that dies then is one', () => {
  const LATE = DAYS.length - 14
  const once: SettingChange = {
    ...{ actionId: '1', setting: 'counting_type', from: DAYS[LATE]!, to: DAYS[LATE + 1]! },
    ...{ former: 'MANY_PER_CLICK', present: 'ONE_PER_CLICK' },
  }
  const problemsOf = (sold: (id: string, i: number) => number, actions = [BUY], more = {}) =>
    measurementOf({ ...counted(account(actions, sold)), ...more }).problems.map(({ kind }) => kind)
  const fewer = (_: string, i: number) => (i < LATE ? 40 : 14)
  expect(problemsOf(fewer)).toEqual(['partial-loss'])
  expect(problemsOf(fewer, [BUY], { settingChanges: [once] })).toEqual([])
  const ofOne = (id: string, i: number) => (id === '1' ? fewer(id, i) : 10)
  expect(problemsOf(ofOne, [BUY, CART])).toEqual(['action-loss'])
  expect(problemsOf(ofOne, [BUY, CART], { settingChanges: [once] })).toEqual([])
  const died = (_: string, i: number) => (i < LATE ? 40 : 0)
  expect(problemsOf(died, [BUY], { settingChanges: [once] })).toEqual(['outage'])
  const ofTwo = (id: string, i: number) => (id === '1' ? 15 : i < LATE ? 25 : 0)
  expect(problemsOf(ofTwo, [BUY, action('2', 'Carrito', false)])).toEqual([])
})

/** The account's days are what its actions counted. */
function counted(snapshot: AccountSnapshot): AccountSnapshot {
  const sums = Map.groupBy(snapshot.inventory!.conversionDays!, ({ day }) => day)
  const accountDays = snapshot.accountDays.map((row) => ({
    ...row,
    conversionsMicros: (sums.get(row.day) ?? []).reduce(
      (all, one) => all + one.conversionsMicros,
      0,
    ),
  }))
  return { ...snapshot, accountDays }
}
