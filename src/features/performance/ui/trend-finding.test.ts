import { expect, test } from 'vitest'
import type { DayPoint } from '../contract/metrics.ts'
import { METRICS } from './metric-definitions.ts'
import { trendFinding } from './trend-finding.ts'

const dayOf = (day: number, clicks: number, conversions: number): DayPoint => ({
  day: `2026-11-${String(day).padStart(2, '0')}`,
  spend: 10,
  impressions: 100,
  clicks,
  conversions,
  ctr: clicks,
  cpc: 10 / clicks,
  conversionRate: (conversions / clicks) * 100,
  costPerConversion: conversions && 10 / conversions,
})
const trend = {
  currencyCode: 'EUR',
  current: [dayOf(4, 12, 2), dayOf(5, 12, 2), dayOf(6, 9, 0), dayOf(7, 1, 0)],
  previous: [dayOf(1, 10, 1), dayOf(2, 10, 1), dayOf(3, 10, 1), dayOf(4, 10, 1)],
  comparison: { complete: true, from: '2026-10-31', to: '2026-11-03' },
  lateFrom: '2026-11-06',
  knownTo: '2026-11-06',
}
const findingOf = (name: string, changed: object = {}) => {
  const metric = METRICS.find((one) => one.name === name)
  if (!metric) throw new Error(`no metric ${name}`)
  return trendFinding({
    trend: { ...trend, ...changed },
    metric,
    unfinishedDay: '2026-11-07',
    compared: 'periodo anterior',
    step: 'day',
  })
}

test('the day still running is not compared', () => {
  expect(findingOf('clicks')).toEqual({
    claim: 'Un 10,0\u00a0% más que el periodo anterior',
    limits: 'por encima en 2 de 3 días; sin 1 día que aún no cuenta del todo',
    short: 'sin el último día',
  })
})

test('nor are days that were not read', () => {
  expect(findingOf('clicks', { knownTo: '2026-11-04' })?.limits).toBe(
    'por encima en 1 de 1 día; sin 3 días que aún no cuentan del todo',
  )
})

test('nor are days whose conversions are still coming, for what is made of them', () => {
  const many = { current: timesTwenty(trend.current), previous: timesTwenty(trend.previous) }
  expect(findingOf('conversions', many)).toMatchObject({
    claim: 'Un 100,0\u00a0% más que el periodo anterior',
    limits: 'por encima en 2 de 2 días; sin 2 días que aún no cuentan del todo',
  })
  expect(findingOf('costPerConversion', many)?.claim).toBe(
    'Un 50,0\u00a0% menos que el periodo anterior',
  )
})

test('what a few conversions may do by chance is no finding', () => {
  for (const name of ['conversions', 'conversionRate', 'costPerConversion'])
    expect(findingOf(name)?.claim).toBe('Sin un cambio claro frente al periodo anterior')
  expect(findingOf('conversions')?.limits).toMatch(
    /^el 100,0\u00a0% más puede ser azar; por encima/,
  )
  expect(findingOf('conversions')?.short).toBe(
    'el 100,0\u00a0% más puede ser azar; sin los 2 últimos días',
  )
})

test('what hardly moves is said to', () => {
  expect(findingOf('spend')?.claim).toBe('Casi igual que el periodo anterior')
})

test('nothing is claimed without a whole period before, or without a figure in it', () => {
  expect(findingOf('clicks', { comparison: { ...trend.comparison, complete: false } })).toBeNull()
  expect(findingOf('clicks', { current: [], previous: [] })).toBeNull()
  const nothing = trend.previous.map((day) => ({ ...day, conversions: 0 }))
  expect(findingOf('conversions', { previous: nothing })).toBeNull()
})

const timesTwenty = (days: DayPoint[]) =>
  days.map((day) => ({ ...day, conversions: day.conversions * 20 }))
