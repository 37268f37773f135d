import { expect, test } from 'vitest'
import { withChanges } from '#kit/url-state.ts'
import { accountRange, accountToday, choosing, rangeInput } from './account-range.ts'

const now = new Date('2026-11-21T23:30:00Z')
const account = {
  utcOffsetMinutes: 60,
  granularity: 'day' as const,
  source: 'google' as const,
  dataFrom: '2025-10-01',
  dataTo: '2026-11-21',
}
const rangeFor = (query: string, more: Partial<typeof account> = {}) =>
  accountRange({ ...account, ...more }, new URLSearchParams(query), now)

test('the default is the last 30 days to the account’s own today', () => {
  expect(rangeFor('')).toEqual({ from: '2026-10-24', to: '2026-11-22' })
  expect(rangeFor('', { utcOffsetMinutes: -360 }).to).toBe('2026-11-21')
})

test('old imported data is shown up to its last day', () => {
  expect(rangeFor('', { dataTo: '2024-03-31' })).toEqual({ from: '2024-03-02', to: '2024-03-31' })
})

test('the address wins, in either order, unless it is nonsense', () => {
  const range = { from: '2026-01-02', to: '2026-03-04' }
  expect(rangeFor('from=2026-01-02&to=2026-03-04')).toEqual(range)
  expect(rangeFor('from=2026-03-04&to=2026-01-02')).toEqual(range)
  expect(rangeFor('from=2026-02-30&to=2026-03-04')).toEqual(rangeFor(''))
  expect(rangeFor('from=2026-01-02')).toEqual(rangeFor(''))
})

test('a kept address of this month is one of the month in which it is opened', () => {
  const before = new URLSearchParams('from=2026-01-02&to=2026-03-04&metric=cpc')
  const kept = withChanges(before, choosing('this_month'))
  expect(kept.toString()).toBe('metric=cpc&range=this_month')
  const opened = (at: string) => accountRange({ ...account, dataTo: null }, kept, new Date(at))
  expect(opened('2026-11-21T12:00:00Z')).toEqual({ from: '2026-11-01', to: '2026-11-21' })
  expect(opened('2026-12-03T12:00:00Z')).toEqual({ from: '2026-12-01', to: '2026-12-03' })
  expect(rangeFor('range=last_month')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(rangeFor('range=always'), 'nonsense').toEqual(rangeFor(''))

  const days = { from: '2026-01-02', to: '2026-03-04' }
  const chosen = withChanges(kept, choosing(days))
  expect(chosen.has('range')).toBe(false)
  expect(accountRange(account, chosen, now)).toEqual(days)
})

test('data later than this machine’s clock moves today', () => {
  expect(accountToday({ ...account, dataTo: '2026-12-05' }, now)).toBe('2026-12-05')
})

test('a report without days is asked for as a whole', () => {
  const range = { from: '2026-01-02', to: '2026-03-04' }
  expect(rangeInput({ ...account, granularity: 'period' }, range)).toEqual({})
  expect(rangeInput(account, range)).toEqual(range)
})

test('files say nothing of the days after them', () => {
  const imported = { ...account, source: 'imported' as const, dataTo: '2026-11-10' }
  const range = accountRange(imported, new URLSearchParams(), new Date('2026-11-21T12:00:00Z'))
  expect(range).toEqual({ from: '2026-10-12', to: '2026-11-10' })
})
