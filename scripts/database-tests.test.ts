import { expect, test } from 'vitest'
import { databaseTests } from './database-tests.ts'

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

test('those that reach none, or PGlite alone, do not run twice', () => {
  const found = databaseTests()
  expect(found).not.toContain('src/platform/config.test.ts')
  expect(found).not.toContain('src/platform/db/english-words.test.ts')
  expect(found).not.toContain('src/changes/operations.test.ts')
})
