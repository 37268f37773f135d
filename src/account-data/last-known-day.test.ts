import { expect, test } from 'vitest'
import { lastKnownDay, lastReadDay } from './last-known-day.ts'

const account = { source: 'google', granularity: 'day', dataTo: null } as const
/** Read at `at`, asked at noon of 20 November, in Madrid or Los Angeles. */
const read = (at: string, timeZone = 'Europe/Madrid') =>
  lastReadDay(
    { ...account, timeZone, lastSyncedAt: new Date(at) },
    new Date('2026-11-20T11:00:00Z'),
  )

test('a day is whole from three in the morning of the next on, in every zone', () => {
  // Ten past midnight and four in the morning in Madrid.
  expect(read('2026-11-19T23:10:00Z')).toBe('2026-11-18')
  expect(read('2026-11-20T03:00:00Z')).toBe('2026-11-19')
  expect(read('2026-11-20T08:30:00Z', 'America/Los_Angeles')).toBe('2026-11-18')
})

test('what was read before is known for two days, and not before its own zone has it', () => {
  const asked = new Date('2026-11-20T11:00:00Z')
  const known = (at: string) =>
    lastKnownDay({ ...account, timeZone: 'Europe/Madrid', lastSyncedAt: new Date(at) }, asked)
  expect(known('2026-11-18T10:00:00Z')).toBe('2026-11-17')
  expect(known('2026-11-18T00:00:00Z')).toBeNull()
})
