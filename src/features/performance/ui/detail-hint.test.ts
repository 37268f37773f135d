import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DetailHint } from './detail-hint.tsx'

test('each panel says what must be selected to see it', () => {
  const html = renderToStaticMarkup(createElement(DetailHint))
  expect(html).toContain('Selecciona una campaña para ver las keywords.')
  expect(html).toContain(
    'Selecciona una campaña o grupo de anuncios para ver los datos de audiencias',
  )
})
