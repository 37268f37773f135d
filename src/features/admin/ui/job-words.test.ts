import { expect, test } from 'vitest'
import { countText } from './job-words.ts'

test('one job is told in the singular', () => {
  expect(countText(1, 'failed')).toBe('1 fallida')
  expect(countText(2, 'failed')).toBe('2 fallidas')
  expect(countText(1, 'waiting')).toBe('1 en espera')
})
