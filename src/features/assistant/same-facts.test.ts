import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LlmSimulator, startLlmSimulator } from '../../../simulators/llm/server.ts'
import { ASKED_QUESTIONS } from '../../../tests/asked-questions.ts'
import { ASKED_SHOP, openAskedShop } from '../../../tests/asked-shop.ts'
import { withModel } from '../../../tests/assistant-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import type { TracedText } from './contract/endpoints.ts'

const t = testApp()
const ANSWER = `/api/assistant/${ASKED_SHOP}/answer`
const ASKED = ASKED_QUESTIONS.filter(({ ask }) => ask.length > 2 && ask.length < 500)
/** One of each kind: a total, a thing, a comparison, things, lists, why. */
const KINDS = [
  'gasto y conversiones de octubre',
  '¿Cuánto gasté en la campaña de Marca la semana pasada?',
  'gasto de octubre frente a septiembre',
  'compara Marca y Botas 24',
  '¿Qué campañas gastan más?',
  'gasto por dispositivo',
  '¿Por qué gasté más en octubre?',
]
let owner: Person
let simulator: LlmSimulator
let model: Awaited<ReturnType<typeof withModel>>
let minute = 0

beforeAll(async () => {
  owner = await openAskedShop(t)
  simulator = await startLlmSimulator()
  model = await withModel(t, { baseUrl: simulator.url, monthlyTokens: 1e9 })
})
afterAll(async () => {
  await model?.close()
  await simulator?.close()
})

test('an honest model answers every question with the figures, the days and the things of the rules', async () => {
  simulator.behave('honest')
  let worded = 0
  for (const { ask } of ASKED) {
    const { plain, said } = await bothAnswers(ask)
    expect({ ask, ...factsOf(said) }).toEqual({ ask, ...factsOf(plain) })
    expect(said.source, `${ask}\n${plain.text}\n${said.notice}`).toBe(
      plain.tables.length > 0 ? 'llm' : 'template',
    )
    if (said.source === 'llm') worded++
  }
  expect(worded).toBeGreaterThan(100)
})

test.each([
  'other_period',
  'other_measure',
  'other_thing',
  'swapped_figures',
  'half_answer',
  'wrong_figure',
])(
  'a model that answers something else (%s) changes neither figures nor scope',
  async (behaviour) => {
    simulator.behave(behaviour)
    for (const ask of KINDS) {
      const { plain, said } = await bothAnswers(ask)
      expect(said, ask).toMatchObject({ source: 'template', text: plain.text })
      expect(factsOf(said), ask).toEqual(factsOf(plain))
    }
  },
)

async function bothAnswers(question: string) {
  // Twelve calls a minute are let through.
  t.clock.now = () => new Date(Date.parse('2026-11-20T10:00:00Z') + 6_000 * minute++)
  const query = new URLSearchParams({ question })
  const plain = await owner.get(`${ANSWER}?${query}`)
  const said = await model.send(owner, 'POST', ANSWER, { question })
  expect([plain.status, said.status], said.text).toEqual([200, 200])
  return { plain: plain.body as TracedText, said: said.body as TracedText }
}

/** The rows an answer rests on, the figures it states in their order, and what it is said to be of. */
function factsOf({ text, tables, figures }: TracedText) {
  return {
    tables,
    figures: figures.map(({ start, end }) => text.slice(start, end)),
    scope: text.split(/[.:](?:\s|$)/)[0],
  }
}
