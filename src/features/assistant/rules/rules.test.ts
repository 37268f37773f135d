import { expect, test } from 'vitest'
import type { DataTable } from '../contract/data-table.ts'
import { adLength, checkParts } from './ad-parts.ts'
import { defaultRange } from './answer-period.ts'
import { metricCells } from './cells.ts'
import { ratioEffect } from './decompose-ratio.ts'
import { NO_SUMS } from './measures.ts'
import { namedTheme, themesByWord } from './negative-themes.ts'
import { readQuestion } from './read-question.ts'
import { textFaults } from './text-faults.ts'
import { traceFigures } from './trace-figures.ts'
import { wordingFaults } from './wording-faults.ts'

const row = (key: string, label: string, spend: number, conversions: number) => ({
  key,
  label,
  cells: metricCells({ spend, conversions, clicks: 50, impressions: 1_234 }),
})
const table: DataTable = {
  id: 't1',
  tool: 'campaigns',
  title: 'Campañas',
  asked: '',
  from: '2026-11-01',
  to: '2026-11-30',
  columns: [],
  rows: [row('a', 'Botas 24', 1_234.56, 3.5), row('b', 'Zapatos', 80, 4)],
  place: { anchor: 'campaigns', campaignId: null, adGroupId: null },
}
const EMPTY_SHOP = { today: '2026-11-20', things: [], account: { name: 'Tienda', number: '1' } }
const faultsOf = (text: string) => traceFigures(text, { tables: [table] }).unsupported

test.each([
  'Gastaste 1.234,56 € en «Botas 24».',
  'Gastaste 1234,6 euros.',
  'Gastaste 1.235 €.',
  'Gastaste 1,2 mil €.',
  'Un CTR del 4,1 % con 1.234 impresiones.',
  'Del 1 al 7 de noviembre de 2026, o el 2026-11-30: 80,00 €.',
  'En los últimos 30 días, dos campañas: 3,5 y 4 conversiones.',
])('supported: %s', (text) => expect(faultsOf(text)).toEqual([]))

test.each([
  ['Gastaste 1.234,65 €.', '1.234,65 €'],
  ['Gastaste 1.300 €.', '1.300 €'],
  ['Un 80 % más.', '80 %'],
  ['El CTR fue de 4,1 €.', '4,1 €'],
  ['El 5 de octubre gastaste 80 €.', '5'],
  ['La cuenta 999.', '999'],
  ['Gastaste mil euros.', 'mil'],
  ['Gastaste el doble.', 'doble'],
  ['Botas 24 va bien.', '24'],
  ['Gastaste ８０ €.', '８'],
  ['Siete campañas van bien.', 'Siete'],
  ['En los últimos 12 días.', '12 días'],
])('unsupported: %s', (text, number) => expect(faultsOf(text)).toContain(number))

test('of equal values the row named last is meant, and addresses are refused', () => {
  const rows = [row('a', 'Botas', 80, 4), row('b', 'Zapatos', 80, 4)]
  const text = '«Botas» va bien; «Zapatos» gastó 80,00 €.'
  const { figures } = traceFigures(text, { tables: [{ ...table, rows }] })
  expect(figures).toMatchObject([{ rowKey: 'b', column: 'spend' }])
  expect(text.slice(figures[0]?.start, figures[0]?.end)).toBe('80,00 €')
  expect(textFaults('Mira www.malo.test', { tables: [table] })).toHaveLength(1)
})

test('the address in the title of a recommendation is said with that title, and no other', () => {
  const title = 'Mejora o cambia la página https://www.tienda.test/promo: convierte menos'
  const pending = { ...table, tool: 'recommendations' as const, rows: [row('r', title, 80, 4)] }
  const faults = (text: string) => textFaults(text, { tables: [pending] })
  expect(faults(`La primera: «${title}».`)).toEqual([])
  expect(faults(`La primera: «${title}». Mira www.malo.test`)).toHaveLength(1)
  expect(faults('Mira https://www.tienda.test/promo')).toHaveLength(1)
})

test('a ratio is spread over parts that add up to its change, also those without a conversion', () => {
  const part = (cost: number, conversions: number) => ({
    ...NO_SUMS,
    costMicros: cost * 1e6,
    conversionsMicros: conversions * 1e6,
  })
  const parts = [
    { before: part(100, 10), now: part(150, 10) },
    { before: part(50, 0), now: part(0, 0) },
    { before: part(0, 0), now: part(80, 2) },
  ]
  const whole = { before: part(150, 10), now: part(230, 12) }
  const effects = parts.map((one) => ratioEffect('cpa', one, whole) ?? Number.NaN)
  expect(effects.reduce((all, one) => all + one, 0)).toBeCloseTo(230 / 12 - 15, 12)
  expect(effects[0]).toBeGreaterThan(0)
  expect(effects[1]).toBeLessThan(0)
  expect(ratioEffect('cpa', whole, { ...whole, now: part(230, 0) })).toBeNull()
})

test('other words for a comparison keep what was before and what is now', () => {
  const cells = {
    value: { value: 8, unit: 'money' },
    previous: { value: 12, unit: 'money' },
    change: { value: -33.3, unit: 'percent' },
  } as const
  const told = {
    answer: {
      scope: 'Toda la cuenta. ',
      body: 'Gasto: 8,00 € (baja un 33,3 % desde 12,00 € en el periodo anterior).',
      note: '',
      tables: [],
    },
    tables: [{ ...table, rows: [{ key: 'spend', label: 'Gasto', cells }] }],
    question: 'gasto de noviembre',
    today: '2026-11-30',
    names: ['Botas 24'],
  }
  const refused = (wording: string) => wordingFaults(wording, told).length > 0
  expect(
    wordingFaults('Has gastado 8,00 €, un 33,3 % menos que los 12,00 € de antes.', told),
  ).toEqual([])
  expect(refused('Antes gastaste 8,00 €: sube un 33,3 % y ahora son 12,00 €.')).toBe(true)
  expect(refused('Has gastado 12,00 €, un 33,3 % menos que los 8,00 € de antes.')).toBe(true)
  expect(refused('Tu CPA es de 8,00 €, un 33,3 % menos que los 12,00 € de antes.')).toBe(true)
  expect(refused('En octubre gastaste 8,00 €, un 33,3 % menos que los 12,00 € de antes.')).toBe(
    true,
  )
  expect(refused('Con Botas 24 gastaste 8,00 €, un 33,3 % menos que los 12,00 € de antes.')).toBe(
    true,
  )
  expect(refused('Has gastado 8,00 €.')).toBe(true)
})

test('a list may be said in a sentence', () => {
  const body =
    '· «Botas 24»: gasto 1.234,56 €, conversiones 3,5\n· «Zapatos»: gasto 80,00 €, conversiones 4'
  const told = {
    answer: { scope: 'Campañas, del 1 nov 2026 al 30 nov 2026:\n', body, note: '', tables: [] },
    tables: [table],
    question: '¿Qué campañas gastan más?',
    today: '2026-11-30',
    names: ['Botas 24', 'Zapatos', 'Sandalias'],
  }
  const first = 'La que más gasta es «Botas 24», con 1.234,56 € y 3,5 conversiones'
  expect(
    wordingFaults(`${first}; le sigue «Zapatos», con 80,00 € de gasto y 4 conversiones.`, told),
  ).toEqual([])
  expect(
    wordingFaults(`${first}; «Zapatos» y Sandalias gastan 80,00 €, con 4 conversiones.`, told),
  ).not.toEqual([])
  expect(wordingFaults(`${first}; le sigue «Zapatos», con 80,00 € y 4 clics.`, told)).not.toEqual(
    [],
  )
})

test('a change is not turned round', () => {
  const cells = {
    value: { value: 8, unit: 'money' },
    change: { value: -33.2, unit: 'percent' },
  } as const
  const tables = [{ ...table, rows: [{ key: 'spend', label: 'Gasto', cells }] }]
  const unsupportedIn = (text: string) => traceFigures(text, { tables }).unsupported
  expect(unsupportedIn('El gasto baja un 33,2 % esta semana.')).toEqual([])
  expect(unsupportedIn('Gastaste un 33 % menos.')).toEqual([])
  expect(unsupportedIn('El gasto subió un 33,2 %.')).toEqual(['33,2 %'])
  expect(unsupportedIn('Gastaste un 33 % más.')).toEqual(['33 %'])
})

test('drafts: the limits of Google, no repetition, no claim that is not in the ads', () => {
  expect(adLength('Niño 鞋')).toBe(7)
  const sources = { ads: ['Envío en 24 h', 'Desde 20 €'], keywords: ['iphone 15', 'curso barato'] }
  const drafts = [
    'a'.repeat(30),
    'b'.repeat(31),
    'Botas de piel',
    'BOTAS de piel',
    'Botas desde 20 €',
    'Botas desde 15 €',
    'Fundas iphone 15',
    'Envío gratis',
    'Descubre curso barato',
    '¡Botas!',
    'Botas 👢',
  ]
  const { kept, discarded } = checkParts('headline', drafts, sources)
  expect(kept.map(({ text }) => text)).toEqual([
    'a'.repeat(30),
    'Botas de piel',
    'Botas desde 20 €',
    'Fundas iphone 15',
  ])
  expect(discarded).toHaveLength(7)
})

test('a word that sells is no theme', () => {
  const term = (text: string, cost: number) => ({
    text,
    cost,
    clicks: 15,
    campaignId: '1',
    campaignName: 'C',
  })
  const wasted = [term('botas gratis', 5), term('zapato gratis', 3), term('botas empleo', 9)]
  const spared = { convertingTexts: ['bota piel'], keywordTexts: ['zapatos'] }
  const themes = themesByWord(wasted, spared)
  expect(themes).toMatchObject([{ word: 'gratis', cost: 8, terms: [{}, {}] }])
  expect(namedTheme('Empleo', wasted.slice(2), spared).word).toBe('empleo')
  expect(namedTheme('Mezcla', wasted, { convertingTexts: [], keywordTexts: [] }).word).toBeNull()
})

test('little words, sizes and what is bid on name no theme', () => {
  const texts = [
    'free solar quotes in leeds',
    'free solar quotes in austin',
    'termo 10 kg',
    'saco 10 kg',
  ]
  const wasted = texts.map((text) => ({
    text,
    cost: 5,
    clicks: 10,
    campaignId: '1',
    campaignName: 'C',
  }))
  const keywordTexts = ['free solar quote']
  expect(themesByWord(wasted, { convertingTexts: [], keywordTexts })).toEqual([])
  const words = themesByWord(wasted, { convertingTexts: [], keywordTexts: ['solar quote'] })
  expect(words.map(({ word }) => word)).toEqual(['free'])
})

test.each([
  ['¿Cuánto gasté ayer?', null, '2026-11-19', '2026-11-19'],
  ['conversiones del mes pasado', null, '2026-10-01', '2026-10-31'],
  ['CPA de esta semana', null, '2026-11-16', '2026-11-20'],
  ['términos que más gastan', 'search_term', '2026-10-22', '2026-11-20'],
  ['mejores campañas de los últimos 14 días', 'campaign', '2026-11-07', '2026-11-20'],
])('%s', (asked, split, from, to) => {
  const reading = readQuestion(asked, EMPTY_SHOP)
  expect(reading).toMatchObject({ question: { split } })
  const [range] = 'question' in reading ? reading.question.ranges : []
  expect(range ?? defaultRange('2026-11-20')).toMatchObject({ from, to })
})

test('what is no question about the account is refused', () => {
  expect(readQuestion('¿Por qué llueve?', EMPTY_SHOP)).toMatchObject({ refusal: {} })
  expect(readQuestion('hola', EMPTY_SHOP)).toMatchObject({ refusal: { reason: 'unknown' } })
})

const campaigns: DataTable = {
  ...table,
  rows: [
    row('a', 'Botas de montaña', 1_234.56, 3.5),
    row('b', 'Zapatos', 80, 4),
    row('c', 'Sandalias rojas', 25.5, 6),
  ],
}
const terms: DataTable = {
  ...table,
  id: 't2',
  tool: 'search_terms',
  title: 'Términos de búsqueda de «Zapatos»',
  rows: [row('b botas gratis', 'botas gratis', 57, 0)],
}
const account: DataTable = {
  ...table,
  id: 't3',
  tool: 'account_metrics',
  title: 'Toda la cuenta',
  rows: [{ key: 'spend', label: 'Gasto', cells: { value: { value: 1_340.06, unit: 'money' } } }],
}
const faultsOfNames = (text: string) =>
  textFaults(text, { tables: [campaigns, terms, account], texts: ['¿Y «Otra cosa»?'] })

test.each([
  '«Zapatos» gastó 80,00 € y «Sandalias rojas» 25,50 €.',
  'Gastaste 80,00 € en «Zapatos» y 25,50 € de la campaña «Sandalias rojas».',
  '«Zapatos» y «Sandalias rojas» gastaron 80,00 € y 25,50 €, con 4 y 6 conversiones.',
  '«Zapatos» gasta más que «Sandalias rojas»: 80,00 € con 4 conversiones frente a 25,50 € con 6.',
  'La más cara, con 80,00 €, es «Zapatos». Tuvo 4 conversiones.',
  'La campaña de zapatos gastó 80,00 €.',
  'La campaña Botas gastó 1.234,56 €.',
  'Zapatos gastó 80,00 €, frente a los 25,50 € de «Sandalias rojas».',
  'En «Zapatos», el término «botas gratis» gastó 57,00 € sin convertir.',
  '«botas gratis» gastó 57,00 € en «Zapatos».',
  'Los términos de «Zapatos» gastaron 57,00 €.',
  'El gasto fue de 1.340,06 €, sobre todo por «Botas de montaña», con 1.234,56 €.',
  '«Zapatos» gastó 80,00 € de los 1.340,06 € de la cuenta.',
  '«Zapatos» gastó 80,00 €; otra campaña, 25,50 €.',
  'La que menos gastó: 25,50 €.',
  '«zapatos» gastó 80,00 €. De «Otra cosa» no hay datos.',
])('spoken of by its own name: %s', (text) => expect(faultsOfNames(text)).toEqual([]))

test.each([
  ['«Zapatos» gastó 25,50 €.', '25,50 €'],
  ['«Zapatos» gastó 25,50 € y «Sandalias rojas» 80,00 €.', '25,50 €; 80,00 €'],
  ['Gastaste 25,50 € en «Zapatos» y 80,00 € en «Sandalias rojas».', '25,50 €'],
  ['«Zapatos» y «Sandalias rojas» gastaron 25,50 € y 80,00 €.', '25,50 €; 80,00 €'],
  ['«Zapatos» va bien. Gastó 25,50 €.', '25,50 €'],
  ['La campaña de zapatos gastó 25,50 €.', '25,50 €'],
  ['La campaña Botas gastó 80,00 €.', '80,00 €'],
  ['Zapatos gastó 25,50 €.', '25,50 €'],
  ['«Zapatos» gastó 1.340,06 €.', '1.340,06 €'],
  ['«Sandalias rojas» tuvo 6 conversiones y gastó 57,00 €.', '57,00 €'],
  ['La más cara, con 25,50 €, es «Zapatos».', '25,50 €'],
])('under another name: %s', (text, figures) =>
  expect(faultsOfNames(text)).toEqual([
    `Estas cifras no son de lo que nombra su frase: ${figures}.`,
  ]),
)

test.each([
  ['«Flumen glorp» gastó 80,00 €.', '«Flumen glorp»'],
  ['La «Campaña de zapatos» gastó 80,00 €.', '«Campaña de zapatos»'],
])('a name of nothing: %s', (text, name) =>
  expect(faultsOfNames(text)).toEqual([`Estos nombres no están en los datos: ${name}.`]),
)

test('a number of one card’s text is not another card’s', () => {
  const rows = [row('a', 'Baja la puja', 10, 1), row('b', 'Excluye «gratis»', 20, 2)]
  const tables = [{ ...table, tool: 'recommendations' as const, rows }]
  const texts = [{ label: 'Baja la puja', text: 'Ahorras 44,10 € al mes.' }]
  const faults = (text: string) => textFaults(text, { tables, texts })
  expect(faults('Con «Baja la puja» ahorras 44,10 €.')).toEqual([])
  expect(faults('Con «Excluye «gratis»» ahorras 44,10 €.')).toHaveLength(1)
})
