import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { users } from '#platform/db/schema/access.ts'
import { type LlmSimulator, startLlmSimulator } from '../../../simulators/llm/server.ts'
import {
  AD_GROUP,
  FOREIGN,
  INJECTION,
  openAssistantShop,
  SHOP,
  withModel,
} from '../../../tests/assistant-shop.ts'
import { type Answer, type Person, testApp } from '../../../tests/harness.ts'
import type { AdDrafts, TracedText } from './contract/endpoints.ts'

const t = testApp()
const ANSWER = `/api/assistant/${SHOP}/answer`
const QUESTION = { question: '¿Cuánto he gastado ayer?' }
type Model = Awaited<ReturnType<typeof withModel>>
let owner: Person
let simulator: LlmSimulator
let model: Model

beforeAll(async () => {
  owner = await openAssistantShop(t)
  simulator = await startLlmSimulator({ slowMs: 5_000 })
  model = await withModel(t, { baseUrl: simulator.url })
})
beforeEach(() => simulator.behave('honest'))
afterAll(async () => {
  await model?.close()
  await simulator?.close()
})

test('an answer rests on the rows it was read from', async () => {
  const answer = traced(await ask(model, { question: '¿Qué campañas gastan más?' }))
  expect(answer).toMatchObject({ source: 'llm', notice: null })
  expect(answer.tables.map(({ tool }) => tool)).toEqual(['campaigns'])
  expect(answer.text).toMatch(/^Campañas, del 1 nov 2026 al 19 nov 2026\. Por gasto.*:\nEsto dicen/)
  const [figure] = answer.figures
  expect(answer.text.slice(figure?.start, figure?.end)).toBe('450,95\u00a0€')
  expect(figure).toMatchObject({ rowKey: '20', column: 'spend' })
})

test.each([true, false])(
  'Anthropic, and servers without JSON schemas (structured: %s)',
  async (structured) => {
    const provider = structured ? 'anthropic' : 'openai-compatible'
    const other = await withModel(t, {
      provider,
      baseUrl: simulator.url,
      structured,
      model: 'claude-sonnet-5-5',
    })
    expect(traced(await ask(other)).source).toBe('llm')
    const themes = await other.send(owner, 'POST', `/api/assistant/${SHOP}/negative-themes`)
    expect(themes.body, themes.text).toMatchObject({ source: 'llm', themes: [{}] })
    await other.close()
  },
)

test('every text can be worded, and keeps to its limits', async () => {
  for (const path of ['summary', 'explanation', 'negative-themes']) {
    const { body, text } = await model.send(owner, 'POST', `/api/assistant/${SHOP}/${path}`)
    expect(body, `${path}: ${text}`).toMatchObject({ source: 'llm', notice: null })
  }
  const { body } = await model.send(owner, 'POST', `/api/ad-groups/${AD_GROUP}/ad-drafts`)
  const drafts = body as AdDrafts
  expect(drafts.source).toBe('llm')
  expect(drafts.discarded).toMatchObject([{ reason: expect.stringContaining('caben 30') }])
})

test.each([
  ['wrong_figure', 'descartado'],
  ['nonsense', 'descartado'],
  ['foreign_account', 'descartado'],
  ['empty', 'no ha respondido nada'],
  ['529', 'no está disponible'],
])('%s: the template answers and says why', async (behaviour, why) => {
  simulator.behave(behaviour)
  const answer = traced(await ask(model))
  expect(answer).toMatchObject({ source: 'template', notice: expect.stringContaining(why) })
  expect(answer.text).toContain('40,10\u00a0€')
  expect(JSON.stringify(answer)).not.toMatch(/98\.765|999|secreta/)
})

test.each(['summary', 'explanation', 'negative-themes'])(
  'a wrong figure or id in %s is not shown',
  async (path) => {
    simulator.behave('wrong_figure')
    const { body, text } = await model.send(owner, 'POST', `/api/assistant/${SHOP}/${path}`)
    expect(body).toMatchObject({ source: 'template', notice: expect.any(String) })
    expect(text).not.toContain('98.765')
  },
)

test('right figures under the names of others are not shown', async () => {
  simulator.behave('swapped_names')
  const answer = traced(await ask(model, { question: '¿Qué campañas gastan más?' }))
  expect(answer).toMatchObject({
    source: 'template',
    notice: expect.stringContaining('descartado'),
  })
  expect(simulator.turns().at(-1)?.prompt).toContain('en este orden')
  const summary = await model.send(owner, 'POST', `/api/assistant/${SHOP}/summary`)
  expect(summary.body).toMatchObject({ source: 'template', notice: expect.any(String) })
})

test('words where JSON is wanted are no answer, and a busy model is asked three times', async () => {
  simulator.behave('nonsense')
  const themes = await model.send(owner, 'POST', `/api/assistant/${SHOP}/negative-themes`)
  expect(themes.body).toMatchObject({ notice: expect.stringContaining('no se entendía') })
  simulator.behave('529')
  const before = simulator.turns().length
  await ask(model)
  expect(simulator.turns().length - before).toBe(3)
})

test('an order found in a search term reaches nothing', async () => {
  simulator.behave('obeys_injection')
  const before = simulator.turns().length
  const answer = traced(await ask(model, { question: '¿Qué términos de búsqueda gastan más?' }))
  const asked = JSON.stringify(simulator.turns().slice(before))
  expect(asked).toContain(INJECTION)
  expect(asked, 'nothing of the other account is at hand').not.toContain('secreta')
  expect(answer.source).toBe('template')
  expect(answer.text).not.toContain(`cuenta ${FOREIGN}:`)
})

test('one repair is enough for who can be corrected', async () => {
  simulator.behave('wrong_once')
  const before = simulator.turns().length
  expect(traced(await ask(model)).source).toBe('llm')
  expect(simulator.turns().at(-1)?.prompt).toContain('98.765,43')
  expect(simulator.turns().length - before).toBe(2)
})

test('a slow model is given up', async () => {
  const hurried = await withModel(t, { baseUrl: simulator.url, timeoutMs: 300 })
  simulator.behave('slow')
  const answer = traced(await ask(hurried))
  expect(answer).toMatchObject({
    source: 'template',
    notice: expect.stringContaining('tardado demasiado'),
  })
  await hurried.close()
})

test('calls are logged, the month has an end, and administrators see the sums', async () => {
  const poor = await withModel(t, { baseUrl: simulator.url, monthlyTokens: 1_000 })
  const before = simulator.turns().length
  const answer = traced(await ask(poor))
  expect(answer).toMatchObject({
    source: 'template',
    notice: expect.stringContaining('1.000 tokens'),
  })
  expect(simulator.turns()).toHaveLength(before)
  await poor.close()
  const admin = await t.signIn({ role: 'admin' })
  const { body } = await admin.get('/api/admin/llm-usage')
  const usage = body as { totals: { outcome: string }[]; users: { email: string }[] }
  expect(new Set(usage.totals.map(({ outcome }) => outcome))).toEqual(
    new Set(['shown', 'rejected', 'empty', 'failed', 'timeout', 'unreadable']),
  )
  expect(usage.users).toMatchObject([
    { email: owner.email, calls: expect.any(Number), inputTokens: expect.any(Number) },
  ])
})

async function ask(asked: Model, question = QUESTION): Promise<Answer> {
  // The limit of calls per minute is met in a test of its own.
  t.clock.advance(20_000)
  return await asked.send(owner, 'POST', ANSWER, question)
}

function traced({ status, body, text }: Answer): TracedText {
  expect(status, text).toBe(200)
  return body as TracedText
}

test('Básico is answered by templates; what Enterprise asks of the manner reaches the model', async () => {
  t.clock.advance(60_000)
  const change = (plan: 'basic' | 'premium' | 'enterprise') =>
    t.ctx.db.update(users).set({ plan }).where(eq(users.id, owner.userId))
  await change('basic')
  const before = simulator.turns().length
  const plain = traced(await ask(model))
  expect(plain).toMatchObject({
    source: 'template',
    notice: expect.stringContaining('son del plan Premium'),
  })
  expect(simulator.turns()).toHaveLength(before)
  await change('enterprise')
  await owner.send('PUT', '/api/support/wording', { text: 'Habla de usted y di clientes.' })
  expect(traced(await ask(model)).source).toBe('llm')
  expect(JSON.stringify(simulator.turns().at(-1))).toContain('Habla de usted y di clientes.')
  await change('premium')
  expect(traced(await ask(model)).source).toBe('llm')
  expect(JSON.stringify(simulator.turns().at(-1))).not.toContain('Habla de usted')
})

test('at most twelve calls a minute', async () => {
  simulator.behave('empty')
  t.clock.advance(60_000)
  const statuses: number[] = []
  for (let call = 0; call < 13; call++)
    statuses.push((await model.send(owner, 'POST', ANSWER, QUESTION)).status)
  expect(statuses).toEqual([...Array(12).fill(200), 429])
})
