import { describe, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'

const t = testApp()
let callers = 0

const post = (url: string, payload: object) =>
  t.app.inject({ method: 'POST', url, payload, remoteAddress: `10.4.${++callers % 250}.1` })

const mailsTo = (address: string) =>
  t.simulators.smtp.outbox().filter((mail) => mail.to === address)

async function linkFor(email: string) {
  expect((await post('/api/auth/forgot-password', { email })).statusCode).toBe(200)
  await t.runJobs()
  const link = new URL(mailsTo(email)[0]!.links[0]!)
  return { path: link.pathname, email, token: link.searchParams.get('token') ?? '' }
}

const reset = (link: { email: string; token: string }, newPassword = 'otra-puerta-azul') =>
  post('/api/auth/reset-password', { email: link.email, token: link.token, newPassword })

describe('a forgotten password', () => {
  test('the mailed link sets a new one and ends every session', async () => {
    const ana = await t.signIn()
    const link = await linkFor(ana.email)
    expect(link.path).toBe('/reset-password')
    expect((await reset(link)).json().message).toMatch(/Contraseña actualizada/)
    expect((await ana.get('/api/auth/me')).status).toBe(401)
    const [old, fresh] = await Promise.all(
      ['contrasena-de-prueba', 'otra-puerta-azul'].map((password) =>
        post('/api/auth/login', { email: ana.email, password }),
      ),
    )
    expect([old?.statusCode, fresh?.statusCode]).toEqual([401, 200])
    await t.runJobs()
    expect(mailsTo(ana.email).map(({ subject }) => subject)).toContain(
      'Tu contraseña de Pujante ha cambiado',
    )
  })

  test('it ends a change of address that waits: who asked for it may have had the old password', async () => {
    const ana = await t.signIn()
    const email = 'ladron@recuperar.test'
    await ana.send('PUT', '/api/auth/profile', { name: 'Ana', email })
    await t.runJobs()
    const { searchParams } = new URL(mailsTo(email)[0]!.links[0]!)
    expect((await reset(await linkFor(ana.email))).statusCode).toBe(200)
    const taken = await post('/api/auth/confirm-email', Object.fromEntries(searchParams))
    expect(taken.statusCode).toBe(400)
  })

  test('the link works once', async () => {
    const ana = await t.signIn()
    const link = await linkFor(ana.email)
    const replies = await Promise.all([reset(link), reset(link, 'la-segunda-vez')])
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400])
    expect((await reset(link)).json().error).toBe(
      'No se pudo actualizar la contraseña. El enlace puede haber expirado.',
    )
  })

  test('a link of another account, a registration link or a late one opens nothing', async () => {
    const [ana, eva] = [await t.signIn(), await t.signIn()]
    const link = await linkFor(ana.email)
    expect((await reset({ ...link, email: eva.email })).statusCode).toBe(400)
    t.clock.advance(25 * 3_600_000)
    expect((await reset(link)).statusCode).toBe(400)
    expect(
      (await post('/api/auth/login', { email: eva.email, password: 'contrasena-de-prueba' }))
        .statusCode,
    ).toBe(200)
  })

  test.each([
    ['12345', 'La contraseña debe tener al menos 6 caracteres.'],
    ['123456', /más usadas/],
    ['qwerty', /más usadas/],
  ])('«%s» is refused and the link stays good', async (password, why) => {
    const ana = await t.signIn()
    const link = await linkFor(ana.email)
    const reply = await reset(link, password)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().fields.newPassword).toMatch(why)
    expect((await reset(link, 'seis-6')).statusCode).toBe(200)
  })

  test('an unknown address gets the same answer and no mail', async () => {
    const ana = await t.signIn()
    const known = await post('/api/auth/forgot-password', { email: ana.email })
    const unknown = await post('/api/auth/forgot-password', { email: 'nadie@recuperar.test' })
    expect(unknown.json()).toEqual(known.json())
    await t.runJobs()
    expect(mailsTo('nadie@recuperar.test')).toHaveLength(0)
    expect(mailsTo(ana.email)).toHaveLength(1)
  })

  test('texts in the mail are escaped', async () => {
    const ana = await t.signIn()
    await ana.send('PUT', '/api/auth/profile', { name: '<b>"Ana"</b>', email: ana.email })
    await linkFor(ana.email)
    const [mail] = mailsTo(ana.email)
    expect(mail?.html).toContain('&lt;b&gt;&quot;Ana&quot;&lt;/b&gt;')
    expect(mail?.text).toContain('<b>"Ana"</b>')
  })
})
