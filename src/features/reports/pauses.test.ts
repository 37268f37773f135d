import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { passTime, reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { jobs } from '../../platform/db/schema/work.ts'
import { makeReport, type Schedule } from './contract/endpoints.ts'

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
  const { customerId } = shop
  return { person, wanted, plan, schedule, ask, subjects, connect, customerId }
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

test('a report that is due already stops with the pause of its owner, drawn or not', async () => {
  const { person, plan, schedule, subjects, customerId } = await owner()
  const id = await plan()
  const pause = (paused: boolean) =>
    person.send('PUT', `/api/reports/schedules/${id}/paused`, { paused })
  // A sync of Google's is waited for until 10:00.
  const google = { source: 'google' as const, lastSyncedAt: null }
  const ofShop = eq(adAccounts.customerId, customerId)
  await it.ctx.db.update(adAccounts).set(google).where(ofShop)
  it.clock.advance(untilMonday(it.clock.now()))
  await passTime(it, 0)
  expect((await schedule())?.last).toMatchObject({ state: 'waiting', text: 'Preparándose.' })
  await pause(true)
  await passTime(it, 0.2)
  expect((await schedule())?.last).toMatchObject({
    state: 'failed',
    text: 'No se envió: el envío estaba en pausa.',
  })

  await pause(false)
  await it.ctx.db.update(adAccounts).set({ source: 'imported' }).where(ofShop)
  it.simulators.smtp.armFault('smtp_down', 1000)
  await passTime(it, 7)
  it.simulators.smtp.armFault('smtp_down', 0)
  await pause(true)
  await passTime(it, 0.1)
  expect((await schedule())?.last?.text).toBe('No lo recibió nadie: el envío estaba en pausa.')
  expect(subjects()).toEqual([])
})

test('who is taken off a schedule does not get the report that is on its way', async () => {
  const { person, wanted, plan, schedule, ask } = await owner()
  const email = `fuera-${person.userId}@cliente.test`
  const { id } = await ask(email)
  await it.runJobs()
  await confirm(email)
  const scheduleId = await plan({ recipientIds: [id] })
  it.simulators.smtp.armFault('smtp_down', 1000)
  await passTime(it, 7)
  it.simulators.smtp.armFault('smtp_down', 0)
  await person.send('PUT', `/api/reports/schedules/${scheduleId}`, wanted)
  await passTime(it, 0.1)
  expect(mailsTo(email).length).toBe(1)
  expect((await schedule())?.last?.text).toBe('Enviado a 1 dirección.')
})

test('a report that cannot be made at all is told to its owner', async () => {
  const { person, plan, schedule, subjects, customerId } = await owner()
  await plan()
  const google = { source: 'google' as const, lastSyncedAt: null }
  await it.ctx.db.update(adAccounts).set(google).where(eq(adAccounts.customerId, customerId))
  it.clock.advance(untilMonday(it.clock.now()))
  await passTime(it, 0)
  await it.ctx.db
    .update(jobs)
    .set({ attempts: makeReport.maxAttempts, runAt: it.clock.now() })
    .where(and(eq(jobs.kind, makeReport.name), sql`${jobs.payload}->>'userId' = ${person.userId}`))
  await it.runJobs()
  expect((await schedule())?.last).toMatchObject({
    state: 'failed',
    text: 'No se pudo preparar el informe.',
  })
  expect(subjects()).toEqual(['El informe «Semanal» no ha salido'])
})

/** To the next Monday, 8:00 in Madrid. */
function untilMonday(now: Date): number {
  const monday = new Date(now)
  monday.setUTCDate(now.getUTCDate() + ((8 - now.getUTCDay()) % 7 || 7))
  monday.setUTCHours(7, 0, 1, 0)
  return monday.getTime() - now.getTime()
}
