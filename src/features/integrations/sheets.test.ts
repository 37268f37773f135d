import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'
import { adAccounts, users } from '../../platform/db/schema/access.ts'
import { sheetFeeds } from '../../platform/db/schema/integrations.ts'
import { readSheetRows } from './queries/sheet-rows.ts'

const it = testApp()

async function owner() {
  const person = await it.signIn({ plan: 'premium' })
  const shop = await reportShop(it, person, 'Zapatería, «Ñandú»')
  const wanted = { name: 'Hoja de marzo', accountIds: [shop.accountId], days: 7 }
  const made = await person.send('POST', '/api/integrations/sheets', wanted)
  expect(made.status, made.text).toBe(200)
  const { id, url } = made.body as { id: string; url: string }
  const address = new URL(url)
  const read = (more: Record<string, string> = {}, ip = `10.0.0.${id.charCodeAt(0)}`) => {
    for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value)
    return it.app.inject({ url: address.pathname + address.search, remoteAddress: ip })
  }
  return { person, shop, wanted, id, address, read }
}

test('a spreadsheet reads campaigns by day, without a session', async () => {
  const { person, address, read } = await owner()
  const answer = await read({ locale: 'en' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const rows = parse(answer.body, { columns: true }) as Record<string, string>[]
  expect(rows.length).toBe(14)
  expect(rows[0]).toEqual({
    Fecha: '2026-11-19',
    Cuenta: 'Zapatería, «Ñandú»',
    Campaña: '\'=HYPERLINK("http://mal.test") 👟',
    Moneda: 'EUR',
    Impresiones: '500',
    Clics: '25',
    Coste: '5',
    Conversiones: '0.5',
    'Valor de conversión': '0',
  })
  expect((await read({ locale: 'es' })).body).toContain('"0,5"')
  const other = await read({ locale: 'fr' })
  expect([other.statusCode, other.json().message]).toEqual([
    400,
    'El formato no existe: usa locale=es o locale=en.',
  ])
  const [stored] = await it.ctx.db
    .select()
    .from(sheetFeeds)
    .where(eq(sheetFeeds.userId, person.userId))
  const cut = await readSheetRows(it.ctx, stored!, 5)
  expect(
    cut.map(({ day }) => day),
    'whole days alone',
  ).toEqual(rows.slice(0, 4).map((row) => row.Fecha))
  expect(JSON.stringify(stored)).not.toContain(address.searchParams.get('token'))
  expect((await person.get('/api/integrations/sheets')).body).toMatchObject({
    feeds: [{ name: 'Hoja de marzo', days: 7, lastUsedAt: expect.any(String) }],
  })
})

test('a day that was not read to its end is not told yet', async () => {
  const { shop, read } = await owner()
  const newest = async () => (await read()).body.split('\n')[1]?.slice(0, 10)
  expect(await newest()).toBe('2026-11-19')
  const lastSyncedAt = new Date('2026-11-19T17:00:00Z')
  await it.ctx.db
    .update(adAccounts)
    .set({ source: 'google', lastSyncedAt })
    .where(eq(adAccounts.googleCustomerId, shop.accountId))
  expect(await newest()).toBe('2026-11-18')
})

test('a revoked or guessed token finds nothing, and guessing is slowed down', async () => {
  const { person, id, read } = await owner()
  expect((await person.send('DELETE', `/api/integrations/sheets/${id}`)).status).toBe(200)
  const guess = () => read({ token: 'adivinado' }, '203.0.113.9')
  const statuses: number[] = []
  for (let tries = 0; tries < 25; tries++) statuses.push((await guess()).statusCode)
  expect(statuses.slice(0, 20).every((status) => status === 404)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await read({}, '203.0.113.10')).statusCode).toBe(404)
})

test('an address is not read without end, nor without the plan', async () => {
  const { person, wanted, read } = await owner()
  const statuses: number[] = []
  for (let reads = 0; reads < 61; reads++) statuses.push((await read()).statusCode)
  expect(statuses.filter((status) => status === 200).length).toBe(60)
  expect(statuses.at(-1)).toBe(429)
  const other = await owner()
  await it.ctx.db.update(users).set({ plan: 'basic' }).where(eq(users.id, other.person.userId))
  expect((await other.read()).json()).toMatchObject({ code: 'plan_required' })
  await it.ctx.db.update(users).set({ isActive: false }).where(eq(users.id, other.person.userId))
  expect((await other.read()).json()).toMatchObject({ code: 'subscription_required' })
  const refused = await other.person.send('POST', '/api/integrations/sheets', wanted)
  expect(refused.status).toBe(403)
  const strange = await (await owner()).person.send('POST', '/api/integrations/sheets', wanted)
  expect(strange.status).toBe(404)
  const long = await person.send('POST', '/api/integrations/sheets', { ...wanted, days: 400 })
  expect(long.body).toMatchObject({ message: 'Como mucho 180 días.' })
})

test('a manager, which has no figures, is told apart from an unknown account', async () => {
  const { person, shop, wanted } = await owner()
  await it.ctx.db
    .update(adAccounts)
    .set({ isManager: true })
    .where(eq(adAccounts.googleCustomerId, shop.accountId))
  const refused = await person.send('POST', '/api/integrations/sheets', wanted)
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('elige sus subcuentas')
})
