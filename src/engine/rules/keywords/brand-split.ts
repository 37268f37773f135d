import { MICROS } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
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

/** Search alone: which searches other channels answered is not known by keyword. */
function splitOf({ campaigns, keywords }: Snapshot, context: Context): BrandSplit {
  const byCampaign = Map.groupBy(keywords, ({ campaignId }) => campaignId)
  const [search, others] = [true, false].map((isSearch) =>
    campaigns.filter(
      ({ channelType, sums }) => (channelType === 'SEARCH') === isSearch && sums.costMicros > 0,
    ),
  ) as [CampaignFacts[], CampaignFacts[]]
  const parts = search.map((campaign) => ({
    campaign,
    brand: brandOf(campaign, byCampaign.get(campaign.id) ?? [], context),
  }))
  const none = { clicks: 0, costMicros: 0, conversionsMicros: 0 }
  return {
    brand: parts.reduce((sum, { brand }) => addedTo(sum, brand), none),
    rest: parts.reduce(
      (sum, { campaign, brand }) => addedTo(sum, less(campaign.sums, brand)),
      none,
    ),
    unsplit: others.reduce((sum, { sums }) => addedTo(sum, sums), none),
    restCampaigns: parts.map(({ campaign, brand }) => ({
      campaign,
      rest: less(campaign.sums, brand),
    })),
  }
}

/** All of a brand campaign; of another its keywords that name the brand. */
function brandOf(
  campaign: CampaignFacts,
  keywords: readonly KeywordFacts[],
  context: Context,
): CountedSums {
  if (isBrandCampaign(campaign)) return campaign.sums
  return keywords
    .filter(context.protection.namesBrand)
    .reduce((sum, { sums }) => addedTo(sum, sums), {
      clicks: 0,
      costMicros: 0,
      conversionsMicros: 0,
    })
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

/** Google may count a click of a keyword that its campaign has not counted yet. */
function less(whole: CountedSums, part: CountedSums): CountedSums {
  return {
    clicks: Math.max(0, whole.clicks - part.clicks),
    costMicros: Math.max(0, whole.costMicros - part.costMicros),
    conversionsMicros: Math.max(0, whole.conversionsMicros - part.conversionsMicros),
  }
}
