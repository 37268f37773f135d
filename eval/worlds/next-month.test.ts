import { expect, test } from 'vitest'
import type { Keyword } from './account.ts'
import { type Month, type NewKeyword, netOf, stopped, takes } from './next-month.ts'

const campaign = {
  id: '101',
  name: 'Campaña 1',
  isBrand: false,
  isByHand: true,
  paidShare: 1,
  budgetId: '9101',
  budgetMicros: 0,
  budgetResponse: 0.85,
}
const keyword: Keyword = {
  campaign,
  adGroupId: '1011',
  id: '101101',
  text: 'zapatos',
  matchType: 'PHRASE',
  bidMicros: 1e6,
  valueMicros: 20e6,
  response: { clicks: 1, price: 0.5 },
  redirected: 0,
}
const row = (text: string, over: Partial<Keyword> = {}): Month => ({
  search: {
    keyword: { ...keyword, ...over },
    text,
    isVisible: true,
    clicksADay: 10,
    cpcMicros: 1e6,
    rate: 0.1,
    walk: null,
  },
  clicks: 300,
  costMicros: 300e6,
  gainMicros: 600e6,
})
const month = [
  row('zapatos rojos'),
  row('zapatos'),
  row('zapatos rojos', { campaign: { ...campaign, id: '102' }, adGroupId: '1021' }),
]
const added = (bidMicros: number | null): NewKeyword => {
  return { kind: 'new keyword', text: 'zapatos rojos', adGroupId: '1012', bidMicros }
}

test('a new keyword moves its own search by the step of its first bid', () => {
  // Clicks × 1.2, cost × 1.2^1.5.
  expect(netOf(added(1.2e6), month)! / 1e6).toBeCloseTo(600 * 0.2 - 300 * (1.2 ** 1.5 - 1), 6)
})

test('one that begins as it is served today, or without a bid, tells nothing', () => {
  expect(netOf(added(1e6), month)).toBeNull()
  expect(netOf(added(null), month)).toBeNull()
})

test('it takes the search from every ad group of its campaign, and from no other campaign', () => {
  expect(month.map(({ search }) => takes(added(1e6), search))).toEqual([true, false, false])
})

test('what another campaign shows too is paid there once it is stopped, unless it is stopped in both', () => {
  const [here, there] = [row('zapatos gratis'), row('zapatos gratis')]
  there.search.cpcMicros = 3e6
  here.search.elsewhere = { search: there.search, caught: 0.5 }
  there.search.elsewhere = { search: here.search, caught: 0.5 }
  for (const one of [here, there]) one.gainMicros = 60e6
  // 300 € less 60 €, and of half of it 900 € less 60 €.
  expect(stopped([here], [here, there]) / 1e6).toBeCloseTo(240 - 0.5 * 840, 6)
  expect(stopped([here, there], [here, there]) / 1e6).toBeCloseTo(480, 6)
})

test('what a budget that runs out no longer spends on one search it spends on the others', () => {
  // Of what people would click four fifths are paid for, at 1,824 € of a month that cost as much.
  const short = { ...campaign, paidShare: 0.8, budgetResponse: 1, budgetMicros: 60e6 }
  const [dear, good] = [row('zapatos gratis'), row('zapatos')].map((one) => ({
    ...one,
    search: { ...one.search, keyword: { ...keyword, campaign: short } },
  })) as [Month, Month]
  dear.costMicros = 200e6
  dear.gainMicros = 100e6
  good.costMicros = 1_624e6
  good.gainMicros = 3_248e6
  // 200 € more of what brings twice what it costs, for 100 €.
  expect(stopped([dear], [dear, good]) / 1e6).toBeCloseTo(400 - 100, 6)
  // Twice as much for 400 €: no more of the others is asked for than a quarter.
  dear.costMicros = 500e6
  good.costMicros = 1_324e6
  good.gainMicros = 2_648e6
  expect(stopped([dear], [dear, good]) / 1e6).toBeCloseTo(500 - 100 + 331, 6)
})
