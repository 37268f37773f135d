import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test('quotes within quotes are the inner ones', () => {
  expect(quoted('Excluye «gratis» y «curso»')).toBe('«Excluye “gratis” y “curso”»')
  expect(quoted('Baja 4 pujas')).toBe('«Baja 4 pujas»')
})
