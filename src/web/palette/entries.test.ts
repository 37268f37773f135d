import { expect, test } from 'vitest'
import type { GoogleAccount } from '#features/accounts/contract.ts'
import { entriesOf, foundEntries, screenOfKey } from './entries.ts'

const account = (accountId: string, accountName: string) =>
  ({ accountId, accountName, accountType: 'STANDARD' }) as GoogleAccount

const accounts = [account('111', 'Clínica Dental'), account('222', 'Hotel'), account('333', 'Café')]

test('the accounts opened last come first, and only once', () => {
  const entries = entriesOf(accounts, ['333', '999'])
  expect(entries.slice(0, 3).map(({ group, text }) => [group, text])).toEqual([
    ['Recientes', 'Café'],
    ['Cuentas', 'Clínica Dental'],
    ['Cuentas', 'Hotel'],
  ])
  expect(entries.filter(({ text }) => text === 'Café')).toHaveLength(1)
})

test('an account has its number as Google writes it, and is found by it as by its digits', () => {
  const [google, imported] = [account('3319027745', 'Hotel'), account('1000000001', 'Kiosco')]
  const entries = entriesOf([google, { ...imported, source: 'imported' }], [])
  expect(entries.slice(0, 2).map(({ note }) => note)).toEqual([
    '331-902-7745',
    'Sin ID de Google Ads',
  ])
  for (const search of ['331-902', '331902'])
    expect(foundEntries(entries, search).map(({ text }) => text)).toEqual(['Hotel'])
})

test('found by any of its words, without accents, and by its number', () => {
  const entries = entriesOf(accounts, [])
  const found = (search: string) => foundEntries(entries, search).map(({ text }) => text)
  expect(found('dental clin')).toEqual(['Clínica Dental'])
  expect(found('CAFE')).toEqual(['Café'])
  expect(found('222')).toEqual(['Hotel'])
  expect(found('nada de esto')).toEqual([])
  expect(found('')).toHaveLength(entries.length)
})

test('two keys lead to a screen', () => {
  expect(screenOfKey('r')).toBe('/dashboard/results')
  expect(screenOfKey('z')).toBeNull()
})
