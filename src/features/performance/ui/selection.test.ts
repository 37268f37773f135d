import { expect, test } from 'vitest'
import { panelAsked } from './selection.ts'

test('the anchor says which panel, then the table that the address speaks of, else the first', () => {
  const asked = (hash: string, search = '') => panelAsked(hash, new URLSearchParams(search), null)
  expect(asked('#audiences', 'tq=botas')).toBe('audiences')
  expect(asked('', 'campaign=5&tq=botas')).toBe('search-terms')
  expect(asked('', 'campaign=5&asort=-clicks')).toBe('audiences')
  expect(asked('#campaigns', 'campaign=5')).toBe('keywords')
  const params = new URLSearchParams('campaign=5')
  expect(panelAsked('', params, null, 'search-terms'), 'no keywords').toBe('search-terms')
  expect(panelAsked('#keywords', params, null, 'search-terms')).toBe('keywords')
})

test('a panel stays whatever the address still says of the others', () => {
  const seen = { panel: 'search-terms', params: new URLSearchParams('kpage=2&tq=bo') } as const
  const asked = (hash: string, search: string) =>
    panelAsked(hash, new URLSearchParams(search), seen)
  expect(asked('', 'kpage=2&tq=bo&tsort=-clicks')).toBe('search-terms')
  expect(asked('', 'kpage=2&tq=bota')).toBe('search-terms')
  expect(asked('', 'kpage=2&tq=bo&metric=clicks')).toBe('search-terms')
  expect(asked('', 'kpage=2')).toBe('search-terms')
  expect(asked('', '')).toBe('search-terms')
  expect(asked('#keywords', 'kpage=2&tq=bo')).toBe('keywords')
  expect(asked('', 'kq=zapatos'), 'a view that was kept').toBe('keywords')
})
