import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { keywordClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import {
  clicksMissing,
  expectedSaving,
  judgeWaste,
  monthlySaving,
  type WasteVerdict,
} from '../../findings/waste.ts'
import { acceptByMoney } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewClicks, tooFewConversions } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { coreKeywords } from './core-keywords.ts'
import * as words from './idle-keywords-words.ts'
import { isLive, type KeywordPrior, keywordPriors, pauseKeyword } from './keyword-evidence.ts'

type Candidate = {
  keyword: KeywordFacts
  verdict: WasteVerdict
  target: Target
  probability: number
  /** Micros over the window. */
  expectedNet: number
  key: string
}

/** Active keywords whose clicks bring no conversion: to pause. Brand, competitor and core words are left. */
export const idleKeywords = defineRule({
  name: 'idle-keywords',
  title: 'Palabras clave sin conversiones',
  category: 'keywords',
  needs: { conversions: true, levels: ['keyword'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  const keywords = snapshot.keywords.filter(({ sums }) => sums.clicks > 0)
  if (keywords.length === 0) {
    return { findings: [], silence: words.NO_CLICKS }
  }
  const priorOf = keywordPriors(snapshot, context)
  const candidates = candidatesOf(context, keywords, priorOf)
  const accepted = acceptByMoney(candidates, THRESHOLDS.falseDiscoveryRate.value)
  const findings = accepted.map((candidate) => findingOf(snapshot, context, candidate))
  const silence = findings.length > 0 ? null : silenceOf(context, keywords, candidates, priorOf)
  return { findings, silence }
}

function candidatesOf(
  context: Context,
  keywords: readonly KeywordFacts[],
  priorOf: KeywordPrior,
): Candidate[] {
  const isCore = coreKeywords(keywords)
  return keywords.flatMap((keyword) => {
    const { sums, campaignId, adGroupId, criterionId, text } = keyword
    if (sums.conversionsMicros > 0 || sums.clicks < THRESHOLDS.candidateClicks.value) return []
    const prior = priorOf(keyword)
    const target = context.targetOfPart(keyword, sums)
    if (!prior || !target || !isLive(context, keyword)) return []
    const verdict = judgeWaste(sums, prior, target, context)
    if (verdict.probability < THRESHOLDS.candidateProbability.value) return []
    if (context.protection.reasonFor(text, campaignId) || isCore(keyword)) return []
    const key = `${campaignId} ${adGroupId} ${criterionId}`
    const expectedNet = expectedSaving(sums, verdict, target)
    return [{ keyword, verdict, target, probability: verdict.probability, expectedNet, key }]
  })
}

function findingOf(
  snapshot: AccountSnapshot<'keyword'>,
  context: Context,
  { keyword, verdict, target }: Candidate,
): Finding {
  const { campaignId, adGroupId, criterionId, sums } = keyword
  const siblings = snapshot.keywords.filter(
    (other) => other.adGroupId === adGroupId && other.status === 'ENABLED',
  )
  const byHand = snapshot.account.source === 'imported'
  const texts = words.idleKeywordTexts(context, keyword, verdict, target, {
    isLastOfAdGroup: siblings.length === 1,
    operations: byHand ? [] : [pauseKeyword(keyword)],
  })
  return {
    identity: [campaignId, adGroupId, criterionId],
    object: { type: 'adgroup', id: adGroupId },
    campaignId,
    adGroupId,
    probability: verdict.probability,
    claims: [keywordClaim(keyword, sums.costMicros)],
    acts: [`keyword:${adGroupId}~${criterionId}:status`],
    ...monthlySaving(sums, verdict, target, context),
    group: {
      identity: ['group'],
      label: keyword.text,
      texts: (parts) => words.idleGroupTexts(context, parts),
    },
    kpi: 'cost',
    ...texts,
  }
}

function silenceOf(
  context: Context,
  keywords: readonly KeywordFacts[],
  candidates: readonly Candidate[],
  priorOf: KeywordPrior,
): string {
  const conversions = keywords.reduce((sum, { sums }) => sum + sums.conversionsMicros / MICROS, 0)
  const needed = THRESHOLDS.familyConversions.value
  if (conversions < needed) return tooFewConversions(context, needed, conversions)
  const best = candidates.toSorted(
    (a, b) => b.probability - a.probability || (a.key < b.key ? -1 : 1),
  )[0]
  if (!best) return tooFewClicks(context, '', null)
  const { sums, text } = best.keyword
  const missing = clicksMissing(sums, priorOf(best.keyword)!, best.target, context)
  return tooFewClicks(context, text, missing)
}
