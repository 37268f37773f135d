import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { sessions } from '#platform/db/schema/access.ts'
import { apiKeys } from '#platform/db/schema/integrations.ts'
import { hashToken } from '#platform/secrets.ts'
import { PASSWORD, type Person, testApp } from '../../../tests/harness.ts'
import { isReplayed, plainCode, recoveryCodeText } from './rules.ts'

const t = testApp()
let callers = 0
const STEP_MS = 30_000

const mailsTo = (address: string) =>
  t.simulators.smtp.outbox().filter((mail) => mail.to === address)

async function post(url: string, payload: object, cookies: Record<string, string> = {}) {
  const reply = await t.app.inject({
    method: 'POST',
    url,
    payload,
    cookies,
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' },
    remoteAddress: `10.77.${++callers % 250}.1`,
  })
  const set = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]))
  return { status: reply.statusCode, body: reply.json(), set }
}

const logIn = (person: Person, cookies = {}) =>
  post('/api/auth/login', { email: person.email, password: PASSWORD }, cookies)

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: t.clock.now().getTime(),
  })
}

async function withApp() {
  const ana = await t.signIn()
  const { secret } = (await ana.send('POST', '/api/auth/second-factor/app', {})).body as {
    secret: string
  }
  const on = await ana.send('PUT', '/api/auth/second-factor/app', { code: codeOf(secret) })
  const { recoveryCodes } = on.body as { recoveryCodes: string[] }
  t.clock.advance(STEP_MS)
  return { ana, secret, recoveryCodes }
}

test('until the first right code the app asks for nothing', async () => {
  const ana = await t.signIn()
  await ana.send('POST', '/api/auth/second-factor/app', {})
  // Six characters, twelve bytes.
  const odd = await ana.send('PUT', '/api/auth/second-factor/app', { code: '🔑🔑🔑' })
  expect(odd.status).toBe(400)
  const wrong = await ana.send('PUT', '/api/auth/second-factor/app', { code: '000000' })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
  expect((await logIn(ana)).body.user).toMatchObject({ id: ana.userId })
})

test('with the app on the password alone opens nothing; the code opens a session, and only once', async () => {
  const { ana, secret } = await withApp()
  const first = await logIn(ana)
  expect(first).toMatchObject({ status: 200, body: { user: null } })
  expect(first.set.sid).toBeUndefined()
  const { secondStepToken: token } = first.body
  const code = codeOf(secret)
  const entered = await post('/api/auth/second-step/code', { token, code })
  expect(entered.status).toBe(200)
  const headers = { cookie: `sid=${entered.set.sid}` }
  expect((await t.app.inject({ url: '/api/auth/me', headers })).statusCode).toBe(200)
  expect((await post('/api/auth/second-step/code', { token, code })).status).toBe(400)
  const second = (await logIn(ana)).body.secondStepToken
  const again = await post('/api/auth/second-step/code', { token: second, code })
  expect(again.status, 'a code that somebody has read over the shoulder').toBe(400)
})

test('a new password ends log-ins that wait for their code', async () => {
  const { ana, secret } = await withApp()
  const { secondStepToken: token } = (await logIn(ana)).body
  await ana.send('PUT', '/api/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword: 'un-farol-distinto',
  })
  const late = await post('/api/auth/second-step/code', { token, code: codeOf(secret) })
  expect(late.status).toBe(400)
})

test('of the same code at the same instant one log-in gets in', async () => {
  const { ana, secret } = await withApp()
  const tokens = [await logIn(ana), await logIn(ana), await logIn(ana)]
  const code = codeOf(secret)
  const answers = await Promise.all(
    tokens.map(({ body }) =>
      post('/api/auth/second-step/code', { token: body.secondStepToken, code }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('five wrong codes lock the account, from wherever they come, and its owner is told', async () => {
  const { ana, secret } = await withApp()
  for (let i = 0; i < 5; i++) {
    const token = (await logIn(ana)).body.secondStepToken
    expect((await post('/api/auth/second-step/code', { token, code: '000000' })).status).toBe(400)
  }
  const token = (await logIn(ana)).body.secondStepToken
  const locked = await post('/api/auth/second-step/code', { token, code: codeOf(secret) })
  expect(locked.status).toBe(429)
  await t.runJobs()
  const [told] = mailsTo(ana.email)
  expect(told?.subject).toBe('Códigos equivocados en tu cuenta de Pujante')
  expect(told?.text).toMatch(/Revisar la seguridad:\nhttps?:\/\/[\w.:]+\/dashboard\/settings\n/)
  t.clock.advance(16 * 60_000)
  const later = (await logIn(ana)).body.secondStepToken
  const opened = await post('/api/auth/second-step/code', { token: later, code: codeOf(secret) })
  expect(opened.status).toBe(200)
})

test('a recovery code opens once; new ones end the old', async () => {
  const { ana, recoveryCodes } = await withApp()
  expect(new Set(recoveryCodes).size).toBe(10)
  const enter = async (code: string) => {
    const token = (await logIn(ana)).body.secondStepToken
    return (await post('/api/auth/second-step/code', { token, code })).status
  }
  expect(await enter(recoveryCodes[0]!.toLowerCase().replaceAll('-', ' '))).toBe(200)
  expect(await enter(recoveryCodes[0]!)).toBe(400)
  expect((await ana.get('/api/auth/second-factor')).body).toMatchObject({ recoveryCodesLeft: 9 })
  const renewed = await ana.send('POST', '/api/auth/second-factor/recovery-codes', {})
  expect(await enter(recoveryCodes[1]!)).toBe(400)
  expect(await enter((renewed.body as { recoveryCodes: string[] }).recoveryCodes[0]!)).toBe(200)
})

test('a password reset does not skip the second factor, and API keys die with it', async () => {
  const { ana } = await withApp()
  await t.ctx.db.insert(apiKeys).values({
    userId: ana.userId,
    id: ana.userId,
    name: 'Clave',
    keyHash: hashToken(`pj_${ana.userId}`),
    ending: 'aaaa',
    scopes: ['metricas:leer'],
    createdAt: t.clock.now(),
  })
  await post('/api/auth/forgot-password', { email: ana.email })
  await t.runJobs()
  const link = new URL(mailsTo(ana.email).find(({ links }) => links[0])!.links[0]!)
  const newPassword = 'otra-contrasena-larga-31'
  const reset = await post('/api/auth/reset-password', {
    ...Object.fromEntries(link.searchParams),
    newPassword,
  })
  expect(reset.status).toBe(200)
  const opened = await post('/api/auth/login', { email: ana.email, password: newPassword })
  expect(opened).toMatchObject({ status: 200, body: { user: null } })
  const [key] = await t.ctx.db.select().from(apiKeys).where(eq(apiKeys.userId, ana.userId))
  expect(key?.revokedAt).not.toBeNull()
})

test('payment data and the address ask for the password again, under a new session token', async () => {
  const ana = await t.signIn()
  await t.ctx.db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, ana.userId))
  const profile = { name: 'Ana', phone: '' }
  const change = (headers: { cookie: string }) =>
    t.app.inject({
      method: 'PUT',
      url: '/api/auth/profile',
      headers,
      payload: { ...profile, email: `otra${++callers}@prueba.test` },
    })
  const refused = await change({ cookie: ana.cookie })
  expect(refused.json()).toMatchObject({ code: 'confirm_identity' })
  const sameAddress = { ...profile, email: ana.email }
  expect((await ana.send('PUT', '/api/auth/profile', sameAddress)).status).toBe(200)
  const portal = await ana.send('POST', '/api/billing/portal', {})
  expect(portal).toMatchObject({ status: 403, body: { code: 'confirm_identity' } })
  expect((await ana.send('POST', '/api/auth/confirm', { password: 'otra' })).status).toBe(400)
  const confirmed = await ana.send('POST', '/api/auth/confirm', { password: PASSWORD })
  expect(confirmed.status).toBe(200)
  expect((await ana.get('/api/auth/me')).status, 'the old token').toBe(401)
  const cookie = String(confirmed.headers['set-cookie']).split(';')[0]!
  expect((await change({ cookie })).statusCode).toBe(200)
  t.clock.advance(11 * 60_000)
  expect((await change({ cookie })).json()).toMatchObject({ code: 'confirm_identity' })
})

test('with an app the password again needs its code too', async () => {
  const { ana, secret } = await withApp()
  const alone = await ana.send('POST', '/api/auth/confirm', { password: PASSWORD })
  expect(alone).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
  // As the dialog sends it: no try at a code, of which five lock the account.
  for (let i = 0; i < 6; i++) {
    const empty = await ana.send('POST', '/api/auth/confirm', { password: PASSWORD, code: ' ' })
    expect(empty).toMatchObject({ status: 400, body: { fields: { code: 'Escribe el código.' } } })
  }
  const both = { password: PASSWORD, code: codeOf(secret) }
  expect((await ana.send('POST', '/api/auth/confirm', both)).status).toBe(200)
})

test('an administrator under the setting needs a factor, and cannot take the last one away', async () => {
  const admin = await t.signIn({ role: 'admin' })
  const save = (adminSecondFactor: boolean) =>
    admin.send('PUT', '/api/admin/settings', {
      supportEmail: null,
      syncEveryHours: 6,
      signUpOpen: true,
      adminSecondFactor,
      keepLogsDays: 365,
    })
  expect((await save(true)).status, 'one’s own factor comes first').toBe(409)
  const { secret } = (await admin.send('POST', '/api/auth/second-factor/app', {})).body as {
    secret: string
  }
  await admin.send('PUT', '/api/auth/second-factor/app', { code: codeOf(secret) })
  expect((await save(true)).status).toBe(200)
  expect((await admin.send('DELETE', '/api/auth/second-factor/app')).status).toBe(409)
  const other = await t.signIn({ role: 'admin' })
  expect((await other.get('/api/admin/settings')).body).toMatchObject({
    code: 'second_factor_required',
  })
  expect((await other.get('/api/auth/status')).body).toMatchObject({ secondFactorMissing: true })
  expect((await save(false)).status).toBe(200)
  expect((await admin.send('DELETE', '/api/auth/second-factor/app')).status).toBe(200)
  expect((await logIn(admin)).body.user, 'without factors the password opens again').not.toBeNull()
})

test('a log-in from a browser that was not seen before is told by mail, a known one is not', async () => {
  const ana = await t.signIn()
  const elsewhere = await logIn(ana)
  await t.runJobs()
  const [mail] = mailsTo(ana.email)
  expect(mail?.subject).toBe('Nuevo acceso a tu cuenta de Pujante')
  expect(mail?.text).toContain('Chrome en Windows')
  await logIn(ana, { device: elsewhere.set.device! })
  await t.runJobs()
  expect(mailsTo(ana.email)).toHaveLength(1)
})

test('all sessions but the asking one end at once', async () => {
  const ana = await t.signIn()
  const { set } = await logIn(ana)
  expect((await ana.send('DELETE', '/api/auth/sessions')).status).toBe(200)
  expect((await ana.get('/api/auth/me')).status).toBe(200)
  const other = await t.app.inject({ url: '/api/auth/me', headers: { cookie: `sid=${set.sid}` } })
  expect(other.statusCode).toBe(401)
})

test('a passkey of this site is asked for, and rubbish in its place is a 400', async () => {
  const { ana } = await withApp()
  const asked = await post('/api/auth/passkey/options', {})
  expect(asked.body.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  for (const answer of [
    { id: 'x', response: {} },
    { id: 'x', response: { a: [] }, type: 1 },
  ]) {
    const { token } = (await post('/api/auth/passkey/options', {})).body
    expect((await post('/api/auth/passkey', { token, answer })).status).toBe(400)
  }
  const { token } = (await ana.send('POST', '/api/auth/second-factor/passkeys/options', {}))
    .body as { token: string }
  const rubbish = { token, name: 'Llave', answer: { id: 'x', response: {} } }
  expect((await ana.send('POST', '/api/auth/second-factor/passkeys', rubbish)).status).toBe(400)
})

test('a recovery code has 128 bits, and a key that counts backwards is a copy', () => {
  const text = recoveryCodeText(new Uint8Array(16).fill(255))
  expect(plainCode(text)).toMatch(/^7{25}4$/)
  expect(plainCode(recoveryCodeText(new Uint8Array(16)))).toHaveLength(26)
  expect([isReplayed(0, 0), isReplayed(5, 6), isReplayed(5, 5), isReplayed(5, 0)]).toEqual([
    false,
    false,
    true,
    true,
  ])
})
