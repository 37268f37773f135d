import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { FOLLOWS, HANDED_OVER, STAYS } from '#account-data/hand-over.ts'
import { userTables } from '#account-data/user-tables.ts'
import { runDueBilling } from '#features/billing/actions/due-billing.ts'
import { withBillingLock } from '#features/billing/actions/lock.ts'
import { sendMorningMail } from '#features/watch/contract/morning.ts'
import { adAccounts, googleConnections, sessions, users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { webhookMessages, webhooks } from '#platform/db/schema/integrations.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { morningMails } from '#platform/db/schema/watch.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { enqueue } from '#platform/jobs.ts'
import { stripeOf } from '#platform/stripe.ts'
import type { MemberRole } from '#shared/permissions.ts'
import { newOwner, newPerson, type Owner, type Person } from '../../../tests/access-owner.ts'
import { testApp } from '../../../tests/harness.ts'
import { obstacleToHandover } from './rules.ts'

const t = testApp()
let owner: Owner

beforeEach(async () => {
  owner = await newOwner(t)
})

const ask = (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  t.app.inject({
    method,
    url,
    headers: { cookie: who.cookie },
    ...(method !== 'GET' && { payload: body ?? {} }),
  })

async function member(role: MemberRole): Promise<Person> {
  const person = await newPerson(t, { isActive: false, plan: null })
  const membership = { userId: person.id, role, joinedAt: t.clock.now(), invitedBy: owner.id }
  await t.ctx.db.insert(teamMembers).values({ ownerId: owner.id, accounts: null, ...membership })
  await t.ctx.db.update(sessions).set({ actingFor: owner.id }).where(eq(sessions.userId, person.id))
  return person
}

const offer = (heir: Person) => ask(owner, 'POST', '/api/team/handover', { memberId: heir.id })
const accept = (heir: Person) => ask(heir, 'POST', `/api/team/memberships/${owner.id}/handover`)
const sees = async (who: Person) =>
  (await ask(who, 'GET', '/api/google-accounts')).body.includes(owner.secret)
const roleOf = async (who: Person) =>
  (await ask(who, 'GET', '/api/auth/status')).json().user.team?.role ?? 'owner'
const mailsTo = (email: string) =>
  t.simulators.smtp
    .outbox()
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)

describe('a team that is handed over', () => {
  test('is its new owner’s, with accounts, connections, subscription and what hangs on them', async () => {
    const heir = await member('editor')
    const colleague = await member('viewer')
    const webhookId = randomUUID()
    const now = t.clock.now()
    const hook = { userId: owner.id, id: webhookId, urlSealed: 'x', host: 'x.es', topics: [] }
    await t.ctx.db.insert(webhooks).values({ ...hook, createdAt: now })
    const told = { id: randomUUID(), webhookId, body: {}, status: 'sent' as const, createdAt: now }
    await t.ctx.db.insert(webhookMessages).values({ userId: owner.id, ...told })
    expect((await offer(heir)).statusCode).toBe(200)
    const accepted = await accept(heir)
    expect(accepted.statusCode, accepted.body).toBe(200)

    for (const who of [heir, owner, colleague]) expect(await sees(who)).toBe(true)
    expect([await roleOf(heir), await roleOf(owner), await roleOf(colleague)]).toEqual([
      'owner',
      'manager',
      'viewer',
    ])
    const left = await t.ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, owner.id))
    expect(left).toEqual([])
    for (const table of [googleConnections, webhooks, webhookMessages]) {
      const moved = await t.ctx.db.select().from(table).where(eq(table.userId, heir.id))
      expect(moved.length).toBeGreaterThan(0)
    }
    expect((await ask(heir, 'GET', '/api/billing/subscription')).statusCode).toBe(200)
    expect((await ask(owner, 'GET', '/api/billing/subscription')).statusCode).toBe(403)
    await t.runJobs()
    expect(mailsTo(heir.email)).toContain('Ya eres dueño del equipo en Pujante')
    expect(mailsTo(owner.email)).toContain('Has traspasado tu equipo de Pujante')
    const log = await t.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, owner.id))
    expect(log).toMatchObject([{ action: 'hand_over_team', targetEmail: heir.email }])
  })

  test('takes ‘Hoy por correo’ along, and both are told', async () => {
    const heir = await member('editor')
    const wants = async (who: Person) => (await ask(who, 'GET', '/api/correo-de-hoy')).json().activo
    await ask(owner, 'PUT', '/api/correo-de-hoy', { activo: true })
    await enqueue(t.ctx, sendMorningMail, { userId: owner.id, day: '2026-11-22' })
    await offer(heir)
    expect((await accept(heir)).statusCode).toBe(200)
    expect([await wants(owner), await wants(heir)]).toEqual([false, true])
    const [job] = await t.ctx.db.select().from(jobs).where(eq(jobs.kind, sendMorningMail.name))
    expect(job).toMatchObject({ payload: { userId: heir.id }, tenant: heir.id })
    await t.runJobs()
    const told = ({ email }: Person) =>
      t.simulators.smtp.outbox().find(({ to, text }) => to === email && text.includes('Hoy por'))
    expect(told(heir)?.text).toContain('te llega ahora a ti')
    expect(told(owner)?.text).toContain(`lo recibe ${heir.email}`)
  })

  test('leaves the new owner’s own wish as it is, and says nothing where there was none', async () => {
    const heir = await member('manager')
    const next = await member('viewer')
    const wish = (who: Person) =>
      t.ctx.db.select().from(morningMails).where(eq(morningMails.userId, who.id))
    for (const who of [owner, heir])
      await t.ctx.db.insert(morningMails).values({ userId: who.id, toldAt: t.clock.now() })
    const before = await wish(heir)
    await offer(heir)
    expect((await accept(heir)).statusCode, 'of both').toBe(200)
    expect([await wish(owner), await wish(heir)]).toEqual([[], before])

    await ask(heir, 'PUT', '/api/correo-de-hoy', { activo: false })
    await ask(heir, 'POST', '/api/team/handover', { memberId: next.id })
    expect((await ask(next, 'POST', `/api/team/memberships/${heir.id}/handover`)).statusCode).toBe(
      200,
    )
    await t.runJobs()
    const letter = t.simulators.smtp
      .outbox()
      .find(({ to, subject }) => to === next.email && subject.startsWith('Ya eres'))
    expect(letter?.text).not.toContain('Hoy por correo')
    expect(await wish(next)).toEqual([])
  })

  test('or not, a person turns their own off in whatever team they work', async () => {
    const colleague = await member('client')
    await t.ctx.db.insert(morningMails).values({ userId: colleague.id, toldAt: t.clock.now() })
    const off = await ask(colleague, 'PUT', '/api/correo-de-hoy', { activo: false })
    expect(off.statusCode, off.body).toBe(200)
    expect((await ask(colleague, 'GET', '/api/correo-de-hoy')).json()).toEqual({ activo: false })
  })

  test('lets the customer at Stripe follow, whose mails go to the new owner', async () => {
    const heir = await member('manager')
    const stripe = stripeOf(t.ctx.config)
    const customer = await stripe.customers.create({ email: owner.email })
    await t.ctx.db
      .insert(billingAccounts)
      .values({ userId: owner.id, stripeCustomerId: customer.id })
    await offer(heir)
    expect((await accept(heir)).statusCode).toBe(200)
    await t.runJobs()
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ email: heir.email })
    const [row] = await t.ctx.db
      .select()
      .from(billingAccounts)
      .where(eq(billingAccounts.stripeCustomerId, customer.id))
    expect(row?.userId).toBe(heir.id)
  })

  test('leaves no lock on the subscription, whatever billing does meanwhile', async () => {
    const heir = await member('manager')
    await offer(heir)
    await withBillingLock(t.ctx, owner.id, async () => {
      expect((await accept(heir)).statusCode).toBe(200)
    })
    const [row] = await t.ctx.db
      .select()
      .from(billingAccounts)
      .where(eq(billingAccounts.userId, heir.id))
    expect(row).toMatchObject({ lockToken: null, lockedUntil: null })
  })

  test('and a reading of the subscription do not wait for each other for ever', async () => {
    for (let round = 0; round < 5; round++) {
      owner = await newOwner(t)
      const heir = await member('manager')
      const { customerId } = t.simulators.stripe.seedSubscription({
        email: owner.email,
        name: 'Persona',
        priceId: t.ctx.config.stripe.prices.premium,
        startedDaysAgo: 10,
        metadata: { user_id: owner.id, plan: 'premium' },
      })
      const known = { stripeCustomerId: customerId, status: 'past_due' }
      await t.ctx.db.insert(billingAccounts).values({ userId: owner.id, ...known })
      await offer(heir)
      const readings = [1, 2, 3].map(() => runDueBilling(t.ctx))
      const [accepted] = await Promise.all([accept(heir), ...readings])
      expect(accepted.statusCode, accepted.body).toBe(200)
    }
  })

  test('is only for the member who was asked, once, and with the password given again', async () => {
    const heir = await member('editor')
    const other = await member('manager')
    expect((await accept(heir)).statusCode, 'without an offer').toBe(404)
    expect((await ask(other, 'POST', '/api/team/handover', { memberId: heir.id })).statusCode).toBe(
      403,
    )
    await offer(heir)
    expect((await accept(other)).statusCode).toBe(404)
    const confirmed = (on: Date | null) =>
      t.ctx.db.update(sessions).set({ confirmedAt: on }).where(eq(sessions.userId, heir.id))
    await confirmed(null)
    expect((await accept(heir)).json()).toMatchObject({ code: 'confirm_identity' })
    await confirmed(t.clock.now())
    const both = await Promise.all([accept(heir), accept(heir)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  })

  test('stays when the offer is taken back, refused, out of time or the member is out', async () => {
    const heir = await member('editor')
    await offer(heir)
    await ask(owner, 'DELETE', '/api/team/handover')
    expect((await accept(heir)).statusCode, 'taken back').toBe(404)
    await offer(heir)
    await ask(heir, 'DELETE', `/api/team/memberships/${owner.id}/handover`)
    expect((await accept(heir)).statusCode, 'refused').toBe(404)
    await offer(heir)
    await ask(owner, 'DELETE', `/api/team/members/${heir.id}`)
    expect((await accept(heir)).statusCode, 'out').toBe(404)
    const late = await member('editor')
    await offer(late)
    const end = new Date('2030-01-01')
    t.clock.advance(8 * 86_400_000)
    await t.ctx.db.update(sessions).set({ endsAt: end, expiresAt: end, confirmedAt: t.clock.now() })
    expect((await accept(late)).statusCode, 'out of time').toBe(404)
    expect(await sees(owner)).toBe(true)
  })

  test('is not joined with accounts or a subscription of the member’s own, looked at when it is taken', async () => {
    const heir = await member('manager')
    await offer(heir)
    await t.ctx.db.update(users).set({ isActive: true }).where(eq(users.id, heir.id))
    const refused = await accept(heir)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('su propia suscripción'),
    ])
    await t.ctx.db.update(users).set({ isActive: false }).where(eq(users.id, heir.id))
    expect((await accept(heir)).statusCode, 'the offer stands').toBe(200)
  })

  test('waits while a payment page of the member’s own can be paid', async () => {
    const heir = await member('manager')
    await offer(heir)
    const page = { checkoutSessionId: 'cs_test_1', stripeCustomerId: `cus_${heir.id}` }
    await t.ctx.db.insert(billingAccounts).values({ userId: heir.id, ...page })
    const refused = await accept(heir)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('ha empezado a pagar'),
    ])
    await t.ctx.db.update(billingAccounts).set({ checkoutSessionId: null })
    expect((await accept(heir)).statusCode).toBe(200)
  })
})

test('the owner of a team leaves it only once it is handed over', async () => {
  const heir = await member('manager')
  const left = await ask(owner, 'DELETE', `/api/team/memberships/${owner.id}`)
  expect([left.statusCode, left.json().message]).toEqual([
    409,
    expect.stringContaining('tiene que traspasarlo'),
  ])
  await offer(heir)
  await accept(heir)
  const gone = await ask(owner, 'DELETE', `/api/team/memberships/${heir.id}`)
  expect(gone.statusCode).toBe(200)
  expect(await sees(owner)).toBe(false)
  const rows = await t.ctx.db
    .select()
    .from(teamMembers)
    .where(and(eq(teamMembers.ownerId, heir.id), eq(teamMembers.userId, owner.id)))
  expect(rows).toEqual([])
})

test('every table of a person goes to the next owner, or stays, on purpose', () => {
  const known = [...HANDED_OVER, ...FOLLOWS, ...STAYS]
  expect(known.length).toBe(new Set(known).size)
  expect(known.filter((name) => name !== 'ad_accounts').sort()).toEqual([...userTables].sort())
})

test('what stands in the way is said', () => {
  const free = {
    role: 'editor' as const,
    isAdministrator: false,
    isBarred: false,
    isSubscribed: false,
    isPaying: false,
    accounts: 0,
    people: 0,
    isLeaving: false,
  }
  const user = { role: 'user' as const, deactivatedManually: false }
  expect(obstacleToHandover(user, free)).toBeNull()
  expect(obstacleToHandover({ ...user, role: 'admin' }, free)).toContain('Quien administra')
  expect(obstacleToHandover({ ...user, deactivatedManually: true }, free)).toContain('quien lo da')
  for (const [own, words] of [
    [{ role: 'client' as const }, 'Un cliente'],
    [{ isBarred: true }, 'ha cerrado el acceso'],
    [{ isLeaving: true }, 'eliminar su cuenta'],
    [{ accounts: 1 }, 'cuentas publicitarias propias'],
    [{ people: 1 }, 'su propio equipo'],
  ] as const)
    expect(obstacleToHandover(user, { ...free, ...own })).toContain(words)
})
