import { beforeAll, expect, test } from 'vitest'
import { ASKED_QUESTIONS } from '../../../tests/asked-questions.ts'
import { ASKED_SHOP, openAskedShop, sumOfDays } from '../../../tests/asked-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { eachDay } from '../../shared/dates.ts'
import { integer, money, quantity } from '../../shared/spanish-numbers.ts'
import type { TracedText } from './contract/endpoints.ts'
import { textFaults } from './rules/text-faults.ts'

const t = testApp()
let owner: Person

beforeAll(async () => {
  owner = await openAskedShop(t)
  t.clock.now = () => new Date('2026-11-20T10:00:00Z')
})

const PRINTED: Record<string, (total: number) => string> = {
  cost_micros: (total) => money(total, 'EUR'),
  value_micros: (total) => money(total, 'EUR'),
  conversions_micros: (total) => quantity(total / 1e6),
  clicks: integer,
  impressions: integer,
}
const WITH_TOTALS = ASKED_QUESTIONS.filter(({ sum, days }) => sum && days)

test('at least forty answers state the total of the daily facts', async () => {
  expect(WITH_TOTALS.length).toBeGreaterThanOrEqual(40)
  for (const { ask, sum = '', days = ['', ''] as const, campaigns } of WITH_TOTALS) {
    const total = await sumOfDays(t, sum, days, campaigns)
    const { text } = await answerTo(ask)
    expect(text, ask).toContain(`: ${PRINTED[sum]?.(total)}`)
  }
})

test('every question is answered or refused, and no answer has a figure without a row', async () => {
  for (const { ask, refused, intent = 'figures' } of ASKED_QUESTIONS) {
    if (ask.length < 3 || ask.length > 500) continue
    const answer = await answerTo(ask)
    if (refused)
      expect({ tables: answer.tables, figures: answer.figures }, ask).toEqual({
        tables: [],
        figures: [],
      })
    else {
      expect(answer.text.length, ask).toBeGreaterThan(20)
      if (answer.tables.length > 0 && intent === 'figures')
        expect(textFaults(answer.text, answer), `${ask}\n${answer.text}`).toEqual([])
    }
  }
})

test('a mean of days is their sum by their number, and weeks add up to the days', async () => {
  const october = ['2026-10-01', '2026-10-31'] as const
  const total = await sumOfDays(t, 'cost_micros', october)
  const mean = await answerTo('gasto medio diario de octubre')
  expect(mean.text).toContain(`Gasto al día, de media: ${money(total / 31, 'EUR')}`)
  expect(textFaults(mean.text, mean)).toEqual([])
  const weeks = await answerTo('gasto por semanas de octubre')
  const [table] = weeks.tables
  expect(table?.rows.map(({ key }) => key)).toEqual([
    '2026-09-28',
    '2026-10-05',
    '2026-10-12',
    '2026-10-19',
    '2026-10-26',
  ])
  const days = await answerTo('gasto día a día de octubre')
  expect(days.tables[0]?.rows.map(({ key }) => key)).toEqual(eachDay(...october))
  const best = await answerTo('¿qué día de octubre gasté más?')
  const most = best.tables[0]!.rows.map(({ cells }) => Number(cells.spend?.value))
  expect(most).toEqual(most.toSorted((a, b) => b - a))
  const spent = table!.rows.reduce((sum, { cells }) => sum + Number(cells.spend?.value), 0)
  expect(spent).toBeCloseTo(total / 1e6, 4)
})

test('why: the parts add up to the change, with who changed what', async () => {
  const { tables, text } = await answerTo(
    '¿Por qué ha cambiado el gasto de la campaña Marca la semana pasada?',
  )
  const cell = (title: string, column: string) =>
    tables
      .find((one) => one.title === title)
      ?.rows.map(({ cells }) => Number(cells[column]?.value)) ?? []
  const [difference = Number.NaN] = cell('Cambio de conjunto', 'difference')
  const now = await sumOfDays(t, 'cost_micros', ['2026-11-09', '2026-11-15'], [70])
  const before = await sumOfDays(t, 'cost_micros', ['2026-11-02', '2026-11-08'], [70])
  expect(difference).toBeCloseTo((now - before) / 1e6, 6)
  const parts = cell('Partes del cambio', 'effect')
  expect(parts).toHaveLength(3)
  expect(parts.reduce((all, one) => all + one, 0)).toBeCloseTo(difference, 6)
  expect(text).toContain('ana@zapateria.test')
})

test.each([
  ['CPA', 'cost_micros', 'conversions_micros'],
  ['ROAS', 'value_micros', 'cost_micros'],
])(
  'why a ratio changed (%s): by campaign, device and term the parts add up to the change',
  async (name, above, below) => {
    const { tables, text } = await answerTo(`¿Por qué ha cambiado el ${name} la semana pasada?`)
    const sums = async (days: readonly [string, string], campaigns?: number[]) => [
      await sumOfDays(t, above, days, campaigns),
      await sumOfDays(t, below, days, campaigns),
    ]
    const [a1 = 0, b1 = 0] = await sums(['2026-11-09', '2026-11-15'])
    const [a0 = 0, b0 = 0] = await sums(['2026-11-02', '2026-11-08'])
    const column = (title: string, key: string) =>
      new Map(
        tables
          .find((one) => one.title === title)
          ?.rows.map((row) => [row.label, Number(row.cells[key]?.value)]),
      )
    const difference = a1 / b1 - a0 / b0
    expect([...column('Cambio de conjunto', 'difference').values()][0]).toBeCloseTo(difference, 9)
    for (const title of ['Por campaña', 'Por dispositivo', 'Por término de búsqueda conocido']) {
      const effects = [...column(title, 'effect').values()]
      expect(effects.length, title).toBeGreaterThan(1)
      expect(
        effects.reduce((all, one) => all + one, 0),
        title,
      ).toBeCloseTo(difference, 9)
    }
    const [x1 = 0, y1 = 0] = await sums(['2026-11-09', '2026-11-15'], [73])
    const [x0 = 0, y0 = 0] = await sums(['2026-11-02', '2026-11-08'], [73])
    const mean = (a1 / b1 + a0 / b0) / 2
    const own = (x1 - x0 - mean * (y1 - y0)) / ((b1 + b0) / 2)
    expect(column('Por campaña', 'effect').get('Zapatos de verano')).toBeCloseTo(own, 9)
    expect(text).toContain('«Zapatos de verano»')
  },
)

test('a place of which there are no figures is answered by the one around it, and it is said', async () => {
  const { text } = await answerTo('¿Cuánto gastamos en Valencia en octubre?')
  expect(text).toMatch(
    /^De Valencia no tengo cifras aparte: estas son las de «Valencian Community» en conjunto\. Lugar «Valencian Community», del 1 oct/,
  )
  expect((await answerTo('¿Cuánto gastamos en Bilbao?')).text).toContain(
    'De «bilbao» no tengo datos',
  )
  expect((await answerTo('gasto de Botas 24 en Madrid ayer')).text).toBe(
    'Campaña «Botas 24» en «Comunidad de Madrid» no tiene impresiones ni gasto el 19 nov 2026.',
  )
})

test('what a question takes for granted is not taken over', async () => {
  const { text } = await answerTo(
    '¿Por qué han bajado las conversiones del 22 de octubre al 19 de noviembre?',
  )
  expect(text).toContain('En esos días no ha bajado: ha subido.')
})

test('days outside the known ones, the empty and the endless question', async () => {
  expect((await answerTo('gasto en 2024')).text).toContain(
    'Conozco los días del 1 oct 2025 al 19 nov 2026',
  )
  expect((await answerTo('gasto en 2025')).text).toContain(
    'solo conozco los días del 1 oct 2025 al 31 dic 2025',
  )
  expect((await answerTo('gasto desde que cambié el presupuesto de Marca')).text).toContain(
    '10 nov 2026',
  )
  for (const question of ['', 'a'.repeat(10_000)]) {
    const query = new URLSearchParams({ question })
    expect((await owner.get(`/api/assistant/${ASKED_SHOP}/answer?${query}`)).status).toBe(400)
  }
})

let asked = 0

async function answerTo(question: string): Promise<TracedText> {
  // Sixty a minute are let through.
  const minute = Math.floor(asked++ / 50)
  t.clock.now = () => new Date(Date.parse('2026-11-20T10:00:00Z') + minute * 61_000)
  const query = new URLSearchParams({ question })
  const { status, body, text } = await owner.get(`/api/assistant/${ASKED_SHOP}/answer?${query}`)
  expect(status, text).toBe(200)
  return body as TracedText
}
