import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions, users } from '#platform/db/schema/access.ts'
import { PASSWORD, testApp } from '../../../tests/harness.ts'
import { joinTeam } from '../../../tests/team-member.ts'

const t = testApp()

function logIn(email: string, password: string, headers: Record<string, string> = {}) {
  return t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers,
    remoteAddress: `10.1.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
  })
}

describe('log-in', () => {
  test('opens a session whose cookie no script can read, and stores only its hash', async () => {
    const ana = await t.signIn()
    const reply = await logIn(` ${ana.email.toUpperCase()} `, 'contrasena-de-prueba')
    expect(reply.statusCode).toBe(200)
    expect(reply.json().user).toEqual({
      id: ana.userId,
      name: 'Persona de Prueba',
      email: ana.email,
      role: 'user',
      is_active: true,
      plan: 'premium',
      avatarUrl: null,
      readOnly: false,
    })
    const [cookie] = reply.cookies
    expect(cookie).toMatchObject({ name: 'sid', httpOnly: true, sameSite: 'Lax', path: '/' })
    const rows = await t.ctx.db.select().from(sessions).where(eq(sessions.userId, ana.userId))
    expect(rows.map((row) => row.tokenHash)).not.toContain(cookie?.value)
  })

  test('a password hashed more cheaply than today is hashed anew at its next log-in, once', async () => {
    const ana = await t.signIn()
    const cheap = await hash('contrasena-de-prueba', { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const ofAna = eq(users.id, ana.userId)
    await t.ctx.db.update(users).set({ passwordHash: cheap }).where(ofAna)
    const stored = async () => (await t.ctx.db.select().from(users).where(ofAna))[0]?.passwordHash
    await logIn(ana.email, 'otra')
    expect(await stored()).toBe(cheap)
    await logIn(ana.email, 'contrasena-de-prueba')
    const after = await stored()
    expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn(ana.email, 'contrasena-de-prueba')).statusCode).toBe(200)
    expect(await stored()).toBe(after)
  })

  test('says of who works in a team what the status says: the plan is its owner’s', async () => {
    const owner = await t.signIn()
    const member = await t.signIn({ isActive: false, plan: null })
    await joinTeam(t, member.userId, { ownerId: owner.userId, customerId: 0, role: 'editor' })
    const reply = await logIn(member.email, PASSWORD)
    const { name, value } = reply.cookies[0]!
    const headers = { cookie: `${name}=${value}` }
    const status = await t.app.inject({ url: '/api/auth/status', headers })
    expect(reply.json().user).toMatchObject({ is_active: true, plan: 'premium' })
    expect(reply.json().user).toEqual(status.json().user)
  })

  test('an unknown address and a wrong password get the same answer', async () => {
    const ana = await t.signIn()
    const wrong = await logIn(ana.email, 'otra')
    const unknown = await logIn('nadie@prueba.test', 'otra')
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(wrong.json()).toEqual(unknown.json())
    expect(wrong.json()).toEqual({
      code: 'bad_credentials',
      message: 'Credenciales inválidas',
      error: 'Credenciales inválidas',
    })
  })

  test.each([
    [{}, 'email'],
    [{ email: '', password: 'x' }, 'email'],
    [{ email: 'a@b.c', password: '' }, 'password'],
    [{ email: ['a@b.c'], password: { $ne: 1 } }, 'email'],
    [{ email: 'a'.repeat(400), password: 'x' }, 'email'],
  ])('%j is refused with 400 that names the field', async (payload, field) => {
    const reply = await t.app.inject({ method: 'POST', url: '/api/auth/login', payload })
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json().fields)).toContain(field)
  })

  test('half a JSON, a list or a foreign media type is a 400, never a 500', async () => {
    for (const [payload, type] of [
      ['{"email":', 'application/json'],
      ['[1]', 'application/json'],
      ['null', 'application/json'],
      ['email=a', 'application/x-www-form-urlencoded'],
      ['\u0000', 'text/plain'],
    ] as const) {
      const reply = await t.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload,
        headers: { 'content-type': type },
      })
      expect(reply.statusCode, payload).toBe(400)
      expect(reply.json().message).toMatch(/\S/)
    }
  })

  test('a call without a body may say that it would be JSON; where one is needed its absence is named', async () => {
    const ana = await t.signIn()
    const bare = (method: 'POST' | 'DELETE', url: string) =>
      t.app.inject({
        method,
        url,
        headers: { cookie: ana.cookie, 'content-type': 'application/json' },
      })
    expect((await bare('POST', '/api/auth/activate-subscription')).statusCode).toBe(409)
    expect((await bare('DELETE', '/api/auth/sessions')).statusCode).toBe(200)
    expect((await bare('POST', '/api/auth/logout')).statusCode).toBe(200)
    expect((await ana.get('/api/auth/me')).status).toBe(401)
    const missing = await bare('POST', '/api/auth/login')
    expect(missing.statusCode).toBe(400)
    expect(Object.keys(missing.json().fields)).toEqual(['email', 'password'])
  })

  test('the sixth try within a minute waits, and says how long', async () => {
    const remoteAddress = '10.9.9.9'
    const tryOnce = () =>
      t.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: 'lenta@prueba.test', password: 'x' },
        remoteAddress,
      })
    for (let i = 0; i < 5; i++) expect((await tryOnce()).statusCode).toBe(401)
    const sixth = await tryOnce()
    expect(sixth.statusCode).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    t.clock.advance(61_000)
    expect((await tryOnce()).statusCode).toBe(401)
  })

  test('a request from another site is refused', async () => {
    const reply = await logIn('a@b.c', 'x', { origin: 'https://malo.example' })
    expect(reply.statusCode).toBe(403)
    expect(reply.json().code).toBe('bad_origin')
  })

  test('logging in again in the same browser ends the older session', async () => {
    const ana = await t.signIn()
    const again = await logIn(ana.email, 'contrasena-de-prueba', { cookie: ana.cookie })
    expect(again.statusCode).toBe(200)
    expect((await ana.get('/api/auth/me')).status).toBe(401)
  })
})

describe('a session', () => {
  test('status, me and refresh say who it is; without one only status answers', async () => {
    const ana = await t.signIn({ isActive: false, plan: null })
    expect((await ana.get('/api/auth/status')).body).toMatchObject({
      loggedIn: true,
      user: { is_active: false, email: ana.email },
    })
    expect((await ana.get('/api/auth/me')).body).toMatchObject({ user: { id: ana.userId } })
    expect((await ana.get('/api/auth/refresh-session')).body).toMatchObject({
      user: { id: ana.userId },
    })
    const stranger = await t.app.inject('/api/auth/status')
    expect(stranger.json()).toMatchObject({ loggedIn: false, user: null })
    expect((await t.app.inject('/api/auth/me')).statusCode).toBe(401)
  })

  test('log-out ends it on the server; logging out twice is harmless', async () => {
    const ana = await t.signIn()
    expect((await ana.send('POST', '/api/auth/logout')).status).toBe(200)
    expect((await ana.get('/api/auth/me')).status).toBe(401)
    expect((await ana.send('POST', '/api/auth/logout', {})).status).toBe(200)
  })

  test('unused for a week it is over; used every few days it lives 30 days and no longer', async () => {
    const idle = await t.signIn()
    const busy = await t.signIn()
    t.clock.advance(6 * 86_400_000)
    expect((await busy.get('/api/auth/me')).status).toBe(200)
    t.clock.advance(2 * 86_400_000)
    expect((await idle.get('/api/auth/me')).status).toBe(401)
    for (let day = 8; day < 29; day += 3) {
      expect((await busy.get('/api/auth/me')).status).toBe(200)
      t.clock.advance(3 * 86_400_000)
    }
    t.clock.advance(2 * 86_400_000)
    expect((await busy.get('/api/auth/me')).status).toBe(401)
  })

  test('an account deleted in mid-session is logged out', async () => {
    const ana = await t.signIn()
    await t.ctx.db.delete(users).where(eq(users.id, ana.userId))
    expect((await ana.get('/api/auth/me')).status).toBe(401)
  })

  test('garbage in the cookie is no session and no failure', async () => {
    for (const cookie of ['sid=', 'sid=%00%ff', `sid=${'x'.repeat(4000)}`, 'sid=a; sid=b']) {
      const reply = await t.app.inject({ url: '/api/auth/me', headers: { cookie } })
      expect(reply.statusCode).toBe(401)
    }
  })
})

describe('access', () => {
  test('an inactive user is told to subscribe, wherever a subscription is needed', async () => {
    const ana = await t.signIn({ isActive: false, plan: null })
    const reply = await ana.get('/api/google-accounts')
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ code: 'subscription_required' })
  })

  test('an unknown address is a 404 in the usual shape', async () => {
    const reply = await t.app.inject('/api/no-existe')
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 'not_found' })
    expect(reply.headers['x-request-id']).toMatch(/[0-9a-f-]{36}/)
  })
})
