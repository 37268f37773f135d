import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyEmptyDatabase } from '../../../tests/empty-database.ts'
import { openPgliteLine, openStorage, type Storage } from './client.ts'
import { DataInUse, lockData } from './data-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'storage-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the lock of a data folder', () => {
  test('a folder held by a living process is refused with a clear text', async () => {
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 30000)'])
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: other.pid, host: hostname() }))
    expect(() => lockData(dataDir)).toThrow(DataInUse)
    expect(() => lockData(dataDir)).toThrow(/DATA_DIR/)
    other.kill('SIGKILL')
    await new Promise((done) => other.once('exit', done))
    lockData(dataDir)()
  })

  test('the lock of a dead process, or half a lock, does not keep anybody out', () => {
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: 2 ** 22 - 1, host: hostname() }))
    lockData(dataDir)()
    writeFileSync(join(dataDir, 'lock'), '{"pid":')
    lockData(dataDir)()
    expect(existsSync(join(dataDir, 'lock'))).toBe(false)
  })

  test('a holder on another machine counts until its heartbeat stops', () => {
    const path = join(dataDir, 'lock')
    writeFileSync(path, JSON.stringify({ pid: 1, host: 'otra-maquina' }))
    expect(() => lockData(dataDir)).toThrow(DataInUse)
    const longAgo = new Date(Date.now() - 120_000)
    utimesSync(path, longAgo, longAgo)
    lockData(dataDir)()
  })
})

describe('PGlite in a folder', () => {
  test('what was written is there after closing and opening again', async () => {
    await copyEmptyDatabase(dataDir)
    const first = await openStorage({ databaseUrl: undefined, dataDir })
    await first.db.execute(sql`insert into api_usage values ('2026-11-01', 9007199254740991, 3)`)
    await first.maintain(['api_usage'], 1)
    await first.close()
    const again = await openStorage({ databaseUrl: undefined, dataDir })
    const { rows } = await again.db.execute(sql`select * from api_usage`)
    expect(rows).toEqual([{ day: '2026-11-01', customer_id: 9007199254740991, operations: 3 }])
    await again.close()
  })

  test('a start that fails has left the folder before another may open it', async () => {
    await copyEmptyDatabase(dataDir)
    const storage = await openStorage({ databaseUrl: undefined, dataDir })
    // What is there already is to be made once more.
    await storage.db.execute(sql`delete from drizzle.__drizzle_migrations`)
    await storage.close()
    const started: Worker[] = []
    const keep = (told: unknown) => started.push((told as { worker: Worker }).worker)
    subscribe('worker_threads', keep)
    await expect(openStorage({ databaseUrl: undefined, dataDir })).rejects.toThrow()
    unsubscribe('worker_threads', keep)
    // What has ended has no number any more.
    expect(started.map(({ threadId }) => threadId)).toEqual([-1])
    lockData(dataDir)()
  })

  test('statistics are made of what days are searched by, and of all columns of other tables', async () => {
    await copyEmptyDatabase(dataDir)
    const storage = await openStorage({ databaseUrl: undefined, dataDir })
    await storage.db.execute(
      sql`insert into device_month select 1, '2026-11-01', n, n % 3, n, 0, 0, 0, 0 from generate_series(1, 50) n`,
    )
    await storage.db.execute(sql`insert into api_usage values ('2026-11-01', 1, 3)`)
    await storage.maintain(['device_month', 'api_usage'], 1)
    const { rows } = await storage.db.execute(sql`
      select tablename || '.' || attname as name from pg_stats where schemaname = 'public' and not inherited
        and tablename in ('device_month', 'api_usage') order by 1`)
    expect(rows.map(({ name }) => name)).toEqual([
      'api_usage.customer_id',
      'api_usage.day',
      'api_usage.operations',
      'device_month.campaign_id',
      'device_month.customer_id',
      'device_month.device',
      'device_month.month',
    ])
    await storage.close()
  })

  test('a value reads alike at first and later, in a transaction and out of it', async () => {
    await copyEmptyDatabase(dataDir)
    const { db, close } = await openStorage({ databaseUrl: undefined, dataDir })
    const value = sql`
      select date '2026-11-01' as day, timestamptz '2026-11-01 10:00Z' as at, interval '1 day' as term,
        9007199254740991::bigint as id, 1.5::numeric as share, '{1.5}'::numeric[] as shares`
    const within = () => db.transaction(async (tx) => [await tx.execute(value)])
    const read = [...(await within()), await db.execute(value), ...(await within())]
    for (const { rows } of read)
      expect(rows).toEqual([
        {
          day: '2026-11-01',
          at: expect.stringMatching(/^2026-11-01 \d\d:/),
          term: '1 day',
          id: 9007199254740991,
          share: 1.5,
          shares: '{1.5}',
        },
      ])
    await close()
  })

  test('a first boot that was killed half-way is begun anew', async () => {
    mkdirSync(join(dataDir, 'postgres.new'))
    writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), 'half')
    const storage = await openStorage({ databaseUrl: undefined, dataDir })
    expect((await storage.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    await storage.close()
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false)
  })
})

describe('PGlite in its thread', () => {
  let storage: Storage
  let jobs: Storage
  beforeEach(async () => {
    await copyEmptyDatabase(dataDir)
    storage = await openStorage({ databaseUrl: undefined, dataDir })
    jobs = await openPgliteLine(storage.connectJobs!())
  })
  afterEach(async () => {
    await jobs.close()
    await storage.close()
  })
  const LONG = sql`select count(*) as n from generate_series(1, 400000) a, generate_series(1, 3) b`
  const add = (operations: number) =>
    sql`insert into api_usage values ('2026-11-01', ${operations}, ${operations})`
  const known = async () =>
    (
      await storage.db.execute<{ n: number }>(sql`select operations as n from api_usage order by 1`)
    ).rows.map(({ n }) => n)

  test('while a long statement runs the event loop turns', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    const began = performance.now()
    await storage.db.execute(LONG)
    clearInterval(timer)
    // One that computed here would leave none.
    expect(turns).toBeGreaterThan((performance.now() - began) / 50)
  })

  test('what a request asks goes before what jobs asked earlier', async () => {
    const order: string[] = []
    const jobsAsk = [1, 2, 3].map(() => jobs.db.execute(LONG).then(() => order.push('job')))
    await sleep(20)
    const asked = storage.db.execute(sql`select 1`).then(() => order.push('request'))
    await Promise.all([...jobsAsk, asked])
    // The job's statement under way is not interrupted; the next is the request's.
    expect(order.indexOf('request')).toBeLessThanOrEqual(1)
  })

  test('nothing comes between the statements of a transaction, and one that fails leaves nothing', async () => {
    const failed = storage.db.transaction(async (tx) => {
      await tx.execute(add(1))
      await sleep(50)
      throw new Error('changed my mind')
    })
    const other = jobs.db.transaction(async (tx) => await tx.execute(add(2)))
    const alone = storage.db.execute(add(3))
    await expect(failed).rejects.toThrow('changed my mind')
    await Promise.all([other, alone])
    expect(await known()).toEqual([2, 3])
  })

  test('a transaction whose thread died is taken back, and the next one goes on', async () => {
    void jobs.db
      .transaction(async (tx) => {
        await tx.execute(add(1))
        await jobs.close()
      })
      .catch(() => {})
    await sleep(100)
    await storage.db.execute(add(2))
    expect(await known()).toEqual([2])
  })

  test('an error keeps its code', async () => {
    await storage.db.execute(add(1))
    const again = storage.db.execute(add(1))
    await expect(again).rejects.toMatchObject({ cause: { code: '23505', table: 'api_usage' } })
  })
})
