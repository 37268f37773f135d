import { expect, test } from 'vitest'
import { nearPaths } from './near-paths.ts'

test.each([
  ['/dashboard/resultado', ['Resultados', 'Hoy']],
  ['/dashboard/setings', ['Configuración', 'Hoy']],
  ['/campañas', ['Campañas']],
  ['/campa%C3%B1as', ['Campañas']],
  ['/dashboard/reslutados', ['Resultados', 'Hoy']],
  ['/signp', ['Crear cuenta']],
  ['/Precios', ['Precios']],
  ['/dashboard/cuenta/481-516-2342', ['Cuenta 481-516-2342', 'Cuentas', 'Hoy']],
  ['/wp-admin/setup.php', []],
  ['/%E0%A4%A', []],
  ['/', []],
])('%s may have meant %j', (pathname, texts) => {
  expect(nearPaths(pathname).map(({ text }) => text)).toEqual(texts)
})

test('an account leads to its page', () => {
  expect(nearPaths('/a/4815162342')[0]?.to).toBe('/dashboard/accounts/4815162342')
})
