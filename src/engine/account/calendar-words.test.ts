import { expect, test } from 'vitest'
import { calendarWordIn as wordIn } from './calendar-words.ts'

const calendarWordIn = (
  text: string,
  window: Parameters<typeof wordIn>[1],
  timeZone = 'Europe/Madrid',
) => wordIn(text, window, { timeZone, currencyCode: 'EUR', source: 'google' })

const AUTUMN = { from: '2026-08-17', to: '2026-11-14' }

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
  ['viajes 2028', '2028'],
  ['mercat de nadal', 'mercat de nadal'],
  ['hotel julio', 'julio'],
  ['puente de mayo', 'puente de mayo'],
  ['ofertas cyber', 'ofertas cyber'],
  ['mochilas regreso a clases', 'regreso a clases'],
  ['brinde amigo secreto', 'amigo secreto'],
])('«%s» names a time: «%s»', (text, word) => {
  expect(calendarWordIn(text, AUTUMN)).toBe(word)
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
  'carta natal',
  'pilates pre natal',
  'raqueta rafa nadal',
  'isla de pascua',
  'hospital 12 de octubre',
  'plaza de mayo',
  'avenida 9 de julio',
  'julio iglesias',
  'bruno mars',
  'mai tai',
  'noel gallagher',
  'puente san miguel',
  'pila 2032',
  'juego 2048',
  'cyberpunk 2077',
  'agenda 2030',
  'cyber café cerca',
  'trabajo cyber',
  'curso ciber seguridad',
])('«%s» names none', (text) => expect(calendarWordIn(text, AUTUMN)).toBeNull())

test('a word whose days are all in the window was measured in its time', () => {
  const winter = { from: '2026-10-13', to: '2027-01-10' }
  expect(calendarWordIn('cena de navidad', winter)).toBeNull()
  expect(calendarWordIn('cena de navidad', AUTUMN)).toBe('navidad')
  expect(calendarWordIn('viajes octubre', AUTUMN)).toBeNull()
  expect(calendarWordIn('fin de año en verano', winter)).toBe('verano')
  expect(calendarWordIn('hotel verano', AUTUMN)).toBe('verano')
  expect(calendarWordIn('regalo dia de la madre', winter)).toBe('dia de la madre')
})

test('seasons come half a year later in the south', () => {
  const july = { from: '2026-06-20', to: '2026-09-17' }
  expect(calendarWordIn('bañador verano', july)).toBeNull()
  expect(calendarWordIn('bañador verano', july, 'America/Santiago')).toBe('verano')
  expect(calendarWordIn('ropa invierno', july)).toBe('invierno')
  expect(calendarWordIn('moda verao', july, 'America/Fortaleza')).toBe('verao')
  expect(calendarWordIn('volta as aulas', july, 'America/Sao_Paulo')).toBe('volta as aulas')
  expect(calendarWordIn('ropa invierno', july, 'America/Argentina/Cordoba')).toBeNull()
  const christmas = { from: '2026-11-20', to: '2027-02-17' }
  expect(calendarWordIn('cena de navidad', christmas, 'America/Lima')).toBeNull()
})

test('of an account made of reports, which name no place, the half of the world is told by its money', () => {
  const july = { from: '2026-05-15', to: '2026-08-12' }
  const paidIn = (currencyCode: string, source: 'imported' | 'google') =>
    wordIn('ropa invierno', july, { timeZone: 'Europe/Madrid', currencyCode, source })
  expect(paidIn('CLP', 'imported')).toBeNull()
  expect(paidIn('EUR', 'imported')).toBe('invierno')
  expect(paidIn('CLP', 'google')).toBe('invierno')
})
