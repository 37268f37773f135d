import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listAccounts } from '#features/accounts/contract.ts'
import { createQueryClient, queryOf } from '#kit/query.ts'
import type { InboxRow } from '../../contract/inbox.ts'
import { InboxFilters } from './inbox-filters.tsx'
import type { InboxFilter } from './inbox-rows.ts'

test('what is chosen is still among the filters when its last row was decided', () => {
  const left = [row({ id: 'a', kpi: 'conversiones' })]
  const { choices, accounts } = filters(left, { kind: 'ahorrar', customerId: '2' })
  expect(choices).toEqual(['Todo 0', '[Ahorrar 0]'])
  expect(accounts).toEqual(['Todas las cuentas', '[Panadería]', 'Zapatería'])
})

test('with one account and no filter by it, there is none to choose', () => {
  const { choices, accounts } = filters([row({ id: 'a', kpi: 'coste' })], NONE)
  expect(choices).toEqual(['[Todo 1]', 'Ahorrar 1'])
  expect(accounts).toEqual([])
})

test('the counts are of the account that is chosen', () => {
  const rows = [
    row({ id: 'a', kpi: 'coste' }),
    row({ id: 'b', kpi: 'coste', customerId: '2', accountName: 'Panadería' }),
    row({ id: 'c', kpi: 'conversiones', customerId: '2', accountName: 'Panadería' }),
  ]
  expect(filters(rows, NONE).choices).toEqual(['[Todo 3]', 'Ahorrar 2', 'Crecer 1'])
  expect(filters(rows, { kind: null, customerId: '1' }).choices).toEqual(['[Todo 1]', 'Ahorrar 1'])
})

test('an account that is not one’s own is chosen by no name of its own', () => {
  const { accounts } = filters([row({ id: 'a', kpi: 'coste' })], { kind: null, customerId: '9' })
  expect(accounts).toEqual(['Todas las cuentas', '[Otra cuenta]', 'Zapatería'])
})

const NONE: InboxFilter = { kind: null, customerId: null }

/** The texts of the choices, the chosen ones in brackets. */
function filters(rows: InboxRow[], filter: InboxFilter) {
  const client = createQueryClient()
  client.setQueryData(queryOf(listAccounts, {}).queryKey, [
    { accountId: '2', accountName: 'Panadería' },
  ] as never)
  const inbox = { rows } as Parameters<typeof InboxFilters>[0]['inbox']
  const drawn = createElement(InboxFilters, { inbox, filter, onChange: () => {} })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, drawn))
  const texts = (element: RegExp, isChosen: string) =>
    [...html.matchAll(element)].map(([, attributes = '', inside = '']) => {
      const text = inside.replace(/<[^>]+>/g, ' ').trim()
      return attributes.includes(isChosen) ? `[${text}]` : text
    })
  return {
    choices: texts(/<button([^>]*)>(.*?)<\/button>/g, 'aria-pressed="true"'),
    accounts: texts(/<option([^>]*)>(.*?)<\/option>/g, 'selected'),
  }
}

function row(fields: Partial<InboxRow> & { kpi: 'coste' | 'conversiones' }): InboxRow {
  const { kpi, ...rest } = fields
  return {
    id: 'a',
    titulo: '',
    categoria: 'keywords',
    prioridad: 'media',
    estado: 'pendiente',
    fecha_creacion: '2026-11-01T00:00:00Z',
    probability: 0.95,
    impacto_estimado: '',
    customerId: '1',
    accountName: 'Zapatería',
    currencyCode: 'EUR',
    forecast: { monthlyLowMicros: 1, monthlyMidMicros: 2, monthlyHighMicros: 3, kpi },
    byHand: false,
    visto: '',
    ...rest,
  }
}
