import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteAccountsOf, deleteUserForGood } from '#account-data/erase-tenant.ts'
import { testApp } from '../../../tests/harness.ts'
import { passTime, pdfPages, reportShop } from '../../../tests/report-shop.ts'
import { adAccounts, users } from '../../platform/db/schema/access.ts'
import { reportDeliveries, reportRuns } from '../../platform/db/schema/reports.ts'
import { jobs } from '../../platform/db/schema/work.ts'
import { enqueueWhatIsDue } from '../../server/jobs.ts'
import type { Schedule } from './contract/endpoints.ts'

// The test's present is Friday 20 Nov 2026, 11:00 in Madrid.
const it = testApp()

const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function owner() {
  const person = await it.signIn({ plan: 'premium' })
  const shop = await reportShop(it, person, 'Zapatería Ñandú')
  const wanted = {
    name: 'Semanal de Ñandú',
    accountIds: [shop.accountId],
    frequency: 'weekly',
    compare: 'previous',
    toSelf: true,
    recipientIds: [] as string[],
  }
  const plan = async (over: object = {}) => {
    const made = await person.send('POST', '/api/reports/schedules', { ...wanted, ...over })
    expect(made.status, made.text).toBe(200)
    return (made.body as { id: string }).id
  }
  const schedules = async () =>
    ((await person.get('/api/reports/schedules')).body as { schedules: Schedule[] }).schedules
  return { person, shop, wanted, plan, schedules, mails: () => mailsTo(person.email) }
}

function mailsTo(email: string) {
  return it.simulators.smtp.outbox().filter(({ to }) => to === email)
}

test('every Monday the report of last week is mailed once, with PDF and workbook', async () => {
  const { person, plan, schedules, mails } = await owner()
  await person.send('PUT', '/api/reports/branding/logo', { base64: ONE_PIXEL })
  await plan()
  expect((await schedules())[0]).toMatchObject({
    nextRunAt: '2026-11-23T07:00:00.000Z',
    last: null,
  })
  await it.runJobs()
  expect(mails()).toEqual([])

  await passTime(it, 3)
  await it.runJobs()
  await enqueueWhatIsDue(it.ctx)
  await it.runJobs()
  const [mail, ...others] = mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Semanal de Ñandú: del 16 nov 2026 al 22 nov 2026')
  expect(mail?.text).toContain('Zapatería Ñandú: 60,00\u00a0€ invertidos y 6 conversiones.')
  expect(mail?.html).toContain('Zapatería Ñandú')
  expect(mail?.html).toContain('src="cid:logo"')
  // What is shown within the mail comes before what is attached to it.
  const [logo, pdf, xlsx] = mail?.attachments ?? []
  expect(logo).toMatchObject({ mimeType: 'image/png', contentBase64: ONE_PIXEL })
  expect([pdf?.filename, xlsx?.filename]).toEqual([
    'informe-semanal-de-nandu-2026-11-22.pdf',
    'informe-semanal-de-nandu-2026-11-22.xlsx',
  ])
  expect(pdf?.mimeType).toBe('application/pdf')
  const text = (await pdfPages(Buffer.from(pdf!.contentBase64, 'base64'))).join('\n')
  expect(text).toContain('Informe semanal')
  expect(text).toContain('solo están completos hasta el 19 nov 2026')
  expect(Buffer.from(xlsx!.contentBase64, 'base64').toString('latin1', 0, 2)).toBe('PK')

  const [schedule] = await schedules()
  expect(schedule).toMatchObject({
    nextRunAt: '2026-11-30T07:00:00.000Z',
    last: { state: 'sent', text: 'Enviado a 1 dirección.', hasFile: true },
  })
  const url = `/api/reports/runs/${schedule!.last!.runId}/pdf`
  expect((await person.get(url)).headers['content-type']).toBe('application/pdf')
  expect((await (await it.signIn()).get(url)).status).toBe(404)
})

test('a job that runs twice sends nothing twice', async () => {
  const { plan, mails, person } = await owner()
  await plan()
  await passTime(it, 7)
  const sent = mails().length
  expect(sent).toBe(1)
  await it.ctx.db.update(jobs).set({ status: 'waiting', attempts: 0, leaseUntil: null })
  await it.runJobs()
  expect(mails().length).toBe(sent)
  const runs = await it.ctx.db.select().from(reportRuns).where(eq(reportRuns.userId, person.userId))
  expect(runs.length).toBe(1)
})

test('other people must say yes first, and can say no from every mail', async () => {
  const { person, plan, schedules } = await owner()
  const email = `Cliente-${person.userId}@cliente.test`.toLowerCase()
  const added = await person.send('POST', '/api/reports/recipients', { email })
  const { id } = added.body as { id: string }
  expect(added.body).toEqual({ id, email, state: 'waiting', mail: 'sent' })
  await plan({ toSelf: false, recipientIds: [id] })
  await passTime(it, 7)
  expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
    '¿Quieres recibir los informes de Pujante?',
  ])
  expect((await schedules())[0]).toMatchObject({
    pausedBecause: 'recipients',
    last: { state: 'failed', text: expect.stringMatching(/confirmado/) },
  })

  const again = await person.send('POST', '/api/reports/recipients', { email })
  expect(again.status).toBe(200)
  await it.runJobs()
  const link = new URL(mailsTo(email)[0]!.links[0]!)
  expect(link.pathname).toBe('/reports/confirm')
  const confirm = (token: string | null) =>
    it.app.inject({ method: 'POST', url: '/api/reports/confirm-recipient', payload: { token } })
  expect((await confirm('inventado')).statusCode).toBe(400)
  expect((await confirm(link.searchParams.get('token'))).statusCode).toBe(200)
  const [schedule] = await schedules()
  await person.send('PUT', `/api/reports/schedules/${schedule!.id}/paused`, { paused: false })
  await passTime(it, 7)
  const report = mailsTo(email)[0]!
  expect(report.attachments.length).toBe(2)

  const goodbye = new URL(report.links.find((one) => one.includes('/reports/unsubscribe'))!)
  const unsubscribe = (token: string | null) =>
    it.app.inject({ method: 'POST', url: '/api/reports/unsubscribe', payload: { token } })
  expect((await unsubscribe('v1.aaaa.b.c.d')).statusCode).toBe(400)
  expect((await unsubscribe(goodbye.searchParams.get('token'))).statusCode).toBe(200)
  expect((await unsubscribe(goodbye.searchParams.get('token'))).statusCode).toBe(200)
  expect((await confirm(link.searchParams.get('token'))).statusCode).toBe(400)
  expect((await person.get('/api/reports/recipients')).body).toMatchObject([
    { email, state: 'unsubscribed' },
  ])
  const before = mailsTo(email).length
  await passTime(it, 7)
  expect(mailsTo(email).length).toBe(before)
})

test('a lower plan pauses the schedules and says so; back again they go on', async () => {
  const { person, wanted, plan, schedules, mails } = await owner()
  const id = await plan()
  const setPlan = (to: 'basic' | 'premium' | null) =>
    it.ctx.db.update(users).set({ plan: to }).where(eq(users.id, person.userId))
  await setPlan('basic')
  await passTime(it, 7)
  expect(mails()).toEqual([])
  const answer = (await person.get('/api/reports/schedules')).body
  expect(answer).toMatchObject({
    available: false,
    schedules: [
      { pausedBecause: 'plan', pausedText: expect.stringMatching(/tu plan ya no incluye/) },
    ],
  })
  for (const refused of [
    await person.send('POST', '/api/reports/schedules', wanted),
    await person.send('PUT', `/api/reports/schedules/${id}`, wanted),
    await person.send('PUT', `/api/reports/schedules/${id}/paused`, { paused: false }),
    await person.send('POST', '/api/reports/recipients', { email: 'otra@cliente.test' }),
  ])
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([
      403,
      'plan_required',
    ])
  await setPlan('premium')
  await it.runJobs()
  expect((await schedules())[0]?.pausedBecause).toBeNull()
  await passTime(it, 7)
  expect(mails().length).toBe(1)
  expect((await person.send('DELETE', `/api/reports/schedules/${id}`)).status).toBe(200)
  await passTime(it, 7)
  expect(mails().length).toBe(1)
})

test('a mail server that is away is tried again, a refused address is shown', async () => {
  const { person, plan, schedules, mails } = await owner()
  await plan()
  // Other tests' mails meet it too.
  it.simulators.smtp.armFault('smtp_down', 1000)
  await passTime(it, 7)
  it.simulators.smtp.armFault('smtp_down', 0)
  expect(mails().length).toBe(0)
  expect((await schedules())[0]?.last).toMatchObject({
    state: 'waiting',
    text: 'El correo no ha salido todavía; se volverá a intentar.',
  })
  await passTime(it, 0.1)
  expect(mails().length).toBe(1)
  expect((await schedules())[0]?.last?.state).toBe('sent')

  await it.ctx.db
    .update(users)
    .set({ email: `bounce@${person.userId}.test` })
    .where(eq(users.id, person.userId))
  await passTime(it, 7)
  expect((await schedules())[0]?.last).toMatchObject({
    state: 'failed',
    text: expect.stringMatching(/El correo se rechazó: bounce@/),
  })
})

test('what was sent goes with the data, and everything with the user', async () => {
  const { person, shop, wanted, plan, schedules } = await owner()
  await plan()
  await person.send('PUT', '/api/reports/branding', { name: 'Agencia', color: '#112233' })
  await person.send('POST', '/api/reports/recipients', { email: 'cliente@cliente.test' })
  const feed = { name: 'Hoja', accountIds: [shop.accountId], days: 7 }
  expect((await person.send('POST', '/api/integrations/sheets', feed)).status).toBe(200)
  await passTime(it, 7)
  expect((await schedules())[0]?.last?.hasFile).toBe(true)
  const left = (table: string) =>
    it.ctx.db.execute(sql`select 1 from ${sql.raw(table)} where user_id = ${person.userId}`)
  await deleteAccountsOf(it.ctx, person.userId)
  for (const table of ['report_schedules', 'report_runs', 'report_deliveries'])
    expect((await left(table)).rows, table).toEqual([])
  expect((await person.send('POST', '/api/reports/schedules', wanted)).status).toBe(404)
  await deleteUserForGood(it.ctx, person.userId, { by: 'user', at: it.ctx.clock.now() })
  for (const table of ['report_branding', 'report_recipients', 'sheet_feeds'])
    expect((await left(table)).rows, table).toEqual([])
})

test('without connected accounts it stops; a stranger can do nothing with it', async () => {
  const { person, shop, wanted, plan, schedules, mails } = await owner()
  const id = await plan({ frequency: 'monthly' })
  const stranger = await owner()
  for (const refused of [
    await stranger.person.send('PUT', `/api/reports/schedules/${id}`, stranger.wanted),
    await stranger.person.send('PUT', `/api/reports/schedules/${id}/paused`, { paused: true }),
    await stranger.person.send('DELETE', `/api/reports/schedules/${id}`),
    await stranger.person.send('POST', '/api/reports/schedules', {
      ...stranger.wanted,
      accountIds: [shop.accountId],
    }),
    await stranger.person.send('POST', '/api/reports/schedules', {
      ...stranger.wanted,
      recipientIds: ['00000000-0000-4000-8000-000000000000'],
    }),
  ])
    expect(refused.status).toBe(404)
  const nobody = await person.send('POST', '/api/reports/schedules', { ...wanted, toSelf: false })
  expect(nobody.body).toMatchObject({ message: 'Elige al menos un destinatario.' })
  await it.ctx.db
    .update(adAccounts)
    .set({ connected: false })
    .where(eq(adAccounts.customerId, shop.customerId))
  await passTime(it, 31)
  expect(mails().flatMap(({ attachments }) => attachments)).toEqual([])
  expect((await schedules())[0]).toMatchObject({
    pausedBecause: 'accounts',
    last: { state: 'failed', hasFile: false },
  })
  const deliveries = await it.ctx.db
    .select()
    .from(reportDeliveries)
    .where(eq(reportDeliveries.userId, person.userId))
  expect(deliveries).toEqual([])
})

test('an account that is left out, since it is no longer connected, is named to the owner', async () => {
  const { person, shop, plan, schedules, mails } = await owner()
  const other = await reportShop(it, person, 'Bar Ñandú')
  await plan({ accountIds: [shop.accountId, other.accountId] })
  await it.ctx.db
    .update(adAccounts)
    .set({ connected: false })
    .where(eq(adAccounts.customerId, other.customerId))
  await passTime(it, 7)
  expect(mails().length).toBe(1)
  expect((await schedules())[0]?.last).toMatchObject({
    state: 'partly',
    text: 'Enviado a 1 dirección. Sin «Bar Ñandú»: no está conectada.',
  })
})
