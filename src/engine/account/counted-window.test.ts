import { expect, test } from 'vitest'
import { addDays, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { analyseAccount } from '../analyse-account.ts'
import { troubledAccount } from '../samples/sample-account.ts'
import { countedAlike } from './counted-window.ts'
import type { AccountSnapshot, SettingChange } from './snapshot.ts'

const base = troubledAccount()
const { from, to } = base.window
const DAYS = eachDay(from, to)

/** Sign-ups count as well from so many days before the end of the window on. */
function account(
  daysAgo: number,
  perDay = 12,
  more: Partial<AccountSnapshot> = {},
): AccountSnapshot {
  const known = eachDay(from, addDays(base.account.today, -1))
  const on = addDays(to, 1 - daysAgo)
  const rows = known.flatMap((day) => [
    { actionId: '1', day, conversionsMicros: 10 * MICROS, valueMicros: 0 },
    ...(day < on
      ? []
      : [{ actionId: '2', day, conversionsMicros: perDay * MICROS, valueMicros: 0 }]),
  ])
  const [buy] = base.conversionActions!
  return {
    ...base,
    accountDays: known.map((day) => ({ ...base.accountDays[0]!, day, clicks: 500 })),
    conversionActions: [
      { ...buy!, id: '1', name: 'Compra' },
      { ...buy!, id: '2', name: 'Registro', category: 'SIGNUP' },
    ],
    actionDays: { from: known[0]!, to: known.at(-1)!, rows },
    ...more,
  }
}

const cut = (snapshot: AccountSnapshot) => countedAlike(snapshot, base.window)
const notes = (snapshot: AccountSnapshot, said: RegExp) =>
  analyseAccount(snapshot)
    .recommendations.filter(({ rule }) => rule === 'wasted-search-terms')
    .flatMap(({ evidence }) => evidence.counterEvidence.filter((one) => said.test(one)))

test('the days that count as today do are judged by once they are a month', () => {
  expect(cut(account(40))).toEqual({ from: addDays(to, -39), to })
  expect(cut(account(20))).toEqual(base.window)
  expect(cut(account(90))).toEqual(base.window)
})

test('a setting that was changed and that no count shows leaves the days as they are, one that shows does not', () => {
  const once: SettingChange = {
    ...{ actionId: '1', setting: 'counting_type', from: DAYS[40]!, to: DAYS[41]! },
    ...{ former: 'MANY_PER_CLICK', present: 'ONE_PER_CLICK' },
  }
  const same = account(91, 12, { settingChanges: [once] })
  expect(cut(same)).toEqual(base.window)
  const rows = same.actionDays!.rows.map((row) =>
    row.day < DAYS[41]! && row.actionId === '1' ? { ...row, conversionsMicros: 30 * MICROS } : row,
  )
  const fewer = { ...same, actionDays: { ...same.actionDays!, rows } }
  expect(cut(fewer)).toEqual({ from: DAYS[41], to })
})

test('a card whose days do not count alike says so, or that days were left out for it', () => {
  const mixed = account(20)
  const [said] = notes(mixed, /Registro/)
  expect(said).toBe(
    `Desde el ${longDay(addDays(to, -19))}, más o menos, se cuenta también «Registro» como conversión: aquí está sumado lo de antes y lo de después, que no se cuenta igual.`,
  )
  expect(notes(account(-3), /Registro/)[0]).toContain('se contaba de otra manera')
  const alone = { ...account(40), window: cut(account(40)) }
  expect(notes(alone, /Registro/)[0]).toContain('solo se mira lo de después, que son menos días')
  expect(notes(account(91), /Registro/)).toEqual([])
})
