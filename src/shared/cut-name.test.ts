import { expect, test } from 'vitest'
import { cutName } from './cut-name.ts'

test('a name that fits stays; a longer one keeps both ends, in whole letters', () => {
  expect(cutName('Zapatería Ñandú', 15)).toBe('Zapatería Ñandú')
  expect(cutName('Zapatería 👞 de la Fuente e Hijos · Valladolid', 30)).toBe(
    'Zapatería 👞 de…s · Valladolid',
  )
  expect([...cutName('👞'.repeat(200), 60)]).toHaveLength(60)
})
