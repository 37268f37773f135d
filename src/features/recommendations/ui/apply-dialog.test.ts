import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '#kit/query.ts'
import type { Recommendation } from '../contract/recommendations.ts'
import { ApplyDialog } from './apply-dialog.tsx'

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
