import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { figuresOf, sayIn } from './say.ts'

test('what is expected is one conversion or some', () => {
  const expected = (value: number) =>
    figuresOf(sayIn('EUR', spanishNumbers), {
      expected: { label: 'Conversiones esperadas', unit: 'quantity', value },
    }).someConversions('expected')
  expect([1, 1.5, 12].map(expected)).toEqual([
    'una conversión',
    'unas 1,5 conversiones',
    'unas 12 conversiones',
  ])
})
