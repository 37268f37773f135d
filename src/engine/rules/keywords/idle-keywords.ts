import { MICROS } from '#shared/metrics.ts'
import { type Context, type PriorOf, priorsOf } from '../../context.ts'
import { acceptByFalseDiscovery } from '../../discovery.ts'
import { fingerprintOf } from '../../fingerprint.ts'
import type { Claim, Finding, RuleResult } from '../../recommendation.ts'
import { claimKey } from '../../search-terms.ts'
import type { AccountSnapshot, KeywordFacts, SearchTermFacts } from '../../snapshot.ts'
import { meaningOf, termIdentity } from '../../terms.ts'
import { THRESHOLDS } from '../../thresholds.ts'
import { clicksMissing, judgeWaste, savingDraw, type WasteVerdict } from '../../waste.ts'
import { idleKeywordTexts } from '../../wording/keywords/idle-keywords.ts'
import { blockedReason, tooFewClicks, tooFewConversions } from '../../wording/shared-texts.ts'

const RULE = 'idle-keywords'

type Candidate = {
  keyword: KeywordFacts
  verdict: WasteVerdict
  probability: number
  key: string
}

/** Active keywords whose clicks bring no conversion: to pause. Brand and competitor words are left. */
export function idleKeywords(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = blockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const keywords = snapshot.keywords.filter(({ sums }) => sums.clicks > 0)
  if (keywords.length === 0) {
    return { findings: [], silence: 'No hay palabras clave con clics en el periodo.' }
  }
  const priorOf = keywordPriors(context, keywords)
  const candidates = candidatesOf(context, keywords, priorOf)
  const accepted = acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
  const rowsByKeyword = searchTermsByKeyword(snapshot)
  const findings = accepted.map((candidate) =>
    findingOf(snapshot, context, candidate, rowsByKeyword),
  )
  const silence = findings.length > 0 ? null : silenceOf(context, keywords, candidates, priorOf)
  return { findings, silence }
}

function keywordPriors(context: Context, keywords: readonly KeywordFacts[]): PriorOf {
  return priorsOf(
    keywords
      .filter(({ text, campaignId }) => context.protection.reasonFor(text, campaignId) !== 'marca')
      .map(({ campaignId, sums }) => ({
        campaignId,
        n: sums.clicks * context.measurement.knownShare,
        k: sums.conversionsMicros / MICROS,
      })),
  )
}

function candidatesOf(
  context: Context,
  keywords: readonly KeywordFacts[],
  priorOf: PriorOf,
): Candidate[] {
  return keywords.flatMap((keyword) => {
    const { sums, campaignId, adGroupId, criterionId, text } = keyword
    if (sums.conversionsMicros > 0 || sums.clicks < THRESHOLDS.candidateClicks.value) return []
    const prior = priorOf(campaignId)
    const target = context.targetOf(campaignId)
    if (!prior || !target || !isLive(context, keyword)) return []
    const verdict = judgeWaste(sums, prior, target, context.measurement.knownShare)
    if (verdict.probability < THRESHOLDS.candidateProbability.value) return []
    if (context.protection.reasonFor(text, campaignId)) return []
    const key = `${campaignId} ${adGroupId} ${criterionId}`
    return [{ keyword, verdict, probability: verdict.probability, key }]
  })
}

function isLive({ campaigns, adGroups }: Context, keyword: KeywordFacts): boolean {
  const adGroup = adGroups.get(keyword.adGroupId)
  return (
    keyword.status === 'ENABLED' &&
    campaigns.get(keyword.campaignId)?.status === 'ENABLED' &&
    (adGroup === undefined || adGroup.status === 'ENABLED')
  )
}

function findingOf(
  snapshot: AccountSnapshot,
  context: Context,
  { keyword, verdict }: Candidate,
  rowsByKeyword: ReadonlyMap<string, SearchTermFacts[]>,
): Finding {
  const { campaignId, adGroupId, criterionId, sums } = keyword
  const target = context.targetOf(campaignId)!
  const siblings = snapshot.keywords.filter(
    (other) => other.adGroupId === adGroupId && other.status === 'ENABLED',
  )
  const byHand = snapshot.account.source === 'imported'
  const texts = idleKeywordTexts(context, keyword, verdict, target, {
    isLastOfAdGroup: siblings.length === 1,
    operations: byHand ? [] : [pause(keyword)],
  })
  return {
    fingerprint: fingerprintOf(RULE, campaignId, adGroupId, criterionId),
    rule: RULE,
    categoria: 'keywords',
    objeto: { tipo: 'adgroup', id: adGroupId },
    campaignId,
    adGroupId,
    probability: verdict.probability,
    claims: claimsOf(keyword, rowsByKeyword),
    drawMonthlyNet: savingDraw(sums, verdict, target, context),
    kpi: 'coste',
    ...texts,
  }
}

/** Its visible queries, and what is left of its cost. */
function claimsOf(
  keyword: KeywordFacts,
  rowsByKeyword: ReadonlyMap<string, SearchTermFacts[]>,
): Claim[] {
  const rows = [
    ...(rowsByKeyword.get(keywordKey(keyword.adGroupId, keyword.criterionId)) ?? []),
    ...(rowsByKeyword.get(keywordKey(keyword.adGroupId, meaningOf(keyword.text))) ?? []),
  ]
  const claims = rows.map(({ campaignId, adGroupId, term, sums }) => ({
    key: claimKey(campaignId, adGroupId, termIdentity(term)),
    costMicros: sums.costMicros,
  }))
  const seen = claims.reduce((sum, { costMicros }) => sum + costMicros, 0)
  const rest = {
    key: `keyword ${keyword.campaignId} ${keyword.adGroupId} ${keyword.criterionId}`,
    costMicros: Math.max(0, keyword.sums.costMicros - seen),
  }
  return [...claims, rest]
}

/** By criterion where Google tells it, else by the keyword's words within the ad group. */
function searchTermsByKeyword(snapshot: AccountSnapshot): Map<string, SearchTermFacts[]> {
  return Map.groupBy(snapshot.searchTerms, ({ adGroupId, criterionId, keywordText }) =>
    keywordKey(adGroupId, criterionId ?? meaningOf(keywordText ?? '')),
  )
}

function keywordKey(adGroupId: string, keyword: string): string {
  return `${adGroupId}~${keyword}`
}

function pause({ adGroupId, criterionId }: KeywordFacts) {
  return {
    adGroupCriterionOperation: {
      updateMask: 'status',
      update: {
        resourceName: `customers/{customerId}/adGroupCriteria/${adGroupId}~${criterionId}`,
        status: 'PAUSED',
      },
    },
  }
}

function silenceOf(
  context: Context,
  keywords: readonly KeywordFacts[],
  candidates: readonly Candidate[],
  priorOf: PriorOf,
): string {
  const conversions = keywords.reduce((sum, { sums }) => sum + sums.conversionsMicros / MICROS, 0)
  const needed = THRESHOLDS.accountConversions.value
  if (conversions < needed) return tooFewConversions(context, needed, conversions)
  const best = candidates.toSorted(
    (a, b) => b.probability - a.probability || (a.key < b.key ? -1 : 1),
  )[0]
  if (!best) return tooFewClicks(context, '', null)
  const { campaignId, sums, text } = best.keyword
  const missing = clicksMissing(
    sums,
    priorOf(campaignId)!,
    context.targetOf(campaignId)!,
    context.measurement.knownShare,
  )
  return tooFewClicks(context, text, missing)
}
