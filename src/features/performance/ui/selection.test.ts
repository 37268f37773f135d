import { expect, test } from 'vitest'
import { panelAsked } from './selection.ts'

test('the anchor says which panel, then the table that the address speaks of, else none', () => {
  const asked = (hash: string, search = '') => panelAsked(hash, new URLSearchParams(search))
  expect(asked('#audiences', 'tq=botas')).toBe('audiences')
  expect(asked('', 'campaign=5&tq=botas')).toBe('search-terms')
  expect(asked('', 'campaign=5&asort=-clicks')).toBe('audiences')
  expect(asked('#campaigns', 'campaign=5')).toBeNull()
})
