import { MICROS } from '#shared/metrics.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { stoppedSearches } from '../../account/stopped-searches.ts'
import { termClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { adjustedPValues } from '../../statistics/discovery.ts'
import { gammaCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { aboutCampaign, chanceDearer, knownConversions } from '../bidding/campaign-evidence.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { MatchTypeCase, MatchTypeSums } from './match-type-mix-words.ts'
import * as words from './match-type-mix-words.ts'
import { atPriceOf } from './price-comparison.ts'

/** Searches matched loosely that cost clearly more per conversion than those matched exactly. */
export const matchTypeMix = defineRule({
  name: 'match-type-mix',
  title: 'Tipos de concordancia',
  category: 'keywords',
  place: 185,
  needs: { conversions: true, levels: ['searchTerm'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'searchTerm'>, context: Context): RuleResult {
  const cases = casesOf(snapshot, context)
  if (cases.length === 0) return { findings: [], silence: words.NOT_COMPARABLE }
  const unlike = cases.filter(({ pValue }) => pValue < THRESHOLDS.falseDiscoveryRate.value)
  const dearer = unlike.map((one) => ({ one, types: dearerTypes(one, context) }))
  const findings = dearer.flatMap(({ one, types }) =>
    types
      .filter(({ type }) => !isPaidFor(one, type, context))
      .map(({ type, probability }) => findingOf(one, type, probability, context)),
  )
  if (findings.length > 0) return { findings, silence: null }
  return {
    findings,
    silence: dearer.some(({ types }) => types.length > 0) ? words.PAID_FOR : words.ALIKE,
  }
}

function casesOf(snapshot: AccountSnapshot<'searchTerm'>, context: Context): MatchTypeCase[] {
  const isStopped = stoppedSearches(snapshot, context)
  const byCampaign = Map.groupBy(snapshot.searchTerms, ({ campaignId }) => campaignId)
  const found = snapshot.campaigns.flatMap((campaign) => {
    if (campaign.status !== 'ENABLED' || campaign.channelType !== 'SEARCH') return []
    const rows = byCampaign.get(campaign.id) ?? []
    const others = rows.filter(
      (row) => !isStopped(row) && !context.protection.namesBrand({ ...row, text: row.term }),
    )
    const types = [...Map.groupBy(others, ({ matchType }) => matchType)]
      .map(([type, own]) => ({ type, rows: own, sums: addUp(own.map(({ sums }) => sums)) }))
      .filter(
        ({ type, sums }) =>
          words.isMatchType(type) && sums.clicks >= THRESHOLDS.matchTypeClicks.value,
      )
      .sort((a, b) => (a.type < b.type ? -1 : 1))
    const exact = types.find(({ type }) => type === 'EXACT')
    return exact && types.length > 1 ? [{ campaign, types, exact, pValue: chanceAlone(types) }] : []
  })
  const adjusted = adjustedPValues(found.map(({ pValue }) => pValue))
  return found.map((one, i) => ({ ...one, pValue: adjusted[i]! }))
}

/** Pearson chi² of conversions by clicks, its variance widened by the usual dispersion. */
function chanceAlone(types: readonly MatchTypeSums[]): number {
  const all = addUp(types.map(({ sums }) => sums))
  if (all.conversionsMicros <= 0) return 1
  const square = types.reduce((sum, { sums }) => {
    const expected = (all.conversionsMicros / MICROS) * (sums.clicks / all.clicks)
    return sum + (sums.conversionsMicros / MICROS - expected) ** 2 / expected
  }, 0)
  return 1 - gammaCdf(square / THRESHOLDS.dispersion.value / 2, (types.length - 1) / 2, 1)
}

/** Than exact ones. */
function dearerTypes({ types, exact }: MatchTypeCase, context: Context) {
  const { matchTypeRatio, matchTypeProbability } = THRESHOLDS
  return types
    .filter((type) => type !== exact)
    .map((type) => ({
      type,
      probability: chanceDearer(context, type.sums, exact.sums, matchTypeRatio.value),
    }))
    .filter(({ probability }) => probability >= matchTypeProbability.value)
}

/** Dearer than exact, and still no more than a conversion may cost: there is nothing to save by leaving it. */
function isPaidFor(
  { campaign }: MatchTypeCase,
  { sums }: MatchTypeSums,
  context: Context,
): boolean {
  const target = context.targetOf(campaign.id)
  const conversions = knownConversions(context, sums)
  return target !== null && conversions > 0 && sums.costMicros / conversions <= target.micros
}

function findingOf(
  one: MatchTypeCase,
  type: MatchTypeSums,
  probability: number,
  context: Context,
): Finding {
  const { campaign, exact } = one
  const texts = words.matchTypeMixTexts(context, one, type, probability)
  const acts = [`campaign:${campaign.id}:match ${type.type}`]
  // Google bids for each search, not for a match type: only what is excluded changes anything, and how much is not known.
  if (isSmartBidding(campaign)) {
    const head = {
      campaignId: campaign.id,
      part: type.type,
      probability,
      priority: 'low',
    } as const
    return { ...setupFinding({ ...head, acts }, texts), isAdvice: true as const }
  }
  return {
    ...aboutCampaign(campaign.id),
    identity: [campaign.id, type.type],
    probability,
    isAdvice: true as const,
    claims: type.rows.map((row) => termClaim(row, row.sums.costMicros)),
    acts,
    drawMonthlyNet: atPriceOf(context, type.sums, exact.sums),
    isSupposed: true,
    kpi: 'cost' as const,
    ...texts,
  }
}
