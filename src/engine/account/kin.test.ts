import { expect, test } from 'vitest'
import { kinNumbers } from './kin.ts'
import { kinOf } from './terms.ts'

test('texts have the same number exactly when they are kin', () => {
  const things = [
    'zapato',
    'zapatos',
    'coche',
    'carro',
    'móvil',
    'celular',
    'de',
    'para',
    'rojo',
    'que',
    'es',
    'la',
    'palma',
  ]
  const texts = things.flatMap((a) => things.flatMap((b) => [a, `${a} ${b}`, `${b} para ${a}`]))
  const numberOf = kinNumbers()
  const byNumber = new Map(texts.map((text) => [numberOf(text), kinOf(text)]))
  for (const text of ['', ...texts]) expect(kinOf(text)).toBe(byNumber.get(numberOf(text)) ?? '')
  expect(byNumber.size).toBe(new Set(texts.map(kinOf)).size)
})
