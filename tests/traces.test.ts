import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openLog } from '../src/platform/log.ts'
import { buildApp } from '../src/server/app.ts'
import { runEverythingDue } from '../src/server/jobs.ts'
import { newOwner, type Person } from './access-owner.ts'
import { testApp } from './harness.ts'

// From the browser's name of a call to what a job and a vendor did for it; and what the log must never hold.
const it = testApp()
const SECRET = /@|[0-9a-f]{64}|pj_|contrasena|refresh|ejemplo|gmail/i

type Line = { reqId?: string; jobId?: string; msg: string; vendor?: string; enqueued?: string }

async function loggedApp() {
  const lines: string[] = []
  const log = openLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  const ctx = { ...it.ctx, log }
  return {
    ctx,
    lines,
    app: await buildApp(ctx),
    parsed: () => lines.map((one) => JSON.parse(one) as Line),
  }
}

test('a call can be followed to its job and to the vendor', async () => {
  const { app, ctx, parsed } = await loggedApp()
  const owner = await newOwner(it)
  const traced = async (name: string, url: string, person?: Person, payload?: object) =>
    await app.inject({
      method: payload ? 'POST' : 'GET',
      url,
      headers: { 'x-request-id': name, ...(person && { cookie: person.cookie }) },
      ...(payload && { payload }),
    })
  const mail = randomUUID()
  const answer = await traced(mail, '/api/auth/register-start', undefined, {
    email: 'ana@ejemplo.es',
  })
  expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([200, mail])
  await runEverythingDue(ctx)
  const asked = parsed().find(({ reqId, enqueued }) => reqId === mail && enqueued)
  expect(asked?.enqueued).toBe('writeRegistrationMail')
  expect(parsed().some(({ jobId, msg }) => jobId === asked?.jobId && msg === 'job done')).toBe(true)

  const connect = randomUUID()
  await traced(connect, `/api/google-ads/connections/${owner.ids.connectionId}`, owner)
  const call = parsed().find(({ reqId, vendor }) => reqId === connect && vendor === 'google-ads')
  expect(call).toMatchObject({ status: '200', vendorRequestId: expect.stringMatching(/\S+/) })

  for (const forged of ['x', `${mail}\r\nset-cookie: a=b`, "' or 1=1", mail.toUpperCase()])
    expect((await traced(forged, '/api/health')).headers['x-request-id']).not.toBe(forged)
  await app.close()
})

test('no line holds an address, a password or a key', async () => {
  const { app, ctx, lines } = await loggedApp()
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, remoteAddress: '10.94.0.1' })
  const email = 'eva.secreta@ejemplo.es'
  await post('/api/auth/register-start', { email })
  await post('/api/auth/login', { email, password: 'contrasena-equivocada' })
  await post('/api/auth/forgot-password', { email })
  await post('/api/auth/reset-password', {
    email,
    token: 'x'.repeat(43),
    newPassword: 'contrasena-nueva',
  })
  await app.inject(`/api/auth/verify-token?email=${email}&token=${'x'.repeat(43)}`)
  it.simulators.armFault('smtp', 'smtp_451', 1)
  await runEverythingDue(ctx)
  expect(lines.length).toBeGreaterThan(8)
  for (const line of lines) expect(line).not.toMatch(SECRET)
  await app.close()
})
