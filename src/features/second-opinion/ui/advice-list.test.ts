import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { Router } from '#kit/router/router.tsx'
import { listGoogleRecommendations } from '../contract.ts'
import { AdviceList } from './advice-list.tsx'

test('what Google refused to tell is asked once a day, so nothing offers to try it now', () => {
  const client = createQueryClient()
  const { queryKey } = queryOf(listGoogleRecommendations, { customerId: '1' })
  client.setQueryData(queryKey, {
    ...{ currencyCode: 'EUR', preguntadoEl: '2026-11-30T06:00:00.000Z', recomendaciones: [] },
    problema: 'Google no ha querido dar las recomendaciones de esta cuenta (X)',
  })
  const list = createElement(AdviceList, { customerId: '1', campaignId: null })
  const at = new URL('http://localhost/')
  const screen = createElement(Router, { at } as unknown as Parameters<typeof Router>[0], list)
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, screen))
  expect(html).toContain('Google no ha querido dar las recomendaciones de esta cuenta (X).')
  expect(html).toContain('Se le pregunta una vez al día')
  expect(html).not.toContain('Reintentar')
})
