import { MICROS } from '#shared/metrics.ts'
import { type Context, type PriorOf, priorsOf, type Target } from '../../context.ts'
import { acceptByFalseDiscovery } from '../../discovery.ts'
import { fingerprintOf } from '../../fingerprint.ts'
import { type GammaMixture, mixtureCdf, mixtureMean, posterior } from '../../priors.ts'
import { drawMixture } from '../../random.ts'
import type { Finding, RuleResult } from '../../recommendation.ts'
import { type Term, termsOf } from '../../search-terms.ts'
import type { AccountSnapshot } from '../../snapshot.ts'
import { meaningOf } from '../../terms.ts'
import { THRESHOLDS } from '../../thresholds.ts'
import { convertingTermTexts } from '../../wording/search-terms/converting-terms.ts'
import { blockedReason, tooFewConversions } from '../../wording/shared-texts.ts'

const RULE = 'converting-terms'

export type Harvest = {
  term: Term
  adGroupId: string
  target: Target
  /** Conversion rates, fractions. */
  breakEven: number
  rate: number
  posterior: GammaMixture
  /** P(cost per conversion ≤ target). */
  probability: number
  key: string
}

/** Queries that convert at a good price and are not a keyword yet: to add as exact match. */
export function convertingTerms(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = blockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const terms = termsOf(snapshot, context).filter(
    ({ campaign, text }) =>
      campaign.channelType === 'SEARCH' && !context.protection.reasonFor(text, campaign.id),
  )
  const conversions = terms.reduce((sum, term) => sum + term.sums.conversionsMicros / MICROS, 0)
  const needed = THRESHOLDS.accountConversions.value
  if (conversions < needed) {
    return { findings: [], silence: tooFewConversions(context, needed, conversions) }
  }
  const { knownShare } = context.measurement
  const priorOf = priorsOf(
    terms.map(({ campaign, sums }) => ({
      campaignId: campaign.id,
      n: sums.clicks * knownShare,
      k: sums.conversionsMicros / MICROS,
    })),
  )
  const candidates = onePerMeaning(harvestsOf(snapshot, context, terms, priorOf))
  const accepted = acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: accepted.map((harvest) => findingOf(harvest, context, byHand)),
    silence: accepted.length > 0 ? null : NOTHING_NEW,
  }
}

const NOTHING_NEW =
  'Las búsquedas que convierten ya son palabras clave, o sus conversiones aún no bastan para asegurar que salen a buen precio.'

function harvestsOf(
  snapshot: AccountSnapshot,
  context: Context,
  terms: readonly Term[],
  priorOf: PriorOf,
): Harvest[] {
  const known = new Set(
    snapshot.keywords
      .filter(({ status }) => status !== 'REMOVED')
      .map(({ text }) => meaningOf(text)),
  )
  return terms.flatMap((term) => {
    const { sums, campaign, rows, text } = term
    if (sums.conversionsMicros < THRESHOLDS.harvestConversions.value * MICROS) return []
    if (sums.clicks < THRESHOLDS.candidateClicks.value) return []
    const prior = priorOf(campaign.id)
    const target = context.targetOf(campaign.id)
    const row = rows.toSorted(
      (a, b) =>
        b.sums.conversionsMicros - a.sums.conversionsMicros || (a.adGroupId < b.adGroupId ? -1 : 1),
    )[0]!
    if (!prior || !target || !row.adGroupId || text === '') return []
    if (rows.some(({ status }) => status === 'ADDED') || known.has(meaningOf(text))) return []
    if (context.isNegated(text, row)) return []
    const n = sums.clicks * context.measurement.knownShare
    const after = posterior(prior, { n, k: sums.conversionsMicros / MICROS })
    const breakEven = sums.costMicros / sums.clicks / target.micros
    const probability = 1 - mixtureCdf(after, breakEven)
    if (probability < THRESHOLDS.candidateProbability.value) return []
    return [
      {
        term,
        adGroupId: row.adGroupId,
        target,
        breakEven,
        rate: mixtureMean(after),
        posterior: after,
        probability,
        key: `${campaign.id} ${text}`,
      },
    ]
  })
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

function findingOf(harvest: Harvest, context: Context, byHand: boolean): Finding {
  const { term, adGroupId, target } = harvest
  return {
    fingerprint: fingerprintOf(RULE, term.campaign.id, term.text),
    rule: RULE,
    categoria: 'keywords',
    objeto: { tipo: 'campaign', id: term.campaign.id },
    campaignId: term.campaign.id,
    adGroupId,
    probability: harvest.probability,
    claims: [],
    drawMonthlyNet: (next) => {
      const uplift = THRESHOLDS.harvestUpliftMax.value * next()
      const conversions = drawMixture(next, harvest.posterior) * term.sums.clicks
      return context.monthFactor * uplift * conversions * target.micros
    },
    kpi: 'conversiones',
    ...convertingTermTexts(context, harvest, byHand ? [] : [addKeyword(adGroupId, term.text)]),
  }
}

function addKeyword(adGroupId: string, text: string) {
  return {
    adGroupCriterionOperation: {
      create: {
        adGroup: `customers/{customerId}/adGroups/${adGroupId}`,
        status: 'ENABLED',
        keyword: { text, matchType: 'EXACT' },
      },
    },
  }
}
