import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteUserForGood } from '#account-data/erase-tenant.ts'
import { users } from '#platform/db/schema/access.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'

// A grant ends here at once, and at Google as soon as that answers.
const SHOP = '1000000041'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world)
const MINUTE_MS = 60_000
let there: string | undefined

beforeEach(async () => {
  there = it.ctx.config.googleAds.oauthBase
  await it.ctx.db.execute(sql`delete from jobs`)
})
afterEach(() => isBack())

const isAway = () => Object.assign(it.ctx.config.googleAds, { oauthBase: 'http://127.0.0.1:1' })
const isBack = () => Object.assign(it.ctx.config.googleAds, { oauthBase: there })
const revocations = () => it.google.requests().filter((c) => c.path.startsWith('/revoke')).length
const kept = () => it.ctx.db.select().from(jobs).where(eq(jobs.kind, 'giveBackGrant'))

async function connected() {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  // Its figures are of no concern.
  await it.ctx.db.execute(sql`delete from jobs`)
  return ana
}

test('Google that cannot be reached is told once it can, and then nothing of the grant is kept', async () => {
  const ana = await connected()
  const before = revocations()
  isAway()
  expect((await ana.ask('DELETE', `/api/google-accounts/${SHOP}`)).status).toBe(200)
  await it.runJobs()
  const [waiting] = await kept()
  expect(waiting).toMatchObject({ status: 'waiting', attempts: 1 })
  expect(JSON.stringify(waiting)).not.toMatch(/ana@|1\/\//)
  expect(revocations()).toBe(before)
  isBack()
  it.clock.advance(MINUTE_MS)
  await it.runJobs()
  expect(revocations()).toBe(before + 1)
  expect(await kept()).toMatchObject([{ status: 'done', payload: {} }])
})

test('given up after a week, nothing of it is kept either', async () => {
  const ana = await connected()
  isAway()
  await ana.ask('DELETE', `/api/google-accounts/${SHOP}`)
  let hours = 0
  for (; (await kept())[0]?.status === 'waiting'; hours++) {
    await it.runJobs()
    it.clock.advance(60 * MINUTE_MS)
  }
  expect(hours).toBeGreaterThan(100)
  expect(hours).toBeLessThan(7 * 24)
  expect(await kept()).toMatchObject([{ status: 'failed', payload: {} }])
  // As an administrator has it tried again.
  await it.ctx.db.update(jobs).set({ status: 'waiting', attempts: 0, runAt: it.clock.now() })
  await it.runJobs()
  expect(await kept()).toMatchObject([
    { status: 'failed', lastProblem: expect.stringContaining('forgotten') },
  ])
})

test('connected again meanwhile, it is not ended', async () => {
  const ana = await connected()
  const before = revocations()
  isAway()
  await ana.ask('DELETE', `/api/google-accounts/${SHOP}`)
  await it.runJobs()
  isBack()
  await ana.connect('ana@gmail.test')
  it.clock.advance(MINUTE_MS)
  await it.runJobs()
  expect(revocations()).toBe(before)
  expect(await kept()).toMatchObject([{ status: 'done', payload: {} }])
  await ana.ask('DELETE', `/api/google-accounts/${SHOP}`)
  await it.runJobs()
})

test('of a person who is erased meanwhile nothing but the sealed grant waits for Google', async () => {
  const ana = await connected()
  const before = revocations()
  const { userId } = ana.caller.caller
  isAway()
  await deleteUserForGood(it.ctx, userId, { by: 'user', at: it.clock.now() })
  expect(await it.ctx.db.select().from(users).where(eq(users.id, userId))).toEqual([])
  await it.runJobs()
  const { rows } = await it.ctx.db.execute(
    sql`select payload::text from jobs where payload::text like '%@gmail%' or payload::text like '%1//%'`,
  )
  expect(rows).toEqual([])
  isBack()
  it.clock.advance(MINUTE_MS)
  await it.runJobs()
  expect(revocations()).toBe(before + 1)
  expect(await kept()).toMatchObject([{ payload: {} }])
})
