import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayInZone } from '#shared/dates.ts'
import { testApp } from '../../../tests/harness.ts'
import { passTime, reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { syncStates } from '../../platform/db/schema/work.ts'

// The test's present is Friday 20 Nov 2026, 11:00 in Madrid.
const it = testApp()

const HOUR = 1 / 24
const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** 6:00 in Madrid. */
const MONDAY = Date.parse('2026-11-23T05:00:00Z')

async function californian(frequency: 'weekly' | 'monthly') {
  const person = await it.signIn({ plan: 'premium' })
  const { accountId, customerId } = await reportShop(it, person, 'Zapatería de California')
  const change = (values: Partial<typeof adAccounts.$inferInsert>) =>
    it.ctx.db.update(adAccounts).set(values).where(eq(adAccounts.customerId, customerId))
  await change({ timeZone: 'America/Los_Angeles' })
  const schedule = { name: 'Informe', accountIds: [accountId], compare: 'none', toSelf: true }
  const wanted = { ...schedule, frequency, recipientIds: [] }
  expect((await person.send('POST', '/api/reports/schedules', wanted)).status).toBe(200)
  const mails = () => it.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  return { customerId, change, mails }
}

test('where it is still Sunday, a report waits for the end of its week', async () => {
  const { change, mails } = await californian('weekly')
  const monthly = await californian('monthly')
  // Until Monday, 7:30 in Madrid: Sunday, 22:30 in California.
  await passTime(it, 2 + 20.5 * HOUR)
  await change({ source: 'google', lastSyncedAt: it.clock.now() })
  await passTime(it, 3 * HOUR)
  expect(mails()).toEqual([])
  // At 1:30 Google lacks some of Sunday, at 4:30 nothing.
  await change({ lastSyncedAt: it.clock.now() })
  await passTime(it, 3 * HOUR)
  expect(mails()).toEqual([])
  await change({ lastSyncedAt: it.clock.now() })
  await passTime(it, HOUR)
  expect(mails().map(({ subject }) => subject)).toEqual(['Informe: del 16 nov 2026 al 22 nov 2026'])
  await passTime(it, 8)
  expect(monthly.mails().map(({ subject }) => subject)).toEqual([
    'Informe: del 1 nov 2026 al 30 nov 2026',
  ])
})

test('while the windows of a first sync come, newest first, a report waits for the beginning of its week', async () => {
  const { customerId, change, mails } = await californian('weekly')
  const readFrom = async (day: string) => {
    const reading = { status: 'running', rowsWritten: 0, recentReady: 1 } as const
    const values = { ...reading, backfilledFrom: day, updatedAt: it.clock.now() }
    await it.ctx.db
      .insert(syncStates)
      .values({ customerId, ...values })
      .onConflictDoUpdate({ target: syncStates.customerId, set: values })
  }
  const monday = Math.ceil((it.clock.now().getTime() - MONDAY) / WEEK_MS) * WEEK_MS + MONDAY
  await passTime(it, (monday - it.clock.now().getTime()) / DAY_MS)
  const lastSyncedAt = it.clock.now()
  await change({ source: 'google', timeZone: 'Europe/Madrid', lastSyncedAt, dataFrom: null })
  await readFrom(dayInZone(lastSyncedAt, 'Europe/Madrid'))
  await passTime(it, 3 * HOUR)
  expect(mails()).toEqual([])
  await readFrom('2026-09-01')
  await passTime(it, HOUR / 2)
  expect(mails().length).toBe(1)
})
