import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emailTokens, users } from '../src/platform/db/schema/access.ts'
import { openTestContext } from './database.ts'

test.skipIf(process.env.TEST_DATABASE_URL)(
  'a context finds nothing of what the last one wrote, counted, learned or left under way',
  async () => {
    const last = await openTestContext()
    const { db } = last.ctx
    const [userId, createdAt, email] = [crypto.randomUUID(), last.clock.now(), 'ana@prueba.test']
    const named = { name: 'Ana', passwordHash: '-', role: 'user', isActive: true } as const
    await db.insert(users).values({ ...named, id: userId, email, createdAt })
    const token = { tokenHash: 'a', purpose: 'reset', email, userId } as const
    await db.insert(emailTokens).values({ ...token, createdAt, expiresAt: createdAt })
    expect(await addNote(db)).toBe(1)
    await last.ctx.storage.maintain(['users', 'email_tokens'], 1)
    const begun = Promise.withResolvers<void>()
    const ends = db.transaction(async (tx) => {
      await tx.insert(users).values({ ...named, id: crypto.randomUUID(), email: 'b', createdAt })
      begun.resolve()
      await new Promise(() => {})
    })
    void ends.catch(() => {})
    await begun.promise
    await last.close()

    const next = await openTestContext()
    const { rows: tables } = await next.ctx.db.execute<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect(tables.length).toBeGreaterThan(90)
    for (const { name } of tables) {
      const { rows } = await next.ctx.db.execute(sql`select 1 from ${sql.identifier(name)} limit 1`)
      expect([name, rows]).toEqual([name, []])
    }
    const { rows: learned } = await next.ctx.db.execute(sql`
      select tablename as name from pg_stats where schemaname = 'public' union
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples <> -1`)
    expect(learned).toEqual([])
    expect(await addNote(next.ctx.db)).toBe(1)
    await next.close()
  },
)

/** The log gives its rows numbers. */
async function addNote(db: Awaited<ReturnType<typeof openTestContext>>['ctx']['db']) {
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into audit_log (at, actor_id, actor_email, action, changes)
      values (now(), gen_random_uuid(), 'ana@prueba.test', 'prueba', '{}') returning id`,
  )
  return rows[0]?.id
}
