import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sessions } from '#platform/db/schema/access.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { stripeOf } from '#platform/stripe.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { deliverEvents } from '../../../tests/pay-at-stripe.ts'
import { passDays, type Subscriber, subscribedPerson } from '../../../tests/subscribed-person.ts'
import { membersSuspendedLetter } from './emails/seats.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })
beforeEach(() => deliverEvents(t))

/** `count` people who see the owner's accounts, in the order in which they joined. */
async function teamOf(owner: Subscriber, count: number) {
  const members: Person[] = []
  for (let place = 0; place < count; place++) {
    const person = await t.signIn({ isActive: false, plan: null })
    await t.ctx.db.insert(teamMembers).values({
      ownerId: owner.userId,
      userId: person.userId,
      role: 'viewer',
      joinedAt: new Date(t.clock.now().getTime() + place),
      invitedBy: owner.userId,
    })
    await t.ctx.db
      .update(sessions)
      .set({ actingFor: owner.userId })
      .where(eq(sessions.userId, person.userId))
    members.push(person)
  }
  const getIn = async () =>
    await Promise.all(members.map(async (one) => (await one.get('/api/portfolio')).status))
  return { members, getIn }
}

test('a smaller plan says who it has no seat for; they wait, and come back with a seat', async () => {
  const owner = await subscribedPerson(t)
  const { members, getIn } = await teamOf(owner, 4)
  const preview = await owner.send('POST', '/api/billing/plan/preview', { plan: 'basic' })
  expect(preview.body).toMatchObject({
    team: { of: 2, waiting: [expect.any(String), expect.any(String)] },
    historyDays: 184,
  })
  await owner.send('POST', '/api/billing/plan', { plan: 'basic' })
  expect(await getIn(), 'until then nothing changes').toEqual([200, 200, 200, 200])
  await passDays(t, 31)
  expect(await getIn()).toEqual([200, 200, 403, 403])
  expect(owner.mails()).toContain('2 personas de tu equipo en pausa por tu cambio de plan')
  const waits = 'Tu acceso a un equipo de Pujante está en pausa'
  const told = t.simulators.smtp.outbox().filter(({ subject }) => subject === waits)
  expect(told.map(({ to }) => to).sort()).toEqual([members[2]!.email, members[3]!.email].sort())
  const team = (await owner.get('/api/team')).body as { members: { isSuspended: boolean }[] }
  expect(team.members.map(({ isSuspended }) => isSuspended)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
  const own = (await members[3]!.get('/api/team/memberships')).body
  expect(own).toMatchObject([{ isSuspended: true, isCurrent: false }])
  const back = await members[3]!.send('POST', '/api/team/work-in', { ownerId: owner.userId })
  expect(back.status).toBe(409)

  await owner.send('DELETE', `/api/team/members/${members[0]!.userId}`)
  expect(await getIn(), 'a seat is free').toEqual([403, 200, 200, 403])
  await owner.send('POST', '/api/billing/plan', { plan: 'premium' })
  await t.simulators.stripe.settled()
  await t.runJobs()
  expect(await getIn(), 'the plan is larger').toEqual([403, 200, 200, 200])
})

/** The subscription ends, and an administrator lets its owner in all the same. */
async function endAndGive(owner: Subscriber) {
  await stripeOf(t.ctx.config).subscriptions.cancel(owner.subscriptionId)
  await passDays(t, 0.1)
  const admin = await t.signIn({ role: 'admin' })
  await admin.send('PUT', `/api/admin/users/${owner.userId}/status`, { status: true })
  await t.runJobs()
  expect(await owner.access()).toEqual({ isActive: true, plan: null })
  return admin
}

test('who waits comes back with a seat also where the access is given after the plan has ended', async () => {
  const owner = await subscribedPerson(t)
  const { members, getIn } = await teamOf(owner, 4)
  await owner.send('POST', '/api/billing/plan', { plan: 'basic' })
  await passDays(t, 31)
  const admin = await endAndGive(owner)
  expect(await getIn()).toEqual([200, 200, 403, 403])
  await owner.send('DELETE', `/api/team/members/${members[0]!.userId}`)
  expect(await getIn(), 'taken out').toEqual([403, 200, 200, 403])
  await admin.send('DELETE', `/api/admin/users/${members[1]!.userId}`)
  await passDays(t, 0.1)
  expect(await getIn(), 'erased').toEqual([403, 401, 200, 200])
})

test('an access given after the plan has ended shuts no member out', async () => {
  const owner = await subscribedPerson(t)
  const { getIn } = await teamOf(owner, 4)
  await endAndGive(owner)
  expect(await getIn()).toEqual([200, 200, 200, 200])
})

test('the letter about one person speaks of one', () => {
  const one = membersSuspendedLetter('Ana', 'Básico', ['Luis']).paragraphs.join(' ')
  expect(one).toContain('Ha quedado en pausa la última que entró: Luis. No entra en tus cuentas')
  const two = membersSuspendedLetter('Ana', 'Básico', ['Luis', 'Eva']).paragraphs.join(' ')
  expect(two).toContain('Han quedado en pausa las últimas que entraron: Luis y Eva. No entran')
})
