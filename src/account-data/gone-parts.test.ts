import { expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import { accountChanges } from '../platform/db/schema/changes.ts'
import { readGoneParts } from './gone-parts.ts'

const it = testContext()
const CUSTOMER = 1

test('of what was taken back in part, as many of its steps as were', async () => {
  const at = new Date('2026-11-20T10:00:00Z')
  const step = (applicationId: string, outcome: 'done' | 'failed', undoneAt: Date | null) => ({
    customerId: CUSTOMER,
    id: crypto.randomUUID(),
    at,
    userId: crypto.randomUUID(),
    kind: 'apply_recommendation',
    summary: 'Un paso',
    outcome,
    undoneAt,
    after: { applicationId },
  })
  const [partly, whole] = [crypto.randomUUID(), crypto.randomUUID()]
  await it.ctx.db
    .insert(accountChanges)
    .values([
      step(partly, 'done', at),
      ...[1, 2, 3].map(() => step(partly, 'done', null)),
      step(partly, 'failed', null),
      step(whole, 'done', at),
    ])
  const of = (applicationId: string, state: 'partly_undone' | 'undone') => ({
    applicationId,
    state,
  })
  const parts = await readGoneParts(it.ctx, CUSTOMER, [
    of(partly, 'partly_undone'),
    of(whole, 'undone'),
  ])
  expect(parts).toEqual([[partly, 0.25]])
})
