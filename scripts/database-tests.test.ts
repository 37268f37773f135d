import { expect, test } from 'vitest'
import { databaseTests, serverTests } from './database-tests.ts'

test('those that open a database run on a server too, directly or by what tests share', () => {
  const found = databaseTests()
  expect(found).toContain('src/changes/gate.test.ts')
  expect(found).toContain('src/features/sync/sync.test.ts')
  // By way of a shop of recommendations.
  expect(found).toContain('src/features/recommendations/shared-lists.test.ts')
})

test('those that are skipped without a server run on one', () => {
  const found = databaseTests()
  expect(found).toContain('tests/processes.test.ts')
  expect(found).toContain('tests/failover.test.ts')
  expect(found).not.toContain('tests/fuzz.test.ts')
})

test('of features what sees the engine, or does two things at once, runs on both', () => {
  const found = serverTests()
  expect(databaseTests()).toEqual(expect.arrayContaining(found))
  // A sync asks which engine writes.
  expect(found).toContain('src/features/sync/plan-history.test.ts')
  expect(found).toContain('src/features/teams/teams.test.ts')
  expect(found).toContain('src/features/billing/changes.test.ts')
  expect(found).toContain('src/changes/gate.test.ts')
  expect(found).toContain('tests/processes.test.ts')
  expect(found).not.toContain('src/features/reports/schedules.test.ts')
})

test('those that reach none, or PGlite alone, do not run twice', () => {
  const found = databaseTests()
  expect(found).not.toContain('src/platform/config.test.ts')
  expect(found).not.toContain('src/platform/db/english-words.test.ts')
  expect(found).not.toContain('src/changes/operations.test.ts')
})
