import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { GoogleAccount } from '#features/accounts/contract.ts'
import { listPortfolio, type PortfolioRow } from '#features/performance/contract/portfolio.ts'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { paceText } from './pace-mark.tsx'
import { amountInCurrency, subAccountsOf, totalsByCurrency } from './sub-account.ts'
import { SubAccounts } from './sub-accounts.tsx'

// What a manager's page shows of its sub-accounts, and in which order.

const account = (accountId: string, over: Partial<GoogleAccount> = {}): GoogleAccount => ({
  id: accountId,
  accountId,
  accountName: `Cuenta ${accountId}`,
  accountType: 'STANDARD',
  parentAccountId: 'M',
  connected: true,
  lastSyncedAt: '2026-11-20T00:00:00Z',
  currencyCode: 'EUR',
  timeZone: 'Europe/Madrid',
  utcOffsetMinutes: 60,
  source: 'google',
  granularity: 'day',
  fileFacts: null,
  dataFrom: '2026-01-01',
  dataTo: '2026-11-20',
  disconnectedAt: null,
  hasSyncNews: false,
  ...over,
})

const row = (customerId: string, over: Partial<PortfolioRow> = {}): PortfolioRow => ({
  customerId,
  accountName: `Cuenta ${customerId}`,
  parentAccountId: 'M',
  connected: true,
  lastSyncedAt: '2026-11-20T00:00:00Z',
  currencyCode: 'EUR',
  from: '2026-10-21',
  to: '2026-11-20',
  spend: 100,
  conversions: 10,
  costPerConversion: 10,
  unknown: [],
  changes: { spend: '+5,0%', conversions: '', costPerConversion: '' },
  days: [],
  pending: 7,
  alerts: { alta: 2, media: 1 },
  reasons: [],
  ...over,
})

test('an account with an alert comes before those with reasons, and both are said', () => {
  const accounts = ['1', '2', '3'].map((id) => account(id))
  const portfolio = [row('1', { reasons: ['Desconectada'] }), row('2'), row('3')]
  const alerts = [{ customerId: '3', title: 'Conversiones −31 % desde el 9 nov' }]
  const found = subAccountsOf(accounts, portfolio, alerts)
  expect(found.map(({ account }) => account.accountId)).toEqual(['3', '1', '2'])
  expect(found.map(({ attention }) => attention)).toEqual([
    'Conversiones −31 % desde el 9 nov',
    'Desconectada',
    '',
  ])
  expect(found[0]).toMatchObject({ spend: 100_000_000, pending: 7, costPerConversion: 10_000_000 })
})

test('the month of a sub-account stands in its row; one of which none is known has none', () => {
  const rest = { knownTo: null, forecast: null, runsOut: null }
  const pace = { customerId: '2', spent: 400, budget: 900, ...rest }
  const found = subAccountsOf([account('1'), account('2')], [row('1'), row('2')], [], [pace])
  expect(found.map((one) => one.pace)).toEqual([null, pace])
})

test('a month in words: where it ends, the day its budget is used up, or what is spent', () => {
  const forecast = { low: 1_800, mid: 1_950, high: 2_100 }
  const month = {
    ...{ customerId: '1', spent: 900, knownTo: null, budget: 1_500 },
    ...{ forecast, runsOut: null },
  }
  const used = { earliest: '2026-11-22', day: '2026-11-24', latest: '2026-11-26' }
  expect(paceText(month, 'EUR')).toBe('acaba en 1.800–2.100\u00a0€')
  expect(paceText({ ...month, runsOut: used }, 'EUR')).toBe('se agota el 24 nov')
  expect(paceText({ ...month, runsOut: { ...used, day: null } }, 'EUR')).toBe(
    'no se agota antes del 22 nov',
  )
  expect(paceText({ ...month, forecast: null }, 'EUR')).toBe('van 900\u00a0€')
  const stale = { ...month, forecast: null, knownTo: '2026-11-20' }
  expect(paceText(stale, 'EUR')).toBe('van 900\u00a0€ al 20 nov')
  expect(paceText({ ...stale, spent: null, knownTo: '2026-10-20' }, 'EUR')).toBe(
    'sin datos desde el 20 oct',
  )
})

test('what was never read, or is not told by a file, is unknown and not zero', () => {
  const month = { spent: 0, knownTo: null, budget: null, forecast: null, runsOut: null }
  const rows = subAccountsOf(
    [account('1', { lastSyncedAt: null }), account('2')],
    [row('1', { spend: 0, lastSyncedAt: null }), row('2', { unknown: ['conversions'] })],
    [],
    [{ customerId: '1', ...month }],
  )
  const [unread, untold] = rows
  expect(unread).toMatchObject({ spend: null, conversions: null, costPerConversion: null })
  expect(unread).toMatchObject({ pending: null, pace: null })
  expect(totalsByCurrency(rows)).toMatchObject([{ accounts: 2, unread: 1 }])
  expect(untold).toMatchObject({ spend: 100_000_000, conversions: null, costPerConversion: null })
})

test('sums are by currency, never across', () => {
  const accounts = [account('1'), account('2', { currencyCode: 'MXN' }), account('3')]
  const rows = subAccountsOf(accounts, [row('1'), row('2', { spend: 900 }), row('3')], [])
  expect(totalsByCurrency(rows)).toEqual([
    { currencyCode: 'EUR', accounts: 2, unread: 0, spend: 200_000_000, conversions: 20 },
    { currencyCode: 'MXN', accounts: 1, unread: 0, spend: 900_000_000, conversions: 10 },
  ])
})

test('sorted by an amount, accounts of one currency stay together, and one without it comes first', () => {
  const accounts = [
    account('1', { currencyCode: 'MXN' }),
    account('2'),
    account('3'),
    account('4', { currencyCode: 'MXN' }),
    account('5'),
  ]
  const spends = { 1: 5_000, 2: 900, 3: 70, 4: 60 }
  const portfolio = Object.entries(spends).map(([id, spend]) => row(id, { spend }))
  const sorted = subAccountsOf(accounts, portfolio, []).toSorted(
    (a, b) => amountInCurrency(a.spend, a) - amountInCurrency(b.spend, b),
  )
  expect(sorted.map((one) => one.account.accountId)).toEqual(['5', '3', '2', '4', '1'])
})

test('a manager above managers adds up what is below it on every level', () => {
  const accounts = [
    account('M', { accountType: 'MCC', parentAccountId: null }),
    account('1'),
    account('N', { accountType: 'MCC' }),
    account('2', { parentAccountId: 'N' }),
    account('3', { parentAccountId: 'N' }),
  ]
  const client = createQueryClient()
  client.setQueryData(
    queryOf(listPortfolio, {}).queryKey,
    ['1', '2', '3'].map((id) => row(id)),
  )
  const page = createElement(SubAccounts, { manager: accounts[0]!, all: accounts })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
  client.clear()
  expect(html.replace(/<[^>]+>/g, '')).toContain('EUR · 3 subcuentas · 30 días300,00')
})
