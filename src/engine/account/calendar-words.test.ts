import { expect, test } from 'vitest'
import { calendarWordIn } from './calendar-words.ts'

test.each([
  ['viajes Semana Santa 2027', 'semana santa'],
  ['hotel fin de año con cena', 'fin de año'],
  ['viajes cap d’any', 'cap d any'],
  ['puente de la Constitución', 'puente de la constitución'],
  ['ofertas navideñas', 'navideñas'],
  ['gabonak bilbon', 'gabonak'],
  ['été à nice', 'été'],
  ['regalo dia dos namorados', 'dos namorados'],
  ["mother's day flowers", 'mother s'],
  ['märz reisen', 'märz'],
  ['black friday sofás', 'black friday'],
  ['viajes 2027', '2027'],
])('«%s» names a time: «%s»', (text, word) => {
  expect(calendarWordIn(text, '2026-11-14')).toBe(word)
})

test.each([
  'viajes 2026',
  'fiat panda 2019',
  'puente dental',
  'hotel mar menor',
  'box spring',
  'real estate',
  'alcobendas san sebastián de los reyes',
  'abogado hoy domingo',
])('«%s» names none', (text) => expect(calendarWordIn(text, '2026-11-14')).toBeNull())
