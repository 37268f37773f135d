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
