import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { listAlerts } from '../contract/alerts.ts'
import { AlertsBlock } from './alerts-block.tsx'

test('alerts that the list does not hold are counted among those that are left', () => {
  expect(drawn(60, 5)).toContain('Ver 57 de los 62 restantes')
  expect(drawn(60, 0)).toContain('Ver los 57 restantes')
  expect(drawn(4, 0)).toContain('Ver el restante')
  expect(drawn(3, 0)).not.toContain('restante')
})

function drawn(listed: number, more: number): string {
  const client = createQueryClient()
  const pace = Array.from({ length: listed }, (_, at) => ({
    id: String(at),
    customerId: '5',
    accountName: 'Zapatería',
    campaignId: null,
    campaignName: null,
    title: 'El presupuesto se agota',
  }))
  client.setQueryData(queryOf(listAlerts, {}).queryKey, { alerts: [], pace, more })
  const block = createElement(AlertsBlock, { expected: listed + more })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, block))
  client.clear()
  return html
}
