import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { passTime, reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import type { Schedule } from './contract/endpoints.ts'

// The test's present is Friday 20 Nov 2026, 11:00 in Madrid.
const it = testApp()

async function owner() {
  const person = await it.signIn({ plan: 'premium' })
  const shop = await reportShop(it, person, 'Zapatería Ñandú')
  const wanted = {
    name: 'Semanal',
    accountIds: [shop.accountId],
    frequency: 'weekly',
    compare: 'previous',
    toSelf: true,
    recipientIds: [] as string[],
  }
  const plan = async (over: object = {}) => {
    const made = await person.send('POST', '/api/reports/schedules', { ...wanted, ...over })
    return (made.body as { id: string }).id
  }
  const schedule = async () =>
    ((await person.get('/api/reports/schedules')).body as { schedules: Schedule[] }).schedules[0]
  const ask = async (email: string) =>
    (await person.send('POST', '/api/reports/recipients', { email })).body as { id: string }
  const subjects = () => mailsTo(person.email).map(({ subject }) => subject)
  const connect = (connected: boolean) =>
    it.ctx.db
      .update(adAccounts)
      .set({ connected })
      .where(eq(adAccounts.customerId, shop.customerId))
  return { person, wanted, plan, schedule, ask, subjects, connect }
}

function mailsTo(email: string) {
  return it.simulators.smtp.outbox().filter(({ to }) => to === email)
}

async function confirm(email: string) {
  const link = mailsTo(email)[0]?.links.find((one) => one.includes('/reports/confirm')) ?? ''
  const token = new URL(link).searchParams.get('token')
  const url = '/api/reports/confirm-recipient'
  expect((await it.app.inject({ method: 'POST', url, payload: { token } })).statusCode).toBe(200)
}

test('a schedule without a connected account tells its owner once, and goes on when one is back', async () => {
  const { plan, schedule, subjects, connect } = await owner()
  await plan()
  await connect(false)
  await passTime(it, 7)
  await passTime(it, 7)
  expect(subjects()).toEqual(['El envío «Semanal» está en pausa'])
  expect(await schedule()).toMatchObject({ pausedBecause: 'accounts' })
  await connect(true)
  await it.runJobs()
  expect(await schedule()).toMatchObject({ pausedBecause: null, pausedText: null })
  expect(new Date((await schedule())!.nextRunAt) > it.clock.now()).toBe(true)
  await passTime(it, 7)
  expect(subjects().length).toBe(2)
})

test('who says yes after the first report was due gets the next one', async () => {
  const { person, plan, schedule, ask, subjects } = await owner()
  const email = `tarde-${person.userId}@cliente.test`
  const { id } = await ask(email)
  await plan({ toSelf: false, recipientIds: [id] })
  await passTime(it, 5)
  expect(await schedule()).toMatchObject({ pausedBecause: 'recipients' })
  expect(subjects()).toEqual(['El envío «Semanal» está en pausa'])
  await it.runJobs()
  expect(await schedule()).toMatchObject({ pausedBecause: 'recipients' })
  await confirm(email)
  await it.runJobs()
  expect((await schedule())?.pausedBecause).toBeNull()
  await passTime(it, 7)
  expect(mailsTo(email).length).toBe(2)
})
