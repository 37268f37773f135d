import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '#platform/db/schema/access.ts'
import { dataExportChunks, dataExports } from '#platform/db/schema/data-rights.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { openTestContext } from '../../../tests/database.ts'
import { readFile, restoreRows, withRows, writeFile } from './copy.ts'
import { nextCopy } from './nightly.ts'
import type { CopyPart } from './rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'copy-'))
const opened: { close: () => Promise<void> }[] = []
const open = async () => {
  const it = await openTestContext()
  opened.push(it)
  return it.ctx
}
let full: Awaited<ReturnType<typeof open>>
const userId = randomUUID()

beforeAll(async () => {
  full = await open()
  const createdAt = full.clock.now()
  const named = { email: 'ana@x.es', name: 'Ana', passwordHash: 'x', role: 'user' as const }
  await full.db.insert(users).values({ ...named, id: userId, isActive: true, createdAt })
})
afterAll(async () => {
  for (const it of opened) await it.close()
  rmSync(folder, { recursive: true })
})

const partsOf = (ctx: typeof full) =>
  withRows(ctx.db, ctx.vault.keyIds, async (parts) => {
    const all: CopyPart[] = []
    for await (const part of parts) all.push(part)
    return all
  })

test('large rows are many parts, each far below the longest text that Node holds', async () => {
  const long = 'x'.repeat(300_000)
  const entry = { at: full.clock.now(), action: 'x', actorId: userId, changes: {} }
  for (let count = 0; count < 20; count++)
    await full.db.insert(auditLog).values({ ...entry, actorEmail: `${count} ${long}` })
  const parts = (await partsOf(full)).filter(
    (part) => part.kind === 'rows' && part.table === 'audit_log',
  )
  const sizes = parts.map((part) => JSON.stringify(part).length)
  expect(Math.max(...sizes)).toBeLessThan(3_000_000)
  expect(sizes.length).toBe(3)

  const path = join(folder, 'large')
  await withRows(full.db, full.vault.keyIds, (parts) => writeFile(path, parts))
  const empty = await open()
  const sums = await restoreRows(empty.db, readFile(path), empty.vault.keyIds)
  expect(sums.find(({ table }) => table === 'audit_log')?.rows).toBe(20)
  const texts = await empty.db.select({ text: auditLog.actorEmail }).from(auditLog)
  expect(texts.every(({ text }) => text.endsWith(long))).toBe(true)
})

test('people’s own copies are not kept in it longer than they were promised; one that has them is still read', async () => {
  const exportId = randomUUID()
  const asked = { userId, id: exportId, status: 'ready' as const, askedAt: full.clock.now() }
  await full.db.insert(dataExports).values(asked)
  const content = Buffer.from('all of theirs')
  await full.db.insert(dataExportChunks).values({ exportId, place: 0, content })
  const parts = await partsOf(full)
  expect(parts.filter((part) => 'table' in part && part.table.startsWith('data_export'))).toEqual(
    [],
  )

  async function* older(): AsyncGenerator<CopyPart> {
    for (const part of parts) {
      if (part.kind === 'end') {
        yield { kind: 'rows', table: 'data_exports', rows: ['{"whatever":1}'] }
        yield { kind: 'sum', table: 'data_exports', rows: 1, sum: '1' }
      }
      yield part
    }
  }
  const empty = await open()
  await restoreRows(empty.db, older(), empty.vault.keyIds)
  expect(await empty.db.select().from(dataExports)).toEqual([])
  expect(await empty.db.select().from(users).where(eq(users.id, userId))).toHaveLength(1)
})

test('a copy that could not be written to its end leaves nothing on the disk', async () => {
  const path = join(folder, 'torn')
  async function* torn(): AsyncGenerator<CopyPart> {
    yield { kind: 'rows', table: 'users', rows: ['x'.repeat(100_000)] }
    throw new Error('No space left on device')
  }
  await expect(writeFile(path, torn())).rejects.toThrow('No space')
  expect(existsSync(path)).toBe(false)
  expect(readdirSync(folder).filter((name) => name.startsWith('torn'))).toEqual([])
})

test('before the next copy those go that have had their time, and what is left of one that was killed', () => {
  const nightly = join(folder, 'nightly')
  const now = new Date('2026-05-10T04:30:00Z')
  expect(nextCopy(nightly, now)).toBe(join(nightly, 'pujante-2026-05-10.jsonl.gz'))
  const ages = { '2026-04-05': 35, '2026-04-07': 33, '2026-05-09': 1 }
  for (const [day, days] of Object.entries(ages)) {
    const path = join(nightly, `pujante-${day}.jsonl.gz`)
    writeFileSync(path, '')
    const at = new Date(now.getTime() - days * 86_400_000)
    utimesSync(path, at, at)
  }
  writeFileSync(join(nightly, 'pujante-2026-05-08.jsonl.gz.new'), 'the rest of the disk')
  writeFileSync(join(nightly, 'notes.txt'), '')
  utimesSync(join(nightly, 'notes.txt'), 0, 0)
  nextCopy(nightly, now)
  expect(readdirSync(nightly).sort()).toEqual([
    'notes.txt',
    'pujante-2026-04-07.jsonl.gz',
    'pujante-2026-05-09.jsonl.gz',
  ])
})
