import { eq } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { sumShares } from '#account-data/sums.ts'
import type { Operation } from '#changes/operations.ts'
import type { ArmSums, UnitNoise } from '#engine/effect/halves-effect.ts'
import type { CountedSales } from '#engine/effect/sold-by-value.ts'
import { unitNoiseOf } from '#engine/effect/unit-noise.ts'
import { countedUnits } from '#engine/effect/valued-units.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { EFFECT_THRESHOLDS } from '#engine/thresholds/effect.ts'
import type { Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import type { AppliedHalves } from '#shared/applied-halves.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { operationsInHalves, type TakenApart, unitsOf } from '../rules/change-units.ts'
import { drawCard } from '../rules/draw-card.ts'
import { readUnitFigures } from './unit-figures.ts'

export type HalvesPlan = {
  halves: AppliedHalves
  /** Places of the card's operations. */
  first: number[]
  second: number[]
  isStopped: boolean
  /** By unit: the last window that is known, counted as it will be judged. */
  past: ReadonlyMap<string, ArmSums>
  noise: UnitNoise
}

/** How a card would be applied to one half first, by what its parts did in the last weeks; or why not, in Spanish. */
export async function planHalves(
  ctx: Context,
  account: Account,
  card: { body: Analysed; operations: readonly Operation[]; sales?: CountedSales },
  seed: string,
): Promise<HalvesPlan | { refusal: string }> {
  const apart = unitsOf(card.operations)
  if (!apart || account.granularity !== 'day' || !account.dataTo) return { refusal: TOGETHER }
  const campaignIds = await comparableCampaigns(ctx, account, apart)
  if (campaignIds?.length === 0) return { refusal: SAME_MONEY }
  const { earlier, before } = pastWindows(account.dataTo)
  const asked = { units: apart.units, campaignIds }
  const figures = await readUnitFigures(ctx, account.customerId, asked, [earlier, before])
  const past = new Map([...figures].map(([key, [, last]]) => [key, last!]))
  const budgetOf = await budgetsOfCampaigns(ctx, account.customerId)
  const { halves, refusal } = drawCard(asked, { past, budgetOf }, seed)
  if (!halves) return { refusal }
  const judged = countedUnits(figures, { sales: card.sales ?? 'by-number', known: 2 }).figures
  const noise = unitNoiseOf(
    [...judged.values()].map(([one, other]) => ({ earlier: one!, before: other! })),
  )
  return {
    halves,
    ...operationsInHalves(halves, apart.common),
    isStopped: apart.isStopped,
    past: new Map([...judged].map(([key, [, last]]) => [key, last!])),
    noise,
  }
}

const TOGETHER = 'Sus pasos van juntos: no se puede hacer primero en una mitad.'
const SAME_MONEY =
  'El presupuesto de todas las campañas se agota: lo que dejara una mitad lo gastaría la otra, y no se podrían comparar.'

async function budgetsOfCampaigns(ctx: Context, customerId: number): Promise<Map<string, string>> {
  const { campaignId, budgetId } = campaigns
  const rows = await ctx.db
    .select({ campaignId, budgetId })
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  return new Map(
    rows.flatMap((row) =>
      row.budgetId === null ? [] : [[String(row.campaignId), `budget ${row.budgetId}`]],
    ),
  )
}

function pastWindows(dataTo: Day) {
  const days = EFFECT_THRESHOLDS.windowDays.value
  return {
    earlier: { from: addDays(dataTo, 1 - 2 * days), to: addDays(dataTo, -days) },
    before: { from: addDays(dataTo, 1 - days), to: dataTo },
  }
}

/** Of the impressions that were to be had, lost for want of money: above it what one unit leaves another takes. */
const LOST_TO_BUDGET = 0.05

/** Ids; null where whole campaigns are compared, for which their money is their own. */
async function comparableCampaigns(
  ctx: Context,
  { customerId, dataTo }: Account,
  { units }: TakenApart,
): Promise<number[] | null> {
  const level = units[0]?.place.level
  if (level === 'campaign' || level === 'budget' || !dataTo) return null
  const rows = await sumShares(ctx, {
    customerId,
    level: 'campaign',
    groupBy: ['campaign_id'],
    ...pastWindows(dataTo).before,
  })
  return rows
    .filter(({ eligible, lostToBudget }) => lostToBudget <= LOST_TO_BUDGET * eligible)
    .map(({ keys }) => Number(keys.campaign_id))
}
