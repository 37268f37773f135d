import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Results } from '@electric-sql/pglite'
import { type Storage, storageOver } from '../src/platform/db/client.ts'
import { lockData } from '../src/platform/db/data-lock.ts'
import { pgliteClient } from '../src/platform/db/pglite-client.ts'
import { type PgliteThread, startPgliteThread } from '../src/platform/db/pglite-thread.ts'
import { copyEmptyDatabase } from './empty-database.ts'

/** Embedded databases of this process that no test has at the moment: without a row, and with our tables. */
const idle: PgliteThread[] = []

/**
 * An empty embedded database that is the caller's until it is closed. Starting one takes half a second of processor time,
 * and its first statements several times as long as later ones; emptying what another test file had, a tenth of it.
 */
export async function embeddedStorage(dataDir: string): Promise<Storage> {
  const thread = idle.pop() ?? (await startThread())
  const release = lockData(dataDir)
  return await storageOver({ ...thread, close: () => putBack(thread) }, release)
}

async function startThread(): Promise<PgliteThread> {
  // Goes with the run (vitest.config.ts).
  const folder = mkdtempSync(join(process.env.TEST_DATABASES ?? tmpdir(), 'pujante-embedded-'))
  await copyEmptyDatabase(folder)
  return await startPgliteThread(join(folder, 'postgres'))
}

/** One that broke cannot be emptied, and is used no more. */
async function putBack(thread: PgliteThread): Promise<void> {
  try {
    await empty(thread)
    idle.push(thread)
  } catch {
    await thread.close()
  }
}

/** Tables that were never written to, and those that were emptied, take no room. */
const WRITTEN = `
  select quote_ident(relname) as name,
    exists (select 1 from pg_constraint where confrelid = c.oid and contype = 'f') as referenced
  from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(c.oid) > 0`

/** By what it knows of a few rows that are gone, the planner would join thirty thousand one by one. */
const FORGET = [
  `delete from pg_statistic using pg_class c where starelid = c.oid and c.relnamespace = 'public'::regnamespace`,
  `update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and (reltuples <> -1 or relpages <> 0)`,
]

async function empty(thread: PgliteThread): Promise<void> {
  if (thread.answeredMsAgo() === Number.POSITIVE_INFINITY) throw new Error('the thread has ended')
  const line = pgliteClient(thread.connect('requests'))
  const { rows } = (await line.query(WRITTEN)) as Results<{ name: string; referenced: boolean }>
  const named = (referenced: boolean) =>
    rows.filter((row) => row.referenced === referenced).map(({ name }) => name)
  const [referenced, others] = [named(true), named(false)]
  if (others.length > 0) await line.query(`truncate ${others.join(', ')} restart identity`)
  // With those that refer to them dozens of empty tables would be truncated too, at a millisecond each.
  await line.query('set session_replication_role = replica')
  for (const name of referenced) await line.query(`delete from ${name}`)
  await line.query('reset session_replication_role')
  if (referenced.length > 0) await line.query(`vacuum ${referenced.join(', ')}`)
  for (const statement of FORGET) await line.query(statement)
  line.close()
}
