import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import { hasEnded } from '../../account/has-ended.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { keywordClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import {
  clicksMissing,
  expectedSaving,
  judgeWaste,
  monthlySaving,
  type WasteVerdict,
} from '../../findings/waste.ts'
import { acceptByMoney } from '../../statistics/discovery.ts'
import { drawMixture } from '../../statistics/random.ts'
import { simulatedDraws } from '../../statistics/simulated.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { KEPT_BY_OTHERS, tooFewClicks, tooFewConversions } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { coreKeywords } from './core-keywords.ts'
import * as words from './idle-keywords-words.ts'
import { isMostlyKept } from './kept-searches.ts'
import {
  actsOfPause,
  isLive,
  type KeywordPrior,
  keywordPriors,
  pauseKeyword,
} from './keyword-evidence.ts'
import { type LeftOf, leftByNegatives } from './left-traffic.ts'
import { type TakenOver, type TakenOverOf, takenOver } from './taken-over.ts'

type Candidate = {
  /** Without what searches cost that are excluded by now. */
  keyword: KeywordFacts
  isRest: boolean
  isCore: boolean
  verdict: WasteVerdict
  target: Target
  taken: TakenOver | null
  probability: number
  /** Micros over the window. */
  expectedNet: number
  key: string
}

/**
 * Active keywords whose clicks bring no conversion: to pause, but where another keyword would only make their searches
 * dearer. Brand and competitors are left; core words are told where they cost what dozens of conversions would.
 */
export const idleKeywords = defineRule({
  name: 'idle-keywords',
  title: 'Palabras clave sin conversiones',
  category: 'keywords',
  needs: { conversions: true, levels: ['keyword'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  const keywords = snapshot.keywords.filter(
    ({ sums, campaignId }) => sums.clicks > 0 && !context.uncounted.has(campaignId),
  )
  if (keywords.length === 0) {
    return { findings: [], silence: words.NO_CLICKS }
  }
  const priorOf = keywordPriors(snapshot, context)
  const takenOverOf = takenOver(snapshot, context)
  const stillOf = leftByNegatives(snapshot, context)
  const [all, cores] = apart(candidatesOf(context, keywords, { priorOf, takenOverOf, stillOf }))
  const candidates = all.filter(({ taken }) => !isMostlyKept(taken?.kept ?? null))
  const accepted = acceptByMoney(candidates, THRESHOLDS.falseDiscoveryRate.value)
  const findings = [
    ...accepted.map((candidate) => findingOf(snapshot, context, candidate)),
    ...cores.filter(isBeyondDoubt).map((one) => coreFinding(context, one)),
  ]
  if (findings.length > 0) return { findings, silence: null }
  const isKept = candidates.length === 0 && all.length > 0
  const silence = isKept ? KEPT_BY_OTHERS : silenceOf(context, keywords, candidates, priorOf)
  return { findings, silence }
}

function apart(candidates: readonly Candidate[]): [others: Candidate[], cores: Candidate[]] {
  return [candidates.filter(({ isCore }) => !isCore), candidates.filter(({ isCore }) => isCore)]
}

/** Core words start journeys that end elsewhere; of so many clicks some would end here. */
function isBeyondDoubt({ verdict }: Candidate): boolean {
  const expected = verdict.knownClicks * verdict.breakEven
  return expected >= THRESHOLDS.coreIdleExpected.value
}

function candidatesOf(
  context: Context,
  keywords: readonly KeywordFacts[],
  { priorOf, takenOverOf, stillOf }: Known,
): Candidate[] {
  const isCoreOf = coreKeywords(keywords)
  return keywords.flatMap((one) => {
    const still = stillOf(one, one.sums)
    const keyword = still ? { ...one, sums: { ...one.sums, ...still } } : one
    const { sums, campaignId, adGroupId, criterionId, text } = keyword
    if (sums.conversionsMicros > 0 || sums.clicks < THRESHOLDS.candidateClicks.value) return []
    const prior = priorOf(one)
    const target = context.targetOfPart(keyword, sums)
    if (!prior || !target || !isLive(context, keyword) || hasEnded(keyword)) return []
    const verdict = judgeWaste(sums, prior, target, context)
    if (verdict.probability < THRESHOLDS.candidateProbability.value) return []
    if (context.protection.reasonFor(text, campaignId)) return []
    const key = `${campaignId} ${adGroupId} ${criterionId}`
    const taken = takenOverOf(one)
    const { probability, expectedNet } = withTaken(keyword, verdict, target, taken)
    const kinds = { isRest: still !== null, isCore: isCoreOf(one) }
    return [{ keyword, ...kinds, verdict, target, taken, probability, expectedNet, key }]
  })
}

type Known = { priorOf: KeywordPrior; takenOverOf: TakenOverOf; stillOf: LeftOf }

/**
 * Where another keyword goes on with the searches at its bid: at a higher one pausing may cost more than it saves. Of what
 * is too doubtful without that nothing is drawn.
 */
function withTaken(
  { sums, adGroupId, criterionId }: KeywordFacts,
  verdict: WasteVerdict,
  target: Target,
  taken: TakenOver | null,
): Pick<Candidate, 'probability' | 'expectedNet'> {
  const { probability } = verdict
  const saving = expectedSaving(sums, verdict, target)
  if (!taken) return { probability, expectedNet: saving }
  const { clicks, cost } = taken.expected
  const expectedNet = sums.costMicros * (1 - cost) - (sums.costMicros - saving) * (1 - clicks)
  const isDoubtful = 1 - probability > THRESHOLDS.lossChance.value
  if (taken.bidStep <= 1 || isDoubtful) return { probability, expectedNet }
  const draws = simulatedDraws(`taken over ${adGroupId} ${criterionId}`, (next) => {
    const other = taken.draw(next)
    const brought = drawMixture(next, verdict.coming) * sums.clicks * target.micros
    return sums.costMicros * (1 - other.cost) - brought * (1 - other.clicks)
  })
  const gaining = draws.filter((net) => net > 0).length / draws.length
  return { probability: Math.min(probability, gaining), expectedNet }
}

/** Sure to cost more than it brings, and left for what pausing it would do. */
function isDearerElsewhere({ verdict, probability }: Candidate): boolean {
  const enough = THRESHOLDS.enoughProbability.value
  return verdict.probability >= enough && probability < enough
}

function findingOf(
  snapshot: AccountSnapshot<'keyword'>,
  context: Context,
  { keyword, isRest, verdict, target, taken, probability }: Candidate,
): Finding {
  const { campaignId, adGroupId, criterionId, sums } = keyword
  const siblings = snapshot.keywords.filter(
    (other) => other.adGroupId === adGroupId && other.status === 'ENABLED',
  )
  const byHand = snapshot.account.source === 'imported'
  const texts = words.idleKeywordTexts(context, keyword, verdict, target, {
    isLastOfAdGroup: siblings.length === 1,
    operations: byHand ? [] : [pauseKeyword(keyword)],
    isRest,
    isTakenOver: taken !== null && taken.kept === null,
    isPartlyKept: (taken?.kept?.share ?? 0) > 0,
  })
  return {
    identity: [campaignId, adGroupId, criterionId],
    object: { type: 'adgroup', id: adGroupId },
    campaignId,
    adGroupId,
    probability,
    claims: [keywordClaim(keyword, sums.costMicros)],
    acts: actsOfPause(keyword, context),
    ...monthlySaving(sums, verdict, target, context, { goesOn: taken?.draw }),
    group: {
      identity: ['group'],
      label: keyword.text,
      texts: (parts) => words.idleGroupTexts(context, parts),
    },
    kpi: 'cost',
    ...texts,
  }
}

/** What brings a tenth of the conversions with other words is not to be paused by a click. */
function coreFinding(context: Context, one: Candidate): Finding {
  const { campaignId, adGroupId, criterionId } = one.keyword
  return {
    ...setupFinding(
      { campaignId, probability: one.verdict.probability, priority: 'medium' },
      words.coreIdleTexts(context, one.keyword, one.verdict, one.target),
    ),
    identity: ['core', campaignId, adGroupId, criterionId],
    object: { type: 'adgroup', id: adGroupId },
    adGroupId,
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
  if (candidates.some(isDearerElsewhere)) return words.DEARER_ELSEWHERE
  const { sums, text } = best.keyword
  const missing = clicksMissing(sums, priorOf(best.keyword)!, best.target, context)
  return tooFewClicks(context, text, missing)
}
