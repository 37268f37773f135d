import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { isSupposed } from '../../account/targets.ts'
import { wordsOf } from '../../account/terms.ts'
import { keywordClaim } from '../../findings/claims.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import { isWorthAVisit } from '../../findings/ranking.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { type BidBelief, bidResponse, drawElasticity } from '../../statistics/bid-response.ts'
import { evidenceOf } from '../../statistics/conversion-evidence.ts'
import { posterior } from '../../statistics/priors.ts'
import { drawMixture, type Uniforms } from '../../statistics/random.ts'
import { cautiousOf, simulatedDraws } from '../../statistics/simulated.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { spendsItsBudget } from '../bidding/bid-room.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { bidBeliefs } from './bid-beliefs.ts'
import {
  caseAlike,
  caseOf,
  cpcOf,
  isLikelyDearer,
  isOneToGoogle,
  lowersBids,
  raisesBids,
} from './duplicate-case.ts'
import type { Copy, CopyProof, DuplicateCase } from './duplicate-keywords-words.ts'
import * as words from './duplicate-keywords-words.ts'
import { hasOwnBid, isLive, keywordId, keywordPriors, pauseKeyword } from './keyword-evidence.ts'
import { type Place, peopleReached } from './reached-people.ts'

const NAME = 'duplicate-keywords'

type Draw = (next: Uniforms, worth: number) => number

/** The same words bid on twice for the same people: the copies compete and split what is learnt. */
export const duplicateKeywords = defineRule({
  name: NAME,
  title: 'Palabras clave duplicadas',
  category: 'keywords',
  place: 300,
  needs: { levels: ['keyword'], columns: COUNTED },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  const live = snapshot.keywords.filter((keyword) => isLive(context, keyword))
  const meets = meetingOf(snapshot, context)
  const groups = [...Map.groupBy(live, sameWords).values()].filter((group) => group.length > 1)
  const meeting = groups.flatMap((group) => groupsThatMeet(group, meets))
  const limit = THRESHOLDS.duplicateCostShare.value * (context.sums.costMicros ?? 0)
  const dear = meeting.filter((group) => costOf(group) >= limit && costOf(group) > 0)
  const priorOf = context.measurement.blocked ? () => null : keywordPriors(snapshot, context)
  const copyOf = (keyword: KeywordFacts): Copy => {
    const prior = priorOf(keyword)
    const evidence = evidenceOf(keyword.sums, context.measurement)
    return { keyword, belief: prior && posterior(prior, evidence) }
  }
  const byHand = snapshot.account.source === 'imported'
  const responseOf = bidBeliefs(snapshot)
  const found = dear
    .toSorted((a, b) => costOf(b) - costOf(a))
    .flatMap((group) => findingsOf(context, group.map(copyOf), responseOf, byHand))
  return {
    findings: found,
    silence: found.length > 0 ? null : silenceOf(meeting.length > 0, dear.length > 0),
  }
}

/** Case and accents make no other keyword; another order may: 'vuelos madrid barcelona' and back, 'traductor inglés español'. */
function sameWords({ text, matchType }: KeywordFacts): string {
  return `${matchType} ${wordsOf(text)
    .map(({ folded }) => folded)
    .join(' ')}`
}

function silenceOf(isMeeting: boolean, isDear: boolean): string {
  if (isDear) return words.RAISED
  return isMeeting ? words.CHEAP : words.NONE
}

type Meeting = (a: Place, b: Place) => boolean

/**
 * Each reaches whom the other does, and neither spends its budget: searches that are handed over to one that does take the place of
 * its others, and what one that does no longer spends on them it spends on its others.
 */
function meetingOf(snapshot: AccountSnapshot, context: Context): Meeting {
  const reaches = peopleReached(snapshot, context)
  const spent = new Set(
    snapshot.campaigns.filter((one) => spendsItsBudget(one, snapshot, context)).map(({ id }) => id),
  )
  const isSpent = ({ campaignId }: Place) => spent.has(campaignId)
  return (a, b) =>
    (isOfOneCampaign(a, b) || !(isSpent(a) || isSpent(b))) && reaches(a, b) && reaches(b, a)
}

const isOfOneCampaign = (a: Place, b: Place) => a.campaignId === b.campaignId

/**
 * The keywords of one text that can meet in an auction. One that stands in many campaigns is a plan by place or branch, which regions
 * are too coarse to tell apart.
 */
function groupsThatMeet(group: readonly KeywordFacts[], meets: Meeting): KeywordFacts[][] {
  const isPlanned =
    new Set(group.map(({ campaignId }) => campaignId)).size > THRESHOLDS.sameKeywordCampaigns.value
  const rest = new Set(group)
  return group.flatMap((first) => {
    if (!rest.has(first)) return []
    const meeting = [...rest].filter(
      (one) => meets(first, one) && (!isPlanned || isOfOneCampaign(first, one)),
    )
    for (const keyword of meeting) rest.delete(keyword)
    return meeting.length > 1 ? [meeting] : []
  })
}

/**
 * Where copies are dearer, most of that may be searches which other findings exclude: then they are still copies, which
 * is told without the amount. Of the two findings the first admitted rules out the other, since both do the same.
 */
function findingsOf(
  context: Context,
  copies: readonly Copy[],
  responseOf: (keyword: KeywordFacts) => BidBelief,
  byHand: boolean,
): Finding[] {
  const one = caseOf(copies)
  const draw: Draw = (next, worth) =>
    context.monthFactor * savedBy(next, worth, one, context, responseOf)
  if (!isDearer(context, one, draw)) {
    const isTold = isLikelyDearer(one) && !lowersBids(context, one)
    const alike = isTold ? one : caseAlike(context, copies)
    return raisesBids(context, alike) ? [] : [findingOf(context, alike, 'alike', null, byHand)]
  }
  if (raisesBids(context, one)) return []
  const dearer = findingOf(context, one, 'dearer', draw, byHand)
  if (lowersBids(context, one)) return [dearer]
  return [dearer, findingOf(context, one, 'told elsewhere', null, byHand)]
}

/** Likely so, hardly at a loss, and worth a visit. */
function isDearer(context: Context, one: DuplicateCase, draw: Draw): boolean {
  if (!isLikelyDearer(one) || isOneToGoogle(context, one)) return false
  const draws = simulatedDraws(fingerprintOf(NAME, ...identityOf(one)), (next) => draw(next, 1))
  return cautiousOf(draws) > 0 && isWorthAVisit(one.dearer!, draws, context)
}

const identityOf = ({ kept: { keyword } }: DuplicateCase) => [
  keyword.campaignId,
  sameWords(keyword),
]

function findingOf(
  context: Context,
  one: DuplicateCase,
  proof: CopyProof,
  draw: Draw | null,
  byHand: boolean,
): Finding {
  const { kept, copies, dearer } = one
  const { keyword } = kept
  const paused = copies.map((copy) => copy.keyword)
  return {
    identity: identityOf(one),
    object: { type: 'adgroup', id: keyword.adGroupId },
    campaignId: keyword.campaignId,
    adGroupId: keyword.adGroupId,
    probability: draw ? dearer! : THRESHOLDS.mostCertain.value,
    claims: draw ? paused.map((copy) => keywordClaim(copy, copy.sums.costMicros)) : [],
    acts: paused.map((copy) => `keyword:${keywordId(copy)}:status`),
    drawMonthlyNet: draw && ((next, _common, worth = 1) => draw(next, worth)),
    isWorthSupposed: draw !== null && paused.some((copy) => isWorthSupposedOf(context, copy)),
    // For either reason, those without an amount are one thing to do.
    group: {
      identity: ['group', draw ? 'dearer' : 'alike'],
      texts: (parts) => words.duplicateGroupTexts(context, parts),
    },
    kpi: 'cost',
    ...(draw ? {} : { fixedPriority: 'low' }),
    ...words.duplicateKeywordTexts(context, one, proof, byHand ? [] : paused.map(pauseKeyword)),
  }
}

/**
 * What the copies cost, less the same conversions at the price of the one kept. How much of that is the copy's own (its
 * bid, ad and page) and not of the people it is shown to, who come on through the other, is not known: from nothing to all.
 * Under a lower bid some of them no longer come.
 */
function savedBy(
  next: Uniforms,
  worth: number,
  { kept, copies }: DuplicateCase,
  context: Context,
  responseOf: (keyword: KeywordFacts) => BidBelief,
): number {
  const ownPart = next()
  const price = cpcOf(kept.keyword) / drawMixture(next, kept.belief!)
  return copies.reduce((sum, { keyword, belief }) => {
    const { clicks, costMicros } = keyword.sums
    const conversions = clicks * drawMixture(next, belief!)
    const saved = ownPart * Math.max(-costMicros, costMicros - conversions * price)
    const lost = 1 - comingOn(next, keyword, kept.keyword, context, responseOf)
    const target = lost > 0 ? context.targetOfPart(keyword, keyword.sums) : null
    if (!target) return sum + saved
    return sum + saved + lost * (costMicros - saved - conversions * target.micros * worth)
  }, 0)
}

/** Of the clicks of a copy, the share that the bid of the one kept still wins; what a higher one adds is not reckoned with. */
function comingOn(
  next: Uniforms,
  copy: KeywordFacts,
  kept: KeywordFacts,
  context: Context,
  responseOf: (keyword: KeywordFacts) => BidBelief,
): number {
  if (!hasOwnBid(context, copy) || !hasOwnBid(context, kept)) return 1
  const step = kept.bidMicros! / copy.bidMicros!
  return step < 1 ? bidResponse(step, drawElasticity(next, responseOf(copy))).clicks : 1
}

function isWorthSupposedOf(context: Context, copy: KeywordFacts): boolean {
  const target = context.targetOfPart(copy, copy.sums)
  return target !== null && isSupposed(target)
}

function costOf(keywords: readonly KeywordFacts[]): number {
  return keywords.reduce((sum, { sums }) => sum + sums.costMicros, 0)
}
