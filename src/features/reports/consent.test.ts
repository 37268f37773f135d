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
