import { expect, test } from 'vitest'
import { ads } from '#platform/db/schema/entities.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { pullEntities } from './actions/pull-entities.ts'
import { openRun } from './actions/sync-run.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world)

const list = (...texts: string[]) => texts.map((text) => ({ text }))

/** Of each kind of ad its texts as Google tells them, and what is kept of them. */
const ADS: [kind: string, told: Record<string, unknown>, headlines: string[], rest: string[]][] = [
  [
    'responsive_search_ad',
    { headlines: list('Botas', 'Envío gratis'), descriptions: list('De piel') },
    ['Botas', 'Envío gratis'],
    ['De piel'],
  ],
  [
    'responsive_display_ad',
    { headlines: list('Botas'), long_headline: { text: 'Botas de piel' }, descriptions: list('D') },
    ['Botas', 'Botas de piel'],
    ['D'],
  ],
  [
    'expanded_text_ad',
    { headline_part1: 'Uno', headline_part2: 'Dos', description: 'A', description2: 'B' },
    ['Uno', 'Dos'],
    ['A', 'B'],
  ],
  [
    'demand_gen_carousel_ad',
    { headline: { text: 'Carrusel' }, description: { text: 'C' } },
    ['Carrusel'],
    ['C'],
  ],
  [
    'video_responsive_ad',
    { headlines: list('Vídeo'), long_headlines: list('Vídeo largo'), descriptions: list('V') },
    ['Vídeo', 'Vídeo largo'],
    ['V'],
  ],
  ['demand_gen_multi_asset_ad', { headlines: list('G'), descriptions: list('g') }, ['G'], ['g']],
  ['local_ad', { headlines: list('Local'), descriptions: list('l') }, ['Local'], ['l']],
  ['smart_campaign_ad', { headlines: list('Smart'), descriptions: list('s') }, ['Smart'], ['s']],
  ['shopping_product_ad', {}, [], []],
]

test('ads of all kinds have their texts', async () => {
  ledger.entities.set(
    'ad_group_ad',
    ADS.map(([kind, told], i) => ({
      'ad_group_ad.resource_name': `customers/${SHOP}/adGroupAds/110~${i + 1}`,
      'ad_group_ad.ad.id': BigInt(i + 1),
      'ad_group_ad.ad.type': kind.toUpperCase(),
      'ad_group_ad.status': 'ENABLED',
      'ad_group.id': 110n,
      'campaign.id': 11n,
      ...Object.fromEntries(
        Object.entries(told).map(([name, texts]) => [`ad_group_ad.ad.${kind}.${name}`, texts]),
      ),
    })),
  )
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  const job = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
  await pullEntities(it.ctx, (await openRun(it.ctx, Number(accounts[0]?.id), job))!)
  const stored = await it.ctx.db.select().from(ads).orderBy(ads.adId)
  const texts = (all: readonly { text: string }[]) => all.map(({ text }) => text)
  expect(
    stored.map((ad) => [ad.type.toLowerCase(), texts(ad.headlines), texts(ad.descriptions)]),
  ).toEqual(ADS.map(([kind, , headlines, rest]) => [kind, headlines, rest]))
})
