import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorage } from '../src/platform/db/client.ts'
import { OlderTables } from '../src/platform/db/older-tables.ts'
import { testContext } from './database.ts'
import { copyEmptyDatabase } from './empty-database.ts'

const ROOT = join(import.meta.dirname, '..')
const it = testContext()
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'older-'))
  await copyEmptyDatabase(folder)
  const storage = await openStorage({ databaseUrl: undefined, dataDir: folder })
  await storage.db.execute(FORGET_NEWEST)
  await storage.close()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FORGET_NEWEST = sql`delete from drizzle.__drizzle_migrations
  where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`

for (const script of ['doctor', 'backup'])
  test(`${script} of a newer version leaves the tables of the one that runs as they are`, () => {
    const copy = join(folder, 'copy.gz')
    const args = [`scripts/${script}.ts`, ...(script === 'backup' ? [copy] : [])]
    const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }
    // Of the fault of making a table once more nothing would be said of versions.
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    })
    expect(stderr).toContain('son de una versión anterior')
    expect([status, existsSync(copy)]).toEqual([1, false])
  })

test.skipIf(!process.env.TEST_DATABASE_URL)('the same of a server', async () => {
  const { databaseUrl } = it.ctx.config
  const open = (migrates: boolean) =>
    openStorage({ databaseUrl, dataDir: '' }, { migrates }).then((storage) => storage.close())
  await open(false)
  await it.ctx.db.execute(FORGET_NEWEST)
  await expect(open(false)).rejects.toThrow(OlderTables)
})
