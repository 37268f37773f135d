import { expect, test } from 'vitest'
import { countryName } from './countries.ts'

test('a country is named by the id that Google gives it', () => {
  const names = ['2724', '2484', '2032', '2840', '2008'].map(countryName)
  expect(names).toEqual(['España', 'México', 'Argentina', 'Estados Unidos', 'Albania'])
  expect(['', '2999', '20282', '0'].map(countryName)).toEqual([null, null, null, null])
})
