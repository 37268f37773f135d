import type { Context } from '../../account/context.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { isSupposed } from '../../account/targets.ts'
import type { Finding } from '../../findings/recommendation.ts'
import type { CommonDraws } from '../../statistics/common-draws.ts'
import { drawMixture, type Uniforms } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewOfSearches } from '../../words/shared-texts.ts'
import { netOf } from '../keywords/bid-finding.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { FirstBid, Harvest } from './converting-terms-words.ts'
import * as words from './converting-terms-words.ts'
import { firstBids } from './first-bids.ts'
import { harvestsOf } from './harvests.ts'
import { termFamily } from './search-terms.ts'
import { convertingGroupTexts } from './term-group-words.ts'

/** Queries that convert at a good price and are no keyword yet, by ad group: to add as exact match. */
export const convertingTerms = defineRule({
  name: 'converting-terms',
  title: 'Búsquedas que convierten',
  category: 'keywords',
  needs: { conversions: true, levels: ['searchTerm'] },
  // New keywords begin with the bids that the others set.
  isLast: true,
  effect: 'budget',
  run,
  words,
})

function run(snapshot: AccountSnapshot<'searchTerm'>, context: Context): RuleResult {
  const family = termFamily(snapshot, context)
  const needed = THRESHOLDS.accountConversions.value
  if (family.conversions < needed) {
    return { findings: [], silence: tooFewOfSearches(context, needed, family) }
  }
  const { groups: shown, isLittle } = harvestsOf(snapshot, context)
  const bids = firstBids(snapshot, context, shown.flat())
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: shown.map((group) => findingOf(group, context, byHand, bids)),
    silence: shown.length > 0 ? null : isLittle ? words.LITTLE : words.NOTHING_NEW,
  }
}

function findingOf(
  group: Harvest[],
  context: Context,
  byHand: boolean,
  bids: ReadonlyMap<Harvest, FirstBid>,
): Finding {
  const { adGroupId, term } = group[0]!
  const { id } = term.campaign
  const sure = group.reduce((sum, { probability }) => sum + probability, 0) / group.length
  const isDynamic = context.adGroups.get(adGroupId)?.isDynamic ?? false
  const operations = () => group.map((harvest) => addKeyword(harvest, bids.get(harvest)))
  return {
    identity: [id, adGroupId],
    object: { type: 'adgroup', id: adGroupId },
    campaignId: id,
    adGroupId,
    probability: sure,
    claims: [],
    acts: group.map((harvest) => `adGroup:${adGroupId}:keyword ${harvest.term.text}`),
    hasOwnLeast: true,
    isWorthSupposed: isSupposed(group[0]!.target),
    drawMonthlyNet: (next, common, supposed = 1) => {
      const uplift = supposedUplift(common.uniform())
      const net = group.reduce((sum, one) => sum + netOfAll(one, next, supposed), 0)
      const steps = netOfSteps(next, common, supposed, { group, bids, context })
      return context.monthFactor * uplift * net + steps
    },
    ...(!isDynamic && {
      group: { identity: ['group'], texts: (parts) => convertingGroupTexts(context, parts) },
    }),
    kpi: 'conversions',
    ...(isDynamic
      ? words.dynamicTermTexts(context, group)
      : words.convertingTermTexts(context, group, byHand ? [] : operations(), bids)),
  }
}

/** Of as many clicks again, micros over the window. */
function netOfAll(harvest: Harvest, next: Uniforms, supposed: number): number {
  const { posterior, term, target, otherwise } = harvest
  const worth = target.micros * supposed
  const brought = drawMixture(next, posterior) * term.sums.clicks * worth
  return brought - (otherwise === null ? term.sums.costMicros : otherwise * worth)
}

/** Share of clicks that are added: none where the same searches are served as before, and rather few than many. */
function supposedUplift(u: number): number {
  const { harvestNothing, harvestUpliftMax } = THRESHOLDS
  const some = Math.max(0, u - harvestNothing.value) / (1 - harvestNothing.value)
  return harvestUpliftMax.value * some ** 2
}

/** Of the steps that the bids make, micros per 30 days. */
function netOfSteps(
  next: Uniforms,
  common: CommonDraws,
  worth: number,
  {
    group,
    bids,
    context,
  }: { group: readonly Harvest[]; bids: ReadonlyMap<Harvest, FirstBid>; context: Context },
): number {
  const from = common.at
  return group.reduce((sum, harvest) => {
    const bid = bids.get(harvest)
    if (!bid?.step) return sum
    const { target, term } = harvest
    const one = { ...bid.step, bidMicros: bid.bidMicros, target, campaignId: term.campaign.id }
    common.at = from
    return sum + netOf(next, common, worth, one, context)
  }, 0)
}

function addKeyword({ adGroupId, term: { text } }: Harvest, bid: FirstBid | undefined) {
  return {
    adGroupCriterionOperation: {
      create: {
        adGroup: `customers/{customerId}/adGroups/${adGroupId}`,
        status: 'ENABLED',
        keyword: { text, matchType: 'EXACT' },
        ...(bid && { cpcBidMicros: String(bid.newBidMicros) }),
      },
    },
  }
}
