import { expect, test } from 'vitest'
import { pageFrom } from './table-view.ts'
import { oneOf, searchWith, withChanges } from './url-state.ts'

test('changes keep the other parameters, and empty ones leave', () => {
  const before = new URLSearchParams('from=2026-11-01&q=zapatos&page=3')
  const after = withChanges(before, { q: '', page: null, sort: '-clicks' })
  expect(after.toString()).toBe('from=2026-11-01&sort=-clicks')
  expect(before.get('page')).toBe('3')
  expect(searchWith(before, { q: 'bolsos & más' })).toContain('q=bolsos+%26+m%C3%A1s')
})

test('what a stranger wrote in the address falls back', () => {
  expect(['2', '0', '-1', '1.5', 'abc', null].map(pageFrom)).toEqual([2, 1, 1, 1, 1, 1])
  expect(oneOf(['alta', 'baja'], 'alta')).toBe('alta')
  expect(oneOf(['alta', 'baja'], '__proto__')).toBeNull()
})
