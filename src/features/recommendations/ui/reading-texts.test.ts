import { expect, test } from 'vitest'
import { readingText, waitingText } from './reading-texts.ts'

const reading = (daysKnown: number, ...titles: string[]) => ({
  daysKnown,
  daysWanted: 97,
  waiting: titles.map((ruleTitle) => ({ rule: ruleTitle, ruleTitle })),
})

test('says how far the history has come in days, apart from the share of the sync', () => {
  expect(readingText(reading(30))).toBe(
    'Leyendo historial: 30 de 97 días. Por ahora solo se recomienda lo que ya se sostiene.',
  )
  expect(readingText(reading(96))).toContain('96 de 97')
  expect(readingText(reading(1))).not.toContain('%')
})

test('before the first days are there, no recommendation is spoken of as made', () => {
  expect(readingText(reading(0))).toContain('0 de 97 días. Por ahora solo se ven las cifras')
})

test('names what waits, and nothing where nothing does', () => {
  expect(waitingText(reading(30))).toBeNull()
  expect(waitingText(reading(30, 'Páginas de destino', 'Socios de búsqueda'))).toBe(
    'Esperan a que estén los 97 días: Páginas de destino · Socios de búsqueda',
  )
})
