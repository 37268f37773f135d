import { beforeAll, beforeEach, expect, test } from 'vitest'
import { askGoogle } from '../../../tests/ask-google.ts'
import { testApp } from '../../../tests/harness.ts'
import {
  CUSTOMER,
  IDENTITY,
  openShop,
  SHOP,
  type Shop,
} from '../../../tests/recommendation-shop.ts'
import { adGroups, keywords } from '../../platform/db/schema/entities.ts'
import { money } from '../../shared/spanish-numbers.ts'

const it = testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
})
beforeEach(() => shop.reset())

async function ownBid(resourceName: string): Promise<number | null> {
  const query = `SELECT ad_group_criterion.cpc_bid_micros FROM ad_group_criterion WHERE ad_group_criterion.resource_name = '${resourceName}'`
  const [row] = await askGoogle(it.simulators, IDENTITY, SHOP, query)
  return Number(row?.adGroupCriterion?.cpcBidMicros ?? 0) || null
}

async function groupsBid(): Promise<number> {
  const query = `SELECT ad_group.cpc_bid_micros FROM ad_group WHERE ad_group.resource_name = '${shop.adGroup}'`
  const [row] = await askGoogle(it.simulators, IDENTITY, SHOP, query)
  return Number((row as { adGroup?: { cpcBidMicros?: string } }).adGroup?.cpcBidMicros)
}

/** As the last sync has left it. */
async function storeKeyword(resourceName: string, groupBidMicros: number): Promise<void> {
  const [adGroupId = 0, criterionId = 0] = resourceName.split('/').at(-1)!.split('~').map(Number)
  const place = { customerId: CUSTOMER, adGroupId, campaignId: shop.campaignId }
  const common = { ...place, status: 'ENABLED' }
  await it.ctx.db
    .insert(adGroups)
    .values({ ...common, name: 'Grupo', cpcBidMicros: groupBidMicros })
  await it.ctx.db
    .insert(keywords)
    .values({ ...common, criterionId, text: 'botas', matchType: 'EXACT', finalUrls: [] })
}

test('a keyword that has its group’s bid gets one of its own, and the group’s again', async () => {
  const resourceName = shop.keywords[0]!
  const setBid = (bid: object) => ({
    adGroupCriterionOperation: { updateMask: 'cpcBidMicros', update: { resourceName, ...bid } },
  })
  await shop.mutate(setBid({}))
  const groupBid = await groupsBid()
  await storeKeyword(resourceName, groupBid)
  expect(await ownBid(resourceName)).toBeNull()
  const [before, after] = [800_000, 600_000].map((bid) => `Puja de ${money(bid, 'EUR')}.`)
  const said = { before: before!, after: after! }
  const id = await shop.recommend([setBid({ cpcBidMicros: '600000' })], said)
  const inherited = `${money(groupBid, 'EUR')} (heredada del grupo)`
  const shown = { before: inherited, after: money(600_000, 'EUR') }
  expect((await shop.preview(id)).body).toMatchObject({ steps: [{ values: [shown] }] })
  const several = await shop.owner.get(`/api/recomendaciones/total?ids=${id}`)
  expect(several.body, several.text).toMatchObject({ groups: [{ shared: [shown] }] })
  const made = await shop.apply(id)
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(await ownBid(resourceName)).toBe(600_000)
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await ownBid(resourceName)).toBeNull()
})
