import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type GoogleAccount, listAccounts } from '#features/accounts/contract.ts'
import { listAlerts } from '#features/watch/contract/alerts.ts'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { START } from '#kit/router/location.ts'
import { Router, Routes } from '#kit/router/router.tsx'
import { AssumedWide } from '#kit/use-media-query.ts'
import { AccountPage } from './account-page.tsx'

const UNREAD: GoogleAccount = {
  id: '1',
  accountId: '1234567890',
  accountName: 'Zapatería',
  accountType: 'STANDARD',
  parentAccountId: null,
  connected: true,
  lastSyncedAt: null,
  currencyCode: 'EUR',
  timeZone: 'Europe/Madrid',
  utcOffsetMinutes: 60,
  source: 'google',
  granularity: 'day',
  fileFacts: null,
  dataFrom: null,
  dataTo: null,
  disconnectedAt: null,
  hasSyncNews: false,
}

test('data are said to be on their way only while the account is connected', () => {
  const coming = 'Los datos están en camino'
  expect(pageOf(UNREAD)).toContain(coming)
  const page = pageOf({ ...UNREAD, connected: false })
  expect(page).not.toContain(coming)
  expect(page).toContain('La cuenta se desconectó antes de que se leyeran sus datos')
  expect(page).toContain('Volver a conectar')
})

test('what needs a person comes before the figures where these would fill the screen', () => {
  const read = { ...UNREAD, lastSyncedAt: '2026-11-20T00:00:00Z', dataTo: '2026-11-20' }
  const placesOf = (isWide: boolean) => {
    const page = pageOf(read, isWide)
    return [page.indexOf('>Recomendaciones'), page.indexOf('>Gasto')]
  }
  for (const isWide of [true, false]) {
    const [decisions, figures] = placesOf(isWide)
    expect(Math.min(decisions!, figures!)).toBeGreaterThan(0)
    expect(decisions! < figures!).toBe(!isWide)
  }
})

test('what is waited for has its place at every width, before the account is known and before its alerts are', () => {
  const read = { ...UNREAD, lastSyncedAt: '2026-11-20T00:00:00Z', dataTo: '2026-11-20' }
  for (const isWide of [true, false]) {
    const unknown = pageOf(read, isWide, [])
    expect(unknown).toContain('aria-label="Cargando la cuenta"')
    expect(unknown).toContain('aria-label="Cargando recomendaciones"')
    const known = pageOf(read, isWide, ['accounts'])
    expect(known).toContain('>Zapatería</h1>')
    expect(known).not.toContain('>Recomendaciones')
    expect(known).toContain('aria-label="Cargando recomendaciones"')
  }
})

type Part = 'accounts' | 'alerts'

function pageOf(
  account: GoogleAccount,
  isWide = true,
  known: readonly Part[] = ['accounts', 'alerts'],
): string {
  const client = createQueryClient()
  if (known.includes('accounts')) client.setQueryData(queryOf(listAccounts, {}).queryKey, [account])
  const alerts = queryOf(listAlerts, { customerId: account.accountId })
  if (known.includes('alerts'))
    client.setQueryData(alerts.queryKey, { alerts: [], pace: [], more: 0 })
  const at = { ...START, pathname: `/dashboard/accounts/${account.accountId}` }
  const element = createElement(AccountPage)
  const routes = createElement(Routes, {
    routes: [{ path: '/dashboard/accounts/:accountId', element }],
  })
  // Its children come as the third argument, which the type of its properties does not know.
  const screen = createElement(Router, { at } as Parameters<typeof Router>[0], routes)
  const assumed = createElement(AssumedWide, { value: isWide }, screen)
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, assumed))
  client.clear()
  return html
}
