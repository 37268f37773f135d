import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { auditLog } from '#platform/db/schema/product.ts'
import { PASSWORD, type Person, testApp } from '../../../tests/harness.ts'
import { removeLostFactors } from './actions/remove-lost-factors.ts'

const t = testApp()

async function turnOnApp(person: Person): Promise<void> {
  const { body } = await person.send('POST', '/api/auth/second-factor/app', {})
  const app = new TOTP({ secret: Secret.fromBase32((body as { secret: string }).secret) })
  const code = app.generate({ timestamp: t.clock.now().getTime() })
  const on = await person.send('PUT', '/api/auth/second-factor/app', { code })
  expect(on.status).toBe(200)
}

async function logIn({ email }: Person) {
  const payload = { email, password: PASSWORD }
  const reply = await t.app.inject({ method: 'POST', url: '/api/auth/login', payload })
  return reply.json() as Record<string, unknown>
}

test('the operator takes lost factors away: the password opens again, which is written down and mailed', async () => {
  const [ana, eva, admin] = [await t.signIn(), await t.signIn(), await t.signIn({ role: 'admin' })]
  for (const person of [ana, eva]) await turnOnApp(person)
  const waiting = await logIn(ana)
  expect(waiting).toMatchObject({ secondStepToken: expect.any(String) })
  await removeLostFactors(t.ctx, ` ${ana.email.toUpperCase()} `)
  expect((await ana.get('/api/auth/me')).status, 'open sessions').toBe(401)
  const late = { token: waiting.secondStepToken, code: '123456' }
  const step = await t.app.inject({
    method: 'POST',
    url: '/api/auth/second-step/code',
    payload: late,
  })
  expect(step.json()).toMatchObject({ message: expect.stringContaining('demasiado tiempo') })
  expect(await logIn(ana)).toMatchObject({ user: { id: ana.userId } })
  expect(await logIn(eva), 'somebody else').toMatchObject({ secondStepToken: expect.any(String) })
  const log = await admin.get('/api/admin/audit-log')
  expect(log.body).toMatchObject([
    { action: 'remove_second_factor', actorEmail: 'npm run admin', targetEmail: ana.email },
  ])
  await t.runJobs()
  const mails = t.simulators.smtp.outbox().filter(({ to }) => to === ana.email)
  expect(mails.map(({ subject }) => subject)).toContain(
    'Hemos quitado la verificación en dos pasos de tu cuenta de Pujante',
  )
})

test('where there is nothing to take away it says so, and writes nothing down', async () => {
  const ana = await t.signIn()
  const before = await t.ctx.db.$count(auditLog)
  await expect(removeLostFactors(t.ctx, ana.email)).rejects.toThrow('No tiene activada')
  await expect(removeLostFactors(t.ctx, 'nadie@prueba.test')).rejects.toThrow('No existe')
  expect(await t.ctx.db.$count(auditLog)).toBe(before)
})
