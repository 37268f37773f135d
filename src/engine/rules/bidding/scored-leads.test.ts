import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts, ConversionAction, WholeSnapshot } from '../../account/snapshot.ts'
import { campaign, keyword, sampleAccount } from '../../samples/sample-account.ts'
import { sayingsOf } from '../../samples/sample-analysis.ts'

const { found, reason } = sayingsOf('low-roas')

const action = (id: string, category: string): ConversionAction => ({
  ...{ id, name: `Acción ${id}`, status: 'ENABLED', category, primaryForGoal: true },
})
const LEADS = [action('5', 'SUBMIT_LEAD_FORM'), action('6', 'PHONE_CALL_LEAD')]

const row = (clicks: number, cost: number, conversions: number, value: number) => ({
  ...{ impressions: clicks * 20, clicks, costMicros: cost * MICROS },
  ...{ conversionsMicros: conversions * MICROS, valueMicros: value * MICROS },
})

/** Forms of 10 points and calls of 25, a contact at 36 €. */
function account(
  conversionActions: ConversionAction[],
  times = 1,
  over: Partial<CampaignFacts<Column>> = {},
  more: Partial<WholeSnapshot> = {},
): WholeSnapshot {
  const base = sampleAccount()
  const own = [row(3_000, 5_400, 150, 1_950 * times), row(2_500, 4_500, 120, 1_740 * times)]
  return {
    ...base,
    campaigns: [
      campaign({ name: 'Reformas', budgetMicros: 60 * MICROS, sums: own[0]!, ...over }),
      campaign({ id: '2', name: 'Baños', budgetId: '92', sums: own[1]!, ...over }),
    ],
    keywords: [0, 1, 2, 3, 4].map((i) =>
      keyword(`reforma piso${i}`, row(600, 1_080, 30, (370 + 10 * i) * times)),
    ),
    searchTerms: [],
    accountDays: base.accountDays.map((day, i) => ({
      ...day,
      ...row(61, 110, 3, (35 + (i % 7) * 2) * times),
    })),
    conversionActions,
    ...more,
  }
}

test('points of leads are no takings: no campaign and no keyword is told to return little', () => {
  expect(found(account(LEADS))).toEqual([])
  expect(reason(account(LEADS))).toContain('puntos')
})

test('nor is one that does what its target CPA asks of it', () => {
  const asked = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 40 * MICROS }
  expect(found(account(LEADS, 1, asked))).toEqual([])
})

test('what is held against another campaign’s ROAS still is, whatever the values are', () => {
  const { campaigns } = account(LEADS)
  const asked = { biddingStrategyType: 'TARGET_ROAS', targetRoas: 0.38 }
  const other = { ...campaigns[1]!, ...asked }
  const low = campaign({ ...campaigns[0]!, sums: row(3_000, 5_400, 150, 300) })
  const more = { campaigns: [low, other] }
  expect(found(account(LEADS, 1, {}, more))).toHaveLength(1)
})

test.each<[string, ConversionAction[]]>([
  ['of a shop', [action('5', 'PURCHASE')]],
  ['of a shop that counts contacts too', [action('5', 'PURCHASE'), ...LEADS]],
  ['of contracts that are told to Google', [action('5', 'CONVERTED_LEAD'), ...LEADS]],
  ['of a kind that is not said', [action('5', 'DEFAULT')]],
  ['of which no action is known', []],
])('values %s that are less than was spent are a loss', (_, actions) => {
  const lost = found(account(actions))
  expect(lost.map(({ title }) => title)).toEqual([
    expect.stringContaining('«Reformas»'),
    expect.stringContaining('«Baños»'),
  ])
})

test('an action that counts nothing does not make contacts a shop', () => {
  const days = sampleAccount().accountDays.map(({ day }) => day)
  const conversionDays = ['5', '6'].flatMap((actionId) =>
    days.map((day) => ({
      ...{ actionId, day, conversionsMicros: 1.5 * MICROS, valueMicros: 20 * MICROS },
    })),
  )
  const actions = [...LEADS, action('7', 'PURCHASE')]
  expect(found(account(actions, 1, {}, { inventory: { conversionDays } }))).toEqual([])
})

test.each<[string, number, number]>([
  ['the same for all are points', 0, 0],
  ['set anew once are points', 1, 0],
  ['that each tells of itself are money, and its lack a loss', 60, 2],
])('values of contacts %s', (_, apart, told) => {
  const { window } = sampleAccount()
  const days = eachDay(window.from, window.to)
  const conversionDays = days.flatMap((day, i) =>
    LEADS.map(({ id }, of) => {
      const value = told ? 5 + ((i * 7) % apart) : [10, 25][of]! + (i < days.length / 4 ? apart : 0)
      return { actionId: id, day, conversionsMicros: 2 * MICROS, valueMicros: 2 * value * MICROS }
    }),
  )
  const inventory = { conversionDays }
  expect(found(account(LEADS, 1, {}, { inventory }))).toHaveLength(told)
})

test('contacts that bring more than they cost are money: the campaign that does not is told', () => {
  const { campaigns } = account(LEADS, 6)
  const low = campaign({ ...campaigns[1]!, sums: row(2_500, 4_500, 120, 1_740) })
  const more = { campaigns: [campaigns[0]!, low] }
  expect(found(account(LEADS, 6, {}, more))).toHaveLength(1)
})
