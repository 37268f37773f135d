import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient, queryOf } from '#kit/query.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { totalOfSeveral } from '../../contract/changes.ts'
import { BulkDialog } from './bulk-dialog.tsx'

type Total = ReplyOf<typeof totalOfSeveral>['totals'][number]

test('several bring their range together, in eight of ten cases', () => {
  const text = drawn(['a', 'b'], {
    forecast: { lowMicros: 10e6, midMicros: 15e6, highMicros: 20e6 },
  })
  expect(text).toContain('Juntos, de 10 € a 20 € más al mes')
  expect(text).toContain('En 8 de cada 10 casos. No es la suma de los extremos')
})

test('one alone is not together with anything', () => {
  const text = drawn(['a'], { forecast: { lowMicros: 10e6, midMicros: 15e6, highMicros: 20e6 } })
  expect(text).toContain('De 10 € a 20 € más al mes')
  expect(text).toContain('En 8 de cada 10 casos.')
  expect(text).not.toMatch(/Juntos|No es la suma/)
})

test('where nothing is forecast, no cases are spoken of', () => {
  expect(drawn(['a', 'b'], {})).not.toContain('8 de cada 10')
})

test('what is asked counts the changes in Google Ads, not the decisions', () => {
  expect(drawn(['a', 'b'], { steps: 24 })).toContain('Aplicar 2 decisiones en 1 cuenta')
  expect(drawn(['a', 'b'], { steps: 24 })).toContain('Aplicar 24 cambios')
  expect(drawn(['a'], { steps: 1 })).toContain('Aplicar 1 cambio')
})

test('where all is done by hand, nothing is said to be applied in Google Ads', () => {
  const text = drawn(['a', 'b'], { steps: 0 })
  expect(text).toContain('Anotar como hechas')
  expect(text).not.toContain('se comprueba en Google Ads')
})

test('what is left out of the sum is one or several', () => {
  expect(drawn(['a', 'b'], { overlapping: ['Pausa «botas»'] })).toContain(
    'No suma una que habla del mismo gasto que otra: Pausa «botas».',
  )
  expect(drawn(['a', 'b'], { overlapping: ['A', 'B'] })).toContain('No suma 2 que hablan del')
})

test('decisions that are measured with another are told as such', () => {
  expect(drawn(['a', 'b', 'c'], {}, 2)).toContain('2 de ellas comparten campaña con otra')
})

function drawn(ids: string[], fields: Partial<Total>, measuredTogether = 0): string {
  const client = createQueryClient()
  const none = { lowMicros: 0, midMicros: 0, highMicros: 0 }
  const total = {
    currencyCode: 'EUR',
    forecast: none,
    monthlyBudgetMicros: 0,
    steps: 1,
    overlapping: [],
  }
  client.setQueryData(queryOf(totalOfSeveral, { ids }).queryKey, {
    totals: [{ ...total, ...fields }],
    groups: [],
    measuredTogether,
  } as never)
  const chosen = ids.map((id) => ({ id, titulo: id, accountName: 'Zapatería', byHand: false }))
  const dialog = createElement(BulkDialog, { chosen, onClose: () => {}, onApply: () => {} })
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, dialog))
  return html.replace(/<[^>]+>/g, ' ').replace(/[\s\u00a0]+/g, ' ')
}
