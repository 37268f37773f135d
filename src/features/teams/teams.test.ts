import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { mayStillEdit } from '#account-data/who-may.ts'
import { adAccounts, sessions, users } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { accountErasures } from '#platform/db/schema/data-rights.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import type { MemberRole } from '#shared/permissions.ts'
import { newOwner, newPerson, type Owner, type Person } from '../../../tests/access-owner.ts'
import { testApp } from '../../../tests/harness.ts'
import type { TeamChanges } from './contract.ts'
import { teamNameText } from './rules.ts'

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

async function linkTo(email: string): Promise<string> {
  await t.runJobs()
  const mail = t.simulators.smtp.outbox().find((one) => one.to === email && one.links[0])
  return new URL(mail!.links[0]!).hash.slice(1)
}

async function invite(by: Person, email: string, role: MemberRole, accountIds?: string[]) {
  const reply = await ask(by, 'POST', '/api/team/invitations', {
    email,
    role,
    ...(accountIds && { accountIds }),
  })
  return { status: reply.statusCode, token: reply.statusCode === 200 ? await linkTo(email) : '' }
}

const accept = async (who: Person, token: string) =>
  (await ask(who, 'POST', '/api/team/invitations/accept', { token })).statusCode

async function member(role: MemberRole, accountIds?: string[]): Promise<Person> {
  const person = await newPerson(t, { isActive: false, plan: null })
  const { token } = await invite(owner, person.email, role, accountIds)
  expect(await accept(person, token)).toBe(200)
  return person
}

const applicationsOf = ({ ids }: Owner) =>
  t.ctx.db
    .select()
    .from(recommendationApplications)
    .where(eq(recommendationApplications.recommendationId, ids.id!))

const sees = async (who: Person) =>
  (await ask(who, 'GET', '/api/google-accounts')).body.includes(owner.secret)

describe('an invitation', () => {
  test('opens the owner’s accounts to the one it was sent to, without a subscription of their own', async () => {
    const person = await member('editor')
    expect(await sees(person)).toBe(true)
    const { user } = (await ask(person, 'GET', '/api/auth/status')).json()
    expect(user).toMatchObject({
      id: person.id,
      email: person.email,
      is_active: true,
      plan: 'enterprise',
      readOnly: false,
      team: { role: 'editor', connects: false },
    })
  })

  test('is refused to somebody else as one that does not exist, and then still opens to the right one', async () => {
    const person = await newPerson(t, {})
    const other = await newPerson(t, {})
    const { token } = await invite(owner, person.email, 'viewer')
    const wrong = await ask(other, 'POST', '/api/team/invitations/accept', { token })
    const unknown = await ask(other, 'POST', '/api/team/invitations/accept', { token: 'x' })
    expect([wrong.statusCode, wrong.json()]).toEqual([404, unknown.json()])
    expect((await ask(person, 'POST', '/api/team/invitations/read', { token })).statusCode).toBe(
      200,
    )
    expect(await accept(person, token)).toBe(200)
  })

  test('opens once, of two calls at once too, and not after it was taken back, renewed or out of time', async () => {
    const person = await newPerson(t, {})
    const { token } = await invite(owner, person.email, 'viewer')
    const both = await Promise.all([accept(person, token), accept(person, token)])
    expect(both.sort()).toEqual([200, 404])
    expect(await accept(person, token)).toBe(404)

    const second = await newPerson(t, {})
    const first = await invite(owner, second.email, 'viewer')
    const renewed = await invite(owner, second.email, 'viewer')
    expect(await accept(second, first.token), 'renewed').toBe(404)
    const { invitations } = (await ask(owner, 'GET', '/api/team')).json()
    await ask(owner, 'DELETE', `/api/team/invitations/${invitations[0].id}`)
    expect(await accept(second, renewed.token), 'taken back').toBe(404)
    const last = await invite(owner, second.email, 'viewer')
    await t.ctx.db
      .update(sessions)
      .set({ endsAt: new Date('2030-01-01'), expiresAt: new Date('2030-01-01') })
    t.clock.advance(8 * 86_400_000)
    expect(await accept(second, last.token), 'out of time').toBe(404)
  })

  test('says when its mail does not go out, and is sent again with another link to the same accounts', async () => {
    const person = await newPerson(t, { isActive: false, plan: null })
    const { smtp, armFault } = t.simulators
    const open = async () => (await ask(owner, 'GET', '/api/team')).json().invitations
    const tries = 16
    // More than one: on a slow machine the wait before the second is over while jobs run.
    armFault('smtp', 'smtp_451', tries)
    const body = { email: person.email, role: 'client', accountIds: [owner.googleCustomerId] }
    await ask(owner, 'POST', '/api/team/invitations', body)
    expect(await open()).toMatchObject([{ mail: 'sent' }])
    await t.runJobs()
    const [{ id, mail }] = await open()
    expect(mail).toBe('retrying')

    armFault('smtp', 'smtp_451', tries)
    const sent = smtp.outbox().length
    expect((await ask(owner, 'POST', `/api/team/invitations/${id}/resend`)).statusCode).toBe(200)
    let listed = await open()
    for (let i = 0; i < 2 * tries && listed[0]?.mail !== 'refused'; i++) {
      t.clock.advance(3_600_000)
      await t.runJobs()
      // Which keeps the session.
      listed = await open()
    }
    const [again] = listed
    expect(again).toMatchObject({ email: person.email, role: 'client', mail: 'refused' })
    expect(smtp.outbox(), 'of a link that is none any more').toHaveLength(sent)

    const gone = await ask(owner, 'POST', `/api/team/invitations/${id}/resend`)
    expect(gone.statusCode).toBe(404)
    await ask(owner, 'POST', `/api/team/invitations/${again.id}/resend`)
    expect(await accept(person, await linkTo(person.email))).toBe(200)
    const { members } = (await ask(owner, 'GET', '/api/team')).json()
    expect(members.at(-1).accounts).toHaveLength(1)
  })

  test('is not accepted into a team whose owner is about to be erased', async () => {
    const person = await newPerson(t, {})
    const { token } = await invite(owner, person.email, 'viewer')
    const askedAt = t.clock.now()
    await t.ctx.db.insert(accountErasures).values({ userId: owner.id, askedAt, dueAt: askedAt })
    expect(await accept(person, token)).toBe(409)
    await t.ctx.db.delete(accountErasures)
    expect(await accept(person, token)).toBe(200)
  })

  test('dies with the one who sent it being taken out', async () => {
    const manager = await member('manager')
    const person = await newPerson(t, {})
    await t.ctx.db.update(sessions).set({ confirmedAt: t.clock.now() })
    const { token, status } = await invite(manager, person.email, 'editor')
    expect(status).toBe(200)
    await ask(owner, 'DELETE', `/api/team/members/${manager.id}`)
    expect(await accept(person, token)).toBe(404)
  })

  test('and with the one who sent it being deactivated', async () => {
    const manager = await member('manager')
    const person = await newPerson(t, {})
    const { token } = await invite(manager, person.email, 'viewer')
    await t.ctx.db.update(users).set({ deactivatedManually: true }).where(eq(users.id, manager.id))
    expect(await accept(person, token)).toBe(404)
  })

  test('gives no more than its sender has, and no more than there are seats', async () => {
    const manager = await member('manager')
    await t.ctx.db.update(sessions).set({ confirmedAt: t.clock.now() })
    expect((await invite(manager, 'otra@equipo.test', 'manager')).status).toBe(403)
    await t.ctx.db.update(users).set({ plan: 'basic' }).where(eq(users.id, owner.id))
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        ask(owner, 'POST', '/api/team/invitations', {
          email: `${name}.${owner.secret}@equipo.test`,
          role: 'viewer',
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  })
})

describe('a member', () => {
  test('who is taken out is out with the next request', async () => {
    const person = await member('viewer')
    expect(await sees(person)).toBe(true)
    await ask(owner, 'DELETE', `/api/team/members/${person.id}`)
    expect(await sees(person)).toBe(false)
    expect((await ask(person, 'GET', '/api/google-accounts')).statusCode).toBe(403)
    expect((await ask(person, 'GET', '/api/auth/me')).statusCode).toBe(200)
  })

  test('whom an administrator shuts out is out too, with what waits to be done for them', async () => {
    const person = await member('editor')
    const [applied] = await applicationsOf(owner)
    const account = { userId: owner.id, customerId: applied!.customerId }
    expect(await mayStillEdit(t.ctx, account, person.id)).toBe(true)
    await t.ctx.db.update(users).set({ deactivatedManually: true }).where(eq(users.id, person.id))
    expect((await ask(person, 'GET', '/api/google-accounts')).statusCode).toBe(403)
    expect(await mayStillEdit(t.ctx, account, person.id)).toBe(false)
    await t.ctx.db.update(users).set({ deactivatedManually: false }).where(eq(users.id, person.id))
    expect(await sees(person)).toBe(true)
  })

  test('who leaves is out, and an owner cannot leave', async () => {
    const person = await member('editor')
    expect((await ask(person, 'DELETE', `/api/team/memberships/${owner.id}`)).statusCode).toBe(200)
    expect(await sees(person)).toBe(false)
    expect((await ask(owner, 'DELETE', `/api/team/memberships/${owner.id}`)).statusCode).toBe(409)
    expect((await ask(owner, 'DELETE', `/api/team/members/${owner.id}`)).statusCode).toBe(409)
  })

  test('keeps their own name, password and sessions to themselves in the owner’s accounts', async () => {
    const person = await member('manager')
    const rename = { name: 'Nombre propio', email: person.email, phone: '' }
    expect((await ask(person, 'PUT', '/api/auth/profile', rename)).statusCode).toBe(200)
    const people = await t.ctx.db.select().from(users).where(eq(users.id, owner.id))
    expect(people[0]?.name).toBe('Persona')
    const listed = (await ask(person, 'GET', '/api/auth/sessions')).json() as { id: string }[]
    expect(listed.map(({ id }) => id)).toEqual([person.sessionId])
    expect((await ask(person, 'GET', '/api/billing/subscription')).statusCode).toBe(403)
  })

  test.each(['viewer', 'editor'] as const)(
    'as %s is not sent to Google to connect an account',
    async (role) => {
      const person = await member(role)
      for (const path of ['start', 'callback?code=x&state=y']) {
        const reply = await ask(person, 'GET', `/api/google-ads/oauth/${path}`)
        expect(reply.headers.location, path).toBe('/dashboard?connect_error=not_allowed')
      }
      const allowed = await ask(await member('manager'), 'GET', '/api/google-ads/oauth/start')
      expect(allowed.headers.location).toMatch(/^http.*client_id=/)
    },
  )

  test('is who the log says did it, and may no longer do later what they no longer may', async () => {
    const person = await member('editor')
    const [done] = await applicationsOf(owner)
    await t.ctx.db
      .delete(recommendationApplications)
      .where(eq(recommendationApplications.customerId, done!.customerId))
    const applied = await ask(person, 'POST', `/api/recomendaciones/${owner.ids.id}/aplicar`)
    expect(applied.statusCode, applied.body).toBe(200)
    expect((await applicationsOf(owner)).map(({ appliedBy }) => appliedBy)).toEqual([person.id])
    const history = await ask(
      owner,
      'GET',
      `/api/recomendaciones-aplicadas/${owner.googleCustomerId}`,
    )
    expect(history.json()).toMatchObject([{ aplicada_por: 'Persona' }])
    const account = { userId: owner.id, customerId: done!.customerId }
    expect(await mayStillEdit(t.ctx, account, person.id)).toBe(true)
    await ask(owner, 'PUT', `/api/team/members/${person.id}`, { role: 'viewer' })
    expect(await mayStillEdit(t.ctx, account, person.id)).toBe(false)
    expect(await mayStillEdit(t.ctx, account, owner.id)).toBe(true)
  })

  test('stands by name in the account’s own changes, though not for a client', async () => {
    const person = await member('editor')
    await t.ctx.db.update(users).set({ name: 'Nuria Edita' }).where(eq(users.id, person.id))
    await t.ctx.db
      .update(accountChanges)
      .set({ userId: person.id, outcome: 'done', undoneAt: t.clock.now(), undoneBy: owner.id })
    const log = async (who: Person) =>
      (await ask(who, 'GET', `/api/own-changes/${owner.googleCustomerId}`)).json()
    expect(await log(owner)).toMatchObject([{ by: 'Nuria Edita', undoneBy: 'Persona' }])
    const client = await member('client', [owner.googleCustomerId])
    expect(await log(client)).toMatchObject([{ by: null, undoneBy: null }])
  })

  test('stands by name in the history of the whole team, page by page and by person', async () => {
    const person = await member('editor')
    await t.ctx.db.update(users).set({ name: 'Nuria Edita' }).where(eq(users.id, person.id))
    const [account] = await t.ctx.db
      .select()
      .from(adAccounts)
      .where(eq(adAccounts.userId, owner.id))
    await t.ctx.db.update(accountChanges).set({ outcome: 'failed' })
    const at = t.clock.now()
    await t.ctx.db.insert(accountChanges).values(
      Array.from({ length: 65 }, (_, index) => ({
        customerId: account!.customerId,
        id: randomUUID(),
        at,
        userId: index < 63 ? person.id : owner.id,
        kind: 'add_negative',
        summary: `Negativa ${index}`,
        outcome: index === 0 ? ('unknown' as const) : ('done' as const),
        ...(index === 1 && { undoneAt: at, undoneBy: owner.id }),
      })),
    )
    const log = async (who: Person, query = '') =>
      (await ask(who, 'GET', `/api/team/changes${query}`)).json() as TeamChanges
    const { changes: first, hasMore } = await log(owner)
    const last = first.at(-1)!
    const rest = await log(
      owner,
      `?beforeAt=${encodeURIComponent(last.at)}&beforeId=${last.changeId}`,
    )
    expect([first.length, hasMore, rest.changes.length, rest.hasMore]).toEqual([60, true, 5, false])
    const all = [...first, ...rest.changes]
    expect(new Set(all.map(({ summary }) => summary)).size).toBe(65)
    expect(all.find(({ summary }) => summary === 'Negativa 0')).toMatchObject({ isOpen: true })
    expect(all.find(({ summary }) => summary === 'Negativa 1')).toMatchObject({
      by: 'Nuria Edita',
      undoneBy: 'Persona',
      accountId: owner.googleCustomerId,
    })
    for (const query of ['?beforeAt=0000-01-01T00:00:00Z', '?beforeAt=ayer', '?personId=7'])
      expect((await ask(owner, 'GET', `/api/team/changes${query}`)).statusCode, query).toBe(400)
    const own = await log(owner, `?personId=${owner.id}`)
    expect(own.changes.map(({ by }) => by)).toEqual(['Persona', 'Persona'])
    expect(await log(await member('viewer'))).toEqual({ changes: first, hasMore })
    const client = await member('client', [owner.googleCustomerId])
    expect((await ask(client, 'GET', '/api/team/changes')).statusCode).toBe(403)
    const stranger = await newOwner(t)
    expect((await log(stranger)).changes.map(({ summary }) => summary)).not.toContain('Negativa 2')
  })

  test('goes back to their own accounts and again to the team', async () => {
    const person = await member('viewer')
    await t.ctx.db
      .update(users)
      .set({ isActive: true, plan: 'basic' })
      .where(eq(users.id, person.id))
    await ask(person, 'POST', '/api/team/work-in', { ownerId: null })
    expect((await ask(person, 'GET', '/api/google-accounts')).json()).toEqual([])
    expect((await ask(person, 'POST', '/api/team/work-in', { ownerId: owner.id })).statusCode).toBe(
      200,
    )
    expect(await sees(person)).toBe(true)
    const stranger = await newPerson(t, {})
    const refused = await ask(stranger, 'POST', '/api/team/work-in', { ownerId: owner.id })
    expect(refused.statusCode).toBe(404)
  })
})

test('a client sees the accounts they were given and nothing of the others', async () => {
  const hidden = await newOwner(t)
  await t.ctx.db
    .update(adAccounts)
    .set({ userId: owner.id })
    .where(eq(adAccounts.userId, hidden.id))
  const client = await member('client', [owner.googleCustomerId])
  for (const url of [
    '/api/google-accounts',
    '/api/portfolio',
    '/api/hoy',
    '/api/resultados',
    '/api/recomendaciones',
    '/api/avisos',
  ]) {
    const answer = await ask(client, 'GET', url)
    expect(answer.statusCode, url).toBe(200)
    expect(answer.body, url).not.toContain(hidden.secret)
    expect(answer.body, url).not.toContain(hidden.googleCustomerId)
  }
  const ids = { ...hidden.ids }
  for (const url of [
    `/api/account-metrics/${hidden.googleCustomerId}`,
    `/api/campaigns/${ids.campaignId}/keywords`,
    `/api/ad-groups/${ids.adGroupId}/ads`,
    `/api/recomendaciones/${ids.id}/cambio`,
    `/api/segunda-opinion/${hidden.googleCustomerId}`,
    `/api/avisos/${ids.id}`,
    `/api/google-accounts/${hidden.googleCustomerId}/ritmo`,
  ])
    expect((await ask(client, 'GET', url)).statusCode, url).toBe(404)
  const alerts = (await ask(client, 'GET', '/api/avisos')).json().alerts
  expect(alerts).toHaveLength(1)
  expect((await ask(client, 'GET', '/api/hoy')).json().alerts).toBe(1)
  expect((await ask(client, 'GET', '/api/team')).statusCode).toBe(403)
})

test('a team’s name carries no address into a stranger’s mailbox', () => {
  expect(teamNameText('Gana ya en https://malo.test/x y www.malo.es')).toBe('Gana ya en y')
  expect(teamNameText('  ')).toBe('Un equipo')
  expect(teamNameText('Agencia Álamo')).toBe('Agencia Álamo')
})
