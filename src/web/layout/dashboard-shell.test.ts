import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, lazy } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '#kit/query.ts'
import { START } from '#kit/router/location.ts'
import { Router, Routes } from '#kit/router/router.tsx'
import { DashboardShell } from './dashboard-shell.tsx'

test('while the code of an account comes its blocks have their places, and no other screen has', () => {
  expect(drawnAt('/dashboard/accounts/1234567890')).toContain('aria-label="Cargando la cuenta"')
  expect(drawnAt('/dashboard/results')).toContain('Cargando...')
  expect(drawnAt('/dashboard/results')).not.toContain('Cargando la cuenta')
})

/** The frame, with a screen whose code has not come. */
function drawnAt(pathname: string): string {
  const client = createQueryClient()
  const screen = createElement(lazy(() => new Promise<never>(() => {})))
  const element = createElement(DashboardShell)
  const inside = [{ path: '/dashboard/*', element: screen }]
  const routes = createElement(Routes, { routes: [{ element, inside }] })
  // Its children come as the third argument, which the type of its properties does not know.
  const properties = { at: { ...START, pathname } } as Parameters<typeof Router>[0]
  const router = createElement(Router, properties, routes)
  const html = renderToString(createElement(QueryClientProvider, { client }, router))
  client.clear()
  return html
}
