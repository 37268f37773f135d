import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '#platform/db/schema/access.ts'
import { stripeOf } from '#platform/stripe.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { deliverEvents } from '../../../tests/pay-at-stripe.ts'
import { subscribedPerson } from '../../../tests/subscribed-person.ts'
import type { AdminUser, AuditEntry } from './contract/endpoints.ts'

const t = testApp()
let admin: Person

beforeAll(async () => {
  deliverEvents(t)
  admin = await t.signIn({ role: 'admin' })
})

async function set(person: Person, status: boolean, endsSubscription = false) {
  const url = `/api/admin/users/${person.userId}/status`
  const { body } = await admin.send('PUT', url, { status, endsSubscription })
  await t.runJobs()
  return body as { message: string; user: AdminUser }
}

const listed = async ({ userId }: Person) =>
  ((await admin.get('/api/admin/users')).body as AdminUser[]).find(({ id }) => id === userId)!

const buy = (person: Person) => person.send('POST', '/api/stripe/create-checkout-session', {})
const opens = async (person: Person) => (await person.get('/api/google-accounts')).status

describe('who pays', () => {
  test('and was shut out by mistake pays again afterwards, and goes when the subscription ends', async () => {
    const ana = await subscribedPerson(t)
    await set(ana, false)
    expect([await opens(ana), (await listed(ana)).access]).toEqual([403, 'barred'])
    const back = await set(ana, true)
    expect(back).toMatchObject({ message: 'Usuario activado.', user: { access: 'paid' } })
    expect([await opens(ana), await ana.access()]).toEqual([
      200,
      { isActive: true, plan: 'premium' },
    ])
    await stripeOf(t.ctx.config).subscriptions.cancel(ana.subscriptionId)
    await t.simulators.stripe.settled()
    await t.runJobs()
    expect(await ana.access()).toEqual({ isActive: false, plan: null })
  })

  test('and was let in besides goes on paying when that is taken back', async () => {
    const ana = await subscribedPerson(t)
    await t.ctx.db.update(users).set({ activatedManually: true }).where(eq(users.id, ana.userId))
    const answer = await set(ana, false)
    expect(answer.message).toBe('Ya no entra gratis: sigue con su suscripción.')
    expect([await opens(ana), (await listed(ana)).access]).toEqual([200, 'paid'])
  })
})

describe('who pays and is shut out', () => {
  const told = (email: string) =>
    t.simulators.smtp
      .outbox()
      .filter(({ to, subject }) => to === email && subject.includes('ha cerrado tu acceso'))

  test('is told what is charged all the same, and where it is cancelled', async () => {
    const ana = await subscribedPerson(t)
    await set(ana, false)
    const [mail, ...more] = told(ana.email)
    expect(mail?.text).toMatch(
      /sigue en marcha: si no la cancelas, el .* \(29,00\s€, IVA incluido\)/,
    )
    expect(mail?.text).toContain('/subscribe')
    expect(more).toEqual([])
  })

  test('is charged no more where the subscription is ended with it', async () => {
    const ana = await subscribedPerson(t)
    await set(ana, false, true)
    expect(
      told(ana.email)
        .map(({ text }) => text)
        .join(),
    ).toContain('no se cobrará nada más')
    const { subscriptions } = stripeOf(t.ctx.config)
    expect((await subscriptions.retrieve(ana.subscriptionId)).cancel_at_period_end).toBe(true)
  })

  test('is charged no more either where its end was set for months later at Stripe', async () => {
    const ana = await subscribedPerson(t)
    const { subscriptions } = stripeOf(t.ctx.config)
    const later = Math.floor(t.clock.now().getTime() / 1000) + 100 * 86_400
    await subscriptions.update(ana.subscriptionId, { cancel_at: later })
    await set(ana, false, true)
    const ended = await subscriptions.retrieve(ana.subscriptionId)
    expect(ended.cancel_at).toBe(ended.items.data[0]?.current_period_end)
    expect(told(ana.email)[0]?.text).toContain('no se cobrará nada más')
  })

  test('nobody else is told anything', async () => {
    const ben = await t.signIn({ isActive: false, plan: null })
    await set(ben, false)
    expect(told(ben.email)).toEqual([])
  })
})

describe('who does not pay', () => {
  test('and was let in may subscribe once that is taken back', async () => {
    const ana = await t.signIn({ isActive: false, plan: null })
    expect((await set(ana, true)).user).toMatchObject({ is_active: true, access: 'given' })
    expect((await set(ana, false)).user).toMatchObject({ is_active: false, access: 'none' })
    expect((await buy(ana)).status).toBe(200)
  })

  test('can be shut out too, and let in to subscribe again', async () => {
    const ana = await t.signIn({ isActive: false, plan: null })
    expect((await set(ana, false)).user).toMatchObject({ access: 'barred' })
    expect((await buy(ana)).status).toBe(403)
    expect((await set(ana, true)).message).toBe('Usuario readmitido: puede suscribirse.')
    expect([(await buy(ana)).status, await opens(ana)]).toEqual([200, 403])
  })

  test('and administers is shut out at once, and is let in as before', async () => {
    const second = await t.signIn({ role: 'admin' })
    await t.ctx.db.update(users).set({ activatedManually: true }).where(eq(users.id, second.userId))
    expect((await set(second, false)).user.access).toBe('barred')
    expect((await set(second, true)).user).toMatchObject({ is_active: true, access: 'given' })
  })
})

describe('who becomes an administrator', () => {
  const become = (person: Person, role: string) =>
    admin.send('PUT', `/api/admin/users/${person.userId}/role`, { role })

  test('works as one at once, also without a subscription', async () => {
    const ana = await t.signIn({ isActive: false, plan: null })
    expect((await become(ana, 'admin')).body).toMatchObject({ user: { access: 'given' } })
    expect((await ana.get('/api/admin/users')).status).toBe(200)
    await become(ana, 'user')
  })

  test('stays one whatever becomes of the card, and pays again as a user', async () => {
    const [ana, eva] = [await subscribedPerson(t), await subscribedPerson(t)]
    for (const person of [ana, eva]) await become(person, 'admin')
    await stripeOf(t.ctx.config).subscriptions.cancel(ana.subscriptionId)
    await t.simulators.stripe.settled()
    await t.runJobs()
    expect((await ana.get('/api/admin/users')).status).toBe(200)
    for (const person of [ana, eva]) await become(person, 'user')
    await t.runJobs()
    expect([await opens(ana), (await listed(ana)).access]).toEqual([403, 'none'])
    expect([await opens(eva), (await listed(eva)).access]).toEqual([200, 'paid'])
  })
})

test('the log says what was decided', async () => {
  const ana = await t.signIn({ isActive: false, plan: null })
  for (const status of [true, false, false]) await set(ana, status)
  const log = (await admin.get('/api/admin/audit-log')).body as AuditEntry[]
  expect(log.slice(0, 3).map(({ action, details }) => [action, details])).toEqual([
    ['deactivate_user', 'Acceso cerrado: no → sí'],
    ['deactivate_user', 'Acceso sin suscripción: sí → no'],
    ['activate_user', 'Acceso sin suscripción: no → sí'],
  ])
})
