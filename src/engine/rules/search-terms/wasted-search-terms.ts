import { MICROS } from '#shared/metrics.ts'
import { type Context, type PriorOf, priorsOf } from '../../context.ts'
import { acceptByFalseDiscovery } from '../../discovery.ts'
import { fingerprintOf } from '../../fingerprint.ts'
import type { Finding, RuleResult } from '../../recommendation.ts'
import { rowClaims, type Term, termsOf } from '../../search-terms.ts'
import type { AccountSnapshot } from '../../snapshot.ts'
import { meaningOf } from '../../terms.ts'
import { THRESHOLDS } from '../../thresholds.ts'
import { clicksMissing, judgeWaste, savingDraw, type WasteVerdict } from '../../waste.ts'
import { wastedTermTexts } from '../../wording/search-terms/wasted-search-terms.ts'
import { blockedReason, tooFewClicks, tooFewConversions } from '../../wording/shared-texts.ts'
import { wastedNgrams } from './wasted-ngrams.ts'

const RULE = 'wasted-search-terms'

type Candidate = { term: Term; verdict: WasteVerdict; probability: number; key: string }

/** Queries that cost without converting, by group of words first and one by one for the rest. */
export function wastedSearchTerms(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = blockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const terms = termsOf(snapshot, context)
  if (terms.length === 0) {
    return { findings: [], silence: 'No hay términos de búsqueda con clics en el periodo.' }
  }
  const { knownShare } = context.measurement
  const priorOf = priorsOf(
    terms
      .filter((term) => context.protection.reasonFor(term.text, term.campaign.id) !== 'marca')
      .map(({ campaign, sums }) => ({
        campaignId: campaign.id,
        n: sums.clicks * knownShare,
        k: sums.conversionsMicros / MICROS,
      })),
  )
  const ngrams = wastedNgrams(snapshot, context, terms)
  const rest = terms.filter((term) => !ngrams.covers(term))
  const candidates = candidatesOf(snapshot, context, rest, priorOf)
  const accepted = acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
  const findings = [
    ...ngrams.findings,
    ...accepted.map((candidate) => findingOf(snapshot, context, candidate)),
  ]
  const silence = findings.length > 0 ? null : silenceOf(context, terms, candidates, priorOf)
  return { findings, silence }
}

function candidatesOf(
  snapshot: AccountSnapshot,
  context: Context,
  terms: readonly Term[],
  priorOf: PriorOf,
): Candidate[] {
  const keywordMeanings = new Set(
    snapshot.keywords
      .filter(({ status }) => status === 'ENABLED')
      .map(({ text }) => meaningOf(text)),
  )
  return terms.flatMap((term) => {
    const { sums, campaign, text } = term
    if (sums.conversionsMicros > 0 || sums.clicks < THRESHOLDS.candidateClicks.value) return []
    const prior = priorOf(campaign.id)
    const target = context.targetOf(campaign.id)
    if (!prior || !target) return []
    const verdict = judgeWaste(sums, prior, target, context.measurement.knownShare)
    if (verdict.probability < THRESHOLDS.candidateProbability.value) return []
    if (context.protection.reasonFor(text, campaign.id)) return []
    if (keywordMeanings.has(meaningOf(text)) || isExcluded(context, term)) return []
    return [{ term, verdict, probability: verdict.probability, key: `${campaign.id} ${text}` }]
  })
}

/** A negative already stops it everywhere it was served: its cost is past. */
function isExcluded({ isNegated }: Context, { rows, text }: Term): boolean {
  return rows.every((row) => isNegated(text, row))
}

function findingOf(
  snapshot: AccountSnapshot,
  context: Context,
  { term, verdict }: Candidate,
): Finding {
  const { campaign, sums, text } = term
  const target = context.targetOf(campaign.id)!
  const byHand = snapshot.account.source === 'imported'
  return {
    fingerprint: fingerprintOf(RULE, 'term', campaign.id, text),
    rule: RULE,
    categoria: 'keywords',
    objeto: { tipo: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: verdict.probability,
    claims: rowClaims(term),
    drawMonthlyNet: savingDraw(sums, verdict, target, context),
    kpi: 'coste',
    ...wastedTermTexts(context, term, verdict, target, byHand ? [] : [negative(campaign.id, text)]),
  }
}

function negative(campaignId: string, text: string) {
  return {
    campaignCriterionOperation: {
      create: {
        campaign: `customers/{customerId}/campaigns/${campaignId}`,
        negative: true,
        keyword: { text, matchType: 'EXACT' },
      },
    },
  }
}

function silenceOf(
  context: Context,
  terms: readonly Term[],
  candidates: readonly Candidate[],
  priorOf: PriorOf,
): string {
  const conversions = terms.reduce((sum, term) => sum + term.sums.conversionsMicros / MICROS, 0)
  const needed = THRESHOLDS.accountConversions.value
  if (conversions < needed) return tooFewConversions(context, needed, conversions)
  const best = candidates.toSorted(
    (a, b) => b.probability - a.probability || (a.key < b.key ? -1 : 1),
  )[0]
  if (!best) return tooFewClicks(context, '', null)
  const { campaign, sums, text } = best.term
  const missing = clicksMissing(
    sums,
    priorOf(campaign.id)!,
    context.targetOf(campaign.id)!,
    context.measurement.knownShare,
  )
  return tooFewClicks(context, text, missing)
}
