import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { rateWindows } from '#platform/db/schema/work.ts'
import { schedulerFailures } from '#platform/figures.ts'
import { connectAccount } from '../../tests/connected-account.ts'
import { testApp } from '../../tests/harness.ts'
import { enqueueWhatIsDue } from './jobs.ts'

const t = testApp()
const DAY_MS = 86_400_000

test('an account that cannot be erased keeps neither the others nor later steps back, and is told', async () => {
  const { userId } = await t.signIn()
  const disconnectedAt = new Date(t.clock.now().getTime() - 31 * DAY_MS)
  for (const customerId of [1, 2, 3])
    await connectAccount(t, {
      ...{ userId, customerId, googleCustomerId: String(customerId), name: 'Tienda' },
      ...{ connected: false, disconnectedAt },
    })
  await t.ctx.db.execute(sql`create table held (customer_id bigint references ad_accounts)`)
  await t.ctx.db.execute(sql`insert into held values (1)`)
  const endsAt = new Date(t.clock.now().getTime() - 1)
  await t.ctx.db.insert(rateWindows).values({ key: 'ended', calls: 1, endsAt })
  const left = async () => {
    const rows = await t.ctx.db.select({ id: adAccounts.customerId }).from(adAccounts)
    const ended = await t.ctx.db.select().from(rateWindows).where(eq(rateWindows.key, 'ended'))
    return { accounts: rows.map(({ id }) => id), windows: ended.length }
  }

  await expect(enqueueWhatIsDue(t.ctx)).rejects.toThrow('delete from')
  expect(await left()).toEqual({ accounts: [1], windows: 0 })
  const { values } = await schedulerFailures.get()
  // One figure for all of a process, which other files may share.
  const own = values.filter(({ labels }) => labels.step === 'deleteExpiredAccounts')
  expect(own).toMatchObject([{ value: 1 }])

  await t.ctx.db.execute(sql`drop table held`)
  await enqueueWhatIsDue(t.ctx)
  expect(await left()).toEqual({ accounts: [], windows: 0 })
})
