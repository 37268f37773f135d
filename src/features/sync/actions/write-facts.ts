import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { keysOf, type Level, sumsOf } from '#platform/db/levels.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { type Day, startOfMonth } from '#shared/dates.ts'
import type { DayGroup } from '../rules/day-groups.ts'
import { dayOffset, type FactRow, sortAndAddUp } from '../rules/fact-row.ts'

/** PGlite blocks the process while a statement runs: so many rows take well under 100 ms. */
const STATEMENT_ROWS = 5_000

export type FactTarget = {
  customerId: number
  level: Level
  /** Column and side of it that a source fills alone; absent: the source fills the whole level. */
  part?: { column: string; zero: boolean }
}

/**
 * Makes the daily table hold exactly the group's rows for the group's days, in one transaction with the
 * monthly rollup, which moves by the difference. Rows that did not change are not written.
 * Returns how many rows were written or removed.
 */
export async function writeFacts(
  ctx: Context,
  target: FactTarget,
  group: DayGroup,
  alongside: (ctx: Context) => Promise<void> = async () => {},
): Promise<number> {
  return await inTransaction(ctx, async (ctx) => {
    // Two writers of one account would both add the same difference to the rollup.
    await ctx.db.execute(
      sql`select 1 from ad_accounts where customer_id = ${target.customerId} for update`,
    )
    await alongside(ctx)
    const stored = await countStored(ctx, target, group)
    if (stored === 0) return await putNew(ctx, target, group)
    let written = 0
    for (const rows of slices(group.rows))
      written += await count(ctx, putChanged(target, group, rows))
    if ((await countStored(ctx, target, group)) === group.rows.length) return written
    written += await count(ctx, removeMissing(target, group))
    await removeEmptyMonths(ctx, target, group)
    return written
  })
}

/** For days that hold nothing yet: no comparison, and the rollup moves once for all of them. */
async function putNew(ctx: Context, target: FactTarget, group: DayGroup): Promise<number> {
  const { keys, sums, dayTable } = names(target)
  for (const rows of slices(group.rows))
    await ctx.db.execute(sql`
      insert into ${dayTable} (customer_id, day, ${list([...keys, ...sums])})
      select ${target.customerId}::bigint, day, ${list([...keys, ...sums])}
      from (${incoming(target, group.from, rows)}) as i`)
  for (const rows of slices(monthsOf(group.rows)))
    await ctx.db.execute(addToMonths(target, incoming(target, startOfMonth(group.from), rows)))
  return group.rows.length
}

/** Sums by month and entity, filed under the first of the month. */
function monthsOf(rows: readonly FactRow[]): FactRow[] {
  return sortAndAddUp(rows.map((row) => ({ ...row, day: startOfMonth(row.day) })))
}

function slices(rows: readonly FactRow[]): FactRow[][] {
  const count = Math.ceil(rows.length / STATEMENT_ROWS)
  return Array.from({ length: count }, (_, i) =>
    rows.slice(i * STATEMENT_ROWS, (i + 1) * STATEMENT_ROWS),
  )
}

async function countStored(ctx: Context, target: FactTarget, group: DayGroup): Promise<number> {
  return await count(ctx, sql`select count(*)::int as n from ${storedDays(target, group)} s`)
}

/** Anti-join first: a row that is stored already in the same form is not touched, not even locked. */
function putChanged(target: FactTarget, group: DayGroup, rows: readonly FactRow[]): SQL {
  const { keys, sums, dayTable } = names(target)
  const same = sql.join(
    ['day', ...keys].map((name) => sql`i.${raw(name)} = s.${raw(name)}`),
    sql` and `,
  )
  const differences = sql.join(
    sums.map((name) => sql`i.${raw(name)} - coalesce(s.${raw(name)}, 0) as ${raw(`d_${name}`)}`),
    sql`, `,
  )
  return sql`
    with incoming as materialized (${incoming(target, group.from, rows)}),
    changed as materialized (
      select ${list([...['day', ...keys, ...sums].map((name) => `i.${name}`)])}, ${differences}
      from incoming i left join ${storedDays(target, group)} s on ${same}
      where s.day is null
        or (${list(sums.map((n) => `i.${n}`))}) is distinct from (${list(sums.map((n) => `s.${n}`))})),
    written as (
      insert into ${dayTable} (customer_id, day, ${list([...keys, ...sums])})
      select ${target.customerId}::bigint, ${list(['day', ...keys, ...sums])} from changed
      on conflict (${list(['customer_id', 'day', ...keys])}) do update
      set ${list(sums.map((name) => `${name} = excluded.${name}`))}),
    moved as (${addToMonths(
      target,
      sql`select ${list(['day', ...keys, ...sums.map((name) => `d_${name} as ${name}`)])} from changed`,
    )})
    select count(*)::int as n from changed`
}

async function removeEmptyMonths(ctx: Context, target: FactTarget, group: DayGroup): Promise<void> {
  const { sums, monthTable } = names(target)
  await ctx.db.execute(sql`
    delete from ${monthTable} where customer_id = ${target.customerId}::bigint
      and month between date_trunc('month', ${group.from}::timestamp)::date and ${group.to}::date
      and ${sql.join(
        sums.map((name) => raw(`${name} = 0`)),
        sql` and `,
      )}`)
}

/** What Google no longer returns for these days. */
function removeMissing(target: FactTarget, group: DayGroup): SQL {
  const { keys, sums, dayTable, monthTable } = names(target)
  const matching = (left: string, right: string, columns: readonly string[]) =>
    sql.join(
      columns.map((name) => raw(`${left}.${name} = ${right}.${name}`)),
      sql` and `,
    )
  const lost = list(sums.map((name) => `sum(${name})::bigint as ${name}`))
  return sql`
    with incoming as materialized (${incoming(target, group.from, group.rows)}),
    removed as (
      delete from ${dayTable} s where ${inGroup(target, group, 's')}
        and not exists (select 1 from incoming i where ${matching('i', 's', ['day', ...keys])})
      returning ${list(['day', ...keys, ...sums].map((name) => `s.${name}`))}),
    lost as (
      select date_trunc('month', day::timestamp)::date as month, ${keys.length > 0 ? sql`${list(keys)},` : sql``} ${lost}
      from removed group by ${list(['1', ...keys])}),
    moved as (
      update ${monthTable} m set ${list(sums.map((name) => `${name} = m.${name} - lost.${name}`))}
      from lost where m.customer_id = ${target.customerId}::bigint
        and ${matching('m', 'lost', ['month', ...keys])})
    select count(*)::int as n from removed`
}

function addToMonths(target: FactTarget, differences: SQL): SQL {
  const { keys, sums, monthTable } = names(target)
  const table = `${target.level}_month`
  return sql`
    insert into ${monthTable} (customer_id, month, ${list([...keys, ...sums])})
    select ${target.customerId}::bigint, ${list([
      "date_trunc('month', day::timestamp)::date",
      ...keys,
      ...sums.map((name) => `sum(${name})::bigint`),
    ])}
    from (${differences}) as d group by ${list(['2', ...keys])}
    on conflict (${list(['customer_id', 'month', ...keys])}) do update
    set ${list(sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`))}`
}

/** Rows as a table, one array parameter per column: far fewer values than one per cell. */
function incoming(target: FactTarget, base: Day, rows: readonly FactRow[]): SQL {
  const { keys, sums } = names(target)
  const offsets = new Map<string, number>()
  const columns = [
    arrayOf(rows, (row) => {
      const known = offsets.get(row.day)
      if (known !== undefined) return known
      const offset = dayOffset(base, row.day)
      offsets.set(row.day, offset)
      return offset
    }),
    ...keys.map((_, i) => arrayOf(rows, (row) => row.keys[i] ?? 0)),
    ...sums.map((_, i) => arrayOf(rows, (row) => row.sums[i] ?? 0)),
  ]
  const arrays = columns.map((text, i) => sql`${text}::${raw(i === 0 ? 'int[]' : 'bigint[]')}`)
  return sql`
    select ${base}::date + t.o as day, ${list([...keys, ...sums])}
    from unnest(${sql.join(arrays, sql`, `)}) as t(${list(['o', ...keys, ...sums])})`
}

/** An array literal: both drivers pass text on as it is, and numbers need no quoting. */
function arrayOf(rows: readonly FactRow[], value: (row: FactRow) => number): string {
  return `{${rows.map(value).join(',')}}`
}

function storedDays(target: FactTarget, group: DayGroup): SQL {
  return sql`(select * from ${names(target).dayTable} f where ${inGroup(target, group, 'f')})`
}

function inGroup({ customerId, part }: FactTarget, group: DayGroup, table: string): SQL {
  const own = part ? raw(` and ${table}.${part.column} ${part.zero ? '=' : '<>'} 0`) : sql``
  return sql`${raw(table)}.customer_id = ${customerId}::bigint
    and ${raw(table)}.day between ${group.from}::date and ${group.to}::date${own}`
}

function names({ level }: FactTarget) {
  return {
    keys: keysOf(level) as readonly string[],
    sums: sumsOf(level) as readonly string[],
    dayTable: raw(`${level}_day`),
    monthTable: raw(`${level}_month`),
  }
}

const raw = (text: string) => sql.raw(text)
/** Column names come from the level table, never from outside. */
const list = (columns: readonly string[]) => sql.raw(columns.join(', '))

async function count(ctx: Context, statement: SQL): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(statement)
  return rows[0]?.n ?? 0
}
