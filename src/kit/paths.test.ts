import { expect, test } from 'vitest'
import { paths, returnPath } from './paths.ts'

const ORIGIN = 'https://app.pujante.test'

test('after logging in the whole place is restored', () => {
  const place = '/dashboard/accounts/123?from=2026-01-01&sort=-clicks#campaigns'
  const login = new URL(paths.login(place), ORIGIN)
  expect(returnPath(login.searchParams.get('next'), ORIGIN)).toBe(place)
})

test.each([
  'https://evil.test/',
  '//evil.test/x',
  '/\\evil.test',
  '/.//evil.test/x',
  '/a/..//evil.test',
  'javascript:alert(1)',
  '/login',
  null,
])('never returns to %s', (next) => {
  expect(returnPath(next, ORIGIN)).toBeNull()
})
