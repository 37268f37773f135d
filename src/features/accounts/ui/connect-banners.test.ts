import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { START } from '#kit/router/location.ts'
import { Router } from '#kit/router/router.tsx'
import { wayBack } from '../rules/way-back.ts'
import { ConnectBanners } from './connect-banners.tsx'

test('accounts that were left out are named with the reason, and nothing else of the address is', () => {
  const page = drawnAt('?connected=true&left_out=1000000006-closed,1000000007-no_permission,<b>x')
  expect(page).toContain('Cuenta de Google Ads conectada correctamente.')
  expect(page).toContain('100-000-0006: está cancelada o suspendida; se reactiva en Google Ads.')
  expect(page).toContain('100-000-0007: ese usuario de Google no tiene permiso para leerla.')
  expect(page).not.toContain('x<')
  expect(drawnAt('?connected=true')).not.toContain('fuera')
})

test('of many accounts that were left out it is said how many are not named', () => {
  const refused = Array.from({ length: 23 }, (_, at) => ({
    googleCustomerId: String(1_000_000_000 + at),
    refusal: 'closed' as const,
  }))
  const leftOut = (some: typeof refused) =>
    drawnAt(new URL(wayBack('').connected(some), 'https://x.test').search)
  expect(leftOut(refused)).toContain('100-000-0019: está cancelada')
  expect(leftOut(refused)).toContain('Y otras 3.')
  expect(leftOut(refused.slice(0, 21))).toContain('Y otra más.')
  expect(leftOut(refused.slice(0, 20))).not.toContain('Y otra')
})

function drawnAt(search: string): string {
  const at = { ...START, pathname: '/dashboard', search }
  // Its children come as the third argument, which the type of its properties does not know.
  const given = { at } as Parameters<typeof Router>[0]
  return renderToStaticMarkup(createElement(Router, given, createElement(ConnectBanners)))
}
