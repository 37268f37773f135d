import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { IS_TRIED_AGAIN } from '#platform/job-queue.ts'
import type { VendorHealth } from '../contract/contact.ts'
import { VENDOR_TASKS, vendorState } from '../rules.ts'

const WINDOW_MS = 24 * 3_600_000
/** Asked by everyone and no secret: a minute old will do. */
const KEPT_MS = 60_000

type Counted = { vendor: string; done: number; waiting: number; failed: number; last: Date | null }

/** Remembers its answer for a minute. */
export function vendorHealthReader() {
  let kept: { at: number; vendors: VendorHealth[] } | undefined
  return async (ctx: Context): Promise<VendorHealth[]> => {
    const now = ctx.clock.now().getTime()
    if (!kept || now - kept.at >= KEPT_MS || now < kept.at)
      kept = { at: now, vendors: await readVendorHealth(ctx) }
    return kept.vendors
  }
}

async function readVendorHealth(ctx: Context): Promise<VendorHealth[]> {
  const since = new Date(ctx.clock.now().getTime() - WINDOW_MS).toISOString()
  const kinds = Object.entries(VENDOR_TASKS).flatMap(([vendor, tasks]) =>
    tasks.map((task) => sql`(${vendor}::text, ${task}::text)`),
  )
  const { rows } = await ctx.db.execute<Counted>(sql`
    select named.vendor,
      count(*) filter (where status = 'done')::int as done,
      count(*) filter (where ${IS_TRIED_AGAIN})::int as waiting,
      count(*) filter (where status = 'failed')::int as failed,
      max(finished_at) filter (where status = 'done') as last
    from (values ${sql.join(kinds, sql`, `)}) as named (vendor, kind)
    join jobs on jobs.kind = named.kind
    where coalesce(finished_at, created_at) >= ${since}::timestamptz
    group by named.vendor`)
  return (Object.keys(VENDOR_TASKS) as (keyof typeof VENDOR_TASKS)[]).map((vendor) => {
    const row = rows.find((one) => one.vendor === vendor)
    const counts = { done: row?.done ?? 0, waiting: row?.waiting ?? 0, failed: row?.failed ?? 0 }
    return {
      vendor,
      state: vendorState(counts),
      answeredAt: row?.last ? new Date(row.last).toISOString() : null,
      waiting: counts.waiting,
    }
  })
}
