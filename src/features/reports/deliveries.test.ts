import { createServer } from 'node:net'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { passTime, reportShop } from '../../../tests/report-shop.ts'
import { reportDeliveries } from '../../platform/db/schema/reports.ts'
import { jobs } from '../../platform/db/schema/work.ts'
import { RetryLater } from '../../platform/jobs.ts'
import { mailScheduledReport } from './actions/mail-report.ts'
import { mailReport, type Schedule } from './contract/endpoints.ts'

// The test's present is Friday 20 Nov 2026, 11:00 in Madrid.
const it = testApp()

/** Whose first report is due while no mail server answers. */
async function owner() {
  const person = await it.signIn({ plan: 'premium' })
  const shop = await reportShop(it, person, 'Zapatería Ñandú')
  await person.send('POST', '/api/reports/schedules', {
    name: 'Semanal',
    accountIds: [shop.accountId],
    frequency: 'weekly',
    compare: 'previous',
    toSelf: true,
    recipientIds: [],
  })
  const last = async () => {
    const { body } = await person.get('/api/reports/schedules')
    return (body as { schedules: Schedule[] }).schedules[0]?.last
  }
  const mails = () => it.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  const reports = () => mails().filter(({ attachments }) => attachments.length > 0)
  return { person, last, mails, reports }
}

async function whileAway(act: () => Promise<void>) {
  it.simulators.smtp.armFault('smtp_down', 1_000_000)
  await act()
  it.simulators.smtp.armFault('smtp_down', 0)
}

/** So often its mail was tried before the next try. */
async function tried(userId: string, attempts: number) {
  await it.ctx.db.update(jobs).set({ attempts, runAt: it.clock.now() }).where(isOpenMail(userId))
  await it.runJobs()
}

function isOpenMail(userId: string) {
  return and(
    eq(jobs.kind, mailReport.name),
    eq(jobs.status, 'waiting'),
    sql`${jobs.payload}->>'userId' = ${userId}`,
  )
}

test('a report that no mail server took says so, not that it was refused, and can be sent again', async () => {
  const { person, last, mails, reports } = await owner()
  await whileAway(async () => {
    await passTime(it, 3)
    await tried(person.userId, 11)
    expect(await last()).toMatchObject({ state: 'waiting' })
    await tried(person.userId, 15)
  })
  const failed = await last()
  expect(failed).toMatchObject({
    state: 'failed',
    text: `El servidor de correo no respondió: ${person.email}.`,
    canSendAgain: true,
  })
  await passTime(it, 0.1)
  expect(mails().map(({ subject }) => subject)).toEqual(['El informe «Semanal» no llegó a todos'])

  const url = `/api/reports/runs/${failed?.runId}/retries`
  expect((await (await it.signIn({ plan: 'premium' })).send('POST', url)).status).toBe(404)
  expect((await person.send('POST', url)).status).toBe(200)
  await it.runJobs()
  expect((await person.send('POST', url)).status).toBe(200)
  await it.runJobs()
  expect(reports().length).toBe(1)
  expect(await last()).toMatchObject({ state: 'sent', canSendAgain: false })
})

test('a mail that was enqueued with fewer tries than its kind has now is settled at the last of them', async () => {
  const { person, last, mails } = await owner()
  await whileAway(async () => {
    await passTime(it, 7)
    await it.ctx.db.update(jobs).set({ maxAttempts: 12 }).where(isOpenMail(person.userId))
    await tried(person.userId, 11)
  })
  expect(await last()).toMatchObject({
    state: 'failed',
    text: `El servidor de correo no respondió: ${person.email}.`,
    canSendAgain: true,
  })
  await passTime(it, 0.1)
  expect(mails().map(({ subject }) => subject)).toEqual(['El informe «Semanal» no llegó a todos'])
})

test('a mail whose job ended without telling it is settled a day later, one still tried is not', async () => {
  const { person, last } = await owner()
  const other = await owner()
  await whileAway(async () => {
    await passTime(it, 7)
    await it.ctx.db.update(jobs).set({ status: 'failed' }).where(isOpenMail(person.userId))
    const later = new Date(it.clock.now().getTime() + 3 * 86_400_000)
    await it.ctx.db.update(jobs).set({ runAt: later }).where(isOpenMail(other.person.userId))
    await passTime(it, 0.5)
    expect(await last()).toMatchObject({ state: 'waiting' })
    await passTime(it, 1.5)
  })
  expect(await last()).toMatchObject({ state: 'failed', canSendAgain: true })
  expect(await other.last()).toMatchObject({ state: 'waiting' })
})

test('a failure that was stored before its causes were told apart reads well', async () => {
  const { person, last } = await owner()
  await whileAway(async () => {
    await passTime(it, 7)
    await tried(person.userId, 15)
  })
  await it.ctx.db
    .update(reportDeliveries)
    .set({ problem: 'El servidor de correo lo ha rechazado.' })
    .where(eq(reportDeliveries.userId, person.userId))
  expect(await last()).toMatchObject({
    text: `El servidor de correo no respondió: ${person.email}.`,
  })
})

test('a mail whose process died at each try does not stay on its way', async () => {
  const { person, last } = await owner()
  await whileAway(async () => {
    await passTime(it, 7)
    await tried(person.userId, mailReport.maxAttempts)
  })
  expect(await last()).toMatchObject({
    state: 'failed',
    text: `El envío se interrumpió: ${person.email}.`,
  })
})

test('a mail that a stop breaks off at its last try is still to be sent', async () => {
  const { person, last } = await owner()
  await whileAway(() => passTime(it, 7))
  // It takes calls and never greets.
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const config = { ...it.ctx.config, smtpUrl: `smtp://127.0.0.1:${port}` }
  const stopped = { ...it.ctx, config, stopping: AbortSignal.abort() }
  const ask = { userId: person.userId, runId: (await last())!.runId, recipient: 'self' }
  const job = { id: 'x', attempt: mailReport.maxAttempts, isLast: true, keepLease: async () => {} }
  await expect(mailScheduledReport(stopped, ask, job)).rejects.toBeInstanceOf(RetryLater)
  silent.close()
  const [delivery] = await it.ctx.db
    .select()
    .from(reportDeliveries)
    .where(eq(reportDeliveries.runId, ask.runId))
  expect(delivery?.status).toBe('waiting')
}, 60_000)
