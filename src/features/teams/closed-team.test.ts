import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#platform/db/schema/access.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { PASSWORD, testApp } from '../../../tests/harness.ts'

const t = testApp()

test('who is in several teams begins in one whose panel is open, whichever they joined first', async () => {
  const [gone, open] = [await t.signIn(), await t.signIn()]
  const mate = await t.signIn({ isActive: false, plan: null })
  for (const owner of [gone, open]) {
    const membership = { userId: mate.userId, role: 'editor' as const, invitedBy: owner.userId }
    await t.ctx.db
      .insert(teamMembers)
      .values({ ownerId: owner.userId, accounts: null, joinedAt: t.clock.now(), ...membership })
    t.clock.advance(60_000)
  }
  const begins = async () => {
    const payload = { email: mate.email, password: PASSWORD }
    const reply = await t.app.inject({ method: 'POST', url: '/api/auth/login', payload })
    return reply.json().user
  }
  const close = ({ userId }: { userId: string }) =>
    t.ctx.db.update(users).set({ isActive: false }).where(eq(users.id, userId))
  expect((await begins()).team.ownerId).toBe(gone.userId)
  await close(gone)
  expect(await begins()).toMatchObject({ is_active: true, team: { ownerId: open.userId } })
  await close(open)
  expect(await begins()).toMatchObject({ is_active: false, team: { ownerId: gone.userId } })
})

test('whom an administrator lets in without a plan has the seats of Básico', async () => {
  const owner = await t.signIn({ plan: null })
  const invite = async (name: string) => {
    const body = { email: `${name}@equipo-regalado.test`, role: 'viewer' }
    return (await owner.send('POST', '/api/team/invitations', body)).status
  }
  expect([await invite('a'), await invite('b'), await invite('c')]).toEqual([200, 200, 409])
  expect((await owner.get('/api/team')).body).toMatchObject({ seats: { used: 2, of: 2 } })
})

test('one address is invited five times a day, in whatever way it is written', async () => {
  const owner = await t.signIn({ plan: 'enterprise' })
  const ways = ['una', 'UNA', 'ｕｎａ', 'Una', 'ＵＮＡ', 'uNa']
  const codes = []
  for (const way of ways) {
    const body = { email: `${way}@equipo-insistente.test`, role: 'viewer' }
    codes.push((await owner.send('POST', '/api/team/invitations', body)).status)
  }
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
})
