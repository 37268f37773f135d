import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { tenantTables } from '#account-data/tenant-tables.ts'
import { testContext } from './database.ts'

/**
 * What Citus refuses of tables that are distributed by `customer_id`, held against the schema and the text of every statement:
 * keys without it, references beyond it, triggers, joins that would cross shards, row locks over several shards.
 */
const t = testContext()
const ROOT = join(import.meta.dirname, '../src')
/** The directory of accounts: asked by user and by Google's id, so it stays on the coordinator. */
const DIRECTORY = 'ad_accounts'
const distributed = new Set(tenantTables.filter((table) => table !== DIRECTORY))

const rowsOf = async (text: string) => (await t.ctx.db.execute(sql.raw(text))).rows

test('every key of what belongs to an account holds its customer_id', async () => {
  const without = await rowsOf(`
    select c.relname || '.' || i.relname as key
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id'
    where x.indisunique and c.relnamespace = 'public'::regnamespace and not a.attnum = any(x.indkey::int2[])`)
  expect(without).toEqual([{ key: `${DIRECTORY}.ad_accounts_user_google` }])
})

test('references lead neither out of an account nor into one, and no table has a trigger', async () => {
  const references = await rowsOf(`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to", pg_get_constraintdef(oid) as text
    from pg_constraint where contype = 'f'`)
  const crossing = references.filter(
    ({ from, to, text }) =>
      (distributed.has(String(from)) || distributed.has(String(to))) &&
      !(distributed.has(String(from)) && /FOREIGN KEY \(customer_id/.test(String(text))),
  )
  expect(references.length).toBeGreaterThan(5)
  expect(crossing).toEqual([])
  expect(await rowsOf('select tgname from pg_trigger where not tgisinternal')).toEqual([])
})

test('every join with what belongs to an account is made on customer_id', async () => {
  const joins = (await sources()).flatMap(({ path, text }) =>
    [...drizzleJoins(text), ...writtenJoins(text)].map((one) => ({ path, ...one })),
  )
  // As many as are there now, or the search finds none of them any more.
  expect(joins.length).toBeGreaterThan(15)
  const crossing = joins.filter(({ on }) => !/customer_?id/i.test(on))
  expect(crossing.map(({ path, table, on }) => `${path}: ${table} on ${on.slice(0, 80)}`)).toEqual(
    [],
  )
})

test('rows are locked by key, never skipped over, in what belongs to an account', async () => {
  const skipping = (await sources()).filter(({ text }) => /skip locked|skipLocked/.test(text))
  expect(skipping.map(({ path }) => path)).toEqual(['platform/job-queue.ts'])
  expect(distributed.has('jobs')).toBe(false)
})

test('what writes to what belongs to an account neither tells others nor looks at what only the coordinator has', async () => {
  const writes = (await sources()).flatMap(({ path, text }) =>
    drizzleWrites(text).map((written) => ({ path, written })),
  )
  expect(writes.length).toBeGreaterThan(30)
  // The statement runs on a worker: no process listens there, and it has no table but those that are spread.
  const beyond = writes.filter(
    ({ written }) => /\bnotice\(/.test(written) || tablesRead(written).some(isLocal),
  )
  expect(beyond.map(({ path, written }) => `${path}: ${written.slice(0, 80)}`)).toEqual([])
})

test('what a write gives back depends on its rows alone, not on the settings of who asks', async () => {
  const given = (await sources()).flatMap(({ path, text }) =>
    [...text.matchAll(/\breturning\s+([^`]*)`/g)].map(([, columns = '']) => ({ path, columns })),
  )
  expect(given.length).toBeGreaterThan(5)
  // Days and instants as texts, by a zone or by the clock: Citus takes immutable expressions alone there.
  const stable = /::(?:text|date|timestamp)|\b(?:to_char|date_trunc|date_part|extract|now|age)\(/
  expect(given.filter(({ columns }) => stable.test(columns))).toEqual([])
})

test('no write to what belongs to an account reckons with its instants', async () => {
  const writes = (await sources()).flatMap(({ path, text }) =>
    drizzleWrites(text).map((written) => ({ path, written })),
  )
  // An hour before an instant depends on the zone; a worker is told nothing that does, of a column.
  const reckoning = writes.filter(({ written }) => /\binterval '/.test(written))
  expect(reckoning.map(({ path }) => path)).toEqual([])
})

test('no row is handed to another account, nor to its own once more', async () => {
  const changes = (await sources()).flatMap(({ path, text }) =>
    drizzleWrites(text).flatMap((written) =>
      [...written.matchAll(/\bset(?:\(|: )(\w+|\{[^}]*\})/g)].map(([, set = '']) => ({
        path,
        set: set.startsWith('{') ? set : (objectNamed(set, text) ?? ''),
      })),
    ),
  )
  expect(changes.filter(({ set }) => set !== '').length).toBeGreaterThan(20)
  expect(changes.filter(({ set }) => /\bcustomerId\b/.test(set))).toEqual([])
  const written = (await sources()).filter(({ text }) => /\bset\s+customer_id\b/.test(text))
  expect(written.map(({ path }) => path)).toEqual([])
})

test('behind the wall the directory of accounts is joined with nothing', async () => {
  const behind = (await sources()).flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:readsOf\(|reads\n)/g)].map(({ index }) => ({
      path,
      read: toEnd(text, index),
    })),
  )
  expect(behind.length).toBeGreaterThan(50)
  // Under a policy that asks a setting Citus 13.2 plans no outer join of a local table, and an inner one ends the coordinator.
  const joined = behind.filter(
    ({ read }) => /\b(?:adAccounts|ad_accounts)\b/.test(read) && /join\b/i.test(read),
  )
  expect(joined.map(({ path, read }) => `${path}: ${read.slice(0, 80)}`)).toEqual([])
})

const isLocal = (table: string) => !distributed.has(table)

async function sources() {
  return globSync('**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('platform/db/migrations'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

const schemas = await Promise.all(
  globSync('platform/db/schema/*.ts', { cwd: ROOT }).map(
    async (path) => (await import(join(ROOT, path))) as Record<string, unknown>,
  ),
)
/** The names by which code knows the distributed tables. */
const variables = new Map(
  schemas
    .flatMap((schema) => Object.entries(schema))
    .flatMap(([name, table]) => (is(table, PgTable) ? [[name, getTableName(table)] as const] : []))
    .filter(([, table]) => distributed.has(table)),
)

type Join = { table: string; on: string }

/** Each to the next statement or empty line. */
function drizzleWrites(text: string): string[] {
  return [...text.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].flatMap((found) => {
    return variables.has(found[1]!) ? [toEnd(text, found.index + 1)] : []
  })
}

function toEnd(text: string, from: number): string {
  const rest = text.slice(from)
  return rest.slice(0, rest.search(/\bawait\b|\n\s*\n|$(?![\s\S])/))
}

function objectNamed(name: string, text: string): string | undefined {
  return new RegExp(`\\bconst ${name} = (\\{[^}]*\\})`).exec(text)?.[1]
}

function tablesRead(statement: string): string[] {
  return [...statement.matchAll(/\bfrom ([a-z_]+)\b(?!\()/g)].map(([, table = '']) => table)
}

function drizzleJoins(text: string): Join[] {
  return [...text.matchAll(/\.(?:inner|left|right|full)Join\(\s*(\w+),/g)].flatMap((found) => {
    const table = variables.get(found[1]!)
    if (!table) return []
    const from = found.index + found[0].length
    return [{ table, on: text.slice(from, endOfCall(text, from)) }]
  })
}

function endOfCall(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

/** Up to the next part of the statement. */
function writtenJoins(text: string): Join[] {
  const join =
    /\bjoin\s+([a-z_]+)\b([^`]*?)(?=\b(?:left|inner|cross)?\s*join\s|\bwhere\b|\bgroup by\b|`)/g
  return [...text.matchAll(join)].flatMap(([, table = '', on = '']) =>
    distributed.has(table) ? [{ table, on }] : [],
  )
}
