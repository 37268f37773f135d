import { ratio } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import type { FirstPlaces } from '../../account/inventory.ts'
import { COUNTED, type CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type {
  AccountSnapshot,
  CampaignFacts,
  KeywordFacts,
  SearchTermFacts,
} from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { betaCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { lostShare } from '../bidding/campaign-evidence.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import * as words from './brand-mix-words.ts'
import { isLive } from './keyword-evidence.ts'

/** Brand and other searches in one campaign, and brand campaigns that miss searches for the brand or seldom stand first. */
export const brandMix = defineRule({
  name: 'brand-mix',
  title: 'Marca mezclada con lo demás',
  category: 'keywords',
  place: 90,
  needs: { levels: ['campaign', 'keyword'], columns: COUNTED },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign' | 'keyword'>, context: Context): RuleResult {
  const live = snapshot.keywords.filter((keyword) => isLive(context, keyword))
  const byCampaign = Map.groupBy(live, ({ campaignId }) => campaignId)
  const active = snapshot.campaigns.filter(
    ({ status, channelType }) => status === 'ENABLED' && channelType === 'SEARCH',
  )
  const own = active.filter(isBrandCampaign)
  // Where the brand has campaigns of its own, what Performance Max takes of it is another rule's (brand-overlap.ts).
  const withoutHome = snapshot.campaigns.filter(
    ({ status, channelType }) =>
      own.length === 0 && status === 'ENABLED' && channelType === 'PERFORMANCE_MAX',
  )
  const mixing = [...active, ...withoutHome].map((campaign) =>
    partsOf(campaign, byCampaign.get(campaign.id) ?? [], context),
  )
  const firstPlaces = snapshot.inventory?.firstPlaces ?? []
  const firstOf = new Map(firstPlaces.map((one) => [one.campaignId, one]))
  const findings = [
    ...mixing.flatMap((parts) => mixed(parts, context)),
    ...active.flatMap((campaign) => atTheTop(campaign, firstOf.get(campaign.id), context)),
  ]
  if (findings.length > 0) return { findings, silence: null }
  if (own.length === 0) {
    const isSought = mixing.some(({ brand }) => brand.clicks > 0)
    const isBidOn = live.some(context.protection.namesBrand)
    if (!context.protection.isKnown) return { findings, silence: words.NO_BRAND }
    if (!isBidOn && !isSought) return { findings, silence: words.NO_BRAND_BID_ON }
  }
  // Without impression shares it is not known what the brand's campaigns miss.
  if (!active.some(({ impressionShare }) => impressionShare !== undefined))
    return { findings, silence: words.SEPARATE }
  if (own.length === 0) {
    if (mixing.some(isNearlyAll)) return { findings, silence: words.SEPARATE }
    return { findings, silence: mixing.some(weighs) ? words.SELLS_ALIKE : words.HARDLY_MIXED }
  }
  const isFirstKnown = own.every(({ id }) => isSurelyFirst(firstOf.get(id)))
  return { findings, silence: isFirstKnown ? words.FIRST_TOO : words.FIRST_UNKNOWN }
}

type Parts = {
  campaign: CampaignFacts
  keywords: readonly KeywordFacts[]
  searches: readonly SearchTermFacts[]
  brand: CountedSums
  whole: CountedSums
}

/** Of its live keywords; of all that it spends where searches for the brand come by other ways than those. */
function partsOf(
  campaign: CampaignFacts,
  live: readonly KeywordFacts[],
  { protection, mixedBrand }: Context,
): Parts {
  const searches = mixedBrand.get(campaign.id)?.searches ?? []
  const keywords = live.filter(protection.namesBrand)
  const brand = addUp([...keywords, ...searches].map(({ sums }) => sums))
  const whole = searches.length > 0 ? campaign.sums : addUp(live.map(({ sums }) => sums))
  return { campaign, keywords, searches, brand, whole }
}

/** A campaign of the brand under another name. */
function isNearlyAll({ brand, whole }: Parts): boolean {
  return brand.costMicros > (1 - THRESHOLDS.brandMixShare.value) * whole.costMicros
}

const sharesOf = ({ brand, whole }: Parts) => ({
  share: ratio(brand.costMicros, whole.costMicros),
  sold: ratio(brand.conversionsMicros, whole.conversionsMicros),
})

/** Whether the brand takes or brings enough of a campaign that is not all its own. */
function weighs(parts: Parts): boolean {
  const { share, sold } = sharesOf(parts)
  const { brandMixShare, brandConversionShare } = THRESHOLDS
  const isMuch = share >= brandMixShare.value || sold >= brandConversionShare.value
  return isMuch && !isNearlyAll(parts)
}

/** The brand converts by itself: mixed in, it hides what the other searches really cost. */
function mixed(parts: Parts, context: Context): Finding[] {
  const { campaign, keywords, searches, whole } = parts
  if (!weighs(parts)) return []
  const { share, sold } = sharesOf(parts)
  // What sells no better for its money than the rest hides nothing.
  const isCounted = whole.conversionsMicros > 0
  const times = ratio(sold * (1 - share), share * (1 - sold))
  if (isCounted && sold < 1 && times < THRESHOLDS.cheapBrandTimes.value) return []
  return [
    setupFinding(
      {
        ...sharedFields(campaign, 'mixed'),
        acts: [`campaign:${campaign.id}:split`],
        group: {
          identity: ['group', 'mixed'],
          label: campaign.name,
          texts: (parts) => words.brandMixGroupTexts(context, parts),
        },
      },
      words.brandMixTexts(context, { campaign, keywords, searches, share, sold }),
    ),
  ]
}

/** Searches that are missed; where they are not, those in which another advertisement stands above it. */
function atTheTop(
  campaign: CampaignFacts,
  places: FirstPlaces | undefined,
  context: Context,
): Finding[] {
  if (!isBrandCampaign(campaign)) return []
  const [budget, rank] = [lostShare(campaign, 'budget'), lostShare(campaign, 'rank')]
  const probability = places ? chanceSeldomFirst(places) : 0
  const isSeldomFirst = probability >= THRESHOLDS.enoughProbability.value
  if (budget.atLeast + rank.atLeast > THRESHOLDS.brandLostShare.value) {
    const first = places && isSeldomFirst ? places.first : null
    return [missed({ campaign, budget, rank, first }, context)]
  }
  return places && isSeldomFirst ? [seldomFirst({ campaign, places, probability }, context)] : []
}

/** P(it stands first less often than it should), counts spreading more than a binomial. */
function chanceSeldomFirst({ impressions, first }: FirstPlaces): number {
  const { dispersion, brandFirstShare } = THRESHOLDS
  // Google does not say of how many searches: of as many, at least, as it was shown in.
  const shapeOf = (share: number) => (share * impressions + 0.5) / dispersion.value
  return betaCdf(brandFirstShare.value, shapeOf(first), shapeOf(1 - first))
}

/** Of too few searches neither is certain. */
function isSurelyFirst(places: FirstPlaces | undefined): boolean {
  return places !== undefined && chanceSeldomFirst(places) <= 1 - THRESHOLDS.enoughProbability.value
}

function seldomFirst(one: words.SeldomFirst, context: Context): Finding {
  const { campaign, probability } = one
  return setupFinding(
    {
      ...sharedFields(campaign, 'seldom-first'),
      probability: Math.min(probability, THRESHOLDS.mostCertain.value),
      group: {
        identity: ['group', 'seldom-first'],
        label: campaign.name,
        texts: (parts) => words.seldomFirstGroupTexts(context, parts),
      },
    },
    words.seldomFirstTexts(context, one),
  )
}

function missed(loss: words.BrandLoss, context: Context): Finding {
  const { campaign } = loss
  return setupFinding(
    {
      ...sharedFields(campaign, 'missed'),
      group: {
        identity: ['group', 'missed'],
        label: campaign.name,
        texts: (parts) => words.brandLossGroupTexts(context, parts),
      },
    },
    words.brandLostTexts(context, loss),
  )
}

function sharedFields(campaign: CampaignFacts, part: string) {
  return {
    campaignId: campaign.id,
    part,
    probability: THRESHOLDS.mostCertain.value,
    priority: 'low',
  } as const
}
