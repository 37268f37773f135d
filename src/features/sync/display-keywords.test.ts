import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { type LedgerRow, ledgerWorld } from '../../../tests/ledger-world.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '30' })
const TODAY = '2026-11-20'

const CHANNELS = { 11: 'SEARCH', 12: 'DISPLAY' } as const

function rows(campaign: keyof typeof CHANNELS, back: readonly number[]): LedgerRow[] {
  return back.map((days) => ({
    day: addDays(TODAY, -days),
    fields: {
      'campaign.id': BigInt(campaign),
      'campaign.advertising_channel_type': CHANNELS[campaign],
      'ad_group.id': BigInt(campaign * 10),
      'ad_group_criterion.criterion_id': 1n,
    },
    measures: { impressions: campaign * 100, clicks: days },
  }))
}

test('what keywords on Display brought is read with what others did, day by day', async () => {
  ledger.entities.set(
    'campaign',
    ([11, 12] as const).map((id) => ({
      'campaign.resource_name': `customers/${SHOP}/campaigns/${id}`,
      'campaign.id': BigInt(id),
      'campaign.name': `Campaña ${id}`,
      'campaign.status': 'ENABLED',
      'campaign.advertising_channel_type': CHANNELS[id],
    })),
  )
  ledger.facts.set('keyword_view', rows(11, [4, 3, 2]))
  ledger.facts.set('display_keyword_view', [...rows(12, [5, 3, 1]), ...rows(11, [3])])
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  await it.runJobs()
  const { rows: stored } = await it.ctx.db.execute<Record<string, number | string>>(sql`
    select day::text, campaign_id, impressions from keyword_day order by day, campaign_id`)
  expect(stored.map((row) => Object.values(row))).toEqual([
    ['2026-11-15', 12, 1200],
    ['2026-11-16', 11, 1100],
    ['2026-11-17', 11, 1100],
    ['2026-11-17', 12, 1200],
    ['2026-11-18', 11, 1100],
    ['2026-11-19', 12, 1200],
  ])
})
