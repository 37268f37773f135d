import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { chanceDearer, lostShare } from './campaign-evidence.ts'

/** One budget that runs out and is used by campaigns that should not compete for it. */
export type SharedBudget = {
  budgetId: string
  campaigns: CampaignFacts<never>[]
  reason: 'channel' | 'brand' | 'cost'
  probability: number
}

export function unlikeSharedBudgets(snapshot: AccountSnapshot, context: Context): SharedBudget[] {
  const shared = snapshot.campaigns.filter(
    ({ status, budgetShared, budgetId }) => status === 'ENABLED' && budgetShared && budgetId,
  )
  const groups = Map.groupBy(shared, ({ budgetId }) => budgetId!)
  return [...groups].flatMap(([budgetId, campaigns]) => {
    const isTight = campaigns.some(
      (campaign) => lostShare(campaign, 'budget').atLeast >= THRESHOLDS.budgetLostShare.value,
    )
    if (campaigns.length < 2 || !isTight) return []
    const found = differenceOf(campaigns, snapshot, context)
    return found ? [{ budgetId, campaigns, ...found }] : []
  })
}

function differenceOf(
  campaigns: readonly CampaignFacts<never>[],
  snapshot: AccountSnapshot,
  context: Context,
): Pick<SharedBudget, 'reason' | 'probability'> | null {
  const sure = THRESHOLDS.mostCertain.value
  const channels = new Set(campaigns.map(({ channelType }) => channelType))
  if (channels.size > 1) return { reason: 'channel', probability: sure }
  const brands = campaigns.filter(isBrandCampaign).length
  if (brands > 0 && brands < campaigns.length) return { reason: 'brand', probability: sure }
  const counted = withKnown(snapshot, ['campaign'], COUNTED)
  if (context.measurement.blocked || !counted) return null
  const own = counted.campaigns.filter((one) => campaigns.includes(one))
  const { sharedRatio, sharedProbability } = THRESHOLDS
  const pairs = own.flatMap((a) =>
    own.map((b) => chanceDearer(context, a.sums, b.sums, sharedRatio.value)),
  )
  const probability = Math.max(...pairs)
  return probability >= sharedProbability.value ? { reason: 'cost', probability } : null
}
