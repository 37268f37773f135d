import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { accountInventory, campaigns } from '#platform/db/schema/entities.ts'
import type { World } from '../../../simulators/google-ads/account-source.ts'
import { queryError } from '../../../simulators/google-ads/wire/google-error.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { pullEntities } from './actions/pull-entities.ts'
import { pullInventory } from './actions/pull-inventory.ts'
import { openRun } from './actions/sync-run.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
/** The next questions about these resources are not taken. */
let refused: string[] = []
const it = adsApp(refusing(ledger.world))
const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
let customerId = 0

function refusing(world: World): World {
  return {
    ...world,
    account(id) {
      const source = world.account(id)
      if (!source) return undefined
      const entities: typeof source.entities = (resource, now) => {
        const at = refused.indexOf(resource)
        if (at < 0) return source.entities(resource, now)
        refused.splice(at, 1)
        throw queryError('PROHIBITED_FIELD_IN_SELECT_CLAUSE', 'Not here.')
      }
      return { ...source, entities }
    },
  }
}

const campaign = (id: number, fields: object) => ({
  'campaign.resource_name': `customers/${SHOP}/campaigns/${id}`,
  'campaign.id': BigInt(id),
  'campaign.name': `Campaña ${id}`,
  'campaign.status': 'ENABLED',
  'campaign.bidding_strategy_type': 'TARGET_CPA',
  ...fields,
})
const OWN = { id: 900n, name: 'Cartera Norte', type: 'TARGET_CPA' }
const MANAGED = { id: 901n, name: 'Cartera de la agencia', type: 'TARGET_ROAS' }
const named = (from: string, one: typeof OWN) =>
  Object.fromEntries(Object.entries(one).map(([key, value]) => [`${from}.${key}`, value]))
const SHARED = {
  ...named('bidding_strategy', OWN),
  ...named('accessible_bidding_strategy', OWN),
  'bidding_strategy.target_cpa.target_cpa_micros': 12_500_000n,
}
const ALONE = campaign(13, { 'campaign.target_cpa.target_cpa_micros': 9_000_000n })

beforeAll(async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  customerId = Number(accounts[0]?.id)
})

beforeEach(async () => {
  refused = []
  ledger.entities.set('campaign', [
    campaign(11, SHARED),
    campaign(12, {
      'campaign.bidding_strategy_type': 'TARGET_ROAS',
      ...named('accessible_bidding_strategy', MANAGED),
      'accessible_bidding_strategy.target_roas.target_roas': 4.5,
    }),
    ALONE,
  ])
  ledger.entities.set('bidding_strategy_simulation', [
    {
      'bidding_strategy_simulation.resource_name': `customers/${SHOP}/biddingStrategySimulations/900`,
      'bidding_strategy_simulation.bidding_strategy_id': 900n,
      'bidding_strategy_simulation.type': 'TARGET_CPA',
      'bidding_strategy_simulation.start_date': '2026-11-10',
      'bidding_strategy_simulation.end_date': '2026-11-16',
      'bidding_strategy_simulation.target_cpa_point_list.points': [
        point('15000000', 8),
        point('10000000', 5),
      ],
    },
  ])
  await it.ctx.db.delete(accountInventory)
  await it.ctx.db.delete(campaigns)
})

function point(targetCpaMicros: string, conversions: number) {
  return {
    targetCpaMicros,
    clicks: '70',
    costMicros: '35000000',
    biddableConversions: conversions,
    biddableConversionsValue: 0,
  }
}

async function pull() {
  const run = (await openRun(it.ctx, customerId, noLease))!
  await pullEntities(it.ctx, run)
  await pullInventory(it.ctx, run)
}

async function stored(id: number) {
  const rows = await it.ctx.db.select().from(campaigns).where(eq(campaigns.campaignId, id))
  return rows[0]
}

test('a campaign of a portfolio has the portfolio’s target, its own or a manager’s', async () => {
  await pull()
  expect(await stored(11)).toMatchObject({
    targetCpaMicros: 12_500_000,
    portfolioId: 900,
    portfolioName: 'Cartera Norte',
    portfolioManaged: false,
  })
  expect(await stored(12)).toMatchObject({
    targetRoas: 4.5,
    portfolioId: 901,
    portfolioName: 'Cartera de la agencia',
    portfolioManaged: true,
  })
  expect(await stored(13)).toMatchObject({
    targetCpaMicros: 9_000_000,
    portfolioId: null,
    portfolioName: null,
    portfolioManaged: null,
  })
  const snapshot = await loadSnapshot(it.ctx, customerId)
  const facts = snapshot!.campaigns.find(({ id }) => id === '11')
  expect(facts).toMatchObject({ portfolioId: '900', portfolioName: 'Cartera Norte' })
  expect(Object.keys(snapshot!.campaigns.find(({ id }) => id === '13')!)).not.toContain(
    'portfolioId',
  )
  expect(snapshot!.inventory!.portfolioSimulations).toEqual([
    {
      portfolioId: '900',
      type: 'TARGET_CPA',
      from: '2026-11-10',
      to: '2026-11-16',
      points: [
        expect.objectContaining({ value: 10_000_000, conversionsMicros: 5_000_000 }),
        expect.objectContaining({ value: 15_000_000, conversionsMicros: 8_000_000 }),
      ],
    },
  ])
})

test('a campaign that leaves its portfolio is known by itself again', async () => {
  await pull()
  ledger.entities.set('campaign', [
    campaign(11, { 'campaign.target_cpa.target_cpa_micros': 8_000_000n }),
  ])
  await pull()
  expect(await stored(11)).toMatchObject({ targetCpaMicros: 8_000_000, portfolioId: null })
})

test('where Google refuses to tell of portfolios, campaigns are read without them', async () => {
  refused = ['campaign']
  await pull()
  expect(await stored(11)).toMatchObject({ name: 'Campaña 11', portfolioId: null })
  expect(await stored(13)).toMatchObject({ targetCpaMicros: 9_000_000 })
  // Refused altogether, the sync fails as ever.
  refused = ['campaign', 'campaign']
  await expect(pull()).rejects.toThrow('Not here.')
})

test('without a portfolio nothing is asked of its simulations', async () => {
  ledger.entities.set('campaign', [ALONE])
  refused = ['bidding_strategy_simulation']
  await pull()
  expect(refused).toEqual(['bidding_strategy_simulation'])
  const part = eq(accountInventory.part, 'portfolioSimulations')
  const [row] = await it.ctx.db.select().from(accountInventory).where(part)
  expect(row).toMatchObject({ rows: [], problem: null })
})
