import { afterEach, expect, test, vi } from 'vitest'
import { pressInInbox } from './inbox-keys.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('Esc closes the row that is open and gives it the focus, and takes it from elsewhere by no means', () => {
  const focused: string[] = []
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('document', {
    activeElement: null,
    querySelector: (of: string) => ({ querySelector: () => ({ focus: () => focused.push(of) }) }),
  })
  let closed = 0
  const press = (key: string, openId: string | null) =>
    pressInInbox(key, {
      ids: ['a', 'b'],
      openId,
      toggle: () => {},
      close: () => {
        closed += 1
      },
    })
  press('j', null)
  expect(focused).toEqual(['[data-row="a"]'])
  press('Escape', null)
  expect([focused.length, closed]).toEqual([1, 0])
  press('Escape', 'b')
  expect([focused.at(-1), closed]).toEqual(['[data-row="b"]', 1])
})
