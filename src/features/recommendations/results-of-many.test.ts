import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { applyBefore, measuredShop } from '../../../tests/measured-shop.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { getResults } from './contract/results.ts'

const it = testApp()
const shop = measuredShop(it)

test('of an agency that has applied more than a thousand the oldest are added up and shown too', async () => {
  await applyBefore(it, shop)
  const [row] = await it.ctx.db.select().from(recommendationApplications)
  const older = Array.from({ length: 1_100 }, (_, i) => ({
    ...row!,
    id: crypto.randomUUID(),
    recommendationId: crypto.randomUUID(),
    appliedAt: new Date(row!.appliedAt.getTime() - (i + 1) * 86_400_000),
    measureAfter: null,
  }))
  for (let from = 0; from < older.length; from += 550)
    await it.ctx.db.insert(recommendationApplications).values(older.slice(from, from + 550))
  const { body } = await shop.owner.get('/api/resultados?periodo=todo')
  const { accounts, periods } = body as ReplyOf<typeof getResults>
  expect(accounts[0]!.rows).toHaveLength(1_101)
  const first = older.at(-1)!.appliedAt.toISOString().slice(0, 4)
  expect(periods.at(-1)).toContain(first)
})
