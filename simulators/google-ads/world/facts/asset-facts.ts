import type { FactRow } from '../../account-source.ts'
import { assetLinkRow } from '../entities/library-rows.ts'
import { mix } from '../random.ts'
import type { AssetLink } from '../structure.ts'
import { addTally, emptyTally, type Tally } from '../tally.ts'
import { campaignTallies } from './campaign-facts.ts'
import { emit, type FactContext } from './fact-context.ts'
import { groupTallies, sampled } from './group-facts.ts'

/** Share of impressions a linked asset is shown with. */
const SHOWN = {
  SITELINK: 0.35,
  CALLOUT: 0.5,
  STRUCTURED_SNIPPET: 0.3,
  AD_IMAGE: 0.25,
  BUSINESS_LOGO: 0.6,
}

export function* assetFacts(context: FactContext, level: AssetLink['level']): Generator<FactRow> {
  const tallies = talliesOf(context, level)
  for (const link of context.book.state.assetLinks.values()) {
    const tally = link.level === level && link.status === 'ENABLED' && tallies.get(link.parentId)
    if (!tally) continue
    const seed = mix(link.assetId, context.traffic.day, link.parentId)
    const part = sampled(tally, SHOWN[link.fieldType], 1, seed)
    if (part.impressions > 0) yield* emit(context, assetLinkRow(context.book, link), part)
  }
}

function talliesOf(context: FactContext, level: AssetLink['level']): Map<number, Tally> {
  const tallies = new Map<number, Tally>()
  if (level === 'ad_group') {
    for (const { group, tally } of groupTallies(context)) tallies.set(group.id, tally)
    return tallies
  }
  const whole = emptyTally()
  const { campaigns } = context.traffic.plan
  for (const [i, tally] of campaignTallies(context).entries()) {
    if (!tally || campaigns[i]?.searchShare === false) continue
    if (level === 'campaign') tallies.set(campaigns[i]?.id ?? 0, tally)
    else addTally(whole, tally)
  }
  if (level === 'customer') tallies.set(0, whole)
  return tallies
}
