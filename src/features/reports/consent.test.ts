import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { passTime, reportShop } from '../../../tests/report-shop.ts'
import { reportSchedules } from '../../platform/db/schema/reports.ts'
import { unsubscribeToken } from './actions/unsubscribe-token.ts'
import type { Recipient, Schedule } from './contract/endpoints.ts'

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
  const plan = async (over: object = {}) =>
    (await person.send('POST', '/api/reports/schedules', { ...wanted, ...over })).body as {
      id: string
    }
  const schedules = async () =>
    ((await person.get('/api/reports/schedules')).body as { schedules: Schedule[] }).schedules
  const ask = (email: string) => person.send('POST', '/api/reports/recipients', { email })
  return { person, wanted, plan, schedules, ask }
}

function mailsTo(email: string) {
  return it.simulators.smtp.outbox().filter(({ to }) => to === email)
}

test('what its owner has paused stays so while it is edited', async () => {
  const { person, wanted, plan, schedules } = await owner()
  const { id } = await plan()
  await person.send('PUT', `/api/reports/schedules/${id}/paused`, { paused: true })
  const renamed = { ...wanted, name: 'Semanal de Ñandú' }
  const saved = await person.send('PUT', `/api/reports/schedules/${id}`, renamed)
  expect(saved.status).toBe(200)
  expect(await schedules()).toMatchObject([{ name: renamed.name, pausedBecause: 'user' }])
  await passTime(it, 7)
  expect(mailsTo(person.email)).toEqual([])
})

const post = (url: string, token: string | null) =>
  it.app.inject({ method: 'POST', url: `/api/reports/${url}`, payload: { token } })

const tokenOf = (links: readonly string[] = [], path: string) =>
  new URL(links.find((link) => link.includes(path)) ?? '').searchParams.get('token')

test('an address is asked twice in a week at most, however it is put', async () => {
  const { person, ask } = await owner()
  const email = `una-${person.userId}@cliente.test`
  const { id } = (await ask(email)).body as { id: string }
  await it.runJobs()
  expect((await ask(email)).status).toBe(200)
  const third = await ask(email)
  expect(third).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/dos veces/) },
  })
  await person.send('DELETE', `/api/reports/recipients/${id}`)
  expect((await ask(email)).status).toBe(409)
  await it.runJobs()
  expect(mailsTo(email).length).toBe(2)
  await passTime(it, 7)
  expect((await ask(email)).status).toBe(200)
})

test('who said no comes back by the own link alone', async () => {
  const { person, plan, ask } = await owner()
  const email = `dos-${person.userId}@cliente.test`
  const { id } = (await ask(email)).body as { id: string }
  await it.runJobs()
  const yes = tokenOf(mailsTo(email)[0]?.links, '/reports/confirm')
  expect((await post('confirm-recipient', yes)).statusCode).toBe(200)
  await plan({ recipientIds: [id] })
  await passTime(it, 7)
  const [report] = mailsTo(email)
  expect(report?.text).toContain('Dejar de recibir informes de Pujante')
  const no = tokenOf(report?.links, '/reports/unsubscribe')
  expect((await post('unsubscribe', no)).json()).toEqual({
    message: 'Hecho: no recibirás más informes de este remitente.',
  })
  const asked = await ask(email)
  expect(asked).toMatchObject({ status: 409, body: { message: expect.stringMatching(/de baja/) } })
  await passTime(it, 7)
  expect(mailsTo(email).length).toBe(2)

  expect((await post('confirm-recipient', yes)).statusCode).toBe(400)
  expect((await post('confirm-recipient', no)).statusCode).toBe(200)
  await passTime(it, 7)
  expect(mailsTo(email).length).toBe(3)
})

/** Who has said yes, and the links of the report they got the next Monday. */
async function reader(name: string) {
  const one = await owner()
  const email = `${name}-${one.person.userId}@cliente.test`
  const confirmed = async () => {
    const { id } = (await one.ask(email)).body as { id: string }
    await it.runJobs()
    await post('confirm-recipient', tokenOf(mailsTo(email)[0]?.links, '/reports/confirm'))
    return id
  }
  const recipients = async () => (await one.person.get('/api/reports/recipients')).body
  const forget = (id: string) => one.person.send('DELETE', `/api/reports/recipients/${id}`)
  const id = await confirmed()
  const { id: scheduleId } = await one.plan({ recipientIds: [id] })
  await passTime(it, 7)
  const wayOut = tokenOf(mailsTo(email)[0]?.links, '/reports/unsubscribe')
  return { ...one, email, id, scheduleId, wayOut, confirmed, recipients, forget }
}

test('the way out of an older mail ends what the same address gets under a newer entry', async () => {
  const { email, id, scheduleId, wayOut, wanted, person, ...one } = await reader('tres')
  await one.forget(id)
  await passTime(it, 7)
  const again = await one.confirmed()
  expect(again).not.toBe(id)
  const named = { ...wanted, recipientIds: [again] }
  await person.send('PUT', `/api/reports/schedules/${scheduleId}`, named)
  await passTime(it, 7)
  const before = mailsTo(email).length
  expect((await post('unsubscribe', wayOut)).statusCode).toBe(200)
  expect(await one.recipients()).toMatchObject([{ id: again, email, state: 'unsubscribed' }])
  await passTime(it, 7)
  expect(mailsTo(email).length).toBe(before)
  expect((await post('confirm-recipient', wayOut)).statusCode).toBe(200)
  await passTime(it, 7)
  expect(mailsTo(email).length).toBe(before + 1)
})

test('a forgotten address has nothing to come back to; its no is kept', async () => {
  const { email, id, wayOut, ask, ...one } = await reader('cuatro')
  await one.forget(id)
  const back = await post('confirm-recipient', wayOut)
  expect([back.statusCode, back.json()]).toMatchObject([
    404,
    { message: expect.stringMatching(/pídele que vuelva a añadirte/) },
  ])
  expect((await post('unsubscribe', wayOut)).statusCode).toBe(200)
  expect(await one.recipients()).toMatchObject([{ email, state: 'unsubscribed' }])
  expect((await ask(email)).status).toBe(409)
})

test.each([
  ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  ['a form in parts', 'multipart/form-data; boundary=x', '--x--'],
  ['nothing', null, ''],
])('one click in a mail program ends the reports: %s is posted, from any site', async (...how) => {
  const [what, type, payload] = how
  const { email, recipients } = await reader(`clic-${what.length}`)
  const { oneClickUrl = '' } = mailsTo(email)[0]!
  const { pathname, search } = new URL(oneClickUrl)
  const headers = { origin: 'https://mail.test', ...(type && { 'content-type': type }) }
  const click = (url: string) => it.app.inject({ method: 'POST', url, headers, payload })
  expect((await click(pathname + search)).statusCode).toBe(200)
  expect(await recipients()).toMatchObject([{ email, state: 'unsubscribed' }])
  expect((await click(`${pathname}?token=inventado`)).statusCode).toBe(400)
  expect((await click(pathname)).statusCode).toBe(400)
  expect((await click('/api/reports/unsubscribe')).statusCode).toBe(403)
})

test('a link without its address is helped by the mail it came with', async () => {
  const { id, email, scheduleId, person, ...one } = await reader('cinco')
  await one.forget(id)
  const link = { userId: person.userId, scheduleId, recipient: id }
  expect((await post('unsubscribe', unsubscribeToken(it.ctx, link))).statusCode).toBe(200)
  expect(await one.recipients()).toMatchObject([{ email, state: 'unsubscribed' }])
  const lost = { ...link, recipient: randomUUID() }
  expect((await post('unsubscribe', unsubscribeToken(it.ctx, lost))).statusCode).toBe(404)
})

test('a recipient who is forgotten is in no schedule any more, and these can be saved', async () => {
  const { id, forget, wanted, person, scheduleId, schedules } = await reader('seis')
  await forget(id)
  const [left] = await it.ctx.db
    .select()
    .from(reportSchedules)
    .where(eq(reportSchedules.id, scheduleId))
  expect(left?.recipients).toEqual([])
  const stale = [randomUUID()]
  await it.ctx.db
    .update(reportSchedules)
    .set({ recipients: stale })
    .where(eq(reportSchedules.id, scheduleId))
  const [shown] = await schedules()
  expect(shown?.recipientIds).toEqual([])
  const saved = { ...wanted, recipientIds: shown?.recipientIds }
  expect((await person.send('PUT', `/api/reports/schedules/${scheduleId}`, saved)).status).toBe(200)
})

test('a question that was refused, or has not gone out yet, says so', async () => {
  const { person, ask } = await owner()
  const mails = async () => {
    const { body } = await person.get('/api/reports/recipients')
    return (body as Recipient[]).map(({ state, mail }) => [state, mail])
  }
  await ask(`bounce@${person.userId}.test`)
  expect(await mails()).toEqual([['waiting', 'sent']])
  await it.runJobs()
  expect(await mails()).toEqual([['waiting', 'refused']])

  const email = `zoe-${person.userId}@cliente.test`
  it.simulators.smtp.armFault('smtp_down', 1000)
  await ask(email)
  await it.runJobs()
  it.simulators.smtp.armFault('smtp_down', 0)
  expect((await mails())[1]).toEqual(['waiting', 'retrying'])
  // Of two questions the older one, whose link has ended, does not go out.
  await ask(email)
  await passTime(it, 0.1)
  expect((await mails())[1]).toEqual(['waiting', 'sent'])
  expect(mailsTo(email).length).toBe(1)
})
