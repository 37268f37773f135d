import { expect, test } from 'vitest'
import { chartedAlert } from './charted-alert.ts'

const fallen = {
  title: 'Conversiones −100 % desde el 20 nov',
  metric: 'conversions',
  campaignId: null,
  since: '2026-11-20',
  to: '2026-11-29',
} as const

test('the chart says of its line what the alert says, of no other line and of no other days', () => {
  const shown = {
    metric: 'conversions',
    campaignId: null,
    adGroupId: null,
    range: { from: '2026-11-01', to: '2026-11-30' },
  } as const
  expect(chartedAlert([fallen], shown)).toBe(fallen.title)
  for (const other of [
    { metric: 'spend' },
    { metric: 'clicks' },
    { campaignId: '7' },
    { campaignId: '7', adGroupId: '8' },
    { range: { from: '2026-10-01', to: '2026-10-31' } },
  ] as const)
    expect(chartedAlert([fallen], { ...shown, ...other })).toBeNull()
})
