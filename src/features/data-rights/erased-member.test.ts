import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#platform/db/schema/access.ts'
import { newMember, newOwner, newPerson, type Person } from '../../../tests/access-owner.ts'
import { testApp } from '../../../tests/harness.ts'

const t = testApp()

const ask = async (
  who: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
) => {
  const { cookie } = who
  const payload = method === 'GET' ? undefined : (body ?? {})
  const reply = await t.app.inject({
    method,
    url,
    headers: { cookie },
    ...(payload && { payload }),
  })
  expect(reply.statusCode, `${url} ${reply.body}`).toBe(200)
  return reply.json()
}

/** Tables with a row in which one of the texts stands. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const { rows: tables } = await t.ctx.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const has = texts.map((text) => sql`position(${text}::text in own::text) > 0`)
    const { rows } = await t.ctx.db.execute(
      sql`select 1 from ${sql.identifier(name)} own where ${sql.join(has, sql` or `)} limit 1`,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('of an erased member no table has name or address, and what they wrote in a team stays without', async () => {
  const owner = await newOwner(t)
  const member = await newMember(t, owner, 'manager')
  const name = `Ramona ${member.id.slice(0, 8)}`
  await t.ctx.db.update(users).set({ name }).where(eq(users.id, member.id))
  await ask(member, 'POST', '/api/support/messages', { text: '¿Por qué gasta tanto?' })
  const note = { day: '2026-11-11', text: 'Rebajas' }
  await ask(member, 'POST', `/api/account-notes/${owner.googleCustomerId}`, note)
  await ask(member, 'POST', '/api/reports/recipients', { email: member.email })
  const asked = { email: `otra-${member.id}@equipo.test`, role: 'viewer' }
  await ask(member, 'POST', '/api/team/invitations', asked)
  const admin = await newPerson(t, { role: 'admin' })
  const manager = { name, email: member.email }
  await ask(admin, 'PUT', `/api/admin/support/${owner.id}/manager`, manager)
  await t.runJobs()
  expect(await tablesWith(name, member.email)).toContain('support_messages')

  await ask(admin, 'DELETE', `/api/admin/users/${member.id}`)
  await t.runJobs()
  expect(await tablesWith(name, member.email)).toEqual([])
  expect((await ask(owner, 'GET', '/api/support')).messages).toMatchObject([
    { authorName: 'Cuenta eliminada', isMine: false, text: '¿Por qué gasta tanto?' },
  ])
})
