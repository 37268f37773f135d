import { beforeAll, expect, test } from 'vitest'
import { AD_GROUP, FOREIGN, openAssistantShop, SHOP } from '../../../tests/assistant-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { accountInventory } from '../../platform/db/schema/entities.ts'
import type { AdDrafts, Explanation, NegativeThemes, TracedText } from './contract/endpoints.ts'
import { textFaults } from './rules/text-faults.ts'

const t = testApp()
const ACCOUNT = `/api/assistant/${SHOP}`
let owner: Person

beforeAll(async () => {
  owner = await openAssistantShop(t)
})

test('without a model it says how to turn it on, and a POST answers by template all the same', async () => {
  expect((await owner.get('/api/assistant')).body).toMatchObject({
    enabled: false,
    model: null,
    howTo: expect.stringContaining('LLM_PROVIDER'),
  })
  const { status, body } = await owner.send('POST', `${ACCOUNT}/answer`, {
    question: '¿Cuánto gasté ayer?',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    source: 'template',
    notice: expect.stringContaining('LLM_PROVIDER'),
    text: expect.stringContaining('40,10\u00a0€'),
  })
})

test.each([
  ['¿Cuánto he gastado ayer?', ['19 nov 2026', '40,10\u00a0€', 'igual que en el periodo anterior']],
  ['gasto y conversiones de los últimos 7 días', ['14 nov 2026', '240,60\u00a0€', '12']],
  ['¿Qué CPA tuve la semana pasada?', ['9 nov 2026', 'CPA: 17,19\u00a0€']],
  ['las peores campañas de este mes', ['«Botas 24»', 'CPA 23,73\u00a0€']],
  ['¿Qué términos gastan más sin convertir?', ['«botas gratis»', '57,00\u00a0€']],
  ['¿Qué recomendaciones tengo?', ['«Sube un 30 % el presupuesto de «Zapatos»»', '10,00\u00a0€']],
  ['¿Cuál fue el peor día?', ['40,10\u00a0€']],
] as const)('%s', async (question, expected) => {
  const answer = await answerTo(question)
  for (const part of expected) expect(answer.text).toContain(part)
  expect(answer.figures.length).toBeGreaterThan(0)
  expect(textFaults(answer.text, answer), 'templates obey the rules of the model').toEqual([])
  for (const { start, end, tableId, rowKey, column } of answer.figures) {
    expect(answer.text.slice(start, end)).toMatch(/\d/)
    const row = answer.tables
      .find(({ id }) => id === tableId)
      ?.rows.find(({ key }) => key === rowKey)
    if (rowKey !== null) expect(row?.cells[column ?? '']?.value).toBeTypeOf('number')
  }
})

test('a question that templates cannot answer is told what they can', async () => {
  const answer = await answerTo('¿Por qué llueve en Bilbao?')
  expect(answer).toMatchObject({ figures: [], text: expect.stringContaining('mejores') })
})

test('bad questions and foreign accounts are refused', async () => {
  expect((await owner.send('POST', `${ACCOUNT}/answer`, {})).status).toBe(400)
  const long = 'a'.repeat(501)
  expect((await owner.send('POST', `${ACCOUNT}/answer`, { question: long })).status).toBe(400)
  for (const path of ['summary', 'explanation', 'negative-themes'])
    expect((await owner.get(`/api/assistant/${FOREIGN}/${path}`)).status, path).toBe(404)
  expect((await owner.get('/api/ad-groups/31/ad-drafts')).status).toBe(404)
})

test('the week against the one before', async () => {
  const { body } = await owner.get(`${ACCOUNT}/summary`)
  const summary = body as TracedText
  expect(summary.text).toContain('del 13 nov 2026 al 19 nov 2026')
  expect(summary.text).toContain('280,70\u00a0€')
  expect(summary.text).toContain('«Botas 24» pasó de 140,35\u00a0€ a 210,35\u00a0€')
  expect(summary.text).toContain('10,00\u00a0€ previstos al mes')
  expect(summary.figures.length).toBeGreaterThan(6)
  expect(textFaults(summary.text, summary)).toEqual([])
})

test('the week says that conversions of its last days are still to come', async () => {
  const lags = [
    { bucket: 'LESS_THAN_ONE_DAY', conversionsMicros: 700e6 },
    { bucket: 'TWO_TO_THREE_DAYS', conversionsMicros: 300e6 },
  ]
  const kept = { customerId: 81, part: 'conversionLags', fetchedAt: t.clock.now(), rows: lags }
  await t.ctx.db.insert(accountInventory).values(kept)
  const { body } = await owner.get(`${ACCOUNT}/summary`)
  expect((body as TracedText).text).toContain('aún llegan conversiones')
})

test('recommendations by category, themes by shared word, drafts within limits', async () => {
  const explanation = (await owner.get(`${ACCOUNT}/explanation`)).body as Explanation
  expect(explanation.groups).toMatchObject([{ title: 'Presupuesto' }])
  const themes = (await owner.get(`${ACCOUNT}/negative-themes`)).body as NegativeThemes
  expect(themes.themes.map(({ word, terms }) => [word, terms.length])).toEqual([['gratis', 2]])
  expect(themes.termsWithoutTheme).toBe(1)
  const drafts = (await owner.get(`/api/ad-groups/${AD_GROUP}/ad-drafts`)).body as AdDrafts
  expect(drafts.headlines.map(({ text }) => text)).toContain('Botas piel')
  for (const { length } of drafts.headlines) expect(length).toBeLessThanOrEqual(30)
})

async function answerTo(question: string): Promise<TracedText> {
  const query = new URLSearchParams({ question })
  const { status, body, text } = await owner.get(`${ACCOUNT}/answer?${query}`)
  expect(status, text).toBe(200)
  return body as TracedText
}
