import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getStatus } from '#features/auth/contract/endpoints.ts'
import { createQueryClient, queryOf } from '#kit/query.ts'
import type { GoogleAccount } from '../contract.ts'
import { AccountMenu } from './account-menu.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'

const account = {
  accountId: '1',
  accountName: 'Zapatería',
  accountType: 'STANDARD',
  source: 'google',
  connected: true,
  disconnectedAt: null,
} as GoogleAccount

test('a connected account can be disconnected, another connected again', () => {
  expect(menuOf({})).toContain('Desconectar')
  expect(menuOf({ connected: false })).toContain('Volver a conectar')
})

test('one whose grant was lost can be removed as well, one that leaves anyway only connected again', () => {
  expect(menuOf({ connected: false })).toContain('Quitar la cuenta')
  const leaving = menuOf({ connected: false, disconnectedAt: '2026-11-20T10:00:00Z' })
  expect(leaving).toContain('Volver a conectar')
  expect(leaving).not.toContain('Quitar la cuenta')
  expect(menuOf({})).not.toContain('Quitar la cuenta')
})

test('neither is offered of a report, nor to who may not connect accounts', () => {
  expect(menuOf({ source: 'imported' })).toBe('')
  expect(menuOf({}, { readOnly: true })).toBe('')
  expect(menuOf({}, { team: { connects: false } })).toBe('')
  expect(menuOf({}, { team: { connects: true } })).toContain('Desconectar')
})

test('it is said what goes with a manager, and what becomes of the data', () => {
  const manager = { ...account, accountName: 'Agencia', accountType: 'MCC' as const }
  const text = (one: GoogleAccount, below: number) =>
    draw(createElement(DisconnectDialog, { account: one, below, onClose: () => {} }))
  expect(text(account, 0)).toContain('¿Desconectar Zapatería?')
  expect(text(account, 0)).toMatch(/guardan 30 días. Si la conectas otra vez antes del \d+ \w+ 2/)
  expect(text(manager, 1)).toContain('¿Desconectar Agencia y su subcuenta?')
  expect(text(manager, 11)).toContain('¿Desconectar Agencia y sus 11 subcuentas?')
  expect(text(manager, 11)).toContain('Salen de Hoy')
  expect(text({ ...account, connected: false }, 0)).toContain('¿Quitar Zapatería?')
  expect(text({ ...account, connected: false }, 0)).not.toContain('deja de leerla')
})

function menuOf(fields: Partial<GoogleAccount>, user: object = {}): string {
  return draw(createElement(AccountMenu, { account: { ...account, ...fields } }), user)
}

function draw(element: Parameters<typeof renderToStaticMarkup>[0], user: object = {}): string {
  const client = createQueryClient()
  client.setQueryData(queryOf(getStatus, {}).queryKey, {
    user: { readOnly: false, team: null, ...user },
  } as never)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, element))
}
