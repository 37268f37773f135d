import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { cutLine } from '../../../tests/cut-line.ts'
import { testContext } from '../../../tests/database.ts'
import { openStorage } from './client.ts'
import { isDatabaseAway } from './failures.ts'

// An error event without a listener would end the process, and here fails the run.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a server that hangs up or gives up', () => {
  const opened = testContext()
  const db = () => opened.ctx.db
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  test('between the statements of a transaction fails it, and nothing else', async () => {
    const failure = await failureOf(
      db().transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await db().execute(sql`select pg_terminate_backend(${rows[0]!.pid}::int)`)
        await sleep(200)
        await tx.execute(sql`select 1`)
      }),
    )
    // Answered with "in a moment", not as a fault of ours.
    expect(isDatabaseAway(failure)).toBe(true)
    expect((await db().execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  test('gives up one of two that wait for each other, which may try again', async () => {
    await db().execute(sql`create table locked as select generate_series(1, 2) as id`)
    const lockBoth = (first: number, second: number) =>
      db().transaction(async (tx) => {
        await tx.execute(sql`select 1 from locked where id = ${first} for update`)
        await sleep(200)
        await tx.execute(sql`select 1 from locked where id = ${second} for update`)
      })
    const failures = await Promise.all([failureOf(lockBoth(1, 2)), failureOf(lockBoth(2, 1))])
    expect(failures.filter((one) => one !== null).map(isDatabaseAway)).toEqual([true])
  })

  test('while its schema is looked at fails the start', async () => {
    const databaseUrl = opened.ctx.config.databaseUrl!
    const line = await cutLine(new URL(databaseUrl), (sent) => sent.includes('to_regclass'))
    line.cuts = 1
    try {
      const start = openStorage({ databaseUrl: line.through(databaseUrl), dataDir: '' })
      expect(isDatabaseAway(await failureOf(start))).toBe(true)
      expect(line.cuts).toBe(0)
      await sleep(200)
    } finally {
      line.close()
    }
  })
})
