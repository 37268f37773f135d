import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import type { Account } from '../owned-account.ts'
import { loadBidSteps } from './load-bid-steps.ts'
import { loadKeywords } from './load-keywords.ts'

// Most keywords have no bid of their own: Google then takes the ad group's, which is what may be moved.
const it = testContext()
const KNOWN = { from: '2026-07-01', to: '2026-09-30' }
const account = { customerId: 5, source: 'google', fileFacts: null } as unknown as Account

/** A group bid on by hand (11) and one of Smart Bidding (12), each with a keyword of its group's bid and one of its own. */
beforeAll(async () => {
  for (const [group, strategy] of [
    [11, 'MANUAL_CPC'],
    [12, 'MAXIMIZE_CONVERSIONS'],
  ] as const) {
    await it.ctx.db.execute(sql`
      insert into campaigns (customer_id, campaign_id, name, status, channel_type, bidding_strategy_type)
      values (5, ${group - 10}, 'Búsqueda', 'ENABLED', 'SEARCH', ${strategy})`)
    await it.ctx.db.execute(sql`
      insert into ad_groups (customer_id, ad_group_id, campaign_id, name, status, cpc_bid_micros)
      values (5, ${group}, ${group - 10}, 'Grupo', 'ENABLED', 800000)`)
    for (const [id, bid] of [
      [21, null],
      [22, 500_000],
    ])
      await it.ctx.db.execute(sql`
        insert into keywords (customer_id, ad_group_id, criterion_id, campaign_id, text, match_type, status, final_urls,
          cpc_bid_micros)
        values (5, ${group}, ${id}, ${group - 10}, 'zapatos', 'PHRASE', 'ENABLED', '{}', ${bid})`)
  }
})

async function change(id: string, day: string, place: string, from: number, to: number) {
  const [collection] = place.split('/')
  const [type, key] =
    collection === 'adGroups' ? ['AD_GROUP', 'adGroup'] : ['AD_GROUP_CRITERION', 'adGroupCriterion']
  const resource = (micros: number) =>
    JSON.stringify({ [key]: micros ? { cpcBidMicros: String(micros) } : {} })
  await it.ctx.db.execute(sql`
    insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name, operation,
      changed_fields, old_resource, new_resource, campaign_id)
    values (5, ${id}, ${`${day} 10:00:00.000000`}, 'a@b.test', 'GOOGLE_ADS_WEB_CLIENT', ${type}, ${`customers/5/${place}`},
      'UPDATE', '["cpc_bid_micros"]', ${resource(from)}, ${resource(to)}, 1)`)
}

test('a keyword without a bid of its own has that of its group, where Google uses it', async () => {
  const rows = await loadKeywords(it.ctx, account, KNOWN)
  const bids = rows.map((row) => [row.adGroupId, row.criterionId, row.bidMicros])
  expect(bids.toSorted()).toEqual([
    ['11', '21', 800_000],
    ['11', '22', 500_000],
    ['12', '21', undefined],
    ['12', '22', 500_000],
  ])
})

test('what a changed bid has done: of the group for those that have its bid, of a first own one from the group’s', async () => {
  await change('a', '2026-07-20', 'adGroups/11', 600_000, 800_000)
  await change('b', '2026-08-20', 'adGroupCriteria/11~22', 0, 500_000)
  const steps = await loadBidSteps(it.ctx, 5, KNOWN)
  const changed = steps.flatMap((step) => step.changed.map((one) => [step.day, one] as const))
  expect(
    changed.map(([day, one]) => [day, one.criterionId, one.fromMicros, one.toMicros]).toSorted(),
  ).toEqual([
    ['2026-07-20', '21', 600_000, 800_000],
    ['2026-08-20', '22', 800_000, 500_000],
  ])
})
