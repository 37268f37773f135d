import { eq } from 'drizzle-orm'
import { EFFECT_THRESHOLDS } from '#engine/thresholds/effect.ts'
import type { Context } from '#platform/context.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { sumBoth, type Windows } from './both-windows.ts'
import { type Donor, readEditedDonors } from './edited-donors.ts'
import type { EditedParts } from './edited-parts.ts'
import { inExperiments } from './experiment-campaigns.ts'
import { readHandEdits } from './hand-edits.ts'
import type { MovedTraffic } from './moved-traffic.ts'
import { readsOf } from './reads-of.ts'
import { shortName } from './small-edits.ts'
import { budgetName, readTouched } from './touched-campaigns.ts'

export type Kind = { level: 'ad_group' | 'campaign'; key: 'ad_group_id' | 'campaign_id' }

/** More controls than this add nothing but time. */
const MOST_CONTROLS = 40

type DonorsQuestion = Kind & {
  windows: Windows
  campaignIds: readonly string[]
  /** Resource names of all that is being judged, of which the changed ones may be a part. */
  ownResources: readonly string[]
  moved: MovedTraffic
}

/**
 * By id; those of which a part was changed only where there are not enough that were left alone, and those in which others changed more
 * than can be left out only where hardly any are: as they are, for that is how they move by themselves.
 */
export async function readDonors(
  ctx: Context,
  customerId: number,
  { windows, campaignIds, ownResources, moved, ...kind }: DonorsQuestion,
): Promise<Map<number, Donor>> {
  const judged = { campaignIds, ownResources }
  const comparable = await comparableCampaigns(ctx, customerId, judged, windows)
  const independent = comparable.filter(({ id }) => !moved.campaignIds.includes(id))
  const { whole = [], part = [] } = Object.groupBy(independent, ({ parts, isWide }) =>
    parts || isWide ? 'part' : 'whole',
  )
  const busiest = (some: readonly Comparable[], most: number) =>
    busiestOf(
      ctx,
      { customerId, ...kind },
      { campaignIds: some.map(({ id }) => id), most },
      windows,
    )
  const stepOf = new Map(independent.map(({ id, step }) => [id, step]))
  const alone = await busiest(whole, MOST_CONTROLS)
  const donors = new Map<number, Donor>(
    alone.map(({ id, campaignId }) => [id, { rows: [], edited: stepOf.get(campaignId)! }]),
  )
  if (alone.length === MOST_CONTROLS) return donors
  const parts = new Map(part.flatMap((one) => (one.parts ? [[String(one.id), one.parts]] : [])))
  const { rows, edited } = await readEditedDonors(ctx, { customerId, parts, windows })
  const known = part.filter(({ id, isWide }) => !isWide && edited.has(String(id)))
  const byId = Map.groupBy(rows, ({ keys }) => Number(keys[kind.key]))
  for (const { id, campaignId } of await busiest(known, MOST_CONTROLS - alone.length))
    donors.set(id, {
      rows: byId.get(id) ?? [],
      edited: edited.get(String(campaignId))! + stepOf.get(campaignId)!,
    })
  const missing = EFFECT_THRESHOLDS.enoughPlacebos.value - donors.size
  const worn = part.filter((one) => one.isByHand && !known.includes(one))
  for (const { id, campaignId } of missing > 0 ? await busiest(worn, missing) : [])
    donors.set(id, { rows: [], edited: stepOf.get(campaignId)! })
  return donors
}

/** Those with most clicks in both windows together. */
async function busiestOf(
  ctx: Context,
  { customerId, level, key }: Kind & { customerId: number },
  { campaignIds, most }: { campaignIds: readonly number[]; most: number },
  windows: Windows,
): Promise<{ id: number; campaignId: number }[]> {
  if (campaignIds.length === 0) return []
  const where = { campaign_id: campaignIds }
  const groupBy = key === 'campaign_id' ? [key] : (['campaign_id', key] as const)
  const rows = await sumBoth(ctx, windows, { customerId, level, groupBy, where })
  const found = new Map<number, { id: number; campaignId: number; clicks: number }>()
  for (const { keys, clicks } of rows) {
    const [id, campaignId] = [Number(keys[key]), Number(keys.campaign_id)]
    found.set(id, { id, campaignId, clicks: (found.get(id)?.clicks ?? 0) + clicks })
  }
  return [...found.values()]
    .sort((one, other) => other.clicks - one.clicks || one.id - other.id)
    .slice(0, most)
}

/**
 * `step`: logarithm of by how much its budget moved a little; `parts`: what was changed of it; `isWide`: something that may be about any
 * part; `isByHand`: nothing of that by a card.
 */
type Comparable = {
  id: number
  step: number
  parts: EditedParts | null
  isWide: boolean
  isByHand: boolean
}

/** Of a type and on no budget that is judged, and changed neither from here nor in Google meanwhile but in a part. */
async function comparableCampaigns(
  ctx: Context,
  customerId: number,
  { campaignIds: changed, ownResources }: Pick<DonorsQuestion, 'campaignIds' | 'ownResources'>,
  { before, after }: Windows,
): Promise<Comparable[]> {
  const all = await readsOf(ctx, customerId)
    .select()
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  const own = all.filter((one) => changed.includes(String(one.campaignId)))
  const during = { from: before.from, to: after.to }
  const { places, wide } = await readHandEdits(ctx, customerId, during)
  const { whole, parts, byHand, steps } = await readTouched(ctx, customerId, during, places)
  const halved = inExperiments(all)
  // However little it moved: what one budget lost another may have got.
  const judged = new Set(ownResources.map(shortName))
  return all
    .filter((one) => !own.includes(one) && !halved.has(one.campaignId))
    .filter((one) => own.some(({ channelType }) => one.channelType === channelType))
    .filter(
      (one) => one.budgetId === null || own.every(({ budgetId }) => one.budgetId !== budgetId),
    )
    .filter((one) => !whole.has(String(one.campaignId)))
    .filter(({ budgetId }) => !whole.has(budgetName(budgetId)) && !judged.has(budgetName(budgetId)))
    .map(({ campaignId, budgetId }) => ({
      id: campaignId,
      step: Math.abs(steps.get(budgetName(budgetId)) ?? 0),
      parts: parts.get(String(campaignId)) ?? null,
      isWide: wide.has(String(campaignId)),
      isByHand: byHand.has(String(campaignId)) || !parts.has(String(campaignId)),
    }))
}
