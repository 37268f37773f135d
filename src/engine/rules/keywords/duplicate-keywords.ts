import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { wordsOf } from '../../account/terms.ts'
import { keywordClaim } from '../../findings/claims.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import { isWorthAVisit } from '../../findings/ranking.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { evidenceOf } from '../../statistics/conversion-evidence.ts'
import { chanceGreater } from '../../statistics/posterior-comparison.ts'
import { mixtureMean, posterior } from '../../statistics/priors.ts'
import { drawMixture, type Uniforms } from '../../statistics/random.ts'
import { cautiousOf, simulatedDraws } from '../../statistics/simulated.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { Copy, CopyProof, DuplicateCase } from './duplicate-keywords-words.ts'
import * as words from './duplicate-keywords-words.ts'
import { isLive, keywordId, keywordPriors, pauseKeyword } from './keyword-evidence.ts'
import { overlappingCampaigns } from './overlapping-campaigns.ts'

const NAME = 'duplicate-keywords'

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
  const overlap = overlappingCampaigns(snapshot)
  const groups = [...Map.groupBy(live, sameWords).values()].filter((group) => group.length > 1)
  const meeting = groups.flatMap((group) => groupsThatMeet(group, overlap))
  const limit = THRESHOLDS.duplicateCostShare.value * (context.sums.costMicros ?? 0)
  const dear = meeting.filter((group) => costOf(group) >= limit && costOf(group) > 0)
  const priorOf = context.measurement.blocked ? () => null : keywordPriors(snapshot, context)
  const copyOf = (keyword: KeywordFacts): Copy => {
    const prior = priorOf(keyword)
    const evidence = evidenceOf(keyword.sums, context.measurement)
    return { keyword, belief: prior && posterior(prior, evidence) }
  }
  const byHand = snapshot.account.source === 'imported'
  const found = dear
    .toSorted((a, b) => costOf(b) - costOf(a))
    .flatMap((group) => findingsOf(context, caseOf(group.map(copyOf)), byHand))
  return {
    findings: found,
    silence: dear.length > 0 ? null : meeting.length > 0 ? words.CHEAP : words.NONE,
  }
}

/** Case, accents and, but for phrase match, order make no other keyword. */
function sameWords({ text, matchType }: KeywordFacts): string {
  const words = wordsOf(text).map(({ folded }) => folded)
  return `${matchType} ${(matchType === 'PHRASE' ? words : words.toSorted()).join(' ')}`
}

/** The keywords of one text that can meet in an auction: of one campaign, or of campaigns that overlap. */
function groupsThatMeet(
  group: readonly KeywordFacts[],
  overlap: (a: string, b: string) => boolean,
): KeywordFacts[][] {
  const rest = new Set(group)
  return group.flatMap((first) => {
    if (!rest.has(first)) return []
    const meeting = [...rest].filter(({ campaignId }) => overlap(first.campaignId, campaignId))
    for (const keyword of meeting) rest.delete(keyword)
    return meeting.length > 1 ? [meeting] : []
  })
}

/** The best quality score stays where all are known, then the cheapest conversion, then the most clicks. */
function caseOf(copies: readonly Copy[]): DuplicateCase {
  const scored = copies.every(({ keyword }) => keyword.qualityScore !== undefined)
  const [kept, ...rest] = copies.toSorted(
    (a, b) =>
      (scored ? b.keyword.qualityScore! - a.keyword.qualityScore! : 0) ||
      costPerConversion(a) - costPerConversion(b) ||
      b.keyword.sums.clicks - a.keyword.sums.clicks ||
      (keywordId(a.keyword) < keywordId(b.keyword) ? -1 : 1),
  )
  const chances = rest.map((copy) => chanceDearer(copy, kept!))
  const dearer = chances.some((chance) => chance === null)
    ? null
    : Math.min(...(chances as number[]))
  return { kept: kept!, copies: rest, dearer }
}

function costPerConversion({ keyword, belief }: Copy): number {
  return belief && keyword.sums.clicks > 0
    ? cpcOf(keyword) / mixtureMean(belief)
    : Number.POSITIVE_INFINITY
}

function chanceDearer(copy: Copy, kept: Copy): number | null {
  if (!copy.belief || !kept.belief) return null
  if (copy.keyword.sums.costMicros <= 0 || kept.keyword.sums.costMicros <= 0) return null
  return chanceGreater(kept.belief, copy.belief, cpcOf(kept.keyword) / cpcOf(copy.keyword))
}

/**
 * Where copies are dearer, most of that may be searches which other findings exclude: then they are still copies, which
 * is told without the amount. Of the two findings the first admitted rules out the other, since both do the same.
 */
function findingsOf(context: Context, one: DuplicateCase, byHand: boolean): Finding[] {
  const draw = (next: Uniforms) => context.monthFactor * savedBy(next, one)
  if (!isDearer(context, one, draw)) return [findingOf(context, one, 'alike', null, byHand)]
  return [
    findingOf(context, one, 'dearer', draw, byHand),
    findingOf(context, one, 'told elsewhere', null, byHand),
  ]
}

/** Likely so, hardly at a loss, and worth a visit. */
function isDearer(context: Context, one: DuplicateCase, draw: (next: Uniforms) => number): boolean {
  const { dearer } = one
  if (dearer === null || dearer < THRESHOLDS.duplicateProbability.value) return false
  const draws = simulatedDraws(fingerprintOf(NAME, ...identityOf(one)), draw)
  return cautiousOf(draws) > 0 && isWorthAVisit(dearer, draws, context)
}

const identityOf = ({ kept: { keyword } }: DuplicateCase) => [
  keyword.campaignId,
  sameWords(keyword),
]

function findingOf(
  context: Context,
  one: DuplicateCase,
  proof: CopyProof,
  draw: Finding['drawMonthlyNet'],
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
    drawMonthlyNet: draw,
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
 */
function savedBy(next: Uniforms, { kept, copies }: DuplicateCase): number {
  const ownPart = next()
  const price = cpcOf(kept.keyword) / drawMixture(next, kept.belief!)
  return copies.reduce((sum, { keyword, belief }) => {
    const { clicks, costMicros } = keyword.sums
    const saved = Math.max(-costMicros, costMicros - clicks * drawMixture(next, belief!) * price)
    return sum + ownPart * saved
  }, 0)
}

const cpcOf = ({ sums }: KeywordFacts) => ratio(sums.costMicros, sums.clicks)

function costOf(keywords: readonly KeywordFacts[]): number {
  return keywords.reduce((sum, { sums }) => sum + sums.costMicros, 0)
}
