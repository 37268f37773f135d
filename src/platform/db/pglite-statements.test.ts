import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import type { PgliteClient } from './pglite-client.ts'
import { prepared } from './prepared.ts'
import { apiUsage } from './schema/work.ts'
import { hasLostLease } from './under-lease.ts'

const it = testContext()
const db = () => it.ctx.db
const rowsOf = async (statement: SQL) => (await db().execute(statement)).rows

describe.skipIf(process.env.TEST_DATABASE_URL)('statements of the embedded database', () => {
  const shareOf = prepared('share_of', (handle) =>
    handle
      .select({ share: sql<number>`${apiUsage.operations} / ${sql.placeholder('by')}::int` })
      .from(apiUsage),
  )
  const known = () =>
    rowsOf(sql`
      select name, generic_plans + custom_plans as plans from pg_prepared_statements
      where statement like '%"operations" / $1%' and statement not like '%pg_prepared%'`)

  test('what is prepared is parsed once, and goes on after values that it could not take', async () => {
    await db().execute(sql`insert into api_usage values ('2026-11-01', 1, 12)`)
    const ask = async (by: unknown) => (await shareOf(db()).execute({ by }))[0]?.share
    expect(await known()).toEqual([])
    expect(await ask(3)).toBe(4)
    const [{ name } = {}] = await known()
    await expect(ask(0)).rejects.toMatchObject({ cause: { code: '22012' } })
    await expect(ask('many')).rejects.toMatchObject({ cause: { code: '22P02' } })
    expect(await ask(4)).toBe(3)
    expect(await known()).toEqual([{ name, plans: expect.any(Number) }])
  })

  test('one that cannot be parsed leaves the next as it was', async () => {
    const wrong = prepared('wrong', (handle) =>
      handle.select({ one: sql`no_such_function(1)` }).from(apiUsage),
    )
    for (const read of [() => wrong(db()).execute(), () => wrong(reader()).execute()])
      await expect(read()).rejects.toMatchObject({ cause: { code: '42883' } })
    await expect(rowsOf(sql`selec 1`)).rejects.toMatchObject({ cause: { code: '42601' } })
    await expect(reader().execute(sql`selec 1`)).rejects.toMatchObject({ cause: { code: '42601' } })
    expect(await rowsOf(sql`select current_user::text as me`)).toEqual([{ me: 'postgres' }])
    expect((await reader().execute(sql`select current_user::text as me`)).rows).toEqual([
      { me: 'pujante_reader' },
    ])
  })

  test('what is asked a second time is kept, until many others were asked since', async () => {
    const ask = () => rowsOf(sql`select operations * ${7}::int as times_seven from api_usage`)
    const kept = async () =>
      (
        await rowsOf(sql`
        select count(*)::int as count from pg_prepared_statements
        where statement like '%as times_seven%' and statement not like '%pg_prepared%'`)
      )[0]
    const answers = [await ask()]
    expect(await kept()).toEqual({ count: 0 })
    answers.push(await ask(), await ask())
    expect(await kept()).toEqual({ count: 1 })
    for (let other = 0; other < 500; other++) await db().execute(sql.raw(`select ${other}`))
    expect(await kept()).toEqual({ count: 0 })
    answers.push(await ask(), await ask())
    expect(answers).toEqual(answers.map(() => answers[0]))
  })

  test('one that is refused as often as it is asked again leaves nothing behind', async () => {
    const add = () => db().execute(sql`insert into api_usage values ('2026-11-02', 2, ${1})`)
    await add()
    for (let again = 0; again < 3; again++)
      await expect(add()).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(
      await rowsOf(sql`
        select name from pg_prepared_statements where statement like '%2026-11-02%' and name <> ''
          and statement not like '%pg_prepared%'`),
    ).toEqual([])
    await db().execute(sql`delete from api_usage where day = '2026-11-02'`)
  })

  test('a transaction that asks nothing ends at once; one whose first statement fails is over', async () => {
    expect(await db().transaction(async () => 'nothing')).toBe('nothing')
    const codes: unknown[] = []
    const codeOf = (error: { cause?: { code?: string } }) => void codes.push(error.cause?.code)
    await db().transaction(async (tx) => {
      await tx.execute(sql`selec 2`).catch(codeOf)
      await tx.execute(sql`select 2`).catch(codeOf)
    })
    expect(codes).toEqual(['42601', '25P02'])
    expect(await rowsOf(sql`select 2 as two`)).toEqual([{ two: 2 }])
  })

  test('without its lease nothing of a job is written, one statement or several, and others go on', async () => {
    const add = sql`insert into api_usage values ('2026-11-03', 3, 1)`
    const gone = { id: crypto.randomUUID(), leaseToken: crypto.randomUUID() }
    const leased = it.ctx.storage.underLease(gone)
    await expect(leased.execute(add)).rejects.toSatisfy(hasLostLease)
    const several = leased.transaction(async (tx) => {
      await tx.execute(add)
      await tx.execute(sql`update api_usage set operations = 2 where day = '2026-11-03'`)
    })
    await expect(several).rejects.toSatisfy(hasLostLease)
    await expect(leased.execute(sql`insert into api_usage values (null)`)).rejects.toMatchObject({
      cause: { code: '23502' },
    })
    expect(await rowsOf(sql`select * from api_usage where day = '2026-11-03'`)).toEqual([])
  })

  test('rows are copied out as a file, and in again', async () => {
    const { $client: client } = db() as unknown as { $client: PgliteClient }
    const rows = await rowsOf(sql`select * from api_usage`)
    const { blob } = await client.query(`copy api_usage to '/dev/blob'`)
    await db().execute(sql`delete from api_usage`)
    await client.query(`copy api_usage from '/dev/blob'`, [], { blob: blob! })
    expect(rows).not.toEqual([])
    expect(await rowsOf(sql`select * from api_usage`)).toEqual(rows)
  })

  test('values of each type arrive as they are', async () => {
    const at = new Date('2026-11-20T10:00:00.123Z')
    const [row] = await rowsOf(sql`
      select ${true}::bool as yes, ${null}::text as none, ${'ñ "a", {b}'}::text as text,
        ${9007199254740991}::bigint as id, ${0.25}::float8 as share, ${at}::timestamptz = '2026-11-20 10:00:00.123Z' as same,
        ${JSON.stringify({ a: [1, 'ñ'] })}::jsonb as shape, ${'{1,2}'}::int[] as numbers`)
    expect(row).toEqual({
      yes: true,
      none: null,
      text: 'ñ "a", {b}',
      id: 9007199254740991,
      share: 0.25,
      same: true,
      shape: { a: [1, 'ñ'] },
      numbers: [1, 2],
    })
  })
})

const reader = () => it.ctx.storage.ofAccount(1)
