import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, users } from '#platform/db/schema/access.ts'
import { accountErasures } from '#platform/db/schema/data-rights.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { PASSWORD, type Person, testApp } from '../../../tests/harness.ts'
import { eraseDueUsers } from './actions/erasure.ts'
import type { DataRights } from './contract.ts'

const t = testApp()
const DAY_MS = 86_400_000

const erase = (person: Person) => person.send('POST', '/api/data/erasure', { password: PASSWORD })
const heldBy = async (person: Person) =>
  ((await person.get('/api/data')).body as DataRights).erasureHeldBy
const isThere = async ({ userId }: Person) =>
  (await t.ctx.db.select().from(users).where(eq(users.id, userId))).length === 1
const told = (person: Person) =>
  t.simulators.smtp
    .outbox()
    .filter(({ to, subject }) => to === person.email && /Todavía/.test(subject))

async function eraseDue(times: number): Promise<void> {
  for (let time = 0; time < times; time++) await eraseDueUsers(t.ctx)
  await t.runJobs()
}

test('an erasure that a member holds up on its day is told once, and shown', async () => {
  const [ana, mate] = [await t.signIn(), await t.signIn()]
  await erase(ana)
  const member = { ownerId: ana.userId, userId: mate.userId, role: 'viewer' as const }
  await t.ctx.db
    .insert(teamMembers)
    .values({ ...member, joinedAt: t.clock.now(), invitedBy: ana.userId })
  expect(await heldBy(ana), 'before its day').toBeNull()
  t.clock.advance(14.5 * DAY_MS)
  const late = new Date(t.clock.now().getTime() + DAY_MS)
  await t.ctx.db.update(sessions).set({ endsAt: late, expiresAt: late })
  await eraseDue(2)
  expect(told(ana)).toMatchObject([{ text: expect.stringContaining('traspasa el equipo') }])
  expect(await heldBy(ana)).toBe('team')
  await t.ctx.db.delete(teamMembers).where(eq(teamMembers.ownerId, ana.userId))
  await eraseDue(1)
  expect(await isThere(ana)).toBe(false)
})

test('an administrator who is the last one by then is told so', async () => {
  const [ana, second] = [await t.signIn({ role: 'admin' }), await t.signIn({ role: 'admin' })]
  expect((await erase(ana)).status).toBe(200)
  await t.ctx.db.delete(users).where(eq(users.id, second.userId))
  t.clock.advance(14.5 * DAY_MS)
  await eraseDue(2)
  expect(told(ana)).toMatchObject([{ text: expect.stringContaining('último administrador') }])
  await t.ctx.db.delete(users).where(eq(users.id, ana.userId))
})

test('an invitation and the erasure of its owner at the same instant do not both come about', async () => {
  for (let round = 0; round < 6; round++) {
    const [ana, mate] = [await t.signIn(), await t.signIn()]
    await ana.send('POST', '/api/team/invitations', { email: mate.email, role: 'viewer' })
    await t.runJobs()
    const [mail] = t.simulators.smtp.outbox().filter(({ to }) => to === mate.email)
    const token = new URL(mail!.links[0]!).hash.slice(1)
    await Promise.all([erase(ana), mate.send('POST', '/api/team/invitations/accept', { token })])
    const asked = await t.ctx.db
      .select()
      .from(accountErasures)
      .where(eq(accountErasures.userId, ana.userId))
    const joined = await t.ctx.db
      .select()
      .from(teamMembers)
      .where(eq(teamMembers.ownerId, ana.userId))
    expect([asked.length, joined.length].toSorted()).toEqual([0, 1])
  }
})
