import { setImmediate } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { forgetKeptSums } from '#account-data/kept-sums.ts'
import { lockAccount } from '#account-data/lock-account.ts'
import type { Context } from '#platform/context.ts'
import { copyDays } from '#platform/db/copy-days.ts'
import { KEPT_LEVEL, keysOf, sumsOf } from '#platform/db/levels.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { type Day, type DayRange, eachDay, startOfMonth } from '#shared/dates.ts'
import { inLevelPart } from '../queries/in-level-part.ts'
import { storedPrints } from '../queries/stored-prints.ts'
import type { DayGroup } from '../rules/day-groups.ts'
import { type EntityRange, entityParts } from '../rules/entity-parts.ts'
import { addUpMonths, dayOffset, type FactRow } from '../rules/fact-row.ts'
import { printDays, unlikeStored } from '../rules/row-prints.ts'
import {
  claimDays,
  type DayClaim,
  forgetPrints,
  keepPrints,
  type PrintedPart,
} from './day-prints.ts'

const STATEMENT_ROWS = 5_000
/** Of days that hold nothing yet, which are not compared: each statement more is a wait behind what the sync reads meanwhile. */
const NEW_STATEMENT_ROWS = 50_000
/** PGlite serves no other while a transaction is open: one of so many rows takes some 60 ms of it. */
const PGLITE_PART_ROWS = 2_500

/** Fewer are compared sooner than their prints are fetched. */
const PRINTED_ROWS = 1_000

export type FactTarget = PrintedPart

type Options = {
  /** Written before the first of the rows. */
  alongside?: (ctx: Context) => Promise<void>
  /** At least so many rows a transaction. */
  partRows?: number
  /** From so many rows on, prints are kept of them. */
  printedRows?: number
}

type Place = DayRange & EntityRange

/** Rows of some entities, all of their days in the group; with `only` there are others of these days besides. */
type Part = DayGroup & EntityRange & { only?: boolean }

/** How many rows were changed or removed, and how many of them added. */
type Written = { rows: number; added: number }
type Parts = { claim: DayClaim | null; partRows: number; alongside?: Options['alongside'] }

/**
 * Makes the daily table hold exactly the group's rows for the group's days, in one transaction with the
 * monthly rollup, which moves by the difference; on PGlite in several, each with whole entities. Rows that did not change
 * are not written, and where prints tell which they are, not even sent. Returns how many rows were written or removed.
 */
export async function writeFacts(
  ctx: Context,
  target: FactTarget,
  group: DayGroup,
  { alongside, partRows = partRowsOf(ctx), printedRows = PRINTED_ROWS }: Options = {},
): Promise<number> {
  // Days that are written for the first time are seldom told again.
  if (group.rows.length < printedRows || !(await isStored(ctx, target, group)))
    return (await writeParts(ctx, target, group, { claim: null, partRows, alongside })).rows
  const claim = await claimDays(ctx, target, group)
  const days = eachDay(group.from, group.to).filter((day) => !claim.stored.has(day))
  const asked = storedPrints(ctx, target, { days, rows: group.rows.length })
  // On its way, the database makes its prints while ours are made.
  await setImmediate()
  const printed = printDays(group)
  const unlike = unlikeStored(printed, new Map([...claim.stored, ...(await asked)]))
  const some = { ...group, rows: unlike.rows, only: true }
  const put = await writeParts(ctx, target, some, { claim, partRows, alongside })
  if (unlike.stored + put.added === group.rows.length) {
    await keepPrints(ctx, target, claim, printed)
    return put.rows
  }
  // What is no longer told is found by comparing all.
  const all = await writeParts(ctx, target, group, { claim, partRows })
  await keepPrints(ctx, target, { ...claim, checkedAt: ctx.clock.now() }, printed)
  return put.rows + all.rows
}

async function isStored(ctx: Context, target: FactTarget, days: DayRange): Promise<boolean> {
  const { rows } = await ctx.db.execute(sql`
    select 1 from ${storedDays(target, { ...days, after: null, upTo: null })} s limit 1`)
  return rows.length > 0
}

async function writeParts(
  ctx: Context,
  target: FactTarget,
  group: DayGroup & { only?: boolean },
  { claim, partRows, alongside }: Parts,
): Promise<Written> {
  const parts = entityParts(group.rows, partRows).map((part) => ({ ...group, ...part }))
  const written: Written = { rows: 0, added: 0 }
  // Where there is one part it is written in its transaction, under the lock; where there are more nothing waits for a lock.
  const isOne = parts.length === 1
  if (!isOne) await alongside?.(ctx)
  for (const part of parts) {
    const { rows, added } = await writePart(ctx, target, part, claim, isOne && alongside)
    written.rows += rows
    written.added += added
  }
  return written
}

function partRowsOf(ctx: Context): number {
  return ctx.storage.engine === 'pglite' ? PGLITE_PART_ROWS : Number.POSITIVE_INFINITY
}

async function writePart(
  ctx: Context,
  target: FactTarget,
  part: Part,
  claim: DayClaim | null,
  alongside: Options['alongside'] | false,
): Promise<Written> {
  return await inTransaction(ctx, async (ctx) => {
    // Two writers of one account would both add the same difference to the rollup.
    await lockAccount(ctx, target.customerId)
    if (alongside) await alongside(ctx)
    await forgetPrints(ctx, target, part, claim)
    const written = part.only
      ? await putRows(ctx, target, part)
      : await makeEqual(ctx, target, part)
    if (written.rows > 0 && target.level === KEPT_LEVEL)
      await forgetKeptSums(ctx, target.customerId, part)
    return written
  })
}

async function putRows(ctx: Context, target: FactTarget, part: Part): Promise<Written> {
  const written: Written = { rows: 0, added: 0 }
  for (const rows of slices(part.rows)) {
    const statement = putChanged(target, { ...part, ...daysOf(rows) }, rows)
    const { rows: put } = await ctx.db.execute<{ changed: number; added: number }>(statement)
    written.rows += put[0]?.changed ?? 0
    written.added += put[0]?.added ?? 0
  }
  return written
}

async function makeEqual(ctx: Context, target: FactTarget, part: Part): Promise<Written> {
  const found = await countStored(ctx, target, part)
  if (found === 0) {
    const rows = await putNew(ctx, target, part)
    return { rows, added: rows }
  }
  const put = await putRows(ctx, target, part)
  if (found + put.added === part.rows.length) return put
  const removed = await count(ctx, removeMissing(target, part))
  await removeEmptyMonths(ctx, target, part)
  return { ...put, rows: put.rows + removed }
}

/** For days that hold nothing yet: no comparison, and the rollup moves once for all of them. */
async function putNew(ctx: Context, target: FactTarget, part: Part): Promise<number> {
  for (const rows of slices(part.rows, NEW_STATEMENT_ROWS)) await copyDays(ctx, target, rows)
  for (const rows of slices(addUpMonths(part.rows)))
    await ctx.db.execute(putMonths(target, incoming(target, startOfMonth(part.from), rows)))
  return part.rows.length
}

function slices(rows: readonly FactRow[], size = STATEMENT_ROWS): FactRow[][] {
  const count = Math.ceil(rows.length / size)
  return Array.from({ length: count }, (_, i) => rows.slice(i * size, (i + 1) * size))
}

/** Compared with the rest of the group, each statement would read all of it. */
function daysOf(rows: readonly FactRow[]): DayRange {
  let [from, to] = [rows[0]?.day ?? '', '']
  for (const { day } of rows) {
    if (day < from) from = day
    if (day > to) to = day
  }
  return { from, to }
}

async function countStored(ctx: Context, target: FactTarget, part: Part): Promise<number> {
  return await count(ctx, sql`select count(*)::int as n from ${storedDays(target, part)} s`)
}

/** Anti-join first: a row that is stored already in the same form is not touched, not even locked. */
function putChanged(target: FactTarget, part: Part, rows: readonly FactRow[]): SQL {
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
    with incoming as materialized (${incoming(target, part.from, rows)}),
    changed as materialized (
      select ${list([...['day', ...keys, ...sums].map((name) => `i.${name}`)])}, ${differences}, s.day is null as is_new
      from incoming i left join ${storedDays(target, part)} s on ${same}
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
    select count(*)::int as changed, (count(*) filter (where is_new))::int as added from changed`
}

async function removeEmptyMonths(ctx: Context, target: FactTarget, part: Part): Promise<void> {
  const { sums, monthTable } = names(target)
  await ctx.db.execute(sql`
    delete from ${monthTable} where customer_id = ${target.customerId}::bigint
      and month between date_trunc('month', ${part.from}::timestamp)::date and ${part.to}::date
      and ${sql.join(
        sums.map((name) => raw(`${name} = 0`)),
        sql` and `,
      )}`)
}

/** What Google no longer returns for these days. */
function removeMissing(target: FactTarget, part: Part): SQL {
  const { keys, sums, dayTable, monthTable } = names(target)
  const matching = (left: string, right: string, columns: readonly string[]) =>
    sql.join(
      columns.map((name) => raw(`${left}.${name} = ${right}.${name}`)),
      sql` and `,
    )
  const lost = list(sums.map((name) => `sum(${name})::bigint as ${name}`))
  return sql`
    with incoming as materialized (${incoming(target, part.from, part.rows)}),
    removed as (
      delete from ${dayTable} s where ${inPart(target, part, 's')}
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
  const { keys, sums } = names(target)
  const month = "date_trunc('month', day::timestamp)::date"
  return putMonths(
    target,
    sql`
    select ${list([`${month} as day`, ...keys, ...sums.map((name) => `sum(${name})::bigint as ${name}`)])}
    from (${differences}) as d group by ${list([month, ...keys])}`,
  )
}

/** Of rows of which there is one for a month and entity, filed under the month's first day. */
function putMonths(target: FactTarget, differences: SQL): SQL {
  const { keys, sums, monthTable } = names(target)
  const table = `${target.level}_month`
  return sql`
    insert into ${monthTable} (customer_id, month, ${list([...keys, ...sums])})
    select ${target.customerId}::bigint, ${list(['day', ...keys, ...sums])} from (${differences}) as m
    on conflict (${list(['customer_id', 'month', ...keys])}) do update
    set ${list(sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`))}`
}

/**
 * Rows as a table, one array parameter per column: far fewer values than one per cell. Cells are looked up by their place:
 * `unnest` would write each column to a store of its own and read all of them side by side.
 */
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
  const cells = columns.map((text, i) => sql`(${text}::${raw(i === 0 ? 'int[]' : 'bigint[]')})[i]`)
  const [offset, ...others] = cells
  const named = [...keys, ...sums].map((name, i) => sql`${others[i]} as ${raw(name)}`)
  return sql`
    select ${sql.join([sql`${base}::date + ${offset} as day`, ...named], sql`, `)}
    from generate_series(1, ${rows.length}::int) i`
}

/** An array literal: both drivers pass text on as it is, and numbers need no quoting. */
function arrayOf(rows: readonly FactRow[], value: (row: FactRow) => number): string {
  return `{${rows.map(value).join(',')}}`
}

function storedDays(target: FactTarget, part: Place): SQL {
  return sql`(select * from ${names(target).dayTable} f where ${inPart(target, part, 'f')})`
}

function inPart(target: FactTarget, part: Place, table: string): SQL {
  const { customerId, part: side } = target
  const own = inLevelPart(side, table)
  const keys = list(names(target).keys.map((name) => `${table}.${name}`))
  const place = (ids: readonly number[]) => list(ids.map((id) => `${id}::bigint`))
  const after = part.after ? sql` and (${keys}) > (${place(part.after)})` : sql``
  const upTo = part.upTo ? sql` and (${keys}) <= (${place(part.upTo)})` : sql``
  return sql`${raw(table)}.customer_id = ${customerId}::bigint
    and ${raw(table)}.day between ${part.from}::date and ${part.to}::date${own}${after}${upTo}`
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
