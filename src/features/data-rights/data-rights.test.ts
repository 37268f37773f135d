import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { userTables } from '#account-data/user-tables.ts'
import { adAccounts, sessions, users } from '#platform/db/schema/access.ts'
import { dataExportChunks, dataExports, erasureProofs } from '#platform/db/schema/data-rights.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { runNextJob } from '#platform/jobs.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { newOwner } from '../../../tests/access-owner.ts'
import { PASSWORD, testApp } from '../../../tests/harness.ts'
import { eraseDueUsers } from './actions/erasure.ts'
import { makeCopy } from './contract.ts'
import { dataRightsJobs } from './jobs.ts'
import { csvLine } from './rules.ts'

const t = testApp()
const DAY_MS = 86_400_000

const mailsTo = (address: string) =>
  t.simulators.smtp.outbox().filter((mail) => mail.to === address)

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, cookie: string, payload?: object) =>
  t.app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })

async function copyOf(person: { email: string; cookie: string }) {
  expect((await ask('POST', '/api/data/copy', person.cookie, {})).statusCode).toBe(200)
  await t.runJobs()
  const link = new URL(mailsTo(person.email)[0]!.links[0]!)
  expect(link.pathname + link.search).toBe('/account/data')
  return link.hash.split('copia=')[1]!
}

async function otherSessionOf({ id }: { id: string }): Promise<string> {
  const token = newToken()
  const now = t.clock.now()
  const endsAt = new Date(now.getTime() + DAY_MS)
  await t.ctx.db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId: id,
    createdAt: now,
    lastSeenAt: now,
    confirmedAt: now,
    expiresAt: endsAt,
    endsAt,
  })
  return `sid=${token}`
}

test('the copy holds everything of its owner, in CSV and JSON, nothing of others and no secret', async () => {
  const owner = await newOwner(t)
  const other = await newOwner(t)
  await t.ctx.db
    .update(campaigns)
    .set({ name: '=HYPERLINK("http://malo.test")' })
    .where(eq(campaigns.campaignId, Number(owner.ids.campaignId)))
  const now = t.clock.now()
  await t.ctx.db.insert(teamMembers).values({
    ...{ ownerId: owner.id, userId: other.id, role: 'viewer', joinedAt: now },
    invitedBy: owner.id,
  })
  await t.ctx.db.insert(auditLog).values({
    ...{ at: now, action: 'activate_user', actorId: other.id, actorEmail: 'jefa@prueba.test' },
    ...{ targetId: owner.id, targetEmail: owner.email, changes: {} },
  })
  const token = await copyOf(owner)
  expect((await ask('POST', '/api/data/copy/open', owner.cookie, { token })).statusCode).toBe(200)
  const file = await ask('GET', '/api/data/copy/file', owner.cookie)
  expect(file.headers['content-type']).toBe('application/zip')
  const files = Object.entries(unzipSync(file.rawPayload))
  const texts = Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]))
  expect(JSON.parse(texts['json/users.json']!)).toMatchObject([
    { id: owner.id, email: owner.email },
  ])
  expect(JSON.parse(texts['json/ad_accounts.json']!)).toHaveLength(1)
  expect(texts['json/account_changes.json']).toContain(owner.secret)
  expect(texts['json/campaigns.json']).toContain('"=HYPERLINK')
  expect(texts['csv/campaigns.csv']).toContain(`"'=HYPERLINK(""http://malo.test"")"`)
  expect(JSON.parse(texts['json/team_members_of_own_team.json']!)).toMatchObject([
    { user_id: other.id, role: 'viewer' },
  ])
  expect(JSON.parse(texts['json/audit_log.json']!)).toMatchObject([{ action: 'activate_user' }])
  expect(texts['json/audit_log.json']).not.toContain('jefa@prueba.test')
  const all = Object.values(texts).join('\n')
  for (const theirs of [other.secret, other.email, other.googleCustomerId])
    expect(all).not.toContain(theirs)
  const [account] = await t.ctx.db.select().from(users).where(eq(users.id, owner.id))
  expect(all).not.toContain(account!.passwordHash)
  expect(all).not.toMatch(/v1\.[0-9a-f]{8}\.|_hash"|_sealed"/)
})

test('the link is of one user, of one use and of seven days; a copy a day', async () => {
  const owner = await newOwner(t)
  const stranger = await newOwner(t)
  const token = await copyOf(owner)
  const open = (cookie: string) => ask('POST', '/api/data/copy/open', cookie, { token })
  expect((await open(stranger.cookie)).statusCode, 'somebody else').toBe(404)
  expect((await ask('GET', '/api/data/copy/file', owner.cookie)).statusCode, 'unopened').toBe(404)
  expect((await open(owner.cookie)).statusCode).toBe(200)
  expect((await open(owner.cookie)).statusCode, 'again, as the download broke').toBe(200)
  expect((await open(await otherSessionOf(owner))).statusCode, 'elsewhere').toBe(404)
  expect((await ask('GET', '/api/data/copy/file', stranger.cookie)).statusCode).toBe(404)
  expect((await ask('POST', '/api/data/copy', owner.cookie, {})).statusCode).toBe(409)
  t.clock.advance(2 * 3_600_000)
  expect((await ask('GET', '/api/data/copy/file', owner.cookie)).statusCode, 'later').toBe(404)
  const mine = eq(sessions.userId, owner.id)
  await t.ctx.db.update(sessions).set({ confirmedAt: t.clock.now() }).where(mine)
  expect((await open(owner.cookie)).statusCode, 'later').toBe(404)
  const late = await newOwner(t)
  const lateToken = await copyOf(late)
  t.clock.advance(8 * DAY_MS)
  const person = await t.signIn()
  const expired = await person.send('POST', '/api/data/copy/open', { token: lateToken })
  expect(expired.status).toBe(404)
})

describe('a copy that cannot be made', () => {
  const kept = async (userId: string) => {
    const [row] = await t.ctx.db.select().from(dataExports).where(eq(dataExports.userId, userId))
    return row!
  }
  const stored = (exportId: string) =>
    t.ctx.db
      .select({ place: dataExportChunks.place })
      .from(dataExportChunks)
      .where(eq(dataExportChunks.exportId, exportId))
  const failed = 'No hemos podido preparar tu copia de datos de Pujante'

  test('says so on its last try, by mail too, and another may be asked for at once', async () => {
    const ana = await t.signIn()
    await t.ctx.db.execute(
      sql`alter table data_export_chunks add constraint no_room check (false) not valid`,
    )
    await ana.send('POST', '/api/data/copy', {})
    for (let attempt = 1; attempt < makeCopy.maxAttempts; attempt++) {
      // One try: of two that follow in one run a slow one would see the other's wait of seconds pass.
      await runNextJob(t.ctx, dataRightsJobs)
      t.clock.advance(3_600_000)
    }
    expect((await ana.get('/api/data')).body).toMatchObject({ copy: { status: 'waiting' } })
    expect(mailsTo(ana.email)).toEqual([])
    await t.runJobs()
    expect((await ana.get('/api/data')).body).toMatchObject({
      copy: { status: 'failed' },
      nextCopyAt: null,
    })
    expect(mailsTo(ana.email)).toMatchObject([{ subject: failed }])
    await t.ctx.db.execute(sql`alter table data_export_chunks drop constraint no_room`)
    expect((await ana.send('POST', '/api/data/copy', {})).status).toBe(200)
    await t.runJobs()
    expect((await kept(ana.userId)).status).toBe('ready')
  })

  test('says so as well where the process dies under each of its tries', async () => {
    const ana = await t.signIn()
    await ana.send('POST', '/api/data/copy', {})
    const { id: exportId } = await kept(ana.userId)
    await t.ctx.db
      .insert(dataExportChunks)
      .values({ exportId, place: 0, content: Buffer.from('a part') })
    await t.ctx.db
      .update(jobs)
      .set({ attempts: makeCopy.maxAttempts })
      .where(and(eq(jobs.kind, makeCopy.name), eq(jobs.tenant, ana.userId)))
    await t.runJobs()
    expect((await kept(ana.userId)).status).toBe('failed')
    expect(await stored(exportId)).toEqual([])
    expect(mailsTo(ana.email)).toMatchObject([{ subject: failed }])
  })

  test('is tried again where the process stops in the middle of its last try', async () => {
    const ana = await t.signIn()
    await ana.send('POST', '/api/data/copy', {})
    await t.ctx.db
      .update(jobs)
      .set({ attempts: makeCopy.maxAttempts - 1 })
      .where(and(eq(jobs.kind, makeCopy.name), eq(jobs.tenant, ana.userId)))
    await runNextJob({ ...t.ctx, stopping: AbortSignal.abort() }, dataRightsJobs)
    expect((await kept(ana.userId)).status).toBe('waiting')
    await t.runJobs()
    expect((await kept(ana.userId)).status).toBe('ready')
  })
})

test('the hour of downloading outlives the password given again', async () => {
  const ana = await t.signIn()
  const token = await copyOf(ana)
  expect((await ana.send('POST', '/api/data/copy/open', { token })).status).toBe(200)
  const confirmed = await ana.send('POST', '/api/auth/confirm', { password: PASSWORD })
  const cookie = String(confirmed.headers['set-cookie']).split(';')[0]!
  expect((await ask('GET', '/api/data/copy/file', cookie)).statusCode).toBe(200)
  expect((await ask('GET', '/api/data/copy/file', ana.cookie)).statusCode).toBe(401)
})

test('erasure wants the password, waits fourteen days and can be taken back', async () => {
  const ana = await t.signIn()
  const erase = (password: string) => ana.send('POST', '/api/data/erasure', { password })
  expect(await erase('otra')).toMatchObject({
    status: 400,
    body: { fields: { password: expect.any(String) } },
  })
  expect((await erase(PASSWORD)).body).toMatchObject({ erasedAt: expect.any(String) })
  expect((await ana.get('/api/auth/status')).body).toMatchObject({ erasureAt: expect.any(String) })
  await ana.send('DELETE', '/api/data/erasure')
  t.clock.advance(15 * DAY_MS)
  await t.runJobs()
  const [still] = await t.ctx.db.select().from(users).where(eq(users.id, ana.userId))
  expect(still?.email).toBe(ana.email)
})

test('after fourteen days nothing of the user is left in any table, and a line proves it', async () => {
  const ana = await t.signIn()
  const owned = await newOwner(t)
  await t.ctx.db
    .update(adAccounts)
    .set({ userId: ana.userId })
    .where(eq(adAccounts.userId, owned.id))
  await ana.send('POST', '/api/data/erasure', { password: PASSWORD })
  t.clock.advance(13 * DAY_MS)
  await t.runJobs()
  expect((await t.ctx.db.select().from(users).where(eq(users.id, ana.userId))).length).toBe(1)
  t.clock.advance(1.1 * DAY_MS)
  await t.runJobs()
  for (const table of [...userTables, 'users']) {
    const column = sql.identifier(table === 'users' ? 'id' : 'user_id')
    const { rows } = await t.ctx.db.execute(
      sql`select 1 from ${sql.identifier(table)} where ${column} = ${ana.userId}`,
    )
    expect(rows, table).toEqual([])
  }
  const emailHash = createHash('sha256').update(ana.email).digest('hex')
  const [proof] = await t.ctx.db
    .select()
    .from(erasureProofs)
    .where(eq(erasureProofs.emailHash, emailHash))
  expect(proof).toMatchObject({ askedBy: 'user', accounts: 1, verifiedAt: expect.any(Date) })
  expect(mailsTo(ana.email).map(({ subject }) => subject)).toContain(
    'Tu cuenta de Pujante se ha eliminado',
  )
})

test('the owner of a team is told to hand it over first, and is erased once there is none', async () => {
  const ana = await t.signIn()
  const mate = await t.signIn()
  const joinedAt = t.clock.now()
  await t.ctx.db.insert(teamMembers).values({
    ownerId: ana.userId,
    userId: mate.userId,
    role: 'viewer',
    joinedAt,
    invitedBy: ana.userId,
  })
  const erase = () => ana.send('POST', '/api/data/erasure', { password: PASSWORD })
  expect(await erase()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('1 persona trabaja en tus cuentas') },
  })
  await t.ctx.db.delete(teamMembers).where(eq(teamMembers.ownerId, ana.userId))
  expect((await erase()).status).toBe(200)
})

test('who has a member on the day is erased once there is none', async () => {
  const [ana, mate] = [await t.signIn(), await t.signIn()]
  await ana.send('POST', '/api/data/erasure', { password: PASSWORD })
  const member = { ownerId: ana.userId, userId: mate.userId, role: 'viewer' as const }
  await t.ctx.db
    .insert(teamMembers)
    .values({ ...member, joinedAt: t.clock.now(), invitedBy: ana.userId })
  const isThere = async () => {
    await eraseDueUsers(t.ctx)
    return (await t.ctx.db.select().from(users).where(eq(users.id, ana.userId))).length === 1
  }
  t.clock.advance(15 * DAY_MS)
  expect(await isThere()).toBe(true)
  await t.ctx.db.delete(teamMembers).where(eq(teamMembers.ownerId, ana.userId))
  expect(await isThere()).toBe(false)
})

test('what a sync writes after the erasure is found an hour later', async () => {
  const ana = await t.signIn()
  const owned = await newOwner(t)
  const [account] = await t.ctx.db
    .update(adAccounts)
    .set({ userId: ana.userId })
    .where(eq(adAccounts.userId, owned.id))
    .returning()
  await ana.send('POST', '/api/data/erasure', { password: PASSWORD })
  t.clock.advance(15 * DAY_MS)
  await t.runJobs()
  const { customerId } = account!
  const late = { customerId, campaignId: 1, name: 'Tarde', status: 'ENABLED' }
  await t.ctx.db.insert(campaigns).values({ ...late, channelType: 'SEARCH' })
  t.clock.advance(2 * 3_600_000)
  await t.runJobs()
  const left = await t.ctx.db.select().from(campaigns).where(eq(campaigns.customerId, customerId))
  expect(left).toEqual([])
})

test('a text that a spreadsheet would run is written as a text', () => {
  expect(csvLine(['=1+1', '+34', '-5', '@a', '\tb', -5, 'a,"b"', null, { a: 1 }])).toBe(
    `'=1+1,'+34,'-5,'@a,'\tb,-5,"a,""b""",,"{""a"":1}"\r\n`,
  )
})
