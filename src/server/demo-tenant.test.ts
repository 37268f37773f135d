import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { testApp } from '../../tests/harness.ts'

const t = testApp()
const DAY_MS = 86_400_000

async function visit(headers: Record<string, string> = {}) {
  const reply = await t.app.inject({ method: 'POST', url: '/api/demo/session', headers })
  const [cookie] = reply.cookies
  const own = { cookie: `${cookie?.name}=${cookie?.value}` }
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    t.app.inject({ method, url, headers: own, ...(payload && { payload }) })
  return { reply, ask, headers: own }
}

const account = async () => {
  const [row] = await t.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.name, 'Zapatería de muestra'))
  return row!
}

/** Sums of a table of the demo account; day and month must agree at every level. */
async function costOf(table: string): Promise<number> {
  const { customerId } = await account()
  const { rows } = await t.ctx.db.execute<{ cost: number }>(
    sql`select sum(cost_micros)::bigint as cost from ${sql.raw(table)} where customer_id = ${customerId}`,
  )
  return Number(rows[0]!.cost)
}

test('a preparation that breaks off before its jobs are enqueued is made again as a whole', async () => {
  await t.ctx.db.execute(
    sql`alter table jobs add constraint refused check (kind <> 'open-sample-books')`,
  )
  const { reply } = await visit()
  expect(reply.statusCode).toBe(500)
  expect((await account()).dataTo).toBeNull()
  await t.ctx.db.execute(sql`alter table jobs drop constraint refused`)
  await visit()
  expect((await account()).dataTo).not.toBeNull()
  const { rows } = await t.ctx.db.execute(sql`select 1 from jobs where kind = 'open-sample-books'`)
  expect(rows).toHaveLength(1)
  await t.ctx.db.delete(users).where(eq(users.isDemo, true))
  await t.ctx.db.execute(sql`delete from jobs`)
})

describe('/demo', () => {
  test('shows 120 days of sample data that add up, and recommendations, without any vendor', async () => {
    const { reply, ask } = await visit()
    expect(reply.json().user).toMatchObject({
      name: 'Datos de muestra',
      readOnly: true,
      is_active: true,
    })
    await t.runJobs()
    const [shown] = (await ask('GET', '/api/google-accounts')).json()
    expect(shown).toMatchObject({
      accountName: 'Zapatería de muestra',
      source: 'imported',
      dataFrom: '2026-07-23',
      dataTo: '2026-11-19',
    })
    const cost = await costOf('account_day')
    expect(cost).toBeGreaterThan(1_000_000_000)
    for (const level of [
      'account_month',
      'campaign_day',
      'ad_group_month',
      'ad_day',
      'keyword_day',
    ])
      expect(await costOf(level), level).toBe(cost)
    expect(await costOf('search_term_day')).toBeLessThan(cost)
    const advice = (await ask('GET', `/api/recomendaciones/${shown.accountId}`)).json()
    expect(advice.length).toBeGreaterThan(2)
  })

  test('whatever writes explains why it is off; looking and leaving work', async () => {
    const { ask } = await visit()
    const [shown] = (await ask('GET', '/api/google-accounts')).json()
    for (const [method, url, payload] of [
      ['PUT', '/api/auth/profile', { name: 'X', email: 'x@y.es' }],
      ['PUT', '/api/auth/change-password', { currentPassword: 'a', newPassword: 'bbbbbbbb' }],
      ['DELETE', `/api/google-accounts/${shown.accountId}`, undefined],
      ['POST', `/api/google-accounts/${shown.accountId}/sync`, undefined],
      ['POST', '/api/import/reports', {}],
    ] as const) {
      const reply = await ask(method, url, payload)
      expect(reply.json(), url).toMatchObject({ code: 'read_only' })
      expect(reply.json().message).toMatch(/Estás en la demostración/)
    }
    const connect = await ask('GET', '/api/google-ads/oauth/start')
    expect(connect.headers.location).toBe('/dashboard?connect_error=read_only')
    expect((await ask('POST', '/api/auth/logout')).statusCode).toBe(200)
    expect((await ask('GET', '/api/auth/me')).statusCode).toBe(401)
  })

  test('visitors share the data and do not see each other', async () => {
    const first = await visit({ 'user-agent': 'uno' })
    const second = await visit({ 'user-agent': 'dos' })
    expect((await second.ask('GET', '/api/auth/sessions')).json()).toHaveLength(1)
    expect((await first.ask('GET', '/api/auth/me')).statusCode).toBe(200)
    expect(await t.ctx.db.select().from(users).where(eq(users.isDemo, true))).toHaveLength(1)
  })

  test('nobody who is logged in loses the session', async () => {
    const ana = await t.signIn()
    expect((await ana.send('POST', '/api/demo/session')).status).toBe(409)
    expect((await ana.get('/api/auth/me')).status).toBe(200)
  })

  test('the tenant is no user: not in the panel, not to be recovered, not to be registered over', async () => {
    const admin = await t.signIn({ role: 'admin' })
    const [demo] = await t.ctx.db.select().from(users).where(eq(users.isDemo, true))
    expect((await admin.get('/api/admin/users')).text).not.toContain(demo!.id)
    expect((await admin.send('DELETE', `/api/admin/users/${demo!.id}`)).status).toBe(404)
    for (const path of ['forgot-password', 'register-start'])
      await t.app.inject({
        method: 'POST',
        url: `/api/auth/${path}`,
        payload: { email: demo!.email },
      })
    await t.runJobs()
    expect(t.simulators.smtp.outbox()).toHaveLength(0)
  })

  test('a visit days later adds the days since, and changes none before', async () => {
    const before = { ...(await account()), cost: await costOf('account_day') }
    t.clock.advance(3 * DAY_MS)
    await visit()
    const after = await account()
    expect(after).toMatchObject({ dataFrom: before.dataFrom, dataTo: '2026-11-22' })
    expect(after.syncVersion).toBe(before.syncVersion + 1)
    const { rows } = await t.ctx.db.execute<{ cost: number }>(sql`
      select sum(cost_micros)::bigint as cost from account_day
      where customer_id = ${after.customerId} and day <= ${before.dataTo}::date`)
    expect(Number(rows[0]!.cost)).toBe(before.cost)
    expect(await costOf('account_month')).toBe(await costOf('account_day'))
    expect(await costOf('account_day')).toBeGreaterThan(before.cost)
  })
})
