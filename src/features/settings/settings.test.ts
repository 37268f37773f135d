import { describe, expect, test } from 'vitest'
import { deviceName } from '#platform/device-name.ts'
import { testApp } from '../../../tests/harness.ts'

const t = testApp()
const PASSWORD = 'contrasena-de-prueba'
let callers = 0

const mailsTo = (address: string) =>
  t.simulators.smtp.outbox().filter((mail) => mail.to === address)

async function logIn(email: string, password: string, userAgent = '') {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: { 'user-agent': userAgent },
    remoteAddress: `10.5.${++callers % 250}.1`,
  })
  const [cookie] = reply.cookies
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
  const me = async () => (await t.app.inject({ url: '/api/auth/me', headers })).statusCode
  return { status: reply.statusCode, me, headers }
}

const confirm = (link: URL) =>
  t.app.inject({
    method: 'POST',
    url: '/api/auth/confirm-email',
    payload: Object.fromEntries(link.searchParams),
  })

describe('the profile', () => {
  test('name and phone change at once', async () => {
    const ana = await t.signIn()
    const answer = await ana.send('PUT', '/api/auth/profile', {
      name: ' Ana López ',
      email: ana.email,
      phone: '+34 600 111 222',
    })
    expect(answer.body).toMatchObject({
      message: 'Perfil actualizado.',
      profile: { name: 'Ana López', phone: '+34 600 111 222', pendingEmail: null },
    })
    await ana.send('PUT', '/api/auth/profile', { name: 'Ana', email: ana.email, phone: '' })
    expect((await ana.get('/api/auth/profile')).body).toEqual({
      name: 'Ana',
      email: ana.email,
      avatarUrl: null,
      phone: null,
      pendingEmail: null,
    })
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ email: 'no-es-correo' }, 'email'],
    [{ phone: 'llámame' }, 'phone'],
    [{ name: null }, 'name'],
  ])('%j is refused and changes nothing', async (over, field) => {
    const ana = await t.signIn()
    const given = { name: 'Otra', email: ana.email, phone: '', ...over }
    const answer = await ana.send('PUT', '/api/auth/profile', given)
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    expect((await ana.get('/api/auth/profile')).body).toMatchObject({ name: 'Persona de Prueba' })
  })

  test('a new address counts only after its mailed link; the old one is told', async () => {
    const ana = await t.signIn()
    const email = `nueva${++callers}@perfil.test`
    const answer = await ana.send('PUT', '/api/auth/profile', { name: 'Ana', email, phone: '' })
    expect(answer.body).toMatchObject({ profile: { email: ana.email, pendingEmail: email } })
    await t.runJobs()
    expect(mailsTo(ana.email)[0]?.text).toContain(email)
    const link = new URL(mailsTo(email)[0]!.links[0]!)
    expect(link.pathname).toBe('/confirm-email')
    expect((await confirm(link)).json()).toEqual({ message: 'Tu correo ha cambiado.' })
    expect((await confirm(link)).json()).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^Este enlace ya se ha usado o ha caducado/),
    })
    expect((await ana.get('/api/auth/profile')).body).toMatchObject({ email, pendingEmail: null })
    expect((await logIn(email, PASSWORD)).status).toBe(200)
    expect((await logIn(ana.email, PASSWORD)).status).toBe(401)
    await t.runJobs()
    expect(mailsTo(ana.email)[0]?.subject).toMatch(/ha cambiado/)
  })

  test('an address that somebody has shows no difference and leads nowhere', async () => {
    const [ana, eva] = [await t.signIn(), await t.signIn()]
    const answer = await ana.send('PUT', '/api/auth/profile', { name: 'Ana', email: eva.email })
    expect(answer.body).toMatchObject({ profile: { email: ana.email, pendingEmail: eva.email } })
    await t.runJobs()
    expect(mailsTo(eva.email)[0]).toMatchObject({
      links: [],
      subject: expect.stringMatching(/ya tiene cuenta/),
    })
  })

  test('a link asked for before the address changed again is dead', async () => {
    const ana = await t.signIn()
    const [first, second] = [`uno${++callers}@perfil.test`, `dos${++callers}@perfil.test`]
    for (const email of [first, second])
      await ana.send('PUT', '/api/auth/profile', { name: 'Ana', email })
    await t.runJobs()
    expect((await confirm(new URL(mailsTo(first)[0]!.links[0]!))).statusCode).toBe(400)
    expect((await confirm(new URL(mailsTo(second)[0]!.links[0]!))).statusCode).toBe(200)
  })

  test('a new password ends a change of address that waits, as the mail about it says', async () => {
    const ana = await t.signIn()
    const email = `ajena${++callers}@perfil.test`
    await ana.send('PUT', '/api/auth/profile', { name: 'Ana', email })
    await t.runJobs()
    await ana.send('PUT', '/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'un-farol-distinto',
    })
    expect((await confirm(new URL(mailsTo(email)[0]!.links[0]!))).statusCode).toBe(400)
    expect((await ana.get('/api/auth/profile')).body).toMatchObject({
      email: ana.email,
      pendingEmail: null,
    })
  })
})

describe('the password', () => {
  test('changing it ends every other session and tells the user', async () => {
    const ana = await t.signIn()
    const phone = await logIn(ana.email, PASSWORD)
    const answer = await ana.send('PUT', '/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: 'un-farol-distinto',
    })
    expect(answer.body).toEqual({ message: 'Contraseña actualizada.' })
    expect(await phone.me()).toBe(401)
    expect((await ana.get('/api/auth/me')).status).toBe(200)
    expect((await logIn(ana.email, 'un-farol-distinto')).status).toBe(200)
    await t.runJobs()
    expect(mailsTo(ana.email).map(({ subject }) => subject)).toContain(
      'Tu contraseña de Pujante ha cambiado',
    )
  })

  test.each([
    [{ currentPassword: 'no-es-esta' }, 'currentPassword'],
    [{ newPassword: 'siete-7' }, 'newPassword'],
    [{ newPassword: '12345678' }, 'newPassword'],
    [{ newPassword: '' }, 'newPassword'],
  ])('%j is refused', async (over, field) => {
    const ana = await t.signIn()
    const given = { currentPassword: PASSWORD, newPassword: 'un-farol-distinto', ...over }
    const answer = await ana.send('PUT', '/api/auth/change-password', given)
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    expect((await logIn(ana.email, PASSWORD)).status).toBe(200)
  })
})

describe('the list of sessions', () => {
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const EDGE =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0'

  const HEADLESS =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36'

  test('names the devices, the asking one first, and ends the chosen one', async () => {
    const ana = await t.signIn()
    const phone = await logIn(ana.email, PASSWORD, IPHONE)
    const list = (await ana.get('/api/auth/sessions')).body as { id: string; device: string }[]
    expect(list).toMatchObject([
      { current: true, device: 'Dispositivo desconocido' },
      { current: false, device: 'Safari en iPhone' },
    ])
    const [, other] = list
    expect((await ana.send('DELETE', `/api/auth/sessions/${other!.id}`)).status).toBe(200)
    expect(await phone.me()).toBe(401)
    expect((await ana.get('/api/auth/me')).status).toBe(200)
  })

  test('ending the asking session logs out; a stranger’s is a 404', async () => {
    const [ana, eva] = [await t.signIn(), await t.signIn()]
    const [own] = (await ana.get('/api/auth/sessions')).body as { id: string }[]
    expect((await eva.send('DELETE', `/api/auth/sessions/${own!.id}`)).status).toBe(404)
    expect((await eva.send('DELETE', '/api/auth/sessions/no-es-un-id')).status).toBe(400)
    const answer = await ana.send('DELETE', `/api/auth/sessions/${own!.id}`)
    expect(String(answer.headers['set-cookie'])).toMatch(/^sid=;/)
    expect((await ana.get('/api/auth/me')).status).toBe(401)
  })

  test('browsers that name each other are told apart', () => {
    expect(deviceName(EDGE)).toBe('Edge en Windows')
    expect(deviceName(HEADLESS)).toBe('Chrome en Linux')
    expect(deviceName('curl/8.5.0')).toBe('Dispositivo desconocido')
    expect(deviceName(null)).toBe('Dispositivo desconocido')
  })
})
