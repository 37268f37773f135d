import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { passTime, reportShop } from '../../../tests/report-shop.ts'
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
