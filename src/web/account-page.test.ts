import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type GoogleAccount, listAccounts } from '#features/accounts/contract.ts'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { START } from '#kit/router/location.ts'
import { Router, Routes } from '#kit/router/router.tsx'
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

function pageOf(account: GoogleAccount): string {
  const client = createQueryClient()
  client.setQueryData(queryOf(listAccounts, {}).queryKey, [account])
  const at = { ...START, pathname: `/dashboard/accounts/${account.accountId}` }
  const element = createElement(AccountPage)
  const routes = createElement(Routes, {
    routes: [{ path: '/dashboard/accounts/:accountId', element }],
  })
  // Its children come as the third argument, which the type of its properties does not know.
  const screen = createElement(Router, { at } as Parameters<typeof Router>[0], routes)
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, screen))
  client.clear()
  return html
}
