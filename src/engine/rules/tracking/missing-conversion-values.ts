import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { actionSeries, primaryActions, valuedActions } from '../../account/conversion-actions.ts'
import { type ConversionKind, conversionKinds } from '../../account/conversion-kinds.ts'
import { customerStages } from '../../account/customer-stages.ts'
import type { Counted } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { isWithoutValue } from '../../account/without-value.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import * as words from './missing-conversion-values-words.ts'

/** Conversions without value, although a campaign bids for value or the account sells. */
export const missingConversionValues = defineRule({
  name: 'missing-conversion-values',
  title: 'Conversiones sin valor',
  category: 'measurement',
  place: 50,
  needs: { conversions: true, levels: ['campaign'], columns: ['valueMicros'] },
  run,
  words,
})

type Snapshot = AccountSnapshot<'campaign', Counted | 'valueMicros'>

function run(snapshot: Snapshot, context: Context): RuleResult {
  const kinds = kindsFinding(snapshot, context)
  const missing = missingOf(snapshot, context)
  const findings = [...missing.findings, ...kinds]
  return { findings, silence: findings.length > 0 ? null : missing.silence }
}

/**
 * Where what a conversion may cost differs by its kind, and nothing says how: campaigns that may bring the rarer ones are judged by
 * themselves alone, and where each brings all kinds, a visit counts like a sale.
 */
function kindsFinding(snapshot: Snapshot, context: Context): Finding[] {
  const own = snapshot.campaigns.filter(
    ({ id, status }) => status === 'ENABLED' && context.targetOf(id)?.isOwn === 'kind',
  )
  const kinds = conversionKinds(snapshot)
  const twice = context.measurement.twins.map(({ second }) => second.name)
  const apart = kinds.filter(({ names }) => names.some((name) => !twice.includes(name)))
  // What counts the same sale again is to be left out, not to be valued.
  if (apart.length < 2 || customerStages(snapshot)) return []
  if (own.length === 0 && !areMixed(kinds, context)) return []
  const priority = own.length > 0 || areMostlyBare(kinds) ? 'medium' : 'low'
  return [
    setupFinding(
      { campaignId: null, part: 'kinds', probability: 1, priority },
      words.unlikeKindsTexts(context, { kinds, own }),
    ),
  ]
}

/** Of several kinds much, of which one comes without amounts that would tell it apart. */
function areMixed(kinds: readonly ConversionKind[], { ofAccount }: Context): boolean {
  if (ofAccount?.origin === 'actions' || kinds.every(({ isValued }) => isValued)) return false
  const all = kinds.reduce((sum, { total }) => sum + total, 0)
  return all - kinds[0]!.total >= THRESHOLDS.unlikeKindShare.value * all
}

/** Most of what bidding is after comes without an amount, while the rest has them. */
function areMostlyBare(kinds: readonly ConversionKind[]): boolean {
  const all = kinds.reduce((sum, { total }) => sum + total, 0)
  const valued = kinds.filter(({ isValued }) => isValued)
  return valued.length > 0 && 2 * valued.reduce((sum, { total }) => sum + total, 0) < all
}

function missingOf(snapshot: Snapshot, context: Context): RuleResult {
  const byValue = snapshot.campaigns.filter(
    ({ status, biddingStrategyType }) =>
      status === 'ENABLED' && /TARGET_ROAS|CONVERSION_VALUE/.test(biddingStrategyType ?? ''),
  )
  const sells = primaryActions(snapshot).some(({ category }) => category === 'PURCHASE')
  if (byValue.length === 0 && !sells) return { findings: [], silence: words.NO_NEED }
  const missing = { byValue, ...valuesOf(snapshot, byValue) }
  if (missing.conversions < THRESHOLDS.emptyValueConversions.value) {
    return { findings: [], silence: words.FEW }
  }
  const share = missing.empty / missing.conversions
  const { emptyValueShare, emptyValueBid } = THRESHOLDS
  const isBid = byValue.length > 0
  if (share < (isBid ? emptyValueBid : emptyValueShare).value)
    return { findings: [], silence: words.valued(context, share) }
  const isMost = share >= emptyValueShare.value
  const priority = !isBid ? 'low' : isMost ? 'high' : 'medium'
  const finding = setupFinding(
    { campaignId: null, probability: 1, priority },
    words.missingValueTexts(context, missing),
  )
  return { findings: [finding], silence: null }
}

/** By action and day where known (what bids for value, else what sells), else by campaign. */
function valuesOf(snapshot: Snapshot, byValue: readonly CampaignFacts<Counted | 'valueMicros'>[]) {
  const days = snapshot.inventory?.conversionDays
  if (!days) return { ...byCampaign(snapshot, byValue), actions: [] }
  const series = actionSeries(snapshot, days)
  const actions = valuedActions(snapshot).flatMap((action) => {
    const own = series.get(action.id)
    if (!own) return []
    const empty = own.conversions.reduce(
      (sum, count, i) => sum + (isEmpty(own.valueMicros[i]!, count) ? count : 0),
      0,
    )
    return [{ action, empty, conversions: own.total }]
  })
  const sum = (key: 'empty' | 'conversions') => actions.reduce((total, one) => total + one[key], 0)
  return { empty: sum('empty'), conversions: sum('conversions'), actions }
}

function byCampaign(
  snapshot: Snapshot,
  byValue: readonly CampaignFacts<Counted | 'valueMicros'>[],
) {
  const judged = byValue.length > 0 ? byValue : snapshot.campaigns
  const sums = addUp(judged.map((campaign) => campaign.sums))
  const conversions = sums.conversionsMicros / MICROS
  return { empty: isEmpty(sums.valueMicros, conversions) ? conversions : 0, conversions }
}

function isEmpty(valueMicros: number, conversions: number): boolean {
  return conversions > 0 && isWithoutValue({ conversionsMicros: conversions * MICROS, valueMicros })
}
