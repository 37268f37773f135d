import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { jobs } from '#platform/db/schema/work.ts'
import { testApp } from '../../../tests/harness.ts'
import type { VendorHealth } from './contract/contact.ts'
import { vendorState } from './rules.ts'

const t = testApp()
const HOUR_MS = 3_600_000

const write = (body: object, remoteAddress = '10.9.9.1') =>
  t.app.inject({ method: 'POST', url: '/api/contact', payload: body, remoteAddress })
const from = (email: string) => ({ name: 'Ana Ruiz', email, text: 'No puedo entrar.\n¿Qué hago?' })
const mailsTo = (to: string) => t.simulators.smtp.outbox().filter((mail) => mail.to === to)

test('a stranger reaches every administrator until the team has an address, and then the team', async () => {
  const admin = await t.signIn({ role: 'admin' })
  const answer = await write(from('ana@fuera.test'))
  expect(answer.statusCode, answer.body).toBe(200)
  await t.runJobs()
  const [mail] = mailsTo(admin.email)
  expect(mail?.subject).toBe('Contacto: Ana Ruiz')
  expect(mail?.text).toContain('ana@fuera.test')
  expect(mail?.text).toContain('¿Qué hago?')
  await admin.send('PUT', '/api/admin/settings', {
    supportEmail: 'equipo@pujante.test',
    syncEveryHours: 6,
    signUpOpen: true,
    adminSecondFactor: false,
    keepLogsDays: 365,
  })
  await write(from('ana@fuera.test'))
  await t.runJobs()
  expect(mailsTo('equipo@pujante.test')).toHaveLength(1)
  expect(mailsTo(admin.email).filter(({ subject }) => subject.startsWith('Contacto'))).toHaveLength(
    1,
  )
})

test.each([
  [{ ...from('ana@fuera.test'), text: ' ' }, 'text'],
  [from('no es un correo'), 'email'],
  [{ ...from('ana@fuera.test'), name: '' }, 'name'],
])('%o is refused at its field', async (body, field) => {
  const answer = await write(body, '10.9.9.2')
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toHaveProperty(field)
})

/** Ways of writing one address. */
const MISMA = ['Misma', 'misma', 'ＭＩＳＭＡ', 'MISMA']

test('one address, and one sender, writes a few times an hour', async () => {
  const codes = []
  for (let at = 0; at < 6; at++)
    codes.push((await write(from(`${at}@fuera.test`), '10.9.9.3')).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  const same = []
  for (let at = 0; at < 4; at++)
    same.push((await write(from(`${MISMA[at]}@fuera.test`), `10.9.8.${at}`)).statusCode)
  expect(same).toEqual([200, 200, 200, 429])
})

test('what our tasks say of a vendor', () => {
  expect(vendorState({ done: 0, waiting: 0, failed: 0 })).toBe('unused')
  expect(vendorState({ done: 9, waiting: 0, failed: 1 })).toBe('working')
  expect(vendorState({ done: 9, waiting: 2, failed: 0 })).toBe('slow')
  expect(vendorState({ done: 1, waiting: 2, failed: 0 })).toBe('failing')
  expect(vendorState({ done: 0, waiting: 0, failed: 1 })).toBe('failing')
})

test('everyone sees which vendor answers, by the tasks of the last day', async () => {
  // Older answers are kept for a minute, older tasks say nothing.
  t.clock.advance(48 * HOUR_MS)
  const now = t.clock.now()
  const job = (over: Partial<typeof jobs.$inferInsert>) => ({
    id: randomUUID(),
    kind: 'sync-account',
    payload: {},
    status: 'done' as const,
    runAt: now,
    attempts: 1,
    maxAttempts: 5,
    createdAt: now,
    finishedAt: now,
    ...over,
  })
  const later = new Date(now.getTime() + 5 * HOUR_MS)
  await t.ctx.db.insert(jobs).values([
    job({}),
    ...['a', 'b'].map((uniqueKey) =>
      job({
        kind: 'sendMail',
        uniqueKey,
        status: 'waiting',
        finishedAt: null,
        runAt: later,
        lastProblem: 'connection refused',
      }),
    ),
  ])
  const read = async () => {
    const answer = await t.app.inject('/api/estado')
    const { vendors } = answer.json() as { vendors: VendorHealth[] }
    return Object.fromEntries(vendors.map((one) => [one.vendor, one]))
  }
  expect(await read()).toMatchObject({
    'google-ads': { state: 'working', answeredAt: now.toISOString(), waiting: 0 },
    mail: { state: 'failing', waiting: 2 },
    stripe: { state: 'unused', answeredAt: null },
  })
})
