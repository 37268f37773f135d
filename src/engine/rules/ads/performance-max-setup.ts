import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AssetGroup } from '../../account/inventory.ts'
import { COLUMNS, type Column } from '../../account/known-figures.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { sliceClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { liveCampaigns, setupFinding } from '../../findings/setup-finding.ts'
import { drawNormal, type Uniforms } from '../../statistics/random.ts'
import { normalCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import { ownMonthFactor } from '../bidding/campaign-exposure.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { type BrandOverlap, overlapOf } from './brand-overlap.ts'
import type { GroupFault, MaxCase } from './performance-max-setup-words.ts'
import * as words from './performance-max-setup-words.ts'

/** Performance Max with little to learn from, or that lives on searches for the brand. */
export const performanceMaxSetup = defineRule({
  name: 'performance-max-setup',
  title: 'Máximo rendimiento',
  category: 'ads',
  place: 240,
  needs: { levels: ['campaign'], columns: COLUMNS },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign', Column>, context: Context): RuleResult {
  const campaigns = liveCampaigns(snapshot, 'PERFORMANCE_MAX').filter(
    ({ sums }) => sums.impressions > 0,
  )
  if (campaigns.length === 0) {
    const isTold = snapshot.campaigns.every(({ channelType }) => channelType !== 'UNKNOWN')
    const silence = isTold ? words.NO_CAMPAIGNS : notKnown('el tipo de las campañas')
    return { findings: [], silence }
  }
  const inventory = snapshot.inventory ?? {}
  if (!inventory.assetGroups && !inventory.keywordlessTerms) {
    return { findings: [], silence: notKnown('los grupos de recursos') }
  }
  const cases = campaigns.map((campaign) => caseOf(campaign, snapshot, context))
  const faulty = cases.filter((one) => one.hasFewConversions || one.groups.length > 0)
  const overlaps = campaigns.flatMap((campaign) => overlapOf(campaign, snapshot, context))
  const findings = [
    ...faulty.map((one) => setupOf(one, context)),
    ...overlaps.map((one) => overlapFinding(one, context)),
  ]
  const hasFeedOnly = inventory.assetGroups?.some(isFeedOnly) ?? false
  const known = hasFeedOnly ? words.FEED_ONLY : words.WELL_SET
  const well = inventory.assetGroups ? known : words.GROUPS_UNKNOWN
  return { findings, silence: findings.length > 0 ? null : (blockedReason(context) ?? well) }
}

function caseOf(
  campaign: CampaignFacts,
  snapshot: AccountSnapshot<'campaign', Column>,
  context: Context,
): MaxCase {
  const { assetGroups = [], preferences, campaignSettings = [] } = snapshot.inventory ?? {}
  const startedOn = campaignSettings.find(({ campaignId }) => campaignId === campaign.id)?.startedOn
  const isYoung =
    startedOn !== undefined &&
    addDays(startedOn, THRESHOLDS.monthDays.value) > snapshot.account.today
  const known = Math.max(0.1, context.measurement.knownShare)
  const groups = assetGroups
    .filter(({ campaignId, status }) => campaignId === campaign.id && status === 'ENABLED')
    .filter((group) => !isFeedOnly(group))
    .map((group) => ({ group, faults: faultsOf(group) }))
    .filter(({ faults }) => faults.length > 0)
  const monthFactor = ownMonthFactor(campaign, snapshot, context)
  const conversions = (campaign.sums.conversionsMicros / MICROS / known) * monthFactor
  const needed = preferences?.performanceMaxConversions ?? THRESHOLDS.maxConversions.value
  return {
    campaign,
    conversions,
    needed,
    // Clearly fewer: 29 of 30 is chance, one standard deviation of a count. Not where none can be believed, nor in its first month.
    hasFewConversions:
      !isYoung && blockedReason(context) === null && conversions + Math.sqrt(conversions) < needed,
    groups,
  }
}

/** Google asks for texts and images of every group but those that sell from a product feed, where leaving them out is a choice. */
function isFeedOnly({ assetCounts }: AssetGroup): boolean {
  return !['HEADLINE', ...IMAGES, 'YOUTUBE_VIDEO'].some((type) => (assetCounts[type] ?? 0) > 0)
}

const IMAGES = ['', 'SQUARE_', 'PORTRAIT_', 'TALL_PORTRAIT_'].map((x) => `${x}MARKETING_IMAGE`)

/** Fewer than half of what fits; Google takes up to 20 images, 5 logos and 5 videos. */
function faultsOf(group: AssetGroup): GroupFault[] {
  const { maxImages, maxLogos, maxVideos, maxAssetShare } = THRESHOLDS
  const few = (most: number, ...types: string[]) =>
    types.reduce((sum, type) => sum + (group.assetCounts[type] ?? 0), 0) <
    most * maxAssetShare.value
  return [
    ...(group.strength === 'POOR' || group.strength === 'AVERAGE' ? (['strength'] as const) : []),
    ...(few(maxImages.value, ...IMAGES) ? (['images'] as const) : []),
    ...(few(maxLogos.value, 'LOGO', 'LANDSCAPE_LOGO') ? (['logos'] as const) : []),
    ...(few(maxVideos.value, 'YOUTUBE_VIDEO') ? (['videos'] as const) : []),
    ...(group.searchThemes + group.audienceSignals === 0 ? (['signals'] as const) : []),
  ]
}

function setupOf(one: MaxCase, context: Context): Finding {
  return setupFinding(
    {
      campaignId: one.campaign.id,
      part: 'setup',
      probability: THRESHOLDS.maxSetupProbability.value,
      priority: 'low',
    },
    words.maxSetupTexts(context, one),
  )
}

/** The same searches at the price of the brand campaign; no amount where Performance Max is not dearer. */
function overlapFinding(one: BrandOverlap, context: Context): Finding {
  const { campaign, brand, searchCpc, maxCpc } = one
  const isDearer = maxCpc > searchCpc && searchCpc > 0
  const saved = isDearer ? brand.costMicros * (1 - searchCpc / maxCpc) : 0
  const base = setupFinding(
    {
      campaignId: campaign.id,
      part: 'brand',
      probability: THRESHOLDS.maxSetupProbability.value,
      priority: 'low',
      acts: [`campaign:${campaign.id}:brand-exclusion`],
    },
    words.brandOverlapTexts(context, one, isDearer),
  )
  if (!isDearer) return base
  const { fixedPriority: _, ...priced } = base
  const { maxBrandPriceSd, maxBrandRoomProbability } = THRESHOLDS
  const isCheaper = normalCdf(Math.log(maxCpc / searchCpc) / maxBrandPriceSd.value)
  return {
    ...priced,
    identity: [campaign.id, 'brand'],
    // A brand campaign that runs out of its budget would not take all of them.
    probability: one.hasRoom
      ? Math.min(maxBrandRoomProbability.value, isCheaper)
      : priced.probability,
    isAdvice: true,
    claims: [sliceClaim(campaign.id, 'brand', 'yes', saved)],
    kpi: 'cost',
    drawMonthlyNet: (next: Uniforms) => {
      const price = searchCpc * Math.exp(maxBrandPriceSd.value * drawNormal(next))
      return context.monthFactor * brand.costMicros * (1 - price / maxCpc)
    },
  }
}
