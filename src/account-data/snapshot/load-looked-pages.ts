import { and, eq, gte, sql } from 'drizzle-orm'
import type { AccountInventory, LookedPage } from '#engine/account/inventory.ts'
import type { Context } from '#platform/context.ts'
import { ads } from '#platform/db/schema/entities.ts'
import { lookedPages } from '#platform/db/schema/pages.ts'
import { brokenWay, CONFIRMED_AFTER_MS } from '#shared/broken-page.ts'
import { type Day, dayInZone, wallClockInZone } from '#shared/dates.ts'
import { pageAddress } from '#shared/page-address.ts'
import { accountById } from '../owned-account.ts'
import { readsOf } from '../reads-of.ts'

/** What was seen before says nothing of the page as it is. */
const STALE_AFTER_MS = 3 * 86_400_000

type Row = typeof lookedPages.$inferSelect

/** The part of the inventory where any page was opened of late, and nothing where none was. */
export async function loadLookedPages(
  ctx: Context,
  customerId: number,
): Promise<Pick<AccountInventory, 'lookedPages'>> {
  const freshFrom = new Date(ctx.clock.now().getTime() - STALE_AFTER_MS)
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(lookedPages)
    .where(and(eq(lookedPages.customerId, customerId), gte(lookedPages.lookedAt, freshFrom)))
  if (rows.length === 0) return {}
  const { timeZone = 'UTC' } = (await accountById(ctx, customerId)) ?? {}
  const selling = await sellingSince(ctx, customerId, brokenDays(rows, timeZone))
  return { lookedPages: rows.map((row) => pageOf(row, timeZone, selling)) }
}

function pageOf(row: Row, timeZone: string, selling: ReadonlySet<string>): LookedPage {
  const { address, endedAt, title, headings, lookedAt, brokenSince, status } = row
  const way = brokenWay(row)
  const isConfirmed =
    brokenSince !== null && lookedAt.getTime() - brokenSince.getTime() >= CONFIRMED_AFTER_MS
  const isDead = way !== null && isConfirmed && !selling.has(address)
  return {
    address,
    lookedAt: wallClockInZone(lookedAt, timeZone),
    ...(isDead && { broken: { way, since: dayInZone(brokenSince, timeZone) } }),
    isFine: way === null && status !== null && status >= 200 && status < 300,
    endedAt,
    title,
    headings,
  }
}

function brokenDays(rows: readonly Row[], timeZone: string): Map<string, Day> {
  return new Map(
    rows.flatMap(({ address, brokenSince }) =>
      brokenSince ? [[address, dayInZone(brokenSince, timeZone)] as const] : [],
    ),
  )
}

/** Pages whose ads sold on days after they were found broken: people reach them, and only our look does not. */
async function sellingSince(
  ctx: Context,
  customerId: number,
  broken: ReadonlyMap<string, Day>,
): Promise<Set<string>> {
  const selling = new Set<string>()
  const [first] = [...broken.values()].toSorted()
  if (first === undefined) return selling
  const { rows } = await readsOf(ctx, customerId).execute<{ urls: string[]; day: string }>(sql`
    select a.final_urls as urls, max(d.day)::text as day from ad_day d
    join ${ads} a on a.customer_id = d.customer_id and a.ad_group_id = d.ad_group_id and a.ad_id = d.ad_id
    where d.customer_id = ${customerId} and d.day > ${first} and d.conversions_micros > 0
    group by a.customer_id, a.ad_group_id, a.ad_id`)
  for (const { urls, day } of rows) {
    const address = urls[0] === undefined ? null : pageAddress(urls[0])
    const since = address === null ? undefined : broken.get(address)
    if (address !== null && since !== undefined && day > since) selling.add(address)
  }
  return selling
}
