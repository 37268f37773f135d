import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../../tests/harness.ts'
import { buildApp } from './app.ts'
import { runEverythingDue } from './jobs.ts'

let t: Awaited<ReturnType<typeof startTestApp>>
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  t = await startTestApp()
  const { outbox } = t.simulators.smtp
  const notAsked = () => Promise.reject(new Error('not part of these tests'))
  app = await buildApp(t.ctx, {
    simulators: {
      armFault: t.simulators.armFault,
      outbox,
      clockMoved: () => {},
      syncNow: notAsked,
      runEverythingDue,
    },
  })
})
afterAll(async () => {
  await app.close()
  await t.close()
})

test('the outbox shows the mails as JSON and as a page without markup of theirs', async () => {
  const eva = await t.signIn()
  await eva.send('PUT', '/api/auth/profile', { name: '<img src=x>', email: eva.email })
  await app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: { email: eva.email },
  })
  await t.runJobs()
  const [mail, ...others] = (await app.inject('/__dev/outbox.json')).json()
  expect(others).toEqual([])
  expect(Object.keys(mail)).toEqual(['to', 'subject', 'text', 'html', 'links', 'at', 'attachments'])
  expect(mail.to).toBe(eva.email)
  const page = await app.inject('/__dev/outbox')
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  expect(page.body).toContain(`<a href="${mail.links[0].replaceAll('&', '&amp;')}"`)
  expect(page.body).toContain('&lt;img src=x&gt;')
  expect(page.body).not.toMatch(/<img|<script|style="/)
})

test('the clock moves once what was due on its own day is done', async () => {
  const eva = await t.signIn()
  const payload = { email: eva.email }
  await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload })
  const today = t.clock.now().toISOString().slice(0, 10)
  const moved = await app.inject({
    method: 'POST',
    url: '/__dev/clock',
    payload: { advanceDays: 3 },
  })
  expect(moved.statusCode).toBe(200)
  t.clock.advance(-3 * 86_400_000)
  const [mail] = (await app.inject('/__dev/outbox.json')).json()
  expect(mail.to).toBe(eva.email)
  expect(mail.at.slice(0, 10)).toBe(today)
})

test('faults of the mail server are armed by name; unknown ones are explained', async () => {
  const arm = (payload: object) => app.inject({ method: 'POST', url: '/__dev/faults', payload })
  expect((await arm({ vendor: 'smtp', fault: 'smtp_451', times: 0 })).statusCode).toBe(200)
  expect((await arm({ vendor: 'smtp', fault: 'fuego' })).json().message).toMatch(/smtp_down/)
  expect((await arm({ vendor: 'correos', fault: '429' })).json().message).toMatch(
    /google-ads, smtp/,
  )
})

test('without simulators there is no such address', async () => {
  expect((await t.app.inject('/__dev/outbox.json')).statusCode).toBe(404)
})
