import { beforeAll, expect, test } from 'vitest'
import { ASKED_QUESTIONS } from '../../../tests/asked-questions.ts'
import { ASKED_SHOP, openAskedShop, sumOfDays } from '../../../tests/asked-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
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
