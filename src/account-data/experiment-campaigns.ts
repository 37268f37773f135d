import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { readsOf } from './reads-of.ts'
import type { SummedRow } from './sums.ts'

type Row = Pick<typeof campaigns.$inferSelect, 'campaignId' | 'experimentType' | 'baseCampaignId'>

/** The second campaign of an experiment: what it shows and spends is its base's, tried in another way. */
export const isCopy = ({ experimentType }: Pick<Row, 'experimentType'>) =>
  experimentType === 'EXPERIMENT' || experimentType === 'DRAFT'

/** Ids of copies and of those that gave them a part of their searches: neither tells what would have been. */
export function inExperiments(rows: readonly Row[]): Set<number> {
  const copies = rows.filter(isCopy)
  return new Set(
    copies.flatMap(({ campaignId, baseCampaignId }) => [campaignId, baseCampaignId ?? 0]),
  )
}

/** Ids of campaigns of which an experiment has a part right now. */
export function triedNow(
  rows: readonly (Row & Pick<typeof campaigns.$inferSelect, 'status' | 'primaryStatus'>)[],
): Set<number> {
  const running = rows.filter(
    ({ experimentType, status, primaryStatus }) =>
      experimentType === 'EXPERIMENT' && status === 'ENABLED' && primaryStatus !== 'ENDED',
  )
  return new Set(running.flatMap(({ baseCampaignId }) => baseCampaignId ?? []))
}

/** Id of a copy → that of its base. */
export type Copies = ReadonlyMap<string, string>

export async function readCopies(ctx: Context, customerId: number): Promise<Copies> {
  const { campaignId, baseCampaignId, experimentType } = campaigns
  const rows = await readsOf(ctx, customerId)
    .select({ campaignId, baseCampaignId })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.customerId, customerId),
        eq(experimentType, 'EXPERIMENT'),
        isNotNull(baseCampaignId),
      ),
    )
  return new Map(rows.map((row) => [String(row.campaignId), String(row.baseCampaignId)]))
}

/** Sums by campaign in which the base has its copies' as well: together they are what its searches brought. */
export function withCopies<Sums extends SummedRow>(rows: readonly Sums[], copies: Copies): Sums[] {
  if (copies.size === 0) return [...rows]
  const all = new Map<string, Sums>()
  for (const row of rows) {
    const id = String(row.keys.campaign_id)
    const keys = { ...row.keys, campaign_id: copies.get(id) ?? id }
    const known = all.get(Object.values(keys).join(' '))
    all.set(Object.values(keys).join(' '), known ? added(known, row) : { ...row, keys })
  }
  return [...all.values()]
}

function added<Sums extends SummedRow>(one: Sums, other: Sums): Sums {
  const sums = Object.entries(one).map(([name, value]) => {
    const more = other[name as keyof Sums]
    return [name, typeof value === 'number' && typeof more === 'number' ? value + more : value]
  })
  return Object.fromEntries(sums) as Sums
}
