import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { emailTokens, users } from '#platform/db/schema/access.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { storeProductSettings } from '#platform/product-settings.ts'
import { testApp } from '../../../tests/harness.ts'

const t = testApp()
const HOUR_MS = 3_600_000
let people = 0

const newAddress = () => `persona${++people}@registro.test`

function post(url: string, payload: object, remoteAddress = `10.2.${people % 250}.1`) {
  return t.app.inject({ method: 'POST', url, payload, remoteAddress })
}

const mailsTo = (address: string) =>
  t.simulators.smtp.outbox().filter((mail) => mail.to === address)

async function askForLink(email: string) {
  const reply = await post('/api/auth/register-start', { email })
  expect(reply.statusCode).toBe(200)
  await t.runJobs()
}

/** What the screen behind the newest mailed link reads from its address. */
function linkTo(address: string) {
  const link = new URL(mailsTo(address)[0]!.links[0]!)
  const { email = '', token = '' } = Object.fromEntries(link.searchParams)
  return { path: link.pathname, email, token }
}

const verify = async (link: { email: string; token: string }) =>
  (
    await t.app.inject(
      `/api/auth/verify-token?${new URLSearchParams({ email: link.email, token: link.token })}`,
    )
  ).json()

const complete = (link: { email: string; token: string }, over: object = {}) =>
  post('/api/auth/register-complete', {
    email: link.email,
    token: link.token,
    name: 'Núria Peña',
    password: 'lluvia-verde-otra',
    ...over,
  })

describe('registration by mail', () => {
  test('the mailed link leads to an account without subscription that can log in', async () => {
    const email = newAddress()
    await askForLink(` ${email.toUpperCase()} `)
    const [mail] = mailsTo(email)
    expect(mail).toMatchObject({ subject: 'Completa tu registro en Pujante' })
    expect(mail?.html).toContain('Completar el registro')
    expect(mail?.text).toContain('24 horas')
    const link = linkTo(email)
    expect(link).toMatchObject({ path: '/register', email })
    expect(await verify(link)).toEqual({ valid: true })
    const reply = await complete(link, { name: '  Núria 🦊 Peña ' })
    expect(reply.json()).toEqual({ message: '¡Tu cuenta ha sido creada correctamente!' })
    const login = await post('/api/auth/login', { email, password: 'lluvia-verde-otra' })
    expect(login.json().user).toMatchObject({
      name: 'Núria 🦊 Peña',
      role: 'user',
      is_active: false,
      plan: null,
    })
  })

  test('the token is stored only as a hash, in the link table and in the queue', async () => {
    const email = newAddress()
    await askForLink(email)
    const { token } = linkTo(email)
    const stored = JSON.stringify([
      await t.ctx.db.select().from(emailTokens),
      await t.ctx.db.select().from(jobs),
    ])
    expect(stored).toContain(email)
    expect(stored).not.toContain(token)
  })

  test('a second submit is told that the account exists; nothing is doubled', async () => {
    const email = newAddress()
    await askForLink(email)
    const link = linkTo(email)
    const replies = await Promise.all([complete(link), complete(link)])
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400])
    expect(await t.ctx.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
    expect(await verify(link)).toEqual({ valid: false })
  })

  test('a newer link ends the older one, and 24 hours end both', async () => {
    const email = newAddress()
    await askForLink(email)
    const older = linkTo(email)
    await askForLink(email)
    const newer = linkTo(email)
    expect(newer.token).not.toBe(older.token)
    expect(await verify(older)).toEqual({ valid: false })
    expect(await verify(newer)).toEqual({ valid: true })
    t.clock.advance(24 * HOUR_MS + 1000)
    expect(await verify(newer)).toEqual({ valid: false })
    expect((await complete(newer)).json().error).toBe('Token inválido o expirado')
  })

  test('a token for another address, or none at all, opens nothing', async () => {
    const email = newAddress()
    await askForLink(email)
    const { token } = linkTo(email)
    expect(await verify({ email: newAddress(), token })).toEqual({ valid: false })
    expect((await complete({ email: newAddress(), token })).statusCode).toBe(400)
    const missing = await t.app.inject('/api/auth/verify-token?email=a@b.es')
    expect(missing.statusCode).toBe(400)
    expect(missing.json().error).toBe('Parámetros de verificación faltantes.')
    for (const bad of ['x', '%00', 'a'.repeat(5000)])
      expect(
        (await t.app.inject(`/api/auth/verify-token?email=a@b.es&token=${bad}`)).statusCode,
      ).toBeLessThan(500)
  })

  test('a known address gets the same answer, and a mail that says so', async () => {
    const known = await t.signIn()
    const replies = [
      await post('/api/auth/register-start', { email: known.email }),
      await post('/api/auth/register-start', { email: newAddress() }),
    ]
    expect(replies[0]!.json()).toEqual(replies[1]!.json())
    await t.runJobs()
    const [mail] = mailsTo(known.email)
    expect(mail?.subject).toBe('Ya tienes cuenta en Pujante')
    expect(mail?.links[0]).toBe('http://localhost/login')
  })

  test('an accented domain is the same address in either form', async () => {
    const email = `ana${++people}@peluquería.es`
    await askForLink(email)
    const [mail] = t.simulators.smtp.outbox()
    const link = linkTo(mail!.to)
    expect(link.email).toBe(`ana${people}@xn--peluquera-n5a.es`)
    expect((await complete(link, { email })).statusCode).toBe(200)
    const login = await post('/api/auth/login', { email, password: 'lluvia-verde-otra' })
    expect(login.statusCode).toBe(200)
  })
})

describe('what is refused', () => {
  test.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(10_000) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ password: 'corta' }, 'password'],
    [{ password: 'contraseña' }, 'password'],
    [{ password: 'Password2026!' }, 'password'],
    [{ password: 'núria123' }, 'password'],
    [{ password: 'aaaaaaaaaa' }, 'password'],
  ])('%j', async (over, field) => {
    const email = newAddress()
    await askForLink(email)
    const reply = await complete(linkTo(email), over)
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json().fields)).toEqual([field])
    expect(await verify(linkTo(email))).toEqual({ valid: true })
  })

  test.each(['', 'sin-arroba', 'a@b', 'a b@c.es', 'a@b.es\u0000', `${'a'.repeat(300)}@b.es`])(
    'the address «%s»',
    async (email) => {
      const reply = await post('/api/auth/register-start', { email })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().fields.email).toMatch(/correo/)
    },
  )

  test('the fourth mail to one address within a quarter of an hour', async () => {
    const email = newAddress()
    for (let i = 0; i < 3; i++)
      expect((await post('/api/auth/register-start', { email }, `10.3.0.${i}`)).statusCode).toBe(
        200,
      )
    const fourth = await post('/api/auth/register-start', { email }, '10.3.0.9')
    expect(fourth.statusCode).toBe(429)
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(60)
    expect(fourth.json().message).toMatch(/Demasiados intentos/)
  })

  test('everyone while the administrators keep registration closed', async () => {
    const closed = {
      supportEmail: null,
      syncEveryHours: 6,
      signUpOpen: false,
      adminSecondFactor: false,
      keepLogsDays: 365,
    }
    await storeProductSettings(t.ctx, closed)
    const reply = await post('/api/auth/register-start', { email: newAddress() })
    expect(reply.statusCode).toBe(403)
    expect(reply.json().error).toMatch(/registro está cerrado/)
    expect((await t.app.inject('/api/auth/status')).json()).toMatchObject({ signUpOpen: false })
    await storeProductSettings(t.ctx, { ...closed, signUpOpen: true })
  })
})

describe('a mail server in trouble', () => {
  test.each(['smtp_451', 'smtp_down'])('%s delays the mail and loses nothing', async (fault) => {
    const email = newAddress()
    // What earlier tests left in the queue must not meet the fault.
    await t.runJobs()
    t.simulators.armFault('smtp', fault, 2)
    await askForLink(email)
    expect(mailsTo(email)).toHaveLength(0)
    for (let i = 0; i < 3; i++) {
      t.clock.advance(30_000)
      await t.runJobs()
    }
    expect(mailsTo(email)).toHaveLength(1)
    expect(await verify(linkTo(email))).toEqual({ valid: true })
  })

  test('an address that does not exist is given up at once', async () => {
    const email = 'bounce@registro.test'
    await askForLink(email)
    const failed = await t.ctx.db.select().from(jobs).where(eq(jobs.status, 'failed'))
    expect(failed).toMatchObject([{ kind: 'sendMail', attempts: 1 }])
    expect(failed[0]?.lastProblem).toMatch(/550/)
  })
})
