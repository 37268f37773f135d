import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { type Person, testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import type { SavedView } from './contract.ts'

const it = testApp()
let person: Person
let stranger: Person

beforeAll(async () => {
  person = await it.signIn()
  stranger = await it.signIn()
})

const views = async (who: Person) => (await who.get('/api/vistas')).body as SavedView[]
const address = '/dashboard/accounts/4815162342?from=2026-10-01&to=2026-10-31&metric=cpc#campaigns'

test('a view is kept under its name for the person alone, and the name moves to the screen saved last', async () => {
  const saved = await person.send('POST', '/api/vistas', { name: ' Octubre ', address })
  expect(saved.body).toMatchObject({ name: 'Octubre', address })
  expect(await views(stranger)).toEqual([])
  await person.send('POST', '/api/vistas', { name: 'Octubre', address: '/dashboard?ver=roto' })
  await person.send('POST', '/api/vistas', { name: 'Agencia', address: '/dashboard/results' })
  expect((await views(person)).map((view) => [view.name, view.address])).toEqual([
    ['Agencia', '/dashboard/results'],
    ['Octubre', '/dashboard?ver=roto'],
  ])
  const [first] = await views(person)
  expect((await stranger.send('DELETE', `/api/vistas/${first?.id}`)).status).toBe(404)
  expect((await person.send('DELETE', `/api/vistas/${first?.id}`)).status).toBe(200)
  expect(await views(person)).toHaveLength(1)
})

test('a view of an account that its person does not see is told from the others', async () => {
  const reader = await it.signIn()
  const { accountId, customerId } = await reportShop(it, reader, 'Zapatería')
  for (const [name, of] of [
    ['Ajena', '4815162342'],
    ['Propia', accountId],
  ])
    await reader.send('POST', '/api/vistas', { name, address: `/dashboard/accounts/${of}?from=x` })
  expect((await views(reader)).map(({ name, isGone }) => [name, isGone])).toEqual([
    ['Ajena', true],
    ['Propia', false],
  ])
  await it.ctx.db.delete(adAccounts).where(eq(adAccounts.customerId, customerId))
  expect((await views(reader)).every(({ isGone }) => isGone)).toBe(true)
})

test.each([
  'https://otro.test/dashboard',
  '//otro.test/dashboard',
  '/dashboardx',
  '/admin',
  '/dashboard/..\\x',
  'javascript:alert(1)',
])('%s is no screen of the panel', async (address) => {
  expect((await person.send('POST', '/api/vistas', { name: 'Mala', address })).status).toBe(400)
})

test('the fifty-first is refused in words', async () => {
  for (let at = 0; at < 51; at++) {
    const answer = await stranger.send('POST', '/api/vistas', { name: `Vista ${at}`, address })
    expect(answer.status).toBe(at < 50 ? 200 : 422)
  }
  expect(await views(stranger)).toHaveLength(50)
})
