import { expect, test } from 'vitest'
import { allowedBy } from './robots.ts'

const site = (path: string) => `https://lumbre.example${path}`

test('the group that names us decides, else the one for all', () => {
  const text =
    'User-agent: *\nDisallow: /\n\nUser-agent: Otro\nUser-agent: Pujante/1.0\nDisallow: /caja'
  expect(allowedBy(text)(site('/zapatos'))).toBe(true)
  expect(allowedBy(text)(site('/caja/2'))).toBe(false)
  expect(allowedBy('User-agent: *\nDisallow: /')(site('/zapatos'))).toBe(false)
  expect(allowedBy('User-agent: Otro\nDisallow: /')(site('/zapatos'))).toBe(true)
})

test('the longest rule says it, and of two alike the one that allows', () => {
  const allowed = allowedBy(
    'user-agent:*\r\nDisallow: /a # nota\r\nAllow: /a/b\r\nDisallow: /c\r\nAllow: /c',
  )
  expect(allowed(site('/a/x'))).toBe(false)
  expect(allowed(site('/a/b/x'))).toBe(true)
  expect(allowed(site('/c'))).toBe(true)
})

test.each([
  ['/*.pdf', '/a/b.pdf?x=1', false],
  ['/*.pdf$', '/a/b.pdf?x=1', true],
  ['/*.pdf$', '/a.pdf.pdf', false],
  ['/a*b*c', '/a1b2c3', false],
  ['/a*b*c', '/a1c2b3', true],
  ['/$', '/', false],
  ['/$', '/zapatos', true],
  ['/?q=', '/?q=1', false],
  ['/buscar', '/Buscar', true],
])('Disallow: %s and %s', (pattern, path, isAllowed) => {
  expect(allowedBy(`User-agent: *\nDisallow: ${pattern}`)(site(path))).toBe(isAllowed)
})

test.each(['', 'Disallow: /', 'User-agent: *\nDisallow:', '<html>404</html>', 'Sitemap: /x'])(
  '%j forbids nothing',
  (text) => {
    expect(allowedBy(text)(site('/zapatos'))).toBe(true)
  },
)
