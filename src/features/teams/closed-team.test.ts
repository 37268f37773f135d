import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#platform/db/schema/access.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { PASSWORD, testApp } from '../../../tests/harness.ts'
import type { Team } from './contract.ts'

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

test('an owner without a subscription lets go of the team, and can be erased without paying again', async () => {
  const owner = await t.signIn({ plan: 'enterprise' })
  const [mate, heir] = [await memberOf(owner), await memberOf(owner)]
  const asked = { email: 'alguien@equipo-cerrado.test', role: 'viewer' }
  const team = (await owner.send('POST', '/api/team/invitations', asked)).body as Team
  await t.ctx.db
    .update(users)
    .set({ isActive: false, plan: null })
    .where(eq(users.id, owner.userId))
  const erase = () => owner.send('POST', '/api/data/erasure', { password: PASSWORD })
  expect((await erase()).status).toBe(409)
  expect(((await owner.get('/api/team')).body as Team).members).toHaveLength(3)
  const offered = await owner.send('POST', '/api/team/handover', { memberId: heir.userId })
  expect(offered.body).toMatchObject({ handover: { memberId: heir.userId } })
  const withdrawn = await owner.send('DELETE', '/api/team/handover')
  expect(withdrawn.body).toMatchObject({ handover: null })
  const [invitation] = team.invitations
  await owner.send('DELETE', `/api/team/invitations/${invitation!.id}`)
  for (const { userId } of [mate, heir])
    expect((await owner.send('DELETE', `/api/team/members/${userId}`)).status).toBe(200)
  expect((await owner.get('/api/team')).body).toMatchObject({
    members: [{ id: owner.userId }],
    invitations: [],
  })
  const more = await owner.send('POST', '/api/team/invitations', asked)
  expect(more.status, 'the others stay closed').toBe(403)
  expect((await erase()).status).toBe(200)
})

test('a team goes on with the one who takes it over from an owner without a subscription', async () => {
  const owner = await t.signIn({ plan: 'premium' })
  const heir = await memberOf(owner)
  await t.ctx.db
    .update(users)
    .set({ isActive: false, plan: null })
    .where(eq(users.id, owner.userId))
  await owner.send('POST', '/api/team/handover', { memberId: heir.userId })
  const taken = await heir.send('POST', `/api/team/memberships/${owner.userId}/handover`)
  expect(taken.status, taken.text).toBe(200)
  const erased = await owner.send('POST', '/api/data/erasure', { password: PASSWORD })
  expect(erased.status, erased.text).toBe(200)
})

async function memberOf({ userId: ownerId }: { userId: string }) {
  const mate = await t.signIn({ isActive: false, plan: null })
  const membership = { ownerId, userId: mate.userId, role: 'editor' as const, invitedBy: ownerId }
  await t.ctx.db
    .insert(teamMembers)
    .values({ ...membership, accounts: null, joinedAt: t.clock.now() })
  return mate
}
