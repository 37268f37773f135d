import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { adAccounts, users, visits } from '#platform/db/schema/access.ts'
import { llmCalls } from '#platform/db/schema/assistant.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { jobs, syncStates } from '#platform/db/schema/work.ts'
import type { Person } from '../../../tests/harness.ts'
import { testApp } from '../../../tests/harness.ts'
import type { AdminUser, AuditEntry } from './contract/endpoints.ts'

const t = testApp()
const MINUTE_MS = 60_000
let admin: Person
let people = 0

beforeEach(async () => {
  admin = await t.signIn({ role: 'admin' })
  return async () => {
    await t.ctx.db.delete(users).where(eq(users.id, admin.userId))
  }
})

const mailsTo = (address: string) =>
  t.simulators.smtp.outbox().filter((mail) => mail.to === address)

const newUser = (over: object = {}) => ({
  name: 'Olga Nueva',
  email: `olga${++people}@admin.test`,
  phone: '+34 600 000 000',
  password: 'mapa-del-tesoro-9',
  ...over,
})

const created = async (over: object = {}) =>
  ((await admin.send('POST', '/api/admin/users', newUser(over))).body as { user: AdminUser }).user

const listed = async (id: string) =>
  ((await admin.get('/api/admin/users')).body as AdminUser[]).find((user) => user.id === id)

const audit = async (query = '') =>
  (await admin.get(`/api/admin/audit-log${query}`)).body as AuditEntry[]

const logIn = (email: string, password: string) =>
  t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress: `10.6.${++people % 250}.1`,
  })

describe('users', () => {
  test('a created user waits to be activated; an administrator does not', async () => {
    const user = await created()
    expect(user).toMatchObject({ role: 'user', is_active: false, last_seen_at: null })
    expect(await listed(user.id)).toEqual(user)
    expect((await created({ role: 'admin' })).is_active).toBe(true)
    await t.runJobs()
    const [mail] = mailsTo(user.email)
    expect(mail?.links).toContain('http://localhost/login')
    expect(mail?.text).not.toContain('mapa-del-tesoro-9')
    expect((await logIn(user.email, 'mapa-del-tesoro-9')).statusCode).toBe(200)
    expect((await listed(user.id))?.last_seen_at).toMatch(/^2026-11/)
    await t.ctx.db.delete(users).where(sql`role = 'admin' and id <> ${admin.userId}`)
  })

  test.each([
    [{ name: '' }, 400],
    [{ email: 'x' }, 400],
    [{ phone: '' }, 400],
    [{ password: 'corta' }, 400],
    [{ password: 'administrador1' }, 400],
    [{ role: 'root' }, 400],
  ])('%j is refused', async (over, status) => {
    expect((await admin.send('POST', '/api/admin/users', newUser(over))).status).toBe(status)
  })

  test('an address that is taken is a 409', async () => {
    const user = await created()
    const again = await admin.send(
      'POST',
      '/api/admin/users',
      newUser({ email: user.email.toUpperCase() }),
    )
    expect(again).toMatchObject({
      status: 409,
      body: { error: 'Ya existe un usuario con ese correo.' },
    })
  })

  test('activating opens the dashboard, deactivating closes it in mid-session', async () => {
    const ana = await t.signIn({ isActive: false, plan: null })
    const status = (value: boolean) =>
      admin.send('PUT', `/api/admin/users/${ana.userId}/status`, { status: value })
    expect((await status(true)).body).toMatchObject({ message: 'Usuario activado.' })
    expect((await ana.get('/api/google-accounts')).status).toBe(200)
    expect((await status(false)).body).toMatchObject({ user: { is_active: false } })
    expect((await ana.get('/api/google-accounts')).status).toBe(403)
    expect((await audit()).slice(0, 2).map((entry) => entry.action)).toEqual([
      'deactivate_user',
      'activate_user',
    ])
  })

  test('reset mails a link and leaves the password as it is', async () => {
    const ana = await t.signIn()
    expect(
      (await admin.send('POST', '/api/admin/reset-password', { email: ana.email })).status,
    ).toBe(200)
    await t.runJobs()
    const [mail] = mailsTo(ana.email)
    expect(mail?.links[0]).toContain('/reset-password?')
    expect(mail?.text).toContain('Quien administra Pujante te envía este enlace')
    expect(mail?.text).not.toContain('Si no lo has pedido')
    expect((await logIn(ana.email, 'contrasena-de-prueba')).statusCode).toBe(200)
    const unknown = await admin.send('POST', '/api/admin/reset-password', {
      email: 'nadie@admin.test',
    })
    expect(unknown.status).toBe(404)
  })

  test('deleting ends the session at once and erases the data soon after', async () => {
    const ana = await t.signIn()
    const customerId = 77_001
    await t.ctx.db.insert(adAccounts).values({
      customerId,
      userId: ana.userId,
      googleCustomerId: '7700100001',
      name: 'Cuenta',
      isManager: false,
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      source: 'imported',
      granularity: 'day',
      connected: true,
      syncVersion: 1,
      createdAt: t.clock.now(),
    })
    await t.ctx.db.insert(campaigns).values({
      customerId,
      campaignId: 1,
      name: 'C',
      status: 'ENABLED',
      channelType: 'SEARCH',
    })
    await t.ctx.db.execute(sql`
      insert into campaign_day select ${customerId}::bigint, d::date, 1, 1, 1, 1, 1, 1, 1, 1, 1
      from generate_series('2026-01-01'::date, '2026-06-30'::date, '1 day') d`)
    const answer = await admin.send('DELETE', `/api/admin/users/${ana.userId}`, { id: ana.userId })
    expect(answer.body).toEqual({ message: 'Usuario eliminado.' })
    expect((await ana.get('/api/auth/me')).status).toBe(401)
    expect(await listed(ana.userId)).toBeUndefined()
    await t.runJobs()
    const { rows } = await t.ctx.db.execute(sql`
      select (select count(*) from campaign_day where customer_id = ${customerId})::int as days,
        (select count(*) from campaigns where customer_id = ${customerId})::int as campaigns`)
    expect(rows).toEqual([{ days: 0, campaigns: 0 }])
    expect((await admin.send('DELETE', `/api/admin/users/${ana.userId}`)).status).toBe(404)
  })
})

describe('the last active administrator', () => {
  test.each([
    ['PUT', 'status', { status: false }],
    ['PUT', 'role', { role: 'user' }],
    ['DELETE', '', undefined],
  ] as const)('cannot %s %s himself', async (method, path, body) => {
    const url = `/api/admin/users/${admin.userId}${path && `/${path}`}`
    const refused = await admin.send(method, url, body)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/último administrador activo/) },
    })
    expect((await admin.get('/api/admin/users')).status).toBe(200)
  })

  test('with a second one he can, and the second becomes the last', async () => {
    const second = await t.signIn({ role: 'admin' })
    const inactive = await t.signIn({ role: 'admin', isActive: false })
    const demoted = await admin.send('PUT', `/api/admin/users/${admin.userId}/role`, {
      role: 'user',
    })
    expect(demoted.status).toBe(200)
    expect((await admin.get('/api/admin/users')).status).toBe(403)
    expect((await second.send('DELETE', `/api/admin/users/${second.userId}`)).status).toBe(409)
    for (const id of [second.userId, inactive.userId])
      await t.ctx.db.delete(users).where(eq(users.id, id))
  })

  test('with a second one he still cannot shut himself out; the second can', async () => {
    const second = await t.signIn({ role: 'admin' })
    const url = `/api/admin/users/${admin.userId}/status`
    expect(await admin.send('PUT', url, { status: false })).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/tu propia cuenta/) },
    })
    expect((await admin.get('/api/admin/users')).status).toBe(200)
    expect((await second.send('PUT', url, { status: false })).status).toBe(200)
    await t.ctx.db.delete(users).where(eq(users.id, second.userId))
  })

  test('two who demote each other at once leave one', async () => {
    const second = await t.signIn({ role: 'admin' })
    await Promise.all([
      admin.send('PUT', `/api/admin/users/${second.userId}/role`, { role: 'user' }),
      second.send('PUT', `/api/admin/users/${admin.userId}/role`, { role: 'user' }),
    ])
    const left = await t.ctx.db.select().from(users).where(eq(users.role, 'admin'))
    expect(left).toHaveLength(1)
    await t.ctx.db.delete(users).where(eq(users.id, second.userId))
  })
})

describe('the audit log', () => {
  test('tells who did what to whom, also after the user is gone', async () => {
    const user = await created()
    const url = `/api/admin/users/${user.id}`
    await admin.send('PUT', `${url}/role`, { role: 'admin' })
    await admin.send('PUT', `${url}/role`, { role: 'admin' })
    await admin.send('DELETE', url)
    const [deleted, changed, made] = await audit()
    expect(deleted).toMatchObject({
      action: 'delete_user',
      actorEmail: admin.email,
      targetEmail: expect.stringMatching(/^Cuenta eliminada \(huella [0-9a-f]{16}\)$/),
      details: '',
    })
    expect(made?.targetEmail).toBe(deleted?.targetEmail)
    expect(changed).toMatchObject({
      action: 'change_role',
      details: 'Rol: usuario → administrador · Acceso sin suscripción: no → sí',
    })
    expect(made).toMatchObject({ action: 'create_user', details: 'Rol: usuario' })
    const older = await audit(`?before=${changed!.id}`)
    expect(older[0]).toEqual(made)
    expect((await admin.get('/api/admin/audit-log?before=x')).status).toBe(400)
  })
})

describe('the settings of the product', () => {
  const save = (over: object) =>
    admin.send('PUT', '/api/admin/settings', {
      supportEmail: null,
      syncEveryHours: 6,
      signUpOpen: true,
      adminSecondFactor: false,
      keepLogsDays: 365,
      ...over,
    })

  test('the support address reaches the screens and the mails', async () => {
    expect((await save({ supportEmail: 'Ayuda@Pujante.test' })).status).toBe(200)
    const status = (await t.app.inject('/api/auth/status')).json()
    expect(status).toMatchObject({ supportEmail: 'ayuda@pujante.test', signUpOpen: true })
    const user = await created()
    await t.runJobs()
    expect(mailsTo(user.email)[0]?.text).toContain('ayuda@pujante.test')
    const [, entry] = await audit()
    expect(entry).toMatchObject({
      action: 'change_settings',
      targetEmail: null,
      details: 'Correo de ayuda: ninguno → ayuda@pujante.test',
    })
    await save({ supportEmail: '' })
    expect((await admin.get('/api/admin/settings')).body).toEqual({
      supportEmail: null,
      syncEveryHours: 6,
      signUpOpen: true,
      adminSecondFactor: false,
      keepLogsDays: 365,
    })
  })

  test('traces of use and of administration go after the days that are set, and no sooner', async () => {
    const person = await t.signIn()
    const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * 86_400_000)
    const { userId } = person
    for (const at of [daysAgo(91), daysAgo(89)]) {
      const visit = { userId, sessionId: randomUUID(), isDemo: false, lastSeenAt: at }
      await t.ctx.db.insert(visits).values({ ...visit, id: randomUUID(), startedAt: at })
      const entry = { action: 'traza', actorId: userId, actorEmail: person.email, changes: {} }
      await t.ctx.db.insert(auditLog).values({ ...entry, at })
      const spent = {
        model: 'm',
        inputTokens: 1,
        outputTokens: 1,
        ms: 1,
        outcome: 'shown' as const,
      }
      const call = { userId, id: randomUUID(), at, purpose: 'answer' }
      await t.ctx.db.insert(llmCalls).values({ ...call, ...spent })
    }
    const left = async () => [
      (await t.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, userId))).length,
      (await t.ctx.db.select().from(llmCalls).where(eq(llmCalls.userId, userId))).length,
      (await t.ctx.db.select().from(visits).where(eq(visits.userId, userId))).filter(
        ({ startedAt }) => startedAt < daysAgo(80),
      ).length,
    ]
    await t.runJobs()
    expect(await left()).toEqual([2, 2, 2])
    expect((await save({ keepLogsDays: 90 })).status).toBe(200)
    await t.runJobs()
    expect(await left()).toEqual([1, 1, 1])
    await save({})
  })

  test('the frequency decides when an account is pulled again', async () => {
    const ana = await t.signIn()
    const customerId = 77_002
    await t.ctx.db.insert(adAccounts).values({
      customerId,
      userId: ana.userId,
      googleCustomerId: '7700200002',
      name: 'Cuenta',
      isManager: false,
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      source: 'google',
      granularity: 'day',
      connected: true,
      lastSyncedAt: new Date(t.clock.now().getTime() - 8 * 60 * MINUTE_MS),
      syncVersion: 1,
      createdAt: t.clock.now(),
    })
    const attempts = async () =>
      (await t.ctx.db.select().from(jobs).where(eq(jobs.kind, 'sync-account'))).length
    await save({ syncEveryHours: 24 })
    await t.runJobs()
    expect(await attempts()).toBe(0)
    await save({ syncEveryHours: 6 })
    await t.runJobs()
    expect(await attempts()).toBe(1)
    await t.ctx.db.delete(adAccounts).where(eq(adAccounts.customerId, customerId))
    await t.ctx.db.delete(syncStates).where(eq(syncStates.customerId, customerId))
  })

  test.each([
    { syncEveryHours: 0 },
    { syncEveryHours: 1.5 },
    { supportEmail: 'x' },
    { signUpOpen: 'sí' },
  ])('%j is refused', async (over) => {
    expect((await save(over)).status).toBe(400)
  })
})

describe('the figures of use', () => {
  type Metrics = Record<string, number> & {
    days: {
      day: string
      activeUsers: number
      sessions: number
      avgSessionTime: number
      newUsers: number
    }[]
  }
  const metrics = async () => (await admin.get('/api/admin/metrics')).body as Metrics

  test('visits outlive log-out and deletion; a pause begins a new one', async () => {
    t.clock.advance(100 * 24 * 60 * MINUTE_MS)
    admin = await t.signIn({ role: 'admin' })
    const before = await metrics()
    expect(before.days).toHaveLength(90)
    expect(before.dailyActiveUsers).toBe(1)
    const ana = await t.signIn()
    for (let i = 0; i < 2; i++) {
      t.clock.advance(10 * MINUTE_MS)
      await ana.get('/api/auth/me')
    }
    t.clock.advance(40 * MINUTE_MS)
    await ana.get('/api/auth/me')
    t.clock.advance(4 * MINUTE_MS)
    await ana.send('POST', '/api/auth/logout')
    await t.ctx.db.delete(users).where(eq(users.id, ana.userId))
    const after = await metrics()
    expect(after.totalSessions! - before.totalSessions!).toBeGreaterThanOrEqual(2)
    expect(after.totalUsers).toBe(before.totalUsers)
    expect(after.dailyActiveUsers).toBe(2)
    const today = after.days.at(-1)!
    expect(today.activeUsers).toBe(2)
    expect(after.avgSessionTime).toBe(today.avgSessionTime)
    const { rows } = await t.ctx.db.execute(sql`
      select round(extract(epoch from last_seen_at - started_at) / 60)::int as minutes
      from visits where user_id = ${ana.userId} order by started_at`)
    expect(rows).toEqual([{ minutes: 20 }, { minutes: 4 }])
  })
})
