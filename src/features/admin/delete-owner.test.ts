import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { testApp } from '../../../tests/harness.ts'

const t = testApp()

test('the owner of a team is not deleted while somebody works in it', async () => {
  const [admin, owner, mate] = [
    await t.signIn({ role: 'admin' }),
    await t.signIn(),
    await t.signIn(),
  ]
  await t.ctx.db.insert(teamMembers).values({
    ownerId: owner.userId,
    userId: mate.userId,
    role: 'viewer',
    joinedAt: t.clock.now(),
    invitedBy: owner.userId,
  })
  const erase = () => admin.send('DELETE', `/api/admin/users/${owner.userId}`)
  expect(await erase()).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('1 persona trabaja en sus cuentas') },
  })
  expect((await owner.get('/api/auth/me')).status).toBe(200)
  expect((await admin.get('/api/admin/audit-log')).text).not.toContain(owner.email)
  await t.ctx.db.delete(teamMembers).where(eq(teamMembers.ownerId, owner.userId))
  expect((await erase()).status).toBe(200)
})
