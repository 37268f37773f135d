import { MICROS } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { type CountedSums, less } from '../../account/known-figures.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { chanceCheaper, knownConversions } from '../bidding/campaign-evidence.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { BrandSplit } from './brand-split-words.ts'
import * as words from './brand-split-words.ts'

/** What the other searches cost once the brand is taken out, where together they look well. */
export const brandSplit = defineRule({
  name: 'brand-split',
  title: 'Lo que cuesta vender sin la marca',
  category: 'keywords',
  place: 85,
  needs: { conversions: true, days: 30, levels: ['campaign', 'keyword'] },
  run,
  words,
})

type Snapshot = AccountSnapshot<'campaign' | 'keyword'>

function run(snapshot: Snapshot, context: Context): RuleResult {
  const split = splitOf(snapshot, context)
  const { brand, rest } = split
  const { brandConversionShare, targetOff, targetProbability } = THRESHOLDS
  const conversions = brand.conversionsMicros + rest.conversionsMicros
  const isShare = brand.conversionsMicros >= brandConversionShare.value * conversions
  if (brand.conversionsMicros <= 0 || !isShare) return { findings: [], silence: words.LITTLE_BRAND }
  const targetMicros = targetOfRest(split, context)
  if (targetMicros === null) return { findings: [], silence: words.NO_TARGET }
  const together = addedTo(brand, rest)
  const looksWell =
    together.costMicros <= knownConversions(context, together) * targetMicros * LOOKS_WELL
  const limit = targetMicros * targetOff.value
  const probability = rest.costMicros > 0 ? 1 - chanceCheaper(context, rest, limit) : 0
  if (!looksWell || probability < targetProbability.value)
    return { findings: [], silence: words.NOT_HIDDEN }
  const finding = setupFinding(
    { campaignId: null, probability, priority: 'medium' },
    words.brandSplitTexts(context, { ...split, targetMicros, probability }),
  )
  return { findings: [finding], silence: null }
}

/** On the target, but for a rounding. */
const LOOKS_WELL = 1.05

/** Search, and of other channels those that are known to sell to who searches for the brand. */
function splitOf({ campaigns }: Snapshot, context: Context): BrandSplit {
  const spending = campaigns.filter(({ sums }) => sums.costMicros > 0)
  const parted = spending.filter(
    (campaign) => campaign.channelType === 'SEARCH' || livesOnBrand(campaign, context),
  )
  const others = spending.filter((campaign) => !parted.includes(campaign))
  const parts = parted.map((campaign) => ({ campaign, brand: brandOf(campaign, context) }))
  const none = { clicks: 0, costMicros: 0, conversionsMicros: 0 }
  return {
    brand: parts.reduce((sum, { brand }) => addedTo(sum, brand), none),
    rest: parts.reduce(
      (sum, { campaign, brand }) => addedTo(sum, less(campaign.sums, brand)),
      none,
    ),
    unsplit: others.reduce((sum, { sums }) => addedTo(sum, sums), none),
    isSearchAlone: parted.every(({ channelType }) => channelType === 'SEARCH'),
    searches: parted.flatMap(({ id }) => context.mixedBrand.get(id)?.searches ?? []),
    restCampaigns: parts.map(({ campaign, brand }) => ({
      campaign,
      rest: less(campaign.sums, brand),
    })),
  }
}

function livesOnBrand(campaign: CampaignFacts, context: Context): boolean {
  const share = THRESHOLDS.brandConversionShare.value
  return brandOf(campaign, context).conversionsMicros > share * campaign.sums.conversionsMicros
}

/** All of a brand campaign; of another its keywords and searches that name the brand. */
function brandOf(campaign: CampaignFacts, { mixedBrand }: Context): CountedSums {
  if (isBrandCampaign(campaign)) return campaign.sums
  return mixedBrand.get(campaign.id)?.sums ?? { clicks: 0, costMicros: 0, conversionsMicros: 0 }
}

/** Weighed by conversions; null unless it is said of nearly all of them: an average would compare them with themselves. */
function targetOfRest({ rest, restCampaigns }: BrandSplit, context: Context): number | null {
  let [known, total] = [0, 0]
  for (const { campaign, rest: own } of restCampaigns) {
    const target = context.targetOf(campaign.id)
    if (!target || target.origin === 'average') continue
    known += own.conversionsMicros
    total += own.conversionsMicros * target.micros
  }
  const isKnown = known >= THRESHOLDS.saidValueShare.value * rest.conversionsMicros
  return isKnown && known >= MICROS ? total / known : null
}

function addedTo(a: CountedSums, b: CountedSums): CountedSums {
  return {
    clicks: a.clicks + b.clicks,
    costMicros: a.costMicros + b.costMicros,
    conversionsMicros: a.conversionsMicros + b.conversionsMicros,
  }
}
