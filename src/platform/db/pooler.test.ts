import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import { openStorage } from './client.ts'

describe.skipIf(!process.env.TEST_DATABASE_URL)('sessions on a server', () => {
  const opened = testContext()
  const direct = () => opened.ctx.config.databaseUrlDirect ?? opened.ctx.config.databaseUrl
  const limitOf = async (databaseUrlDirect: string | undefined) => {
    const { dataDir } = opened.ctx.config
    const databaseUrl = direct()
    const storage = await openStorage({ databaseUrl, databaseUrlDirect, dataDir })
    const { rows } = await storage.db.execute<{ limit: string }>(
      sql`select current_setting('statement_timeout') as limit`,
    )
    await storage.close()
    return rows[0]?.limit
  }

  test('begin with settings of their own', async () => {
    expect(await limitOf(undefined)).toBe('2min')
  })

  // PgBouncer: 'unsupported startup parameter in options: jit'.
  test('begin behind a pooler without any, which it would refuse', async () => {
    expect(await limitOf(direct())).toBe('0')
  })
})
