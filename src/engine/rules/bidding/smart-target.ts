import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { valuedOf } from '../../account/reported-values.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { isWithoutValue } from '../../account/without-value.ts'
import { spendsItsBudget } from './bid-room.ts'
import { knownConversions } from './campaign-evidence.ts'

/** What an experiment with Smart Bidding begins with; a target is what is reached now, `null` where it needs none or none is known. */
export type SmartAim =
  | { by: 'conversions'; targetMicros: number | null }
  | { by: 'value'; targetRoas: number | null }

/**
 * Without a target it spends the whole budget, which is far more where bids hold the spend down: a high ceiling is usual by hand.
 * A shared budget would be taken from the others.
 */
export function smartAimOf(
  campaign: CampaignFacts,
  snapshot: AccountSnapshot,
  context: Context,
): SmartAim {
  const { sums, budgetShared } = campaign
  const isFree = spendsItsBudget(campaign, snapshot, context) && !budgetShared
  if (!bidsByValue(campaign, context)) {
    const conversions = knownConversions(context, sums)
    const paid = conversions > 0 && sums.costMicros > 0 ? sums.costMicros / conversions : null
    return { by: 'conversions', targetMicros: isFree ? null : paid }
  }
  const known = valuedOf(sums)
  const { valueKnownShare } = context.measurement
  const isKnown = known !== null && !isWithoutValue(known) && valueKnownShare > 0
  const reached = isKnown ? ratio(known.valueMicros / valueKnownShare, sums.costMicros) : 0
  return { by: 'value', targetRoas: isFree || reached <= 0 ? null : reached }
}

/** Shopping has no bidding for the number of conversions; elsewhere amounts must tell them apart, and be no points. */
function bidsByValue({ id, channelType, sums }: CampaignFacts, context: Context): boolean {
  if (channelType === 'SHOPPING') return true
  const { values } = context
  const known = valuedOf(sums)
  if (!values || values.areScores || !known || isWithoutValue(known)) return false
  return context.saidOf(id)?.origin !== 'value'
}
