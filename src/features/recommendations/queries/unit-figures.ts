import { eq } from 'drizzle-orm'
import { sumLevel } from '#account-data/sums.ts'
import { negativeBlocks } from '#engine/account/matches.ts'
import { tokensOf } from '#engine/account/terms.ts'
import type { ValuedSums } from '#engine/effect/valued-units.ts'
import type { Context } from '#platform/context.ts'
import { campaigns, searchTerms } from '#platform/db/schema/entities.ts'
import type { AppliedHalves, ChangeUnit } from '#shared/applied-halves.ts'
import type { DayRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'

/** Of each unit, by its key, the sums of each window; searches wherever among these campaigns they went. */
export async function readUnitFigures(
  ctx: Context,
  customerId: number,
  { units, campaignIds }: Pick<AppliedHalves, 'units' | 'campaignIds'>,
  windows: readonly DayRange[],
): Promise<Map<string, ValuedSums[]>> {
  const owners = await ownersOf(ctx, customerId, units)
  const figures = new Map(units.map(({ key }) => [key, windows.map(nothing)]))
  const level = units[0]?.place.level
  if (!level || owners.size === 0) return figures
  const { table, column } = TABLES[level]
  for (const [at, window] of windows.entries())
    for (const ids of inBatches([...owners.keys()])) {
      const where = { [column]: ids, ...(campaignIds && { campaign_id: campaignIds }) }
      const question = { customerId, level: table, groupBy: [column], where, ...window }
      for (const row of await sumLevel(ctx, question)) {
        const sums = figures.get(owners.get(Number(row.keys[column]))!)![at]!
        sums.clicks += row.clicks
        sums.costMicros += row.costMicros
        sums.conversions += row.conversionsMicros / MICROS
        sums.value += row.valueMicros / MICROS
      }
    }
  return figures
}

/** PostgreSQL takes 65,535 parameters of a statement, and a window is asked for in up to three parts. */
const MOST_ASKED = 5_000

function inBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / MOST_ASKED) }, (_, i) =>
    all.slice(i * MOST_ASKED, (i + 1) * MOST_ASKED),
  )
}

const nothing = (): ValuedSums => ({ clicks: 0, costMicros: 0, conversions: 0, value: 0 })

const TABLES = {
  term: { table: 'search_term', column: 'term_id' },
  ad_group: { table: 'ad_group', column: 'ad_group_id' },
  campaign: { table: 'campaign', column: 'campaign_id' },
  budget: { table: 'campaign', column: 'campaign_id' },
} as const

/** Ids of rows of facts → the key of the unit that they count for. */
async function ownersOf(
  ctx: Context,
  customerId: number,
  units: readonly ChangeUnit[],
): Promise<Map<number, string>> {
  const idsOf = new Map(
    units.flatMap(({ key, place }) => (place.level === 'term' ? [] : [[Number(place.id), key]])),
  )
  const level = units[0]?.place.level
  if (level === 'term') return await termOwners(ctx, customerId, units)
  if (level !== 'budget') return idsOf
  const rows = await ctx.db.select().from(campaigns).where(eq(campaigns.customerId, customerId))
  return new Map(
    rows.flatMap(({ campaignId, budgetId }) => {
      const key = idsOf.get(budgetId ?? -1)
      return key ? [[campaignId, key]] : []
    }),
  )
}

/** A search that two of them would take counts for the first. */
async function termOwners(ctx: Context, customerId: number, units: readonly ChangeUnit[]) {
  const asked = units.flatMap(({ key, place }) =>
    place.level === 'term' ? place.texts.map((one) => ({ ...one, key })) : [],
  )
  const byWord = Map.groupBy(asked, ({ text }) => tokensOf(text)[0] ?? '')
  const { termId, text } = searchTerms
  const terms = await ctx.db
    .selectDistinct({ termId, text })
    .from(searchTerms)
    .where(eq(searchTerms.customerId, customerId))
  const owners = new Map<number, string>()
  for (const term of terms) {
    const candidates = tokensOf(term.text).flatMap((word) => byWord.get(word) ?? [])
    const owner = candidates.find((one) => negativeBlocks(one, term.text))
    if (owner) owners.set(term.termId, owner.key)
  }
  return owners
}
