import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { sessions, users, visits } from '#platform/db/schema/access.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import type { AdminUser, getMetrics } from './contract/endpoints.ts'

const t = testApp()
const DAY_MS = 86_400_000
let admin: Person

beforeAll(async () => {
  admin = await t.signIn({ role: 'admin' })
})

const metrics = async () =>
  (await admin.get('/api/admin/metrics')).body as ReplyOf<typeof getMetrics>
const listed = async ({ userId }: Person) =>
  ((await admin.get('/api/admin/users')).body as AdminUser[]).find(({ id }) => id === userId)!

test('who works in another’s team alone is counted and listed as such, for as long as they may', async () => {
  const [owner, member] = [await t.signIn(), await t.signIn({ isActive: false, plan: null })]
  await t.ctx.db.insert(teamMembers).values({
    ownerId: owner.userId,
    userId: member.userId,
    role: 'manager',
    joinedAt: t.clock.now(),
    invitedBy: owner.userId,
  })
  expect(await metrics()).toMatchObject({ totalUsers: 3, activeUsers: 2, teamUsers: 1 })
  expect(await listed(member)).toMatchObject({ access: 'team', is_active: false })
  await t.ctx.db.update(teamMembers).set({ suspendedAt: t.clock.now() })
  expect(await metrics()).toMatchObject({ activeUsers: 2, teamUsers: 0 })
  expect((await listed(member)).access).toBe('none')
  await t.ctx.db.update(teamMembers).set({ suspendedAt: null })
  await t.ctx.db.update(users).set({ isActive: false }).where(eq(users.id, owner.userId))
  expect((await listed(member)).access).toBe('none')
})

test('figures cover the days for which visits are kept, and say how many', async () => {
  const [old, fresh] = [await t.signIn(), await t.signIn()]
  const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * DAY_MS)
  const since = { createdAt: daysAgo(60) }
  await t.ctx.db.update(users).set(since).where(eq(users.id, old.userId))
  for (const { userId } of [old, fresh]) {
    await t.ctx.db.delete(visits).where(eq(visits.userId, userId))
    await t.ctx.db.delete(sessions).where(eq(sessions.userId, userId))
  }
  const visit = { userId: old.userId, sessionId: randomUUID(), isDemo: false }
  const at = daysAgo(50)
  await t.ctx.db
    .insert(visits)
    .values({ ...visit, id: randomUUID(), startedAt: at, lastSeenAt: at })
  expect(await metrics()).toMatchObject({ keptDays: 365 })
  expect((await listed(old)).last_seen_at).toBe(at.toISOString())
  const settings = (await admin.get('/api/admin/settings')).body as object
  await admin.send('PUT', '/api/admin/settings', { ...settings, keepLogsDays: 30 })
  await t.runJobs()
  const { keptDays, days } = await metrics()
  expect([keptDays, days.length]).toEqual([30, 30])
  expect(await listed(old)).toMatchObject({ last_seen_at: null, unseen_days: 30 })
  expect(await listed(fresh)).toMatchObject({ last_seen_at: null, unseen_days: null })
})
