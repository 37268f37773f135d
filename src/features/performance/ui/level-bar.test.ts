import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { listAdGroups, listCampaignMetrics } from '../contract/metrics.ts'
import { LevelBar } from './level-bar.tsx'

const RANGE = { from: '2026-10-01', to: '2026-10-31' }

test('the way up reads campaigns, the campaign, the ad group', () => {
  expect(wayUp({ campaignId: '11', adGroupId: null })).toEqual(['Campañas', 'Marca'])
  expect(wayUp({ campaignId: '11', adGroupId: '21' })).toEqual(['Campañas', 'Marca', 'Botas'])
})

test('a campaign that is called as the level is stands beside it', () => {
  expect(wayUp({ campaignId: '12', adGroupId: '22' })).toEqual(['Campañas', 'Campañas', 'Botas'])
})

function wayUp(selection: { campaignId: string; adGroupId: string | null }): string[] {
  const client = createQueryClient()
  const campaigns = [
    { campaign_id: '11', campaign_name: 'Marca' },
    { campaign_id: '12', campaign_name: 'Campañas' },
  ]
  const groups = [
    { ad_group_id: '21', ad_group_name: 'Botas' },
    { ad_group_id: '22', ad_group_name: 'Botas' },
  ]
  const { campaignId } = selection
  // What the bar reads of a row is its number and its name.
  client.setQueryData(
    queryOf(listCampaignMetrics, { customerId: '1', ...RANGE }).queryKey,
    campaigns as never,
  )
  client.setQueryData(queryOf(listAdGroups, { campaignId, ...RANGE }).queryKey, groups as never)
  const bar = createElement(LevelBar, {
    customerId: '1',
    range: RANGE,
    ...selection,
  })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, bar))
  client.clear()
  return [...html.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, line = '']) =>
    line.replace(/<[^>]+>/g, ''),
  )
}
