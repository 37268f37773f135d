import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router'

// React, a router, a query and a table, and nothing of ours: what the product's pages are held against.

function Table() {
  const { data = [] } = useQuery({
    queryKey: ['rows'],
    queryFn: async () => await (await fetch('/rows')).json(),
  })
  return h(
    'main',
    null,
    h('h1', null, 'Grupos de anuncios'),
    h(
      'table',
      null,
      h(
        'tbody',
        null,
        data.map((row) =>
          h(
            'tr',
            { key: row.name },
            h('th', { scope: 'row' }, row.name),
            h('td', null, row.impressions),
            h('td', null, row.clicks),
          ),
        ),
      ),
    ),
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    h(
      QueryClientProvider,
      { client: new QueryClient() },
      h(BrowserRouter, null, h(Routes, null, h(Route, { path: '*', element: h(Table) }))),
    ),
  )
