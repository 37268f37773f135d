import { expect, test } from 'vitest'
import { hrefOf, matchPath } from './location.ts'

test('a pattern matches the whole path, whatever its case and last slash', () => {
  expect(matchPath('/dashboard', '/dashboard')).toEqual({})
  expect(matchPath('/dashboard', '/Dashboard/')).toEqual({})
  expect(matchPath('/', '/')).toEqual({})
  expect(matchPath('/dashboard', '/dashboard/accounts')).toBeNull()
  expect(matchPath('/dashboard/accounts', '/dashboard')).toBeNull()
})

test('a named part is read off the path', () => {
  const pattern = '/dashboard/accounts/:accountId'
  expect(matchPath(pattern, '/dashboard/accounts/42')).toEqual({ accountId: '42' })
  expect(matchPath(pattern, '/dashboard/accounts/a%20b')).toEqual({ accountId: 'a b' })
  expect(matchPath(pattern, '/dashboard/accounts/%E0%A4%A')).toEqual({ accountId: '%E0%A4%A' })
  expect(matchPath(pattern, '/dashboard/accounts')).toBeNull()
  expect(matchPath(pattern, '/dashboard/accounts/42/more')).toBeNull()
})

test('a star takes what follows, and nothing too', () => {
  expect(matchPath('/admin/*', '/admin')).toEqual({})
  expect(matchPath('/admin/*', '/admin/users/active')).toEqual({})
  expect(matchPath('/admin/*', '/administrator')).toBeNull()
  expect(matchPath('*', '/anything/at/all')).toEqual({})
})

test('what an address leaves out stays as it is, but for search and anchor', () => {
  expect(hrefOf('/login?next=a', '/here')).toBe('/login?next=a')
  expect(hrefOf('?step=2', '/onboarding')).toBe('/onboarding?step=2')
  expect(hrefOf({ search: '?a=1', hash: 'campaigns' }, '/here')).toBe('/here?a=1#campaigns')
  expect(hrefOf({ search: 'a=1', hash: '#x' }, '/here')).toBe('/here?a=1#x')
  expect(hrefOf({ search: '' }, '/here')).toBe('/here')
})
