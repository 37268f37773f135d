import { expect, test } from 'vitest'
import type { CampaignRow } from '../contract/metrics.ts'
import { campaignTypeText, qualityTone, statusOf } from './entity-codes.ts'
import { AD_COLUMNS, AD_GROUP_COLUMNS, CAMPAIGN_COLUMNS } from './level-columns.tsx'
import { cpcColumn, usualOrder } from './shared-columns.tsx'

function campaign(row: Partial<CampaignRow>): CampaignRow {
  return {
    campaign_id: '1',
    campaign_name: 'Zapatos',
    campaign_status: 2,
    campaign_type: 2,
    campaign_type_name: 'SEARCH',
    budget_micros: 5_000_000,
    cost_micros: 0,
    impressions: 0,
    clicks: 0,
    conversions: 0,
    ctr: 0,
    cost_per_conversion_micros: 0,
    ...row,
  }
}

test('usual order: status, then impressions, then CTR', () => {
  const rows = [
    campaign({ campaign_id: 'removed', campaign_status: 4, impressions: 900 }),
    campaign({ campaign_id: 'paused', campaign_status: 3, impressions: 500 }),
    campaign({ campaign_id: 'low', impressions: 10, ctr: 1 }),
    campaign({ campaign_id: 'high-ctr', impressions: 10, ctr: 9 }),
    campaign({ campaign_id: 'most', impressions: 20 }),
    campaign({ campaign_id: 'unknown', campaign_status: 1, impressions: 9999 }),
  ]
  const order = rows.sort(usualOrder((row) => row.campaign_status)).map((row) => row.campaign_id)
  expect(order).toEqual(['most', 'high-ctr', 'low', 'paused', 'removed', 'unknown'])
})

test('the rates of the totals come from sums, not from averages of rates', () => {
  const rows = [
    campaign({ impressions: 1000, clicks: 10, ctr: 1, cost_micros: 30_000_000, conversions: 1 }),
    campaign({ impressions: 100, clicks: 10, ctr: 10, cost_micros: 10_000_000, conversions: 3 }),
  ]
  const total = (id: string) => CAMPAIGN_COLUMNS.find((c) => c.id === id)?.total?.(rows)
  expect(total('ctr')).toBeCloseTo(20 / 1100)
  expect(total('cpa')).toBe(10_000_000)
  expect(total('cost')).toBe(40_000_000)
  expect(CAMPAIGN_COLUMNS.find((c) => c.id === 'cpa')?.total?.([])).toBeNull()
})

test('a click that never came has no price, in no row and in no total', () => {
  const cpc = cpcColumn<{ clicks: number; cpc: number; cost: number }>(
    'CPC',
    (row) => row.cpc,
    (row) => row.cost,
  )
  const none = { clicks: 0, cpc: 0, cost: 0 }
  const some = { clicks: 4, cpc: 0.5, cost: 2 }
  expect([none, some].map(cpc.value)).toEqual([null, 500_000])
  expect([[], [none], [none, some]].map((rows) => cpc.total?.(rows))).toEqual([null, null, 500_000])
  for (const columns of [AD_COLUMNS, AD_GROUP_COLUMNS])
    expect(columns.some(({ id }) => id === 'cpc')).toBe(true)
})

test('codes become Spanish; what has no code is known by Google’s name', () => {
  expect(campaignTypeText(10, 'PERFORMANCE_MAX')).toBe('Máximo rendimiento')
  expect(campaignTypeText(1, 'TRAVEL')).toBe('Viajes')
  expect([0, 1, 2, 3, 4, 77].map((code) => statusOf(code).text)).toEqual([
    'Desconocido',
    'Desconocido',
    'Activo',
    'Pausado',
    'Eliminado',
    'Desconocido',
  ])
  expect([8, 7.9, 6, 5.9].map(qualityTone)).toEqual(['success', 'warning', 'warning', 'danger'])
})

test('ad group amounts arrive in currency units and CTR in percent', () => {
  const row = {
    ad_group_id: '1',
    ad_group_name: 'Botas',
    campaign_id: '1',
    campaign_name: 'Zapatos',
    status: 2,
    bid: null,
    cost: 12.5,
    impressions: 200,
    clicks: 5,
    conversions: 0,
    ctr: 2.5,
    average_cpc: 2.5,
    qualityScore: null,
  }
  const value = (id: string) => AD_GROUP_COLUMNS.find((c) => c.id === id)?.value(row)
  expect([value('cost'), value('cpc'), value('ctr'), value('bid')]).toEqual([
    12_500_000,
    2_500_000,
    0.025,
    null,
  ])
})
