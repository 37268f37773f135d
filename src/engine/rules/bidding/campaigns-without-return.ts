import { MICROS } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import { purposeOf } from '../../account/campaign-purpose.ts'
import type { Context, Target } from '../../account/context.ts'
import { hasBudget } from '../../account/known-settings.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { campaignClaim } from '../../findings/claims.ts'
import type { Finding, MutateOperation } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { judgeWaste, savingDraw } from '../../findings/waste.ts'
import { familyEvidence } from '../../statistics/conversion-evidence.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { fitPrior } from '../../statistics/fit-prior.ts'
import { type GammaMixture, gammaPrior, mixtureCdf } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { type CampaignCounting, campaignCounting } from './campaign-counting.ts'
import { aboutCampaign } from './campaign-evidence.ts'
import { watchedOf } from './campaign-exposure.ts'
import * as words from './campaigns-without-return-words.ts'
import {
  type Remedy,
  type ReturnlessCampaign,
  returnlessTexts,
} from './campaigns-without-return-words.ts'

/** Campaigns that spend as if they sold and hardly sell: to pause, or to halve while it is looked into. */
export const campaignsWithoutReturn = defineRule({
  name: 'campaigns-without-return',
  title: 'Campañas que gastan sin vender',
  category: 'budget',
  place: 145,
  needs: { conversions: 'now', days: 30, levels: ['campaign'], columns: ['clicks', 'costMicros'] },
  effect: 'saving',
  run,
  words,
})

function run(snapshot: AccountSnapshot, context: Context): RuleResult {
  const judged = snapshot.campaigns.filter((one) => isJudged(snapshot, one, context))
  if (judged.length === 0) return { findings: [], silence: words.NONE_JUDGED }
  const cases = judged.flatMap((one) => caseOf(snapshot, one, context))
  const doubtful = cases.filter(({ doubt }) => doubt !== null)
  const sure = cases.filter(({ doubt }) => doubt === null)
  const accepted = acceptByFalseDiscovery(sure, THRESHOLDS.falseDiscoveryRate.value)
  if (accepted.length === 0) {
    const [first] = doubtful
    return { findings: [], silence: first ? words.doubtText(first) : words.ALL_RETURN }
  }
  return { findings: accepted.map((one) => findingOf(snapshot, one, context)), silence: null }
}

/** Live of late, not the brand, and not known to pursue something else than conversions. */
function isJudged(snapshot: AccountSnapshot, campaign: CampaignFacts, context: Context): boolean {
  return (
    campaign.status === 'ENABLED' &&
    campaign.sums.clicks > 0 &&
    !isBrandCampaign(campaign) &&
    purposeOf(campaign) !== 'other' &&
    watchedOf(campaign, snapshot, context) !== null
  )
}

function caseOf(
  snapshot: AccountSnapshot,
  campaign: CampaignFacts,
  context: Context,
): ReturnlessCampaign[] {
  const { id, sums } = campaign
  const others = othersOf(snapshot, campaign)
  const target = context.targetWithout(id, sums)
  const prior = priorOf(others, context)
  const { returnlessExpected } = THRESHOLDS
  if (!target || !prior) return []
  if (sums.costMicros < returnlessExpected.value * target.micros) return []
  const counting = campaignCounting(snapshot, campaign, context)
  const verdict = judgeWaste(sums, prior, target, counting)
  const times = timesOf(target)
  const expected = verdict.knownClicks * verdict.breakEven
  const probability = mixtureCdf(verdict.posterior, verdict.breakEven / times)
  if (expected < returnlessExpected.value) return []
  if (sums.conversionsMicros / MICROS > expected * THRESHOLDS.returnlessSold.value) return []
  if (probability < THRESHOLDS.candidateProbability.value) return []
  const stopped = soldBefore(counting, verdict.breakEven, times)
  const doubt = stopped ? 'stopped' : counting.doubt
  return [{ campaign, target, verdict, expected, times, probability, doubt, key: id }]
}

/** This campaign and the brand are not to say what is usual. */
function othersOf({ campaigns }: AccountSnapshot, own: CampaignFacts): CampaignFacts[] {
  return campaigns.filter(
    (one) => one.id !== own.id && !isBrandCampaign(one) && purposeOf(one) !== 'other',
  )
}

/** What is only assumed to be enough for a conversion may be far from what this campaign sells. */
function timesOf({ origin }: Target): number {
  const { returnlessTimes, returnlessTimesAssumed } = THRESHOLDS
  return origin === 'rest' ? returnlessTimesAssumed.value : returnlessTimes.value
}

/** As the others convert; or it is of another kind than they are. */
function priorOf(others: readonly CampaignFacts[], { measurement }: Context): GammaMixture | null {
  const units = others.map(({ sums }) => familyEvidence(sums, measurement))
  const [n, k] = [sumOf(units.map((unit) => unit.n)), sumOf(units.map((unit) => unit.k))]
  if (n <= 0 || k < THRESHOLDS.accountConversions.value) return null
  const { returnlessKindShare, returnlessKindRate } = THRESHOLDS
  const usual = fitPrior(units) ?? gammaPrior(1, n / k)
  return [
    ...usual.map((part) => ({ ...part, weight: part.weight * (1 - returnlessKindShare.value) })),
    { weight: returnlessKindShare.value, shape: 1, rate: n / k / returnlessKindRate.value },
  ]
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Until its last conversion it did well: that it stopped selling may be its tag. */
function soldBefore({ untilLast, knownShare }: CampaignCounting, breakEven: number, times: number) {
  if (!untilLast) return false
  const before = untilLast.conversionsMicros / MICROS
  return before >= untilLast.clicks * knownShare * (breakEven / times)
}

function findingOf(snapshot: AccountSnapshot, one: ReturnlessCampaign, context: Context): Finding {
  const { campaign, verdict, target, probability } = one
  const { id, sums } = campaign
  const remedy = remedyOf(snapshot, campaign, context)
  const byHand = snapshot.account.source === 'imported'
  const texts = returnlessTexts(context, one, remedy, byHand ? [] : operationsOf(campaign, remedy))
  if (remedy.kind === 'decide') {
    return setupFinding(
      { campaignId: id, probability, priority: 'media', acts: [`campaign:${id}:return`] },
      texts,
    )
  }
  const draw = savingDraw(sums, verdict, target, context)
  return {
    ...aboutCampaign(id),
    probability,
    claims: [campaignClaim(id, sums.costMicros * remedy.share)],
    acts: [`campaign:${id}:${remedy.kind === 'pause' ? 'status' : 'budget'}`],
    drawMonthlyNet: (next) => remedy.share * draw(next),
    mostMonthlyNet: context.monthFactor * sums.costMicros * remedy.share,
    kpi: 'coste',
    ...texts,
  }
}

/**
 * Without any conversion nothing is lost by pausing; with some, its budget is halved, so that it can still prove itself.
 * Competitors' names are bid on for a reason, and a budget that is shared or would not bind cuts nothing.
 */
function remedyOf(snapshot: AccountSnapshot, campaign: CampaignFacts, context: Context): Remedy {
  if (context.protection.reasonFor('', campaign.id) === 'competencia')
    return { kind: 'decide', why: 'rival' }
  if (campaign.sums.conversionsMicros <= 0) return { kind: 'pause', share: 1 }
  const spent = watchedOf(campaign, snapshot, context)?.spentDailyMicros ?? 0
  if (!hasBudget(campaign) || campaign.budgetShared || spent <= 0)
    return { kind: 'decide', why: 'budget' }
  const step = context.say.currencyStepMicros
  const newBudgetMicros =
    Math.ceil((campaign.budgetMicros * THRESHOLDS.returnlessCut.value) / step) * step
  const share = 1 - Math.min(1, newBudgetMicros / spent)
  if (share < THRESHOLDS.returnlessLeastCut.value) return { kind: 'decide', why: 'budget' }
  return { kind: 'halve', share, newBudgetMicros }
}

function operationsOf(campaign: CampaignFacts, remedy: Remedy): MutateOperation[] {
  if (remedy.kind === 'pause')
    return [
      {
        campaignOperation: {
          updateMask: 'status',
          update: {
            resourceName: `customers/{customerId}/campaigns/${campaign.id}`,
            status: 'PAUSED',
          },
        },
      },
    ]
  if (remedy.kind !== 'halve' || campaign.budgetId === undefined) return []
  return [
    {
      campaignBudgetOperation: {
        updateMask: 'amountMicros',
        update: {
          resourceName: `customers/{customerId}/campaignBudgets/${campaign.budgetId}`,
          amountMicros: String(remedy.newBudgetMicros),
        },
      },
    },
  ]
}
