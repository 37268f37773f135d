import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '#kit/query.ts'
import type { Recommendation } from '../contract/recommendations.ts'
import { ApplyDialog, refusalsOf } from './apply-dialog.tsx'

test.each([
  [[], 'Anotar como hecha', 'Ya lo he hecho'],
  [[{}], 'Aplicar en Google Ads', 'Aplicar'],
])(
  'before Google has been asked, with the operations %j, the dialog is called %s',
  (operations, title, button) => {
    const recommendation = {
      ...{ id: '1', titulo: 'Mejora la página' },
      evidence: { change: { before: '', after: '', operations } },
    } as unknown as Recommendation
    const dialog = createElement(ApplyDialog, { recommendation, onClose: () => {} })
    const client = createQueryClient()
    const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, dialog))
    expect(html).toMatch(new RegExp(`>${title}<`))
    expect(html).toMatch(new RegExp(`${button}</`))
  },
)

test('the day’s limit keeps back only the way that it has no room for', () => {
  const preview = { refusals: ['Son 60.'], stops: [] }
  const way = { sentences: [], chance: 0.5, startsOn: '', endsOn: '', refusal: 'Son 5.' }
  const halves = { ...way, first: 30, second: 30, secondOn: '', refusal: null }
  const promise = { atOnce: way, halves, experiment: way }
  expect(refusalsOf('at-once', preview, promise)).toBe(preview.refusals)
  expect(refusalsOf('halves', preview, promise)).toEqual([])
  expect(refusalsOf('experiment', preview, promise)).toEqual(['Son 5.'])
  const stopped = { refusals: ['Ya aplicada', 'Son 60.'], stops: ['Ya aplicada'] }
  expect(refusalsOf('halves', stopped, promise)).toEqual(['Ya aplicada'])
})
