import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Person, testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'
import { teamMember } from '../../../tests/team-member.ts'
import { deleteUserForGood } from '../../account-data/erase-tenant.ts'
import { adAccounts, users } from '../../platform/db/schema/access.ts'
import { apiKeys } from '../../platform/db/schema/integrations.ts'
import { teamMembers } from '../../platform/db/schema/teams.ts'

// Keys, addresses for sheets and webhooks that a member of a team made.
const it = testApp()
let owner: Person
let shop: Awaited<ReturnType<typeof reportShop>>

beforeAll(async () => {
  owner = await it.signIn({ plan: 'enterprise' })
  shop = await reportShop(it, owner, 'Zapatería')
})

async function manager() {
  const place = { ownerId: owner.userId, customerId: shop.customerId, role: 'manager' as const }
  const person = await teamMember(it, place)
  const make = async (path: string, body: object) => {
    const answer = await person.send('POST', `/api/integrations/${path}`, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as { key: string; url: string }
  }
  const scopes = ['metricas:leer', 'recomendaciones:aplicar']
  const { key } = await make('keys', { name: 'Suya', scopes, expiresInDays: null })
  const { url } = await make('sheets', { name: 'Suya', accountIds: [shop.accountId], days: 30 })
  await make('webhooks', { url: 'https://hooks.slack.com/services/a/b', topics: ['resultados'] })
  const reads = async () => {
    const headers = { authorization: `Bearer ${key}` }
    const byKey = await it.app.inject({ url: '/api/google-accounts', headers })
    const { pathname, search } = new URL(url)
    return [byKey.statusCode, (await it.app.inject({ url: pathname + search })).statusCode]
  }
  return { person, reads }
}

async function lists() {
  const of = async (path: string, name: string) =>
    ((await owner.get(`/api/integrations/${path}`)).body as Record<string, object[]>)[name]!
  return {
    keys: await of('keys', 'keys'),
    feeds: await of('sheets', 'feeds'),
    webhooks: await of('webhooks', 'webhooks'),
  }
}

describe('what a member made', () => {
  test('is named to the others, and ends with their place', async () => {
    const { person, reads } = await manager()
    expect(await reads()).toEqual([200, 200])
    const { keys, feeds, webhooks } = await lists()
    const madeBy = expect.any(String)
    for (const [one] of [keys, feeds, webhooks]) expect(one).toMatchObject({ madeBy })

    const gone = await owner.send('DELETE', `/api/team/members/${person.userId}`)
    expect(gone.status, gone.text).toBe(200)
    const [byKey, bySheet] = await reads()
    expect(byKey).toBe(401)
    expect(bySheet).toBeGreaterThanOrEqual(400)
    await it.runJobs()
    const told = it.simulators.smtp.outbox().filter(({ to }) => to === owner.email)
    expect(JSON.stringify(told)).toContain('Claves de API: Suya.')
    const left = await lists()
    expect(left.keys).toMatchObject([{ state: 'revoked' }])
    expect([left.feeds, left.webhooks]).toEqual([[], []])
  })

  test('ends too where they may no longer make any, and not where they still may', async () => {
    const { person, reads } = await manager()
    const become = (role: string) =>
      owner.send('PUT', `/api/team/members/${person.userId}`, { role })
    expect((await become('manager')).status).toBe(200)
    expect(await reads()).toEqual([200, 200])
    expect((await become('viewer')).status).toBe(200)
    expect((await reads())[0]).toBe(401)
  })

  test('rests while they are shut out or have no seat, and ends with their account', async () => {
    const { person, reads } = await manager()
    const ofPerson = eq(users.id, person.userId)
    await it.ctx.db.update(users).set({ deactivatedManually: true }).where(ofPerson)
    expect((await reads())[0]).toBe(401)
    await it.ctx.db.update(users).set({ deactivatedManually: false }).where(ofPerson)
    expect(await reads()).toEqual([200, 200])
    const place = eq(teamMembers.userId, person.userId)
    await it.ctx.db.update(teamMembers).set({ suspendedAt: it.clock.now() }).where(place)
    expect((await reads())[0]).toBe(401)
    await it.ctx.db.update(teamMembers).set({ suspendedAt: null }).where(place)
    await deleteUserForGood(it.ctx, person.userId, { by: 'user', at: it.clock.now() })
    expect((await reads())[0]).toBe(401)
  })

  test('what the owner made stays', async () => {
    const wanted = { name: 'Del dueño', scopes: ['metricas:leer'], expiresInDays: null }
    await owner.send('POST', '/api/integrations/keys', wanted)
    const { person } = await manager()
    await owner.send('DELETE', `/api/team/members/${person.userId}`)
    const { keys } = await lists()
    expect(keys).toContainEqual(
      expect.objectContaining({ name: 'Del dueño', state: 'active', madeBy: null }),
    )
  })
})

test('sums of months are no days: a sheet reads no account that has only these', async () => {
  const set = (granularity: 'day' | 'month') =>
    it.ctx.db
      .update(adAccounts)
      .set({ granularity })
      .where(eq(adAccounts.customerId, shop.customerId))
  await set('month')
  const wanted = { name: 'Hoja', accountIds: [shop.accountId], days: 30 }
  const refused = await owner.send('POST', '/api/integrations/sheets', wanted)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('no hay cifras por días')
  await set('day')
})

describe('a recovered account', () => {
  const mailsTo = (email: string) => it.simulators.smtp.outbox().filter(({ to }) => to === email)

  async function recover({ email }: Person) {
    await it.app.inject({
      ...{ method: 'POST', url: '/api/auth/forgot-password', payload: { email } },
      remoteAddress: '10.8.8.8',
    })
    await it.runJobs()
    const letter = mailsTo(email).find(({ subject }) => /Recupera/.test(subject))
    const token = new URL(letter?.links[0] ?? '').searchParams.get('token')
    const payload = { email, token, newPassword: 'un-farol-distinto-8' }
    const done = await it.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload })
    expect(done.statusCode, done.body).toBe(200)
    await it.runJobs()
    return mailsTo(email).find(({ subject }) => /ha cambiado/.test(subject))?.text
  }

  test('ends what was made under it in others’ teams, and both are told by name', async () => {
    const { person, reads } = await manager()
    expect(await reads()).toEqual([200, 200])
    const told = await recover(person)
    expect((await reads())[0]).toBe(401)
    expect((await reads())[1]).toBeGreaterThanOrEqual(400)
    for (const text of [told, mailsTo(owner.email)[0]?.text]) {
      expect(text).toContain('Claves de API: Suya.')
      expect(text).toContain('Direcciones de hojas de cálculo: Suya.')
      expect(text).toContain('Avisos a otros programas: hooks.slack.com.')
    }
  })

  test('keeps what colleagues made in its team, and says nothing where nothing ended', async () => {
    const { reads } = await manager()
    await it.ctx.db.update(apiKeys).set({ revokedAt: it.clock.now() }).where(isOwners())
    const told = await recover(owner)
    expect(await reads()).toEqual([200, 200])
    expect(told).not.toContain('otros programas')
  })

  const isOwners = () => eq(apiKeys.createdBy, owner.userId)
})

test('a changed password leaves keys and addresses, and its letter names them', async () => {
  const { person } = await manager()
  const given = { currentPassword: PASSWORD, newPassword: 'un-farol-distinto-9' }
  expect((await person.send('PUT', '/api/auth/change-password', given)).status).toBe(200)
  await it.runJobs()
  const [letter] = it.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  expect(letter?.text).toContain('Siguen valiendo')
  expect(letter?.text).toContain('Claves de API: Suya.')
  expect(letter?.text).toContain('Direcciones de hojas de cálculo: Suya.')
})
