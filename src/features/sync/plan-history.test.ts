import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { syncAccount } from './actions/sync-account.ts'

const SHOP = '1000000001'
const TODAY = '2026-11-20'
const { world } = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(world)
const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }

test('a sync reads as far back as the owner’s plan goes, and further once it goes further', async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  const customerId = Number(accounts[0]?.id)
  const readFrom = async () => {
    const { rows } = await it.ctx.db.execute<{ from: string }>(
      sql`select backfilled_from::text as from from sync_states where customer_id = ${customerId}`,
    )
    return rows[0]?.from
  }
  const ownerHas = (plan: string) =>
    it.ctx.db.execute(sql`update users set plan = ${plan}
      where id = (select user_id from ad_accounts where customer_id = ${customerId})`)
  await ownerHas('basic')
  await it.runJobs()
  expect(await readFrom()).toBe(addDays(TODAY, -183))
  await ownerHas('premium')
  await syncAccount(it.ctx, customerId, noLease)
  await it.runJobs()
  expect(await readFrom()).toBe(addDays(TODAY, -399))
  await ownerHas('basic')
  await syncAccount(it.ctx, customerId, noLease)
  await it.runJobs()
  expect(await readFrom(), 'what was read stays').toBe(addDays(TODAY, -399))
})

test('after a pause longer than the history the account is known from where it was read again', async () => {
  const ana = await it.signIn({ plan: 'basic' })
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  const customerId = Number(accounts[0]?.id)
  await it.runJobs()
  it.clock.advance(200 * 86_400_000)
  await syncAccount(it.ctx, customerId, noLease)
  const { rows } = await it.ctx.db.execute(sql`
    select backfilled_from::text as from, status from sync_states where customer_id = ${customerId}`)
  it.clock.advance(-200 * 86_400_000)
  expect(rows).toEqual([{ from: addDays(TODAY, 200 - 183), status: 'idle' }])
})
