import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { clusterOf, createDatabase, dropDatabase, tell } from '../../../tests/cluster-databases.ts'
import { cutLine } from '../../../tests/cut-line.ts'
import { testContext } from '../../../tests/database.ts'
import { sumsQuery } from '../../account-data/sums.ts'
import { tenantTables } from '../../account-data/tenant-tables.ts'
import { openStorage } from './client.ts'
import type { AccountDb, Db } from './handles.ts'
import { prepared } from './prepared.ts'
import { campaignDay } from './schema/facts.ts'
import { isRefusal, raiseWall, wallFault } from './wall.ts'

const opened = testContext()
const db = () => opened.ctx.db
const reader = (customerId: number) => opened.ctx.storage.ofAccount(customerId)
const all = sql`select distinct customer_id as id from campaign_day order by 1`
/** For want of the right or, on a cluster, in a transaction that only reads. */
const refused = { cause: { code: expect.stringMatching(/^(42501|25006)$/) } }

beforeAll(async () => {
  await db().execute(sql`
    insert into campaign_day (customer_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros,
      value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select t, date '2026-11-01' + d, c, 100 * t, 0, 0, 0, 0, 0, 0, 0
    from generate_series(1, 3) t, generate_series(0, 4) d, generate_series(1, 2) c`)
})

test('a statement that asks for all accounts is answered with one', async () => {
  expect(opened.ctx.storage.wallFault).toBeNull()
  expect((await reader(2).execute(all)).rows).toEqual([{ id: 2 }])
  expect((await db().execute(all)).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
})

test('one that names no account is answered with nothing', async () => {
  const unnamed = await db().transaction(async (tx) => {
    await tx.execute(sql`set local role pujante_reader`)
    return await tx.execute(all)
  })
  expect(unnamed.rows).toEqual([])
  expect((await reader(0).execute(all)).rows).toEqual([])
  expect(() => reader(Number.NaN)).toThrow('no customer_id')
})

test('the sums of every screen, without their condition, are still those of one account', async () => {
  const question = {
    customerId: 2,
    level: 'campaign',
    from: '2026-11-01',
    to: '2026-11-05',
  } as const
  const { sql: text, params } = new PgDialect().sqlToQuery(sumsQuery(question))
  const open = text.replaceAll(/customer_id = (\$\d+)/g, '$1::bigint is not null')
  expect(open).not.toBe(text)
  const sumOf = async (from: Pick<Db, 'execute'>) =>
    (await from.execute<{ impressions: number }>(filled(open, params))).rows[0]?.impressions
  expect(await sumOf(reader(2))).toBe(2_000)
  expect(await sumOf(db())).toBe(6_000)
})

test('it cannot write, and of what belongs to no account it sees nothing at all', async () => {
  for (const statement of [
    sql`delete from campaign_day`,
    sql`update campaign_day set clicks = 1`,
    sql`insert into campaigns (customer_id, campaign_id, name, status, channel_type) values (2, 9, '', '', '')`,
    sql`truncate campaign_day`,
    sql`create table mine (id int)`,
    sql`select * from users`,
    sql`select * from sessions`,
  ])
    await expect(reader(2).execute(statement)).rejects.toMatchObject(refused)
  expect((await db().execute(sql`select count(*)::int as n from campaign_day`)).rows).toEqual([
    { n: 30 },
  ])
})

test('a handle takes nothing along: not to others, nor beyond a statement that failed', async () => {
  const seen = Array.from({ length: 60 }, async (_, i) => {
    const id = 1 + (i % 3)
    if (i % 7 === 0)
      await reader(id)
        .execute(sql`select 1 / 0`)
        .catch(() => {})
    if (i % 5 === 0) return (await db().execute(all)).rows.length === 3
    const { rows } = await reader(id).execute(all)
    return rows.length === 1 && rows[0]?.id === id
  })
  expect(await Promise.all(seen)).not.toContain(false)
})

test('a prepared statement is written once, and each handle asks it as its own account', async () => {
  let written = 0
  const accounts = prepared('accounts_with_days', (handle) => {
    written += 1
    return handle.selectDistinct({ id: campaignDay.customerId }).from(campaignDay)
  })
  const seen = async (from: AccountDb) =>
    (await accounts(from).execute()).map(({ id }) => id).sort()
  const asked = [reader(1), reader(2), db(), reader(0), reader(1)].map(seen)
  expect(await Promise.all(asked)).toEqual([[1], [2], [1, 2, 3], [], [1]])
  // With the account's handle and with the plain one.
  expect(written).toBe(2)
})

test('a worker that does not let the reader in refuses it; one that is away may come back', () => {
  const of = (heard: string) => ({
    code: '08006',
    message: `connection to the remote node pujante_reader@db-1:5432 failed with the following error: ${heard}`,
  })
  const refusals = [
    'connection to server at "db-1", port 5432 failed: FATAL:  password authentication failed for user "pujante_reader"',
    'connection to server at "db-1", port 5432 failed: fe_sendauth: no password supplied',
    'connection to server at "db-1", port 5432 failed: FATAL:  role "pujante_reader" does not exist',
    'connection to server at "db-1", port 5432 failed: FATAL:  role "pujante_reader" is not permitted to log in',
    'connection to server at "db-1", port 5432 failed: FATAL:  no pg_hba.conf entry for host "10.0.0.1"',
  ]
  expect(refusals.map(of).map(isRefusal)).not.toContain(false)
  const passing = [
    'connection not open',
    'Connection refused',
    'FATAL:  the database system is starting up',
  ]
  expect(passing.map(of).map(isRefusal)).not.toContain(true)
})

test('every table with a customer_id stands behind it', async () => {
  const { rows } = await db().execute<{ name: string }>(sql`
    select c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relrowsecurity group by c.relname
    having array_agg(p.polname || ' ' || p.polroles::regrole[]::text) = array['own_account {pujante_reader}']`)
  expect(rows.map(({ name }) => name).sort()).toEqual([...tenantTables].sort())
})

/** The text with its parameters in their places. */
function filled(text: string, params: readonly unknown[]) {
  const pieces = text.split(/(\$\d+)/).map((piece) => {
    const place = /^\$(\d+)$/.exec(piece)
    return place ? sql`${params[Number(place[1]) - 1]}` : sql.raw(piece)
  })
  return sql.join(pieces)
}

const server = process.env.TEST_DATABASE_URL
describe.skipIf(!server)('on a server', () => {
  const own = new URL(server ?? 'postgres://nobody/none')
  const cluster = clusterOf(own.href)
  /** A cluster has its users on each node, and they ask each other with this password. */
  const tellNodes = async (statements: string[]) => {
    for (const node of [cluster.coordinator, ...cluster.workers]) await tell(node, statements)
  }
  const makeUser = (name: string) =>
    tellNodes([`create role ${name} login password '${own.password}'`])
  const dropUser = (name: string) => tellNodes([`drop role ${name}`])
  const databaseUrl = () => opened.ctx.config.databaseUrl!
  const as = (user: string, database: string) => {
    const url = new URL(own)
    Object.assign(url, { username: user, pathname: database })
    return url.href
  }

  test('who may not make the reader goes on without the wall, and knows why', async () => {
    const name = `wall_${process.pid}`
    await createDatabase(cluster, name, 'template1')
    await makeUser(name)
    await tellNodes([`alter database ${name} owner to ${name}`])
    try {
      const storage = await openStorage({ databaseUrl: as(name, name), dataDir: '' })
      expect(storage.wallFault).toMatch(/pujante_reader/)
      const { rows } = await storage.ofAccount(1).execute(sql`select current_user::text as name`)
      await storage.close()
      expect(rows).toEqual([{ name }])
      // What the doctor says is all it takes.
      await tell(own.href, [`grant pujante_reader to ${name}`])
      const walled = await openStorage({ databaseUrl: as(name, name), dataDir: '' })
      expect(walled.wallFault).toBeNull()
      expect((await walled.ofAccount(1).execute(all)).rows).toEqual([])
      await walled.close()
    } finally {
      await dropDatabase(cluster, name)
      await dropUser(name)
    }
  })

  test('a start that fails leaves no line to the server open', async () => {
    const name = `failing_${process.pid}`
    await createDatabase(cluster, name, 'template1')
    const mine = as(name, name)
    const inside = new URL(own)
    inside.pathname = name
    // A cluster has lines of its own between its nodes.
    const linesTo = async () => {
      const { rows } = await db().execute<{ count: number }>(
        sql`select count(*)::int as count from pg_stat_activity where datname = ${name} and application_name not ilike 'citus%'`,
      )
      return rows[0]!.count
    }
    await makeUser(name)
    // What it asks first of its pool is refused, over a line that stays.
    await tell(inside.href, ['revoke select on pg_catalog.pg_extension from public'])
    try {
      const failing = { databaseUrl: mine, databaseUrlDirect: inside.href, dataDir: '' }
      await expect(openStorage(failing)).rejects.toThrow(/pg_extension/)
      await expect.poll(linesTo, { timeout: 10_000 }).toBe(0)
    } finally {
      await dropDatabase(cluster, name)
      await dropUser(name)
    }
  })

  test('a server that is away for a moment is asked again, and never done without the wall', async () => {
    const line = await cutLine(own, (sent) => /as_account|set local role/.test(sent))
    const open = () => openStorage({ databaseUrl: line.through(databaseUrl()), dataDir: '' })
    try {
      line.cuts = 2
      const storage = await open()
      expect(line.cuts).toBe(0)
      expect(storage.wallFault).toBeNull()
      expect((await storage.ofAccount(2).execute(all)).rows).toEqual([{ id: 2 }])
      line.cuts = Number.POSITIVE_INFINITY
      await expect(wallFault(storage.ofAccount(0), [1, 1])).rejects.toThrow()
      await storage.close()
    } finally {
      line.close()
    }
  })

  test('a user who was only granted the tables sees what it saw before', async () => {
    const name = `granted_${process.pid}`
    await makeUser(name)
    await db().execute(sql.raw(`grant select on campaign_day to ${name}`))
    await db().execute(sql`drop policy own_account on campaign_day`)
    await raiseWall(db())
    const rows = await db().transaction(async (tx) => {
      await tx.execute(sql.raw(`set local role ${name}`))
      return (await tx.execute(all)).rows
    })
    expect(rows).toHaveLength(3)
    await db().execute(sql.raw(`drop owned by ${name}`))
    await dropUser(name)
  })
})
