import type { Context, Target } from '../../account/context.ts'
import { valuedOf } from '../../account/reported-values.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { timesWorth } from '../../account/targets.ts'

type Judged = { campaign: CampaignFacts; target: Target }

/**
 * A target CPA is the part of a conversion's value that its owner pays for it, and where nothing is said the whole value
 * counts: money would always move away from campaigns with a target. The others are then held to the least return that a
 * target asks for, as they are to the least target ROAS of the account.
 */
export function onOneScale<Part extends Judged>(parts: readonly Part[], context: Context): Part[] {
  const asked = parts.filter(({ target }) => target.origin === 'campaign')
  const returns = asked.flatMap(({ campaign, target }) => {
    const sums = valuedOf(campaign.sums)
    return sums && context.values
      ? [Math.exp(context.values.ofCampaign({ sums }).ln) / target.micros]
      : []
  })
  if (returns.length === 0) return [...parts]
  const least = Math.max(1, Math.min(...returns))
  return parts.map((part) =>
    part.target.origin === 'reported'
      ? { ...part, target: timesWorth(part.target, 1 / least) }
      : part,
  )
}
