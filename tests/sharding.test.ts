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
/** The directory of accounts: asked by user and by Google's id, so a reference table, which every shard may join. */
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
