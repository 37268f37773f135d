import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AccountSnapshot, SearchTermFacts } from '../../account/snapshot.ts'
import { isSupposed } from '../../account/targets.ts'
import { meaningOf } from '../../account/terms.ts'
import type { Finding } from '../../findings/recommendation.ts'
import type { CommonDraws } from '../../statistics/common-draws.ts'
import { evidenceOf } from '../../statistics/conversion-evidence.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { mixtureCdf, mixtureMean, posterior } from '../../statistics/priors.ts'
import { drawMixture, type Uniforms } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewConversions } from '../../words/shared-texts.ts'
import { netOf } from '../keywords/bid-finding.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { FirstBid, Harvest } from './converting-terms-words.ts'
import * as words from './converting-terms-words.ts'
import { firstBids } from './first-bids.ts'
import { mainAdGroup, priorOfTerm, type Term, type TermFamily, termFamily } from './search-terms.ts'
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
    return { findings: [], silence: tooFewConversions(context, needed, family.conversions) }
  }
  const candidates = onePerMeaning(harvestsOf(snapshot, context, family))
  const accepted = acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
  const groups = [...Map.groupBy(accepted, ({ adGroupId }) => adGroupId).values()]
  const byPlace = Map.groupBy(groups, ([first]) => first!.term.campaign.id)
  const worthy = groups.filter(([first]) =>
    isWorthwhile(byPlace.get(first!.term.campaign.id)!.flat(), context),
  )
  const shown = worthy.map(mostConverting)
  const bids = firstBids(snapshot, context, shown.flat())
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: shown.map((group) => findingOf(group, context, byHand, bids)),
    silence: worthy.length > 0 ? null : groups.length > 0 ? words.LITTLE : words.NOTHING_NEW,
  }
}

function harvestsOf(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  family: TermFamily,
): Harvest[] {
  const known = new Set(
    snapshot.keywords
      .filter(({ status }) => status !== 'REMOVED')
      .map(({ text }) => meaningOf(text)),
  )
  return family.terms.flatMap((term) => {
    const { sums, campaign, rows, text, protection } = term
    if (campaign.channelType !== 'SEARCH' || text === '') return []
    if (sums.conversionsMicros < THRESHOLDS.harvestConversions.value * MICROS) return []
    if (sums.clicks < THRESHOLDS.candidateClicks.value) return []
    if (rows.some(({ status }) => status === 'ADDED') || known.has(meaningOf(text))) return []
    const row = bestRow(term)
    if (!row.adGroupId || context.isNegated(text, row)) return []
    if (protection) return []
    const harvest = judged(term, row, family, context)
    return harvest && harvest.probability >= THRESHOLDS.harvestProbability.value ? [harvest] : []
  })
}

function judged(
  term: Term,
  { adGroupId, criterionId }: SearchTermFacts,
  family: TermFamily,
  context: Context,
): Harvest | null {
  const { sums, campaign, text } = term
  const prior = priorOfTerm(family, term, context)
  const target = context.targetOfPart(
    { campaignId: campaign.id, adGroupId: mainAdGroup(term) },
    sums,
  )
  if (!prior || !target) return null
  const after = posterior(prior, evidenceOf(sums, context.measurement))
  const breakEven = sums.costMicros / sums.clicks / target.micros
  return {
    term,
    adGroupId,
    criterionId,
    target,
    breakEven,
    rate: mixtureMean(after),
    posterior: after,
    probability: 1 - mixtureCdf(after, breakEven),
    key: `${campaign.id} ${text}`,
  }
}

function bestRow({ rows }: Term) {
  return rows.toSorted(
    (a, b) =>
      b.sums.conversionsMicros - a.sums.conversionsMicros || (a.adGroupId < b.adGroupId ? -1 : 1),
  )[0]!
}

/** 'zapato rojo' and 'zapatos rojos' are one keyword to Google: the one with more conversions. */
function onePerMeaning(harvests: readonly Harvest[]): Harvest[] {
  const best = new Map<string, Harvest>()
  const conversions = (harvest: Harvest) => harvest.term.sums.conversionsMicros
  for (const harvest of [...harvests].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const meaning = meaningOf(harvest.term.text)
    const other = best.get(meaning)
    if (!other || conversions(harvest) > conversions(other)) best.set(meaning, harvest)
  }
  return [...best.values()]
}

function mostConverting(group: readonly Harvest[]): Harvest[] {
  const sorted = group.toSorted(
    (a, b) =>
      b.term.sums.conversionsMicros - a.term.sums.conversionsMicros || (a.key < b.key ? -1 : 1),
  )
  return sorted.slice(0, THRESHOLDS.harvestMost.value)
}

/** Enough extra conversions a month in a campaign, at the middle of the assumed uplift. */
function isWorthwhile(group: readonly Harvest[], context: Context): boolean {
  const conversions = group.reduce((sum, { rate, term }) => sum + rate * term.sums.clicks, 0)
  const gained = (THRESHOLDS.harvestUpliftMax.value / 2) * conversions * context.monthFactor
  return gained >= THRESHOLDS.harvestLeastGain.value
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
  const operations = () => group.map((harvest) => addKeyword(harvest, bids.get(harvest)))
  return {
    identity: [id, adGroupId],
    object: { type: 'adgroup', id: adGroupId },
    campaignId: id,
    adGroupId,
    probability: sure,
    claims: [],
    acts: group.map((harvest) => `adGroup:${adGroupId}:keyword ${harvest.term.text}`),
    isWorthSupposed: isSupposed(group[0]!.target),
    drawMonthlyNet: (next, common, supposed = 1) => {
      const uplift = THRESHOLDS.harvestUpliftMax.value * common.uniform()
      const worth = group.map(
        (one) => drawMixture(next, one.posterior) * one.term.sums.clicks * one.target.micros,
      )
      const known = uplift * supposed * worth.reduce((sum, value) => sum + value, 0)
      return (
        context.monthFactor * known + netOfSteps(next, common, supposed, { group, bids, context })
      )
    },
    group: { identity: ['group'], texts: (parts) => convertingGroupTexts(context, parts) },
    kpi: 'conversions',
    ...words.convertingTermTexts(context, group, byHand ? [] : operations(), bids),
  }
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
