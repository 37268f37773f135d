import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import { loadChanges } from './load-changes.ts'

const it = testContext()

test('a change names the keyword that it is about', async () => {
  const change = (id: string, type: string, name: string) =>
    it.ctx.db.execute(sql`
    insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name, operation,
      changed_fields, old_resource, new_resource, campaign_id, ad_group_id)
    values (7, ${id}, '2026-11-20 10:00:00.000000', 'a@b.test', 'GOOGLE_ADS_API', ${type}, ${`customers/7/${name}`}, 'CREATE',
      '["keyword.text"]', '{}', '{}', 1, 11)`)
  await change('a', 'AD_GROUP_CRITERION', 'adGroupCriteria/11~33')
  await change('b', 'AD_GROUP_AD', 'adGroupAds/11~44')
  const changes = await loadChanges(it.ctx, 7, '2026-11-21', [])
  expect(changes).toEqual([
    expect.objectContaining({ operation: 'CREATE', adGroupId: '11', criterionId: '33' }),
    expect.not.objectContaining({ criterionId: expect.anything() }),
  ])
})

test('a change that was taken back from here, and its taking back, are told apart', async () => {
  const event = (id: string, at: string, budget: number) =>
    it.ctx.db.execute(sql`
    insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name, operation,
      changed_fields, old_resource, new_resource)
    values (9, ${id}, ${at}, 'a@b.test', 'GOOGLE_ADS_API', 'CAMPAIGN_BUDGET', ${`customers/9/campaignBudgets/${budget}`}, 'UPDATE',
      '["amountMicros"]', '{}', '{}')`)
  await event('a', '2026-11-15 10:00:00.000000', 92)
  await event('b', '2026-11-17 10:00:00.000000', 91)
  await event('c', '2026-11-17 12:00:00.000000', 92)
  await event('d', '2026-11-20 10:00:00.000000', 92)
  await it.ctx.db.execute(sql`
    insert into account_changes (customer_id, id, at, user_id, kind, summary, outcome, resource_name, undone_at)
    values (9, gen_random_uuid(), '2026-11-15T09:00:00Z', gen_random_uuid(), 'recommendation', 'Presupuesto', 'done',
      'customers/9/campaignBudgets/92', '2026-11-17T11:00:00Z')`)
  const changes = await loadChanges(it.ctx, 9, '2026-11-21', [])
  expect(changes.map(({ isUndone = false }) => isUndone)).toEqual([true, false, true, false])
})

test('a change of a budget that a card made, or its undoing, is told apart', async () => {
  const event = (id: string, at: string, budget: number) =>
    it.ctx.db.execute(sql`
    insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name, operation,
      changed_fields, old_resource, new_resource)
    values (8, ${id}, ${at}, 'a@b.test', 'GOOGLE_ADS_API', 'CAMPAIGN_BUDGET', ${`customers/8/campaignBudgets/${budget}`}, 'UPDATE',
      '["amountMicros"]', '{"campaignBudget": {"amountMicros": "40000000"}}', '{"campaignBudget": {"amountMicros": "50000000"}}')`)
  await event('a', '2026-11-18 10:00:00.000000', 91)
  await event('b', '2026-11-18 10:00:00.000000', 92)
  await event('c', '2026-11-20 10:00:00.000000', 92)
  await it.ctx.db.execute(sql`
    insert into account_changes (customer_id, id, at, user_id, kind, summary, recommendation_id, outcome, resource_name)
    values (8, gen_random_uuid(), '2026-11-18T09:00:00Z', gen_random_uuid(), 'recommendation', 'Presupuesto', gen_random_uuid(),
      'done', 'customers/8/campaignBudgets/92')`)
  const changes = await loadChanges(it.ctx, 8, '2026-11-21', [])
  expect(changes.map(({ isOfCard = false }) => isOfCard)).toEqual([false, true, false])
})
