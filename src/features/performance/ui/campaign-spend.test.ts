import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient, queryOf } from '#kit/query.ts'
import type { FileFacts } from '#shared/file-facts.ts'
import type { Metrics } from '#shared/metrics.ts'
import { type CampaignRow, listCampaignMetrics } from '../contract/metrics.ts'
import { CampaignSpend } from './campaign-spend.tsx'

const RANGE = { from: '2026-11-01', to: '2026-11-30' }

test('conversions that no file tells are not told as none', () => {
  const told = drawn(factsOf('costMicros', 'clicks'))
  expect(told).not.toContain('Ninguna conversión')
  expect(told).not.toContain('0,00<')
  expect(told.match(/>—</g)).toHaveLength(4)
  expect(told, 'shares of the spend are known').toContain('75,0\u00a0%')
})

test('conversions that are told, or read from Google, are counted', () => {
  for (const facts of [factsOf('costMicros', 'conversionsMicros'), null]) {
    const told = drawn(facts)
    expect(told).toContain('Ninguna conversión en este periodo.')
    expect(told).toContain('0,00<')
  }
})

function drawn(facts: FileFacts | null): string {
  const client = createQueryClient()
  const { queryKey } = queryOf(listCampaignMetrics, { customerId: '5', ...RANGE })
  client.setQueryData(queryKey, [row('1', 30_000_000), row('2', 10_000_000)])
  const table = createElement(CampaignSpend, {
    customerId: '5',
    currencyCode: 'EUR',
    range: RANGE,
    campaignId: null,
    facts,
  })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, table))
  client.clear()
  return html
}

function row(campaign_id: string, cost_micros: number): CampaignRow {
  return {
    campaign_id,
    campaign_name: `Campaña ${campaign_id}`,
    campaign_status: 2,
    campaign_type: 2,
    campaign_type_name: 'SEARCH',
    budget_micros: null,
    cost_micros,
    impressions: 0,
    clicks: 40,
    conversions: 0,
    ctr: 0,
    cost_per_conversion_micros: 0,
  }
}

const factsOf = (...columns: (keyof Metrics)[]): FileFacts => ({
  campaign: { ...RANGE, step: 'day', columns },
})
