import { once } from 'node:events'
import { get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { createAdministrator } from '../src/features/auth/actions/create-administrator.ts'
import { setSyncState } from '../src/features/sync/actions/sync-state.ts'
import { limitBodyTime } from '../src/platform/body-time.ts'
import { adAccounts, users } from '../src/platform/db/schema/access.ts'
import { syncStates } from '../src/platform/db/schema/work.ts'
import { handleErrors } from '../src/platform/http.ts'
import { PASSWORD, testApp } from './harness.ts'

const it = testApp()

const logIn = (email: string, password: string, remoteAddress: string) =>
  it.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress,
  })

test('fifty guesses at one password from fifty addresses end after ten; its owner still gets in', async () => {
  const { email } = await it.signIn()
  const own = '10.99.0.1'
  expect((await logIn(email, PASSWORD, own)).statusCode).toBe(200)
  const statuses: number[] = []
  for (let i = 1; i <= 15; i++)
    statuses.push((await logIn(email, `wrong ${i}`, `10.98.0.${i}`)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)])
  const refused = await logIn(email, PASSWORD, '10.97.0.1')
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 600]).toEqual([429, true])
  expect((await logIn(email, PASSWORD, own)).statusCode).toBe(200)
})

test('an id that is none and a body that is none are told so in Spanish', async () => {
  const person = await it.signIn()
  for (const id of ['-1', '0x1', '9'.repeat(30), '%00', 'a'])
    expect((await person.get(`/api/google-accounts/${id}/sync`)).status).toBe(400)
  const wrong = { email: 7, password: ['a'], name: {}, phone: true }
  for (const [method, url] of [
    ['POST', '/api/auth/login'],
    ['POST', '/api/auth/register-start'],
    ['PUT', '/api/auth/profile'],
  ] as const) {
    for (const body of [{}, wrong, { email: 'x'.repeat(5_000), password: 'y'.repeat(5_000) }]) {
      const answer = await person.send(method, url, body)
      expect([url, answer.status]).toEqual([url, 400])
      const { code, ...texts } = answer.body as { code: string }
      expect(code).toBe('invalid')
      expect(JSON.stringify(texts)).not.toMatch(/invalid|expected|required|received|too /i)
    }
  }
})

test('what a route does not name is not taken, and a reply tells nothing of the row beyond its shape', async () => {
  const person = await it.signIn()
  const named = { name: 'Ana López', email: person.email, phone: null }
  const beyond = { role: 'admin', plan: 'enterprise', isActive: false, id: 1, passwordHash: 'x' }
  const answer = await person.send('PUT', '/api/auth/profile', { ...named, ...beyond })
  expect(answer.status, answer.text).toBe(200)
  const ofPerson = eq(users.id, person.userId)
  const [row] = await it.ctx.db.select().from(users).where(ofPerson)
  expect(row).toMatchObject({ name: 'Ana López', role: 'user', isActive: true })
  expect([row!.plan, row!.passwordHash]).not.toContain('x')
  const { profile } = answer.body as { profile: object }
  expect(Object.keys(profile).sort()).toEqual([
    'avatarUrl',
    'email',
    'name',
    'pendingEmail',
    'phone',
  ])
})

test('what is empty is told as missing, not as malformed', async () => {
  const person = await it.signIn()
  const told = async (url: string, body: object) => (await person.send('POST', url, body)).body
  expect((await person.get('/api/google-ads-full-data?customerId=')).body).toMatchObject({
    code: 'invalid',
    message: 'customerId es requerido',
    error: 'customerId es requerido',
  })
  expect(await told('/api/recomendaciones//aplicar', { resultado: {} })).toMatchObject({
    message: 'El parámetro id es requerido',
  })
  expect(await told('/api/auth/login', { email: null, password: null })).toMatchObject({
    fields: { email: 'Falta este dato.' },
  })
  const empty = { name: '', email: '' }
  expect(await told('/api/auth/forgot-password', empty)).toMatchObject({
    message: 'Escribe el correo.',
    fields: { email: 'Escribe el correo.' },
  })
})

test('a signed notice that is no event is refused, not stumbled over', async () => {
  const { stripe } = it.ctx.config
  const { webhooks } = new Stripe(stripe.secretKey)
  for (const payload of ['{}', 'null', '[]', '7', '"a"', '{"id":"evt_1","type":"x","data":{}}']) {
    const timestamp = Math.floor(Date.now() / 1000)
    const signature = webhooks.generateTestHeaderString({
      payload,
      secret: stripe.webhookSecret,
      timestamp,
    })
    const answer = await it.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    expect([payload, answer.statusCode]).toEqual([payload, 400])
    expect(answer.json().message).toBe('El aviso no es un evento.')
  }
})

test('an address that a mail program would read as another is refused', async () => {
  const odd = ['a,b@x.es', 'a;b@x.es', 'a:b@x.es', '<a@x.es', 'a>@x.es', '"a"@x.es', 'a@x.es>']
  for (const email of [...odd, 'a，b@x.es', 'a@b,c.es', 'a(b)@x.es', 'a\\b@x.es']) {
    const answer = await it.app.inject({
      method: 'POST',
      url: '/api/auth/register-start',
      payload: { email },
      remoteAddress: '10.96.0.1',
    })
    expect([email, answer.statusCode]).toEqual([email, 400])
  }
})

test('a body that trickles in is answered 408 and its connection closed', async () => {
  const app = Fastify()
  handleErrors(app)
  limitBodyTime(app, 300)
  app.post('/', async () => ({ ok: true }))
  await app.listen()
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
  )
  const trickle = setInterval(() => socket.write(' '), 50)
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  // The server may be gone before a space arrives: `once` of node:events would end with that error.
  await new Promise((closed) => socket.once('close', closed))
  clearInterval(trickle)
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toContain('ha tardado demasiado')
  await app.close()
})

describe('the stream of a sync', () => {
  async function accountOf(userId: string) {
    const customerId = Math.floor(Math.random() * 1e9)
    const googleCustomerId = String(customerId).padStart(10, '7')
    const common = { isManager: false, currencyCode: 'EUR', timeZone: 'Europe/Madrid' }
    await it.ctx.db.insert(adAccounts).values({
      ...common,
      customerId,
      userId,
      googleCustomerId,
      name: 'Cuenta',
      source: 'google',
      granularity: 'day',
      connected: true,
      syncVersion: 0,
      createdAt: it.clock.now(),
    })
    await it.ctx.db.insert(syncStates).values({
      customerId,
      status: 'running',
      rowsWritten: 0,
      recentReady: 0,
      updatedAt: it.clock.now(),
    })
    return { customerId, googleCustomerId }
  }

  test('one user opens twelve, the next waits; a change reaches all of them by notice', async () => {
    const person = await it.signIn()
    const { customerId, googleCustomerId } = await accountOf(person.userId)
    const address = await it.app.listen()
    const url = `${address}/api/google-accounts/${googleCustomerId}/sync`
    const streams = await Promise.all(
      Array.from({ length: 12 }, () => openStream(url, person.cookie)),
    )
    expect(streams.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const thirteenth = await openStream(url, person.cookie)
    expect([thirteenth.status, thirteenth.headers['retry-after']]).toEqual([429, '15'])
    const told = streams.map(({ heard }) => heard('"rowsWritten":77'))
    const written = performance.now()
    await setSyncState(it.ctx, customerId, { rowsWritten: 77 })
    await Promise.all(told)
    expect(performance.now() - written).toBeLessThan(2_000)
    await setSyncState(it.ctx, customerId, { status: 'idle' })
    await Promise.all(streams.map(({ ended }) => ended))
    expect((await openStream(url, person.cookie)).status).toBe(200)
  })
})

async function openStream(url: string, cookie: string) {
  const [answer] = await once(get(url, { agent: false, headers: { cookie } }), 'response')
  let text = ''
  answer.on('data', (chunk: Buffer) => {
    text += chunk
  })
  const heard = async (words: string) => {
    while (!text.includes(words)) await once(answer, 'data')
  }
  return {
    status: answer.statusCode as number,
    headers: answer.headers,
    heard,
    ended: once(answer, 'end'),
  }
}

test('the first administrator gets in by a link alone', async () => {
  const origin = 'http://localhost'
  const link = await createAdministrator(it.ctx, { email: 'Jefa@X.es', name: 'La jefa', origin })
  expect((await logIn('jefa@x.es', '', '10.95.0.1')).statusCode).toBe(400)
  expect((await logIn('jefa@x.es', 'una-clave-cualquiera', '10.95.0.1')).statusCode).toBe(401)
  const { email, token } = Object.fromEntries(new URL(link).searchParams)
  const newPassword = 'camino-largo-de-piedra'
  const payload = { email, token, newPassword }
  const chosen = await it.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload })
  expect(chosen.statusCode).toBe(200)
  const entered = await logIn('jefa@x.es', newPassword, '10.95.0.1')
  expect(entered.json().user).toMatchObject({ role: 'admin', is_active: true })
  await expect(
    createAdministrator(it.ctx, { email: 'jefa@x.es', name: 'Otra', origin }),
  ).rejects.toMatchObject({ code: 'conflict' })
})
