import { describe, expect, test } from 'vitest'
import {
  parseAddedExcluded,
  parseCampaignType,
  parseKeyword,
  parseMatchType,
  parseStatus,
} from './cell-words.ts'
import { bareNumber, shapeOf, toCount, toMicros } from './numbers.ts'
import { dateOrder, parseDay, parsePeriod } from './report-dates.ts'
import { totalScope } from './report-totals.ts'

describe('periods', () => {
  const september = { from: '2026-09-01', to: '2026-09-30' }
  test.each([
    ['1 de septiembre de 2026 - 30 de septiembre de 2026', september],
    ['1 de setiembre de 2026 – 30 de setiembre de 2026', september],
    ['1 - 30 de septiembre de 2026', september],
    ['Del 1 de septiembre al 30 de septiembre de 2026', september],
    ['1 sept 2026 - 30 sept 2026', september],
    ['mar, 1 sep. 2026 – mié, 30 sep. 2026', september],
    ['September 1, 2026 - September 30, 2026', september],
    ['"Sep 1, 2026 to Sep 30, 2026"', september],
    ['Sep 1–30, 2026', september],
    ['1 September 2026 - 30 September 2026', september],
    ['01/09/2026 - 30/09/2026', september],
    ['1/9/2026-30/9/2026', september],
    ['09/01/2026 - 09/30/2026', september],
    ['2026-09-01 - 2026-09-30', september],
    ['2026-09-01', { from: '2026-09-01', to: '2026-09-01' }],
    ['29 de diciembre de 2025 - 2 de enero de 2026', { from: '2025-12-29', to: '2026-01-02' }],
    ['All time', 'unknown'],
    ['Todo el período', 'unknown'],
    ['Informe de campaña', null],
    ['Campañas 2026-09-01', null],
    ['30 de febrero de 2026 - 1 de marzo de 2026', null],
    ['', null],
  ])('%s', (line, expected) => {
    expect(parsePeriod(line, 'day-first')).toEqual(expected)
  })
  test('the order of day and month comes from the numbers, then from what else is known', () => {
    expect(parsePeriod('01/02/2026 - 03/02/2026', 'day-first')).toEqual({
      from: '2026-02-01',
      to: '2026-02-03',
    })
    expect(parsePeriod('01/02/2026 - 03/02/2026', 'month-first')).toEqual({
      from: '2026-01-02',
      to: '2026-03-02',
    })
    expect(dateOrder(['01/02/2026', '13/02/2026'], 'en')).toBe('day-first')
    expect(parseDay('sáb, 1 ago 2026', 'day-first')).toBe('2026-08-01')
    expect(parseDay('20260801', 'day-first')).toBe('2026-08-01')
    expect(parseDay('2026-02-30', 'day-first')).toBeNull()
  })
})

describe('numbers', () => {
  test.each([
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['8651,95', 8651.95],
    ['1.234.567', 1_234_567],
    ['12,34,567.5', 1_234_567.5],
    ['0.123', 0.123],
    ['8651,950', 8651.95],
    ["1'234.50", 1234.5],
    ['−12,50 €', -12.5],
    ['US$12.50', 12.5],
    ['-$1,200.00', -1200],
    ['€45.00/day', 45],
    ['3,45 %', 3.45],
    [',5', 0.5],
    ['0.1234567', 0.123457],
    [' --', 0],
    ['\u00a0', 0],
  ])('%s is certain', (cell, value) => {
    const bare = bareNumber(cell)
    for (const mark of ['.', ','] as const)
      expect(toMicros(bare!, mark)).toBe(Math.round(value * 1e6))
  })
  test.each([
    '< 10%',
    '> 90%',
    'abc',
    '1-2',
    '12 34',
    '1,2,3',
    '1.23.456',
    '1.234,5,6',
    '5,',
    '1e5',
  ])('%s is no number', (cell) => {
    expect(bareNumber(cell)).toBeNull()
  })
  test('thousands of a count, three decimals of an amount', () => {
    expect([
      toCount('1.247'),
      toCount('1,247'),
      toCount('12,00'),
      toCount('12,5'),
      toCount('-1'),
    ]).toEqual([1247, 1247, 12, null, null])
    expect(shapeOf('1.247')).toEqual({ shape: 'ambiguous', separator: '.' })
    expect([toMicros('1.247', '.'), toMicros('1.247', ',')]).toEqual([1_247_000, 1_247_000_000])
    expect(toMicros('99999999999999999', '.')).toBeNull()
  })
})

describe('words', () => {
  test.each([
    ['[zapatos]', 'zapatos', 'EXACT'],
    ['"""zapatos rojos"""', 'zapatos rojos', 'PHRASE'],
    ['"zapatos"', 'zapatos', 'PHRASE'],
    ["'+zapatos +rojos", 'zapatos rojos', 'BROAD'],
    ['c++ curso', 'c++ curso', undefined],
    ['=suma', '=suma', undefined],
    ['""', '""', undefined],
  ])('keyword %s', (cell, text, mark) => {
    expect(parseKeyword(cell)).toEqual({ text, ...(mark && { mark }) })
  })
  test('match types, states, campaign types', () => {
    expect(parseMatchType('Concordancia de frase (variante cercana)')).toEqual({
      type: 'PHRASE',
      close: true,
    })
    expect(parseMatchType('Exact match (close variant)')).toEqual({ type: 'EXACT', close: true })
    expect(parseMatchType('Concordancia amplia')).toEqual({ type: 'BROAD', close: false })
    expect(parseMatchType(' --')).toEqual({ close: false })
    expect(
      ['Habilitado', 'Apta (limitada)', 'En pausa', 'Quitada', 'Removed', ' --'].map(
        (cell) => parseStatus(cell)?.status,
      ),
    ).toEqual(['ENABLED', 'ENABLED', 'PAUSED', 'REMOVED', 'REMOVED', undefined])
    expect(
      ['Añadido', 'Agregada', 'Excluido', 'Added/Excluded', 'Ninguno', ''].map(parseAddedExcluded),
    ).toEqual(['ADDED', 'ADDED', 'EXCLUDED', 'ADDED_EXCLUDED', 'NONE', undefined])
    expect(
      ['Búsqueda', 'Performance Max', 'Vídeo', 'Aplicación', '--', 'Otra'].map(parseCampaignType),
    ).toEqual(['SEARCH', 'PERFORMANCE_MAX', 'VIDEO', 'MULTI_CHANNEL', undefined, undefined])
  })
  test.each([
    ['Campaign paused', 'campaign', 'PAUSED'],
    ['Campaña en pausa', 'campaign', 'PAUSED'],
    ['Campaña detenida', 'campaign', 'PAUSED'],
    ['Campaign removed', 'campaign', 'REMOVED'],
    ['Campaign ended', 'campaign', 'UNSPECIFIED'],
    ['Ad group paused', 'adGroup', 'PAUSED'],
    ['Grupo de anuncios detenido', 'adGroup', 'PAUSED'],
    ['Unavailable', 'own', 'UNSPECIFIED'],
    ['No disponible', 'own', 'UNSPECIFIED'],
    ['No apta', 'own', 'UNSPECIFIED'],
    ['Not eligible', 'own', 'UNSPECIFIED'],
    ['Eligible (limited)', 'own', 'ENABLED'],
  ])('«%s» is said of %s: %s', (cell, of, status) => {
    expect(parseStatus(cell)).toEqual({ of, status })
  })
  test.each([
    ['Total: Account', 'account'],
    ['Total: Cuenta', 'account'],
    ['Total: Search', 'search'],
    ['Total: Red de Búsqueda', 'search'],
    ['Total: Shopping', 'shopping'],
    ['Total: Display', 'channel'],
    ['Total: Campañas', 'listed'],
    ['Total: All but removed keywords', 'listed'],
    ['Total: Términos de búsqueda', 'listed'],
    ['Total', 'listed'],
    ['Total: Other search terms', 'other'],
    ['Total: Otros términos de búsqueda', 'other'],
  ])('%s sums %s', (label, scope) => {
    expect(totalScope(label)).toBe(scope)
  })
})
