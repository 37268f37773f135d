import { MICROS } from '#shared/metrics.ts'
import { isSmartBidding, isValueBidding } from '../../account/bidding-strategy.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { goesOn } from '../../account/ended-campaigns.ts'
import { hasStrategy, type WithStrategy } from '../../account/known-settings.ts'
import { addUp } from '../../account/measurement.ts'
import type { ReportedValues, Valued } from '../../account/reported-values.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { normalCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { knownConversions } from './campaign-evidence.ts'
import { ownMonthFactor } from './campaign-exposure.ts'
import type { ValuedGroup, ValuesApart } from './value-bidding-words.ts'
import * as words from './value-bidding-words.ts'

/** Campaigns that bid for the number of conversions, although those of one ad group bring far more than those of another. */
export const valueBidding = defineRule({
  name: 'value-bidding',
  title: 'Puja por valor',
  category: 'bids',
  place: 105,
  needs: {
    conversions: 'now',
    days: 30,
    levels: ['campaign', 'keyword'],
    columns: ['valueMicros'],
    settings: ['biddingStrategyType'],
  },
  run,
  words,
})

type Snapshot = AccountSnapshot<'campaign' | 'keyword', Valued>
type Campaign = Snapshot['campaigns'][number] & WithStrategy

function run(snapshot: Snapshot, context: Context): RuleResult {
  const { values } = context
  if (!values) return { findings: [], silence: words.NO_VALUES }
  const own = snapshot.campaigns.filter((campaign) => bidsForNumbers(campaign, snapshot, context))
  if (own.length === 0) return { findings: [], silence: words.NONE_BY_NUMBERS }
  const found = own.flatMap((campaign) => apartIn(snapshot, context, values, campaign))
  return {
    findings: found.map((one) => findingOf(context, one)),
    silence: found.length > 0 ? null : words.ALIKE,
  }
}

/** Where its owner has said what one of its conversions is worth, nothing is told apart. */
function bidsForNumbers(
  campaign: Snapshot['campaigns'][number],
  snapshot: Snapshot,
  context: Context,
): campaign is Campaign {
  return (
    hasStrategy(campaign) &&
    campaign.status === 'ENABLED' &&
    goesOn(context, campaign.id) &&
    isSmartBidding(campaign) &&
    !isValueBidding(campaign) &&
    !isBrandCampaign(campaign) &&
    context.saidOf(campaign.id)?.origin !== 'value' &&
    knownConversions(context, campaign.sums) * ownMonthFactor(campaign, snapshot, context) >=
      THRESHOLDS.smartConversions.value
  )
}

/** The dearest and the cheapest ad group by what a conversion surely brings, where the one is twice the other. */
function apartIn(
  { keywords }: Snapshot,
  context: Context,
  values: ReportedValues,
  campaign: Campaign,
): ValuesApart[] {
  const own = keywords.filter(({ campaignId }) => campaignId === campaign.id)
  const groups = [...Map.groupBy(own, ({ adGroupId }) => adGroupId)]
    .map(([adGroupId, rows]) => ({ adGroupId, sums: addUp(rows.map(({ sums }) => sums)) }))
    .filter(({ sums }) => isTelling(sums.conversionsMicros, campaign.sums.conversionsMicros))
    .map(({ adGroupId, sums }): ValuedGroup => {
      const name = context.adGroups.get(adGroupId)?.name ?? ''
      return { name, sums, belief: values.ofPart(campaign, sums) }
    })
    .sort((a, b) => b.belief.ln - a.belief.ln || (a.name < b.name ? -1 : 1))
  const [dear, cheap] = [groups[0], groups.at(-1)]
  if (!dear || !cheap || dear === cheap) return []
  const apart = dear.belief.ln - cheap.belief.ln - Math.log(THRESHOLDS.valuesApart.value)
  const probability = normalCdf(apart / Math.hypot(dear.belief.sd, cheap.belief.sd))
  if (probability < THRESHOLDS.enoughProbability.value) return []
  return [{ campaign, groups, dear, cheap, probability }]
}

function isTelling(conversionsMicros: number, ofCampaign: number): boolean {
  const { valueConversions, valuesApartShare } = THRESHOLDS
  return (
    conversionsMicros >= valueConversions.value * MICROS &&
    conversionsMicros >= valuesApartShare.value * ofCampaign
  )
}

function findingOf(context: Context, one: ValuesApart): Finding {
  const { campaign, probability } = one
  return setupFinding(
    {
      campaignId: campaign.id,
      probability,
      priority: 'medium',
      acts: [`campaign:${campaign.id}:bidding`],
    },
    words.valuesApartTexts(context, one),
  )
}
