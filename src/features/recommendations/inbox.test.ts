import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '../../../tests/harness.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { analyses, recommendations } from '../../platform/db/schema/recommendations.ts'
import { syncStates } from '../../platform/db/schema/work.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { StepGroup, totalOfSeveral } from './contract/changes.ts'
import type { getInbox } from './contract/inbox.ts'

// What waits for a person in all accounts: its order, and putting off, away and back.
const it = testApp()
let shop: Shop
const OTHER = 78
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

beforeAll(async () => {
  shop = await openShop(it)
})

beforeEach(async () => {
  await it.ctx.db.delete(recommendations).where(eq(recommendations.customerId, OTHER))
  await it.ctx.db.delete(adAccounts).where(eq(adAccounts.customerId, OTHER))
  await shop.reset()
})

test('every account of the caller in one order, with what the first bring together', async () => {
  await addSecondAccount()
  const budget = await shop.recommend([shop.raise(1.2)])
  const negative = await shop.recommend([shop.negative('gratis')])
  const byHand = await shop.recommend([], { forecast: null })
  const tracking = await move(await shop.recommend([]), { customerId: OTHER, turn: 1 })
  await move(negative, { stakeMicros: 20_000_000 })
  const { rows, total, first } = await inbox()
  expect(rows.map(({ id }) => id)).toEqual([tracking, negative, ...sorted(budget, byHand, rows)])
  expect(total).toBe(4)
  expect(rows[0]).toMatchObject({ accountName: 'Segunda', currencyCode: 'MXN', byHand: true })
  expect(rows.find(({ id }) => id === byHand)).toMatchObject({ byHand: true, forecast: null })
  // What is done by hand is not among those that one press applies.
  expect(first.ids.toSorted()).toEqual([budget, negative].toSorted())
  // 10 ± √(5² + 5²) and √(10² + 10²): less than both ends added.
  expect(first.ranges).toEqual([
    { currencyCode: 'EUR', lowMicros: 12_928_932, midMicros: 20_000_000, highMicros: 34_142_136 },
  ])
})

test('put off until its day, and brought back before', async () => {
  const id = await shop.recommend([shop.raise(1.2)])
  const off = await shop.owner.send('POST', '/api/recomendaciones/posponer', {
    ids: [id],
    dias: 7,
  })
  expect(off.status, off.text).toBe(200)
  expect((await inbox()).rows).toEqual([])
  expect((await inbox()).snoozed).toMatchObject([{ id, accountName: 'Zapatería' }])
  expect(await shop.pending(), 'nor on the page of its account').toEqual([])
  it.clock.advance(7 * DAY_MS - HOUR_MS)
  expect((await inbox()).rows).toEqual([])
  it.clock.advance(HOUR_MS)
  expect((await inbox()).rows.map((row) => row.id)).toEqual([id])
  expect((await inbox()).snoozed).toEqual([])

  await shop.owner.send('POST', '/api/recomendaciones/posponer', { ids: [id], dias: 7 })
  await shop.owner.send('POST', '/api/recomendaciones/recuperar', { ids: [id] })
  expect((await inbox()).rows.map((row) => row.id)).toEqual([id])
})

test('several put away at once and taken back; of an applied one none is', async () => {
  const one = await shop.recommend([shop.raise(1.2)])
  const other = await shop.recommend([shop.negative('gratis')])
  const ids = [one, other]
  const gone = await shop.owner.send('POST', '/api/recomendaciones/descartar-varias', { ids })
  expect(gone.status, gone.text).toBe(200)
  expect(await inbox()).toMatchObject({ rows: [], dismissedToday: 2 })
  await shop.owner.send('POST', '/api/recomendaciones/recuperar', { ids })
  expect((await inbox()).rows).toHaveLength(2)

  await shop.apply(other)
  const refused = await shop.owner.send('POST', '/api/recomendaciones/descartar-varias', { ids })
  expect(refused.status).toBe(409)
  expect(await inbox()).toMatchObject({ rows: [{ id: one }], appliedToday: 1, dismissedToday: 0 })
})

test("a stranger's cannot be put off, put away, brought back or read", async () => {
  const id = await shop.recommend([shop.raise(1.2)])
  const stranger = await it.signIn()
  const body = { ids: [id], dias: 7 }
  for (const deed of ['posponer', 'descartar-varias', 'recuperar'])
    expect((await stranger.send('POST', `/api/recomendaciones/${deed}`, body)).status).toBe(404)
  expect((await stranger.get(`/api/recomendaciones/${id}/evidencia`)).status).toBe(404)
  expect(await inbox(stranger)).toMatchObject({ rows: [], total: 0, snoozed: [] })
  expect((await inbox()).rows.map((row) => row.id)).toEqual([id])
})

test('equal steps of several cards are one line, others their own', async () => {
  const ids = [
    await shop.recommend([shop.negative('gratis'), shop.negative('curso')]),
    await shop.recommend([shop.negative('segunda mano')]),
    await shop.recommend([shop.raise(1.2)]),
  ]
  const { body } = await shop.owner.get(`/api/recomendaciones/total?ids=${ids.join(',')}`)
  const { groups } = body as ReplyOf<typeof totalOfSeveral>
  expect(groups.map(({ text, count }) => [text, count])).toEqual([
    ['Añadir la palabra clave negativa', 3],
    ['Cambiar el presupuesto', 1],
  ])
  expect(groups[0]?.steps.map(({ name }) => name)).toEqual(['gratis', 'curso', 'segunda mano'])
  const [money] = (groups[1] as StepGroup).shared
  expect(money).toMatchObject({ label: 'Presupuesto al día' })
  expect(money?.before, 'as it is now').toMatch(/€$/)
  expect(money?.before).not.toBe(money?.after)
})

test('of several, those that act in one campaign are told to be measured as one', async () => {
  const elsewhere = {
    campaignCriterionOperation: {
      create: {
        campaign: 'customers/{customerId}/campaigns/1',
        negative: true,
        keyword: { text: 'empleo', matchType: 'PHRASE' },
      },
    },
  }
  const lone = await shop.recommend([elsewhere])
  const one = await shop.recommend([shop.negative('gratis')])
  const other = await shop.recommend([shop.negative('curso')])
  const together = async (...ids: string[]) => {
    const { body } = await shop.owner.get(`/api/recomendaciones/total?ids=${ids.join(',')}`)
    return (body as ReplyOf<typeof totalOfSeveral>).measuredTogether
  }
  expect(await together(lone, one, other)).toBe(2)
  expect(await together(lone, one)).toBe(0)
})

async function inbox(who: Person = shop.owner) {
  const answer = await who.get('/api/hoy')
  expect(answer.status, answer.text).toBe(200)
  return answer.body as ReplyOf<typeof getInbox>
}

async function addSecondAccount() {
  const [account] = await it.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, CUSTOMER))
  const other = { customerId: OTHER, googleCustomerId: '7777777777', name: 'Segunda' }
  await it.ctx.db.insert(adAccounts).values({ ...account!, ...other, currencyCode: 'MXN' })
}

/** The shop gives all of its cards the same place; a test about the order says another. */
async function move(id: string, values: Partial<typeof recommendations.$inferInsert>) {
  const fingerprint = randomUUID()
  const isIt = eq(recommendations.id, id)
  // Written anew, since no row changes its account where accounts are spread over servers.
  const [row] = await it.ctx.db.delete(recommendations).where(isIt).returning()
  await it.ctx.db.insert(recommendations).values({ ...row!, fingerprint, ...values })
  return id
}

/** Of equal stakes the fingerprint decides, which is drawn. */
const sorted = (one: string, other: string, rows: readonly { id: string }[]) =>
  rows.flatMap(({ id }) => (id === one || id === other ? [id] : []))

test('an account that is still to be looked at is told apart from one with nothing to decide', async () => {
  const looked = { syncVersion: 1, analysedAt: it.ctx.clock.now(), silenced: [] }
  const store = (customerId: number) =>
    it.ctx.db
      .insert(analyses)
      .values({ customerId, ...looked })
      .onConflictDoNothing()
  await addSecondAccount()
  await store(CUSTOMER)
  await it.ctx.db.delete(analyses).where(eq(analyses.customerId, OTHER))
  expect((await inbox()).unread).toBe(1)
  await store(OTHER)
  expect((await inbox()).unread).toBe(0)
})

test('with no decision left it says why: still being read, without ads, or all decided', async () => {
  const why = async () => (await inbox()).nothing
  const { db } = it.ctx
  await db
    .update(adAccounts)
    .set({ lastSyncedAt: it.clock.now() })
    .where(eq(adAccounts.customerId, CUSTOMER))
  const known = { decided: false, accounts: 1 }
  const updatedAt = it.clock.now()
  const fresh = { status: 'running', rowsWritten: 0, recentReady: 0, updatedAt } as const
  await db.insert(syncStates).values({ customerId: CUSTOMER, ...fresh })
  expect(await why()).toEqual({ ...known, reading: 1, idle: 1 })
  await db
    .update(syncStates)
    .set({ status: 'idle', recentReady: 1, backfilledFrom: '2020-01-01' })
    .where(eq(syncStates.customerId, CUSTOMER))
  expect(await why()).toEqual({ ...known, reading: 0, idle: 1 })
  const silence = () => shop.owner.get(`/api/recomendaciones/${SHOP}/silencio`)
  expect((await silence()).body).toMatchObject({ hadNoAds: true })

  const day = new Date(it.clock.now().getTime() - 10 * DAY_MS).toISOString().slice(0, 10)
  await db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    values (${CUSTOMER}, ${day}, 400, 20, 6000000, 10000000, 0)`)
  expect(await why()).toEqual({ ...known, reading: 0, idle: 0 })
  expect((await silence()).body).toMatchObject({ hadNoAds: false })

  const id = await shop.recommend([shop.raise(1.2)])
  expect(await why(), 'something is left').toBeNull()
  await shop.owner.send('POST', '/api/recomendaciones/descartar-varias', { ids: [id] })
  expect(await why()).toEqual({ decided: true, accounts: 1, reading: 0, idle: 0 })
})
