import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  databaseTests,
  embeddedTests,
  serverTests,
  testsWithoutDatabase,
} from './database-tests.ts'

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

test('every test file is of one of the two steps without a server, and of one only', () => {
  const [embedded, plain] = [embeddedTests(), testsWithoutDatabase()]
  const files = globSync(['{src,simulators,scripts,tests,bench,eval}/**/*.test.{ts,tsx}'], {
    cwd: join(import.meta.dirname, '..'),
  })
  expect(files.length).toBeGreaterThan(300)
  for (const file of files.map((path) => path.replaceAll('\\', '/'))) {
    // As vitest reads its filters.
    const steps = [embedded, plain].filter((filters) => filters.some((one) => file.includes(one)))
    expect([file, steps.length]).toEqual([file, 1])
  }
})
