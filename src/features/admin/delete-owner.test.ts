import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { erasedText } from '#account-data/forget-address.ts'
import { users } from '#platform/db/schema/access.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { teamInvitations, teamMembers } from '#platform/db/schema/teams.ts'
import { jobs } from '#platform/db/schema/work.ts'
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

test('nothing names a person by their address once they are deleted', async () => {
  const [admin, owner, person] = [
    await t.signIn({ role: 'admin' }),
    await t.signIn({ plan: 'enterprise' }),
    await t.signIn({ isActive: false, plan: null }),
  ]
  const { email } = person
  await owner.send('POST', '/api/team/invitations', { email, role: 'viewer' })
  await t.runJobs()
  const link = t.simulators.smtp.outbox().find(({ to }) => to === email)?.links[0] ?? ''
  const token = new URL(link).hash.slice(1)
  const joined = await person.send('POST', '/api/team/invitations/accept', { token })
  expect(joined.status, joined.text).toBe(200)
  await t.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
  await t.runJobs()
  const manager = { name: 'Lola', email }
  await admin.send('PUT', `/api/admin/support/${owner.userId}/manager`, manager)
  const naming = async () => {
    const tables = [teamInvitations, jobs, auditLog] as const
    const rows = await Promise.all(tables.map((table) => t.ctx.db.select().from(table)))
    return rows.map((of) => of.filter((row) => JSON.stringify(row).includes(email)).length)
  }
  expect(await naming()).toEqual([1, 1, 1])
  expect((await admin.send('DELETE', `/api/admin/users/${person.userId}`)).status).toBe(200)
  expect(await naming()).toEqual([0, 0, 0])
  const [log] = await t.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'name_manager'))
  expect([log?.targetEmail, JSON.stringify(log?.changes)]).toEqual([
    owner.email,
    expect.stringMatching(/Cuenta eliminada \(huella /),
  ])
})

test('in the log only what names the deleted person by their address is changed', async () => {
  const [admin, owner, other, person] = [
    await t.signIn({ role: 'admin' }),
    await t.signIn({ plan: 'enterprise' }),
    await t.signIn({ plan: 'enterprise' }),
    await t.signIn(),
  ]
  const { userId, email } = person
  await t.ctx.db.update(users).set({ name: 'role' }).where(eq(users.id, userId))
  const named = async (of: typeof owner, name: string, email: string) => {
    const url = `/api/admin/support/${of.userId}/manager`
    expect((await admin.send('PUT', url, { name, email })).status).toBe(200)
  }
  await admin.send('PUT', `/api/admin/users/${userId}/role`, { role: 'admin' })
  await named(other, 'role', 'ana@fuera.test')
  await named(owner, 'Ana', email.toUpperCase())
  await named(owner, 'Ana Ruiz', email)
  await named(owner, 'Ana Ruiz', 'ana@fuera.test')
  await named(owner, 'Ana', 'ana@fuera.test')
  expect((await admin.send('DELETE', `/api/admin/users/${userId}`)).status).toBe(200)
  const changesOf = async (targetId: string) => {
    const rows = await t.ctx.db
      .select({ changes: auditLog.changes })
      .from(auditLog)
      .where(eq(auditLog.targetId, targetId))
      .orderBy(auditLog.id)
    return rows.map(({ changes }) => changes)
  }
  expect(await changesOf(userId)).toMatchObject([{ role: { before: 'user', after: 'admin' } }, {}])
  expect(await changesOf(other.userId)).toEqual([
    {
      managerName: { before: null, after: 'role' },
      managerEmail: { before: null, after: 'ana@fuera.test' },
    },
  ])
  const [erased, address] = ['Cuenta eliminada', erasedText(email)]
  expect(await changesOf(owner.userId)).toEqual([
    {
      managerName: { before: null, after: erased },
      managerEmail: { before: null, after: address },
    },
    {
      managerName: { before: erased, after: erased },
      managerEmail: { before: address, after: address },
    },
    { managerEmail: { before: address, after: 'ana@fuera.test' } },
    {
      managerName: { before: 'Ana Ruiz', after: 'Ana' },
      managerEmail: { before: 'ana@fuera.test', after: 'ana@fuera.test' },
    },
  ])
})
