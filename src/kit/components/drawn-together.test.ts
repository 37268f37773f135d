import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../query.ts'
import { DrawnTogether } from './drawn-together.tsx'

test('until all have read what they show, none is seen nor reached', () => {
  const client = createQueryClient()
  const blocks = createElement(DrawnTogether, { className: 'flex' }, createElement(Block))
  const drawn = renderToStaticMarkup(createElement(QueryClientProvider, { client }, blocks))
  client.clear()
  expect(drawn).toMatch(/role="status" aria-label="Cargando"/)
  expect(drawn).toMatch(/inert="" class="flex invisible"><p>Bloque/)
})

function Block() {
  useQuery({ queryKey: ['a'], queryFn: () => 1 })
  return createElement('p', null, 'Bloque')
}
