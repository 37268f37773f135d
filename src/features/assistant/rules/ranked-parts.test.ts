import { expect, test } from 'vitest'
import { metricCells } from './cells.ts'
import { rankedRows, rankingText } from './ranked-parts.ts'

const row = (key: string, spend: number, conversions: number) => ({
  key,
  label: key,
  cells: metricCells({ spend, conversions, clicks: 50, impressions: 1_000 }),
})
const ROWS = [
  row('dear', 300, 3),
  row('cheap', 100, 10),
  row('nothing', 200, 0),
  row('less', 50, 0),
]
const WORST = {
  sortBy: 'cpa',
  direction: 'highest',
  withoutConversions: false,
  isAsked: true,
} as const

test('the worst are first those that spend and sell nothing', () => {
  const kept = rankedRows([...ROWS, row('free', 0, 0)], { ...WORST, limit: 3 })
  expect(kept.map(({ key }) => key)).toEqual(['nothing', 'less', 'dear'])
  expect(rankingText({ ...WORST, limit: 3 })).toContain('antes lo que gasta sin conversiones')
})

test('the best are those with the lowest cost, without a cost last', () => {
  const kept = rankedRows(ROWS, { ...WORST, direction: 'lowest', limit: 4 })
  expect(kept.map(({ key }) => key)).toEqual(['cheap', 'dear', 'less', 'nothing'])
})
