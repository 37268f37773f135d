import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUserForGood, eraseJobs } from '../src/account-data/erase-tenant.ts'
import { readErasureLog } from '../src/account-data/erasure-log.ts'
import { replayErasures } from '../src/account-data/replay-erasures.ts'
import type { Context } from '../src/platform/context.ts'
import { googleConnections, users } from '../src/platform/db/schema/access.ts'
import { accountChanges } from '../src/platform/db/schema/changes.ts'
import { erasureProofs } from '../src/platform/db/schema/data-rights.ts'
import { webhooks } from '../src/platform/db/schema/integrations.ts'
import { auditLog } from '../src/platform/db/schema/product.ts'
import { runDueJobs } from '../src/platform/jobs.ts'
import { enqueueMail } from '../src/platform/mail/send-mail.ts'
import { openVault } from '../src/platform/secrets.ts'
import { readFile, restoreRows, withRows, writeFile } from '../src/server/backup/copy.ts'
import { type CopyPart, sumTables } from '../src/server/backup/rows.ts'
import { tablesInOrder } from '../src/server/backup/table-order.ts'
import { prepareDemoTenant } from '../src/server/demo-tenant.ts'
import { resealAll } from '../src/server/reseal.ts'
import { openTestContext } from './database.ts'
import { copyEmptyDatabase } from './empty-database.ts'

const OLD = '1'.repeat(64)
const NEW = '2'.repeat(64)

let folder: string
let path: string
let full: Context
const opened: { close: () => Promise<void> }[] = []
const open = async (environment: Record<string, string> = {}) => {
  const it = await openTestContext({ ENCRYPTION_KEY: OLD, ...environment })
  opened.push(it)
  return it.ctx
}
const openEmbedded = async (name: string) => {
  const DATA_DIR = join(folder, name)
  mkdirSync(DATA_DIR)
  await copyEmptyDatabase(DATA_DIR)
  return await open({ DATABASE_URL: '', DATA_DIR })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copies-'))
  path = join(folder, 'copy.jsonl.gz')
  // The embedded one, on either engine of the tests.
  full = await openEmbedded('pglite')
  const { id: userId } = await prepareDemoTenant(full)
  await addOddRows(full, userId)
  await withRows(full.db, full.vault.keyIds, (parts) => writeFile(path, parts))
})
afterAll(async () => {
  for (const it of opened) await it.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What a copy may lose: accents, quotes, microseconds, nulls, nested JSON, bytes, counters, sealed texts. */
async function addOddRows(ctx: Context, userId: string): Promise<void> {
  const refreshTokenSealed = ctx.vault.seal('a refresh token')
  const createdAt = ctx.clock.now()
  await ctx.db.insert(googleConnections).values({
    id: randomUUID(),
    userId,
    googleEmail: 'ñ@x.es',
    refreshTokenSealed,
    status: 'active',
    createdAt,
  })
  await ctx.db.insert(webhooks).values({
    id: randomUUID(),
    userId,
    host: 'x.es',
    urlSealed: ctx.vault.seal('https://x.es/h'),
    topics: [],
    createdAt,
  })
  for (const [i, text] of [`a "quoted" \\ \n ñ €`, "it's", '{"a":null}'].entries())
    await ctx.db.insert(auditLog).values({
      at: createdAt,
      action: 'create_user',
      actorId: userId,
      actorEmail: text,
      changes: { field: { before: null, after: { nested: [1.5, text, true, i] } } },
    })
  await ctx.db.insert(accountChanges).values({
    customerId: 9_007_199_254_740_991,
    id: randomUUID(),
    at: createdAt,
    userId,
    kind: 'x',
    summary: text(),
    outcome: 'done',
  })
  await ctx.db.execute(sql`update account_changes set at = '2026-03-29 01:59:59.123456+01'`)
  await enqueueMail(ctx, 'a@x.es', { subject: 'a', greeting: 'a', lead: 'a', paragraphs: ['b'] })
}
const text = () => 'línea\u2028otra'

test('a copy fills an empty database of the other engine with the very same rows', async () => {
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const empty = await open()
  const written = await restoreRows(empty.db, readFile(path), empty.vault.keyIds)
  const original = await full.db.transaction((db) => sumTables(db as never))
  expect(written).toEqual(original)
  expect(await empty.db.transaction((db) => sumTables(db as never))).toEqual(original)
  expect(original.find(({ table }) => table === 'keyword_day')?.rows).toBeGreaterThan(1_000)
  // Row by row, by eyes other than the sums': every column as text, sorted.
  for (const table of await tablesInOrder(full.db)) {
    const rows = async (ctx: Context) => {
      const all = await ctx.db.execute(
        sql`select row_to_json(t)::jsonb as row from ${sql.identifier(table)} t`,
      )
      return all.rows.map((row) => JSON.stringify(row)).sort()
    }
    expect([table, await rows(empty)]).toEqual([table, await rows(full)])
  }
  const entry = {
    at: full.clock.now(),
    action: 'x',
    actorId: randomUUID(),
    actorEmail: 'a',
    changes: {},
  }
  const [added] = await empty.db.insert(auditLog).values(entry).returning()
  expect(added?.id).toBe(4)
})

test('a copy that does not fit is refused, and leaves nothing behind', async () => {
  const empty = await open()
  const restored = (file: string, keys = empty.vault.keyIds) =>
    restoreRows(empty.db, readFile(file), keys)
  await expect(restored(path, ['00000000'])).rejects.toThrow(/ENCRYPTION_KEY/)
  const parts: CopyPart[] = []
  for await (const part of readFile(path)) parts.push(part)
  const changed = async (name: string, change: (line: (typeof parts)[number]) => unknown) => {
    const file = join(folder, name)
    async function* lines() {
      for (const part of parts) {
        const line = change(structuredClone(part))
        if (line) yield line as typeof part
      }
    }
    await writeFile(file, lines())
    return file
  }
  const cut = await changed('cut', (part) => part.kind !== 'end' && part)
  await expect(restored(cut)).rejects.toThrow(/cortada/)
  const older = await changed('older', (part) =>
    part.kind === 'head' ? { ...part, version: 1 } : part,
  )
  await expect(restored(older)).rejects.toThrow(/otra versión/)
  const forged = await changed('forged', (part) => {
    if (part.kind === 'rows' && part.table === 'users')
      part.rows = part.rows.map((row) => row.replace('"user"', '"admin"'))
    return part
  })
  await expect(restored(forged)).rejects.toThrow(/users no ha quedado igual/)
  // Made while keys were changed: its head names a key that is here, and what lies in it needs the other.
  const [used = ''] = full.vault.keyIds
  const between = await changed('between', (part) =>
    part.kind === 'head' ? { ...part, keyIds: [used, '00000000'] } : part,
  )
  await expect(restored(between, ['00000000'])).rejects.toThrow(/ENCRYPTION_KEYS_OLDER/)
  const lostBefore = await changed('lost before', (part) =>
    part.kind === 'head' ? { ...part, keyIds: ['00000000'] } : part,
  )
  const half = join(folder, 'half')
  writeFileSync(half, readFileSync(path).subarray(0, 2_000))
  appendFileSync(half, 'x')
  await expect(restored(half)).rejects.toThrow()
  expect(await empty.db.select().from(users)).toEqual([])
  await expect(restoreRows(full.db, readFile(path), full.vault.keyIds)).rejects.toThrow(
    /ya tiene datos/,
  )
  // What the installation that was copied could not open either keeps nothing else away.
  await restored(lostBefore, ['00000000'])
})

test('who was erased after the copy was made is not brought back, and a later user of the address stays', async () => {
  const ERASURE_LOG = join(folder, 'erased', 'list.jsonl')
  const live = await open({ ERASURE_LOG })
  const [gone, stays] = ['ana@x.es', 'eva@x.es'].map((email) => ({
    id: randomUUID(),
    email,
    name: email,
    passwordHash: 'x',
    role: 'user' as const,
    isActive: true,
    createdAt: live.clock.now(),
  }))
  await live.db.insert(users).values([gone!, stays!])
  const copy = join(folder, 'before.jsonl.gz')
  await withRows(live.db, live.vault.keyIds, (parts) => writeFile(copy, parts))
  await live.db.update(users).set({ email: 'otra@x.es' }).where(eq(users.id, gone!.id))
  await deleteUserForGood(live, gone!.id, { by: 'user', at: live.clock.now() })
  await runDueJobs(live, eraseJobs)
  const lines = readErasureLog(ERASURE_LOG) ?? []
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toMatch(/@|ana|eva/)

  const restored = await open()
  let erased = 0
  await restoreRows(restored.db, readFile(copy), restored.vault.keyIds, async (db) => {
    erased = await replayErasures({ ...restored, db }, lines)
  })
  expect(erased).toBe(1)
  const left = await restored.db.select({ email: users.email }).from(users)
  expect(left).toEqual([{ email: 'eva@x.es' }])
  expect(await restored.db.select().from(erasureProofs)).toMatchObject([{ askedBy: 'user' }])
  const since = new Date(live.clock.now().getTime() + 86_400_000)
  await restored.db
    .insert(users)
    .values({ ...gone!, id: randomUUID(), email: 'otra@x.es', createdAt: since })
  expect(await replayErasures(restored, lines)).toBe(0)
})

test('keys change while processes run: both open, then all is sealed anew, then the old one is needed no more', async () => {
  const dataDir = folder
  const both = openVault({ encryptionKey: NEW, olderEncryptionKeys: [OLD], dataDir })
  expect(await resealAll({ ...full, vault: both })).toBe(3)
  expect(await resealAll({ ...full, vault: both })).toBe(0)
  const onlyNew = openVault({ encryptionKey: NEW, olderEncryptionKeys: [], dataDir })
  const [connection] = await full.db
    .select()
    .from(googleConnections)
    .where(eq(googleConnections.googleEmail, 'ñ@x.es'))
  expect(onlyNew.open(connection!.refreshTokenSealed)).toBe('a refresh token')
  expect(() =>
    openVault({ encryptionKey: OLD, dataDir }).open(connection!.refreshTokenSealed),
  ).toThrow()
})
