import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'
import { sessions, users } from '../../platform/db/schema/access.ts'
import { apiKeys } from '../../platform/db/schema/integrations.ts'

const it = testApp()

async function owner(scopes = ['metricas:leer'], expiresInDays: number | null = null) {
  const person = await it.signIn({ plan: 'enterprise' })
  const shop = await reportShop(it, person, 'Zapatería')
  const wanted = { name: 'Panel propio', scopes, expiresInDays }
  const made = await person.send('POST', '/api/integrations/keys', wanted)
  expect(made.status, made.text).toBe(200)
  const { id, key } = made.body as { id: string; key: string }
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, more: Record<string, string> = {}) =>
    it.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, ...more },
      ...(method !== 'GET' && { payload: {} }),
    })
  return { person, shop, wanted, id, key, call }
}

test('a key reads what its scope names, and tells what is left', async () => {
  const { person, shop, key, call } = await owner()
  const answer = await call('GET', `/api/account-metrics/${shop.accountId}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers).toMatchObject({ 'ratelimit-limit': '120', 'ratelimit-remaining': '119' })
  expect((await call('GET', '/api/google-accounts')).json()).toMatchObject([
    { accountName: 'Zapatería' },
  ])
  const [row] = await it.ctx.db.select().from(apiKeys).where(eq(apiKeys.userId, person.userId))
  expect(JSON.stringify(row)).not.toContain(key)
  const { keys } = (await person.get('/api/integrations/keys')).body as { keys: object[] }
  expect(keys).toMatchObject([
    { ending: key.slice(-4), state: 'active', lastUsedAt: expect.any(String) },
  ])
  expect(JSON.stringify(keys)).not.toContain(key)
})

test('without the scope, and wherever no scope is declared, it is refused, cookie or not', async () => {
  const { person, shop, call } = await owner()
  for (const [method, url] of [
    ['GET', `/api/recomendaciones/${shop.accountId}`],
    ['POST', '/api/recomendaciones/00000000-0000-4000-8000-000000000000/descartar'],
    ['GET', '/api/auth/profile'],
    ['GET', '/api/integrations/keys'],
    ['POST', '/api/integrations/keys'],
    ['PUT', '/api/reports/branding'],
    ['GET', `/api/reports/file.pdf?cuentas=${shop.accountId}`],
    ['GET', '/api/auth/status'],
  ] as const) {
    const answer = await call(method, url, { cookie: person.cookie })
    expect([url, answer.statusCode]).toEqual([url, 403])
  }
  const stranger = await owner()
  expect((await call('GET', `/api/account-metrics/${stranger.shop.accountId}`)).statusCode).toBe(
    404,
  )
})

test('a key may change things from anywhere: it is no cookie', async () => {
  const { call } = await owner(['recomendaciones:aplicar'])
  const url = '/api/recomendaciones/00000000-0000-4000-8000-000000000000/descartar'
  const answer = await call('POST', url, { origin: 'https://panel.cliente.test' })
  expect(answer.json()).not.toMatchObject({ code: 'bad_origin' })
  expect([400, 404]).toContain(answer.statusCode)
})

test('revoked, expired and invented keys end at 401, and guessing is slowed down', async () => {
  const { person, id, call } = await owner()
  expect((await person.send('DELETE', `/api/integrations/keys/${id}`)).status).toBe(200)
  expect((await call('GET', '/api/portfolio')).statusCode).toBe(401)
  expect((await person.send('DELETE', `/api/integrations/keys/${id}`)).status).toBe(404)
  const short = await owner(['metricas:leer'], 30)
  expect((await short.call('GET', '/api/portfolio')).statusCode).toBe(200)
  it.clock.advance(31 * 86_400_000)
  expect((await short.call('GET', '/api/portfolio')).statusCode).toBe(401)

  const guess = () =>
    it.app.inject({
      url: '/api/portfolio',
      remoteAddress: '203.0.113.9',
      headers: { authorization: 'Bearer pj_adivinada' },
    })
  const statuses: number[] = []
  for (let tries = 0; tries < 32; tries++) statuses.push((await guess()).statusCode)
  expect(statuses[0]).toBe(401)
  expect(statuses.at(-1)).toBe(429)
})

test('120 calls a minute and key', async () => {
  const { call } = await owner()
  const [first, second] = [await owner(), await owner()]
  let last = await first.call('GET', '/api/google-accounts')
  for (let calls = 1; calls < 121; calls++) last = await first.call('GET', '/api/google-accounts')
  expect(last.statusCode).toBe(429)
  expect(last.headers).toMatchObject({ 'ratelimit-remaining': '0' })
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect((await second.call('GET', '/api/google-accounts')).statusCode).toBe(200)
  expect((await call('GET', '/api/google-accounts')).statusCode).toBe(200)
})

test('keys are for Enterprise: a lower plan stops them, but lets them be revoked', async () => {
  const { person, wanted, id, call } = await owner()
  await it.ctx.db.update(users).set({ plan: 'premium' }).where(eq(users.id, person.userId))
  expect((await call('GET', '/api/portfolio')).json()).toMatchObject({
    code: 'plan_required',
    message: expect.stringMatching(/plan Enterprise/),
  })
  const refused = await person.send('POST', '/api/integrations/keys', wanted)
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'plan_required' }])
  expect((await person.send('DELETE', `/api/integrations/keys/${id}`)).status).toBe(200)
})

test('the API document names the keys and their scopes', async () => {
  const document = (await it.app.inject('/api/openapi.json')).json()
  expect(document.components.securitySchemes.apiKey).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  })
  expect(document.paths['/api/portfolio'].get.security).toEqual([
    { session: [] },
    { apiKey: ['metricas:leer'] },
  ])
  expect(document.paths['/api/auth/profile'].get.security).toEqual([{ session: [] }])
  expect((await it.app.inject('/api/docs')).body).toContain('Authorization: Bearer pj_')
})

test('what lets other programs in wants the password again, and a key is told to its owner', async () => {
  const { person, wanted, shop } = await owner()
  await it.ctx.db
    .update(sessions)
    .set({ confirmedAt: null })
    .where(eq(sessions.userId, person.userId))
  const sheet = { name: 'Hoja', accountIds: [shop.accountId], days: 7 }
  const webhook = { url: 'https://hooks.slack.com/services/a/b', topics: ['resultados'] }
  for (const [path, body] of [
    ['keys', wanted],
    ['sheets', sheet],
    ['webhooks', webhook],
  ] as const)
    expect(await person.send('POST', `/api/integrations/${path}`, body)).toMatchObject({
      status: 403,
      body: { code: 'confirm_identity' },
    })
  await it.runJobs()
  const told = it.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  const ofKeys = told.filter(({ subject }) => /clave de API nueva/.test(subject))
  expect(ofKeys).toHaveLength(1)
  expect(ofKeys[0]?.text).toContain('la clave «Panel propio»')
  expect(ofKeys[0]?.text).toContain('Permisos: metricas:leer. No caduca.')
})
