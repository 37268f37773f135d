import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { adGroups, campaigns } from '#platform/db/schema/entities.ts'
import { faultError } from '../../../simulators/google-ads/faults.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { enqueueDueSyncs } from './actions/enqueue-due-syncs.ts'
import { pullChangeEvents } from './actions/pull-change-events.ts'
import { forgetWhole } from './actions/pull-structure.ts'
import { syncAccount } from './actions/sync-account.ts'
import { openRun } from './actions/sync-run.ts'
import { TOLD_PARTS, touchedParts } from './rules/structure-parts.ts'

const SHOP = '1000000001'
const JOB = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
const HOUR_MS = 3_600_000

const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const campaign = {
  'campaign.resource_name': `customers/${SHOP}/campaigns/11`,
  'campaign.id': 11n,
  'campaign.name': 'Botas',
  'campaign.status': 'ENABLED',
  'campaign.advertising_channel_type': 'SEARCH',
  'campaign.bidding_strategy_type': 'MANUAL_CPC',
}
const group = {
  'ad_group.resource_name': `customers/${SHOP}/adGroups/110`,
  'ad_group.id': 110n,
  'ad_group.name': 'Botas de agua',
  'ad_group.status': 'ENABLED',
  'ad_group.type': 'SEARCH_STANDARD',
  'campaign.id': 11n,
}
ledger.entities.set('campaign', [campaign])
ledger.entities.set('ad_group', [group])
const events: Record<string, unknown>[] = []
ledger.entities.set('change_event', events as never)

const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '30' })
let customerId: number
let ana: AdsPerson

/** Google's clock is Madrid's, an hour before UTC in November. */
function tell(id: number, agoMs = 0): void {
  const at = new Date(it.clock.now().getTime() + HOUR_MS - agoMs).toISOString().slice(0, 19)
  events.push({
    'change_event.resource_name': `customers/${SHOP}/changeEvents/${id}`,
    'change_event.change_date_time': `${at.replace('T', ' ')}.000000`,
    'change_event.change_resource_name': `customers/${SHOP}/adGroups/110`,
    'change_event.change_resource_type': 'AD_GROUP',
    'change_event.resource_change_operation': 'UPDATE',
    'change_event.client_type': 'GOOGLE_ADS_WEB_CLIENT',
    'change_event.user_email': 'ana@gmail.test',
    'change_event.changed_fields': 'name',
    'change_event.old_resource': {},
    'change_event.new_resource': {},
  })
}

async function operations(): Promise<number> {
  const { rows } = await it.ctx.db.execute<{ n: number }>(
    sql`select sum(operations)::int as n from api_usage`,
  )
  return rows[0]?.n ?? 0
}

/** As the schedule has it. Answers the operations it took. */
async function scheduled(): Promise<number> {
  const before = await operations()
  await syncAccount(it.ctx, customerId, JOB, 'scheduled')
  return (await operations()) - before
}

const keptName = async () => {
  const [kept] = await it.ctx.db
    .select({ name: adGroups.name })
    .from(adGroups)
    .where(and(eq(adGroups.customerId, customerId), eq(adGroups.adGroupId, 110)))
  return kept?.name
}

beforeAll(async () => {
  ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  await it.runJobs()
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  customerId = Number(accounts[0]?.id)
})

test('where nothing changed, what the history of changes would tell of is not asked again', async () => {
  const before = await operations()
  await syncAccount(it.ctx, customerId, JOB, 'requested')
  const whole = (await operations()) - before
  expect(whole - (await scheduled())).toBe(11)
})

test('a change made in Google Ads is there after the next sync, and only its part is asked for', async () => {
  const quiet = await scheduled()
  group['ad_group.name'] = 'Botas de lluvia'
  tell(1)
  expect((await scheduled()) - quiet).toBe(1)
  expect(await keptName()).toBe('Botas de lluvia')
  expect(await scheduled()).toBe(quiet)
})

test('one that Google tells of late, after a later one, is seen once it is told of', async () => {
  tell(2)
  await scheduled()
  group['ad_group.name'] = 'Botas de nieve'
  await scheduled()
  expect(await keptName()).toBe('Botas de lluvia')
  tell(3, 20 * 60_000)
  await scheduled()
  expect(await keptName()).toBe('Botas de nieve')
})

test('where the history cannot be read everything is', async () => {
  group['ad_group.name'] = 'Botas altas'
  const told = ledger.entities.get('change_event')!
  const refusing = {
    get 'change_event.resource_name'(): string {
      throw faultError('429')
    },
  }
  ledger.entities.set('change_event', [refusing])
  // It comes to its end at the next try, which has the history again.
  await expect(syncAccount(it.ctx, customerId, JOB, 'scheduled')).rejects.toThrow()
  expect(await keptName()).toBe('Botas altas')
  ledger.entities.set('change_event', told)
  await scheduled()
})

test('nothing is lost where a process dies between the history and the structure', async () => {
  group['ad_group.name'] = 'Botas bajas'
  tell(4)
  const run = (await openRun(it.ctx, customerId, JOB))!
  await pullChangeEvents(it.ctx, run, () => forgetWhole(it.ctx, run))
  await scheduled()
  expect(await keptName()).toBe('Botas bajas')
})

test('what no history tells of is read every time, and all of it once a day and when a person asks', async () => {
  campaign['campaign.name'] = 'Botas y más'
  group['ad_group.name'] = 'Botas rojas'
  await scheduled()
  const [kept] = await it.ctx.db
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  expect(kept?.name).toBe('Botas y más')
  expect(await keptName()).toBe('Botas bajas')
  await syncAccount(it.ctx, customerId, JOB, 'requested')
  expect(await keptName()).toBe('Botas rojas')
  group['ad_group.name'] = 'Botas verdes'
  await scheduled()
  expect(await keptName()).toBe('Botas rojas')
  it.clock.advance(24 * HOUR_MS)
  await scheduled()
  expect(await keptName()).toBe('Botas verdes')
})

test('who asks joins a sync that time asked for, which then reads everything', async () => {
  it.clock.advance(7 * HOUR_MS)
  await enqueueDueSyncs(it.ctx)
  group['ad_group.name'] = 'Botas negras'
  const asked = await ana.ask('POST', `/api/google-accounts/${SHOP}/sync`)
  expect(asked.status).toBe(200)
  await it.runJobs()
  expect(await keptName()).toBe('Botas negras')
})

describe('which parts a change touches', () => {
  const touched = (resourceType: string, operation = 'UPDATE') => [
    ...touchedParts([{ resourceType, operation }]),
  ]
  test('a new bid only its keywords and what lies among them', () => {
    expect(touched('AD_GROUP_CRITERION')).toEqual(['keywords', 'audiences', 'ownNegatives'])
    expect(touched('CAMPAIGN_BUDGET')).toEqual([])
    expect(touchedParts([])).toEqual(new Set())
  })
  test('what is new or unknown everything', () => {
    expect(touched('CAMPAIGN', 'CREATE')).toEqual([...TOLD_PARTS])
    expect(touched('FEED_ITEM')).toEqual([...TOLD_PARTS])
  })
})
