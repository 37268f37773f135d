import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import type { AccountChange } from '../contract/account-views.ts'
import type { DayPoint } from '../contract/metrics.ts'
import { dayMarks, trendDays, trendSummary, withNotes } from './trend-days.ts'

const points = (first: string, clicks: number[]): DayPoint[] =>
  clicks.map((value, index) => ({
    day: addDays(first, index),
    spend: 0,
    impressions: 0,
    clicks: value,
    conversions: 0,
    ctr: 0,
    cpc: 0,
    conversionRate: 0,
    costPerConversion: 0,
  }))

test('each day stands beside the day as far into the period before', () => {
  const trend = { current: points('2026-11-03', [5, 8, 2]), previous: points('2026-11-01', [6, 1]) }
  expect(trendDays(trend, 'clicks')).toEqual([
    { day: '2026-11-03', current: 5, previousDay: '2026-11-01', previous: 6 },
    { day: '2026-11-04', current: 8, previousDay: '2026-11-02', previous: 1 },
    { day: '2026-11-05', current: 2, previousDay: null, previous: null },
  ])
})

test('days before the account has data are unknown, not zero', () => {
  const [first, second, third] = points('2026-10-01', [0, 4, 0])
  const previous = [first!, { ...second!, impressions: 30 }, third!]
  const trend = { current: points('2026-11-01', [5, 8, 2]), previous }
  const compared = (complete: boolean) =>
    trendDays({ ...trend, comparison: { complete } }, 'clicks').map((day) => day.previous)
  expect(compared(false)).toEqual([null, 4, 0])
  expect(compared(true)).toEqual([0, 4, 0])
  const empty = { ...trend, previous: [first!], comparison: { complete: false } }
  expect(trendDays(empty, 'clicks')[0]?.previous).toBeNull()
})

test('the summary names the extremes and the comparison', () => {
  const trend = { current: points('2026-11-03', [5, 8, 2]), previous: points('2026-11-01', [6, 1]) }
  expect(trendSummary('Clics', trendDays(trend, 'clicks'), String)).toBe(
    'Clics del 3 nov 2026 al 5 nov 2026. Máximo: 8 el 4 nov 2026. Mínimo: 2 el 5 nov 2026. ' +
      'Supera al periodo anterior en 1 de 2 días.',
  )
  expect(trendSummary('Clics', [], String)).toBe('Clics: sin datos.')
  const weeks = [
    { day: '2026-11-02', current: 5, previousDay: '2026-10-12', previous: 6 },
    { day: '2026-11-09', current: 8, previousDay: '2026-10-19', previous: 1 },
  ]
  expect(trendSummary('Clics', weeks, String, { step: 'week' })).toBe(
    'Clics por semanas, desde la semana del 2 nov 2026 hasta la semana del 9 nov 2026. ' +
      'Máximo: 8 la semana del 9 nov 2026. Mínimo: 5 la semana del 2 nov 2026. ' +
      'Supera al periodo anterior en 1 de 2 semanas.',
  )
})

test('changes are marked on their day, below the account only those of the entity', () => {
  const change = (more: Partial<AccountChange>): AccountChange => ({
    id: '1',
    at: '2026-11-03T09:15:00',
    day: '2026-11-03',
    user: 'ana@tienda.es',
    clientType: 'GOOGLE_ADS_WEB_CLIENT',
    clientLabel: 'Web de Google Ads',
    what: 'Presupuesto de «Marca»: 20 → 25',
    campaignId: '5',
    campaignName: 'Marca',
    adGroupId: null,
    adGroupName: null,
    fields: [],
    ...more,
  })
  const changes = [
    change({}),
    change({ id: '2', user: '', campaignId: '6', at: '2026-11-03T10:00:00' }),
  ]
  expect(dayMarks(changes, null)).toEqual([
    {
      day: '2026-11-03',
      texts: [
        '09:15 Presupuesto de «Marca»: 20 → 25 (ana@tienda.es)',
        '10:00 Presupuesto de «Marca»: 20 → 25 (Web de Google Ads)',
      ],
    },
  ])
  expect(dayMarks(changes, { level: 'campaign', id: '6' })[0]?.texts).toHaveLength(1)
  expect(dayMarks(changes, { level: 'ad_group', id: '5' })).toEqual([])
})

test('what a person noted stands first under its day, beside what was changed on it', () => {
  const notes = [
    { id: 'a', day: '2026-11-03', text: 'Rebajas', author: 'Marta' },
    { id: 'b', day: '2026-11-05', text: 'Huelga', author: '' },
  ]
  expect(withNotes([{ day: '2026-11-03', texts: ['9:15 Presupuesto (ana)'] }], notes)).toEqual([
    {
      day: '2026-11-03',
      texts: ['Nota: Rebajas (Marta)', '9:15 Presupuesto (ana)'],
      hasNote: true,
    },
    { day: '2026-11-05', texts: ['Nota: Huelga'], hasNote: true },
  ])
})
