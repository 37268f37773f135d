import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop, type Shop } from '../../../tests/recommendation-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { recommendations } from '../../platform/db/schema/recommendations.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { GoogleAccount } from '../accounts/contract.ts'
import type { getInbox } from './contract/inbox.ts'

// An agency at its largest: what waits must stay one list that is read at once.
const it = testApp()
const ACCOUNTS = 200
const EACH = 15
const MOST_SENT = 3_000
const CURRENCIES = ['EUR', 'MXN', 'USD', 'CLP', 'KWD', 'JPY', 'COP', 'GBP']
/** Also on a busy machine; alone it takes some 300 ms. */
const PATIENCE_MS = 5_000
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
  await shop.reset()
  await crowd(await shop.recommend([shop.raise(1.2)]))
})

const inbox = async (who = shop.owner) =>
  (await who.get('/api/hoy')).body as ReplyOf<typeof getInbox>

test('3,000 decisions of 200 accounts are one list, in one order, at once', async () => {
  const startedAt = performance.now()
  const { rows, total, first } = await inbox()
  expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS)
  expect(total).toBe(ACCOUNTS * EACH + 1)
  // More are not sent at once; how many there are is said.
  expect(rows).toHaveLength(MOST_SENT)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(MOST_SENT)
  const others = rows.findIndex(({ currencyCode }) => currencyCode !== 'EUR')
  expect(rows.slice(others).every(({ currencyCode }) => currencyCode !== 'EUR')).toBe(true)
  expect(first.ids).toHaveLength(5)
})

test('amounts of different currencies are never one sum', async () => {
  const { rows } = await inbox()
  const several = CURRENCIES.map((code) => rows.find((row) => row.currencyCode === code)?.id ?? '')
  const { body } = await shop.owner.get(`/api/recomendaciones/total?ids=${several.join(',')}`)
  const { totals } = body as { totals: { currencyCode: string }[] }
  expect(totals.map(({ currencyCode }) => currencyCode).toSorted()).toEqual(CURRENCIES.toSorted())
})

test('names of 200 signs arrive whole', async () => {
  const accounts = (await shop.owner.get('/api/google-accounts')).body as GoogleAccount[]
  expect(accounts).toHaveLength(ACCOUNTS + 1)
  const long = accounts.filter(({ accountName }) => accountName.length === 200)
  expect(long).toHaveLength(ACCOUNTS)
  const { rows } = await inbox()
  expect(rows.filter(({ accountName }) => accountName.length === 200).length).toBe(MOST_SENT - 1)
})

test('who has no accounts has an empty list and no amount', async () => {
  const nobody = await it.signIn()
  expect(await inbox(nobody)).toMatchObject({ rows: [], total: 0, first: { ids: [], ranges: [] } })
})

test('of two tabs that decide the same, the second is told and nothing is done twice', async () => {
  const id = await shop.recommend([shop.negative('de dos pestañas')])
  const both = await Promise.all([shop.apply(id), shop.apply(id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.text).toMatch(/ya|mientras|otra/i)
  expect(await shop.liveNegatives('de dos pestañas')).toHaveLength(1)
})

/** Copies of one card, under accounts of all currencies. */
async function crowd(modelId: string) {
  const [model] = await it.ctx.db
    .select()
    .from(recommendations)
    .where(eq(recommendations.id, modelId))
  const [account] = await it.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, CUSTOMER))
  if (!model || !account) throw new Error('the shop has neither card nor account')
  for (let at = 0; at < ACCOUNTS; at++) {
    const customerId = 10_000 + at
    const currencyCode = CURRENCIES[at % CURRENCIES.length] ?? 'EUR'
    await it.ctx.db.insert(adAccounts).values({
      ...account,
      customerId,
      googleCustomerId: String(8_000_000_000 + at),
      name: `${at} ${'Zapatería de la calle Mayor '.repeat(9)}`.slice(0, 200).replace(/ $/, '.'),
      currencyCode,
    })
    await it.ctx.db.insert(recommendations).values(
      Array.from({ length: EACH }, (_, of) => ({
        ...model,
        id: randomUUID(),
        customerId,
        fingerprint: `${model.fingerprint} ${of}`,
        body: { ...(model.body as object), evidence: { ...evidenceOf(model.body), currencyCode } },
      })),
    )
  }
}

const evidenceOf = (body: unknown) => (body as { evidence: object }).evidence
