import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { listAlerts } from '../contract/alerts.ts'
import { AlertsBlock } from './alerts-block.tsx'
import { AlertsPlace, FIRST_ALERTS } from './alerts-place.tsx'

test('alerts that the list does not hold are counted among those that are left', () => {
  expect(drawn(60, 5)).toContain('Ver 57 de los 62 restantes')
  expect(drawn(60, 0)).toContain('Ver los 57 restantes')
  expect(drawn(4, 0)).toContain('Ver el restante')
  expect(drawn(3, 0)).not.toContain('restante')
})

test('while they are waited for their place is seen to be kept, for as many as will stand there', () => {
  const html = renderToStaticMarkup(createElement(AlertsPlace, { count: 60 }))
  expect(html).toContain('role="status" aria-label="Cargando los avisos"')
  // The sign, the title and the place of each.
  expect(html.match(/animate-shimmer/g)).toHaveLength(3 * FIRST_ALERTS)
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
