import { type Metrics, MICROS, ratio } from '#shared/metrics.ts'
import { isBrandCampaign } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import type { AccountInventory, AdFacts } from '../../account/inventory.ts'
import { euroWorth } from '../../account/marginal-cost.ts'
import { addUp } from '../../account/measurement.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { isLiveAd } from '../../findings/setup-finding.ts'
import { chanceBelow, expectedExcess, meanOf } from '../../statistics/adaptive-shrinkage.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { mixtureMean, posterior } from '../../statistics/priors.ts'
import { uniformsFrom } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import {
  chanceOfLess,
  comingReplacementDraw,
  conversionGap,
  gapOf,
  replacementDraw,
  type UsualGaps,
  usualGaps,
  worthsOf,
} from './ad-gap.ts'
import { type AdGroupRates, adGroupRates } from './ad-group-rates.ts'
import type { Duel, Pair } from './losing-ads-words.ts'
import * as words from './losing-ads-words.ts'
import { pauseAd } from './pause-ad.ts'

const NAME = 'losing-ads'

type AdDays = NonNullable<AccountInventory['adDays']>

/** `rivals`: ads of the ad group and of their format that can be shown, both included. */
export type Loss = Duel & { rivals: number }

/** Ads that surely do worse than another of their ad group and format, compared on the days when both were shown. */
export const losingAds = defineRule({
  name: NAME,
  title: 'Anuncios que pierden',
  category: 'ads',
  place: 270,
  needs: { all: ['ads', 'adDays'], called: 'los datos diarios de los anuncios', conversions: true },
  run,
  words,
})

function run(snapshot: SnapshotWith<'ads' | 'adDays'>, context: Context): RuleResult {
  const { ads, adDays } = snapshot.inventory
  const groups = Map.groupBy(
    ads.filter((ad) => isLiveAd(context, ad) && isWritten(context, ad)),
    ofOneFormat,
  )
  const rivals = [...groups.values()].filter((own) => own.length > 1)
  if (rivals.length === 0) return { findings: [], silence: words.NO_RIVALS }
  const daysByAd = Map.groupBy(adDays, ({ adGroupId, adId }) => `${adGroupId} ${adId}`)
  const shown = rivals.map((own) => shownAds(own, daysByAd))
  const usual = usualGaps(shown.flatMap(neighbours))
  const ratesOf = adGroupRates(shown.map(adGroupSums), context)
  const pairs = shown.flatMap((own) => pairsOf(own, usual, ratesOf, context))
  const likely = pairs
    .flatMap((pair) => duelOf(pair, context))
    .filter(({ probability }) => probability >= THRESHOLDS.adWorthProbability.value)
  const accepted = onePerAdGroup(
    acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value),
  )
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: accepted.map((duel) =>
      findingOf(
        { ...duel, rivals: servingAds(groups.get(ofOneFormat(duel.loser))) },
        context,
        byHand,
      ),
    ),
    silence:
      accepted.length > 0 ? null : pairs.length > 0 ? words.NONE_WORSE : words.tooShort(context),
  }
}

/** The rest is judged again when the first has been settled: pausing two at once leaves nothing to compare. */
function onePerAdGroup(duels: readonly Duel[]): Duel[] {
  return [...Map.groupBy(duels, ({ loser }) => loser.adGroupId).values()].map((own) =>
    own.reduce((best, one) => (one.meanNet > best.meanNet ? one : best)),
  )
}

/** Product ads of Shopping and the like have no texts to choose between, and of call ads none can be written any more. */
const isWritten = ({ campaigns }: Context, { campaignId, type }: AdFacts) =>
  ['SEARCH', 'DISPLAY'].includes(campaigns.get(campaignId)?.channelType ?? '') && type !== 'CALL_AD'

/** Another format comes in other auctions and on other devices, which is no merit of its text. */
const ofOneFormat = ({ adGroupId, type }: AdFacts) => `${adGroupId} ${type}`

const servingAds = (ads: readonly AdFacts[] = []) =>
  ads.filter(({ approvalStatus }) => approvalStatus !== 'DISAPPROVED').length

type Shown = { ad: AdFacts; days: AdDays; sums: Metrics }

/** Those of an ad group with impressions enough, by id. */
function shownAds(ads: readonly AdFacts[], daysByAd: ReadonlyMap<string, AdDays>): Shown[] {
  return ads
    .map((ad) => {
      const rows = daysByAd.get(`${ad.adGroupId} ${ad.adId}`) ?? []
      const days = rows.filter(({ impressions }) => impressions > 0)
      return { ad, days, sums: addUp(days) }
    })
    .filter(({ sums }) => sums.impressions >= THRESHOLDS.adImpressions.value)
    .sort((a, b) => (a.ad.adId < b.ad.adId ? -1 : 1))
}

/** An ad group's ads as one. */
const adGroupSums = (own: readonly Shown[]) => ({
  campaignId: own[0]?.ad.campaignId ?? '',
  sums: addUp(own.map(({ sums }) => sums)),
})

/** Each ad with the next one, on the days of both. */
function neighbours(own: readonly Shown[]) {
  return own.slice(1).flatMap((one, i) => {
    const shared = sharedSums(own[i]!.days, one.days)
    return shared ? [[shared.winnerSums, shared.loserSums] as const] : []
  })
}

/** The ad of a group that leaves most per impression, by what may be believed of each against the rest, beside every other. */
function pairsOf(
  own: readonly Shown[],
  usual: UsualGaps,
  ratesOf: AdGroupRates,
  context: Context,
): Pair[] {
  const target = own[0] && context.targetOf(own[0].ad.campaignId)
  if (!target || own.length < 2) return []
  const all = adGroupSums(own).sums
  const cpc = ratio(all.costMicros, all.clicks)
  const rates = ratesOf(cpc)
  const { knownShare } = context.measurement
  const seen = { n: all.clicks * knownShare, k: all.conversionsMicros / MICROS }
  // Clicks that a spent budget pays for are taken from the rest of the campaign.
  const paid = cpc * euroWorth(target)
  const rate = mixtureMean(posterior(rates, seen))
  const place = { campaignId: own[0]!.ad.campaignId, adGroupId: own[0]!.ad.adGroupId }
  const score = (one: Shown) => {
    const rest = addUp(own.flatMap((other) => (other === one ? [] : [other.sums])))
    const { clicks, conversions } = gapOf([one.sums, rest], usual)
    const [worth] = worthsOf(place, [one.sums, rest], target, context)
    return Math.exp(meanOf(clicks)) * (Math.exp(meanOf(conversions)) * rate * worth - paid)
  }
  const scores = new Map(own.map((one) => [one, score(one)]))
  const [winner, ...others] = own.toSorted((a, b) => scores.get(b)! - scores.get(a)!)
  return others.flatMap((loser) => {
    const shared = sharedSums(winner!.days, loser.days)
    if (!shared) return []
    const least = Math.min(shared.winnerSums.impressions, shared.loserSums.impressions)
    if (least < THRESHOLDS.adImpressions.value) return []
    const pair = [shared.loserSums, shared.winnerSums] as const
    const compared = { gap: gapOf(pair, usual), worths: worthsOf(place, pair, target, context) }
    const instead = insteadOf(loser, own) ?? pair
    const shownInstead = {
      instead,
      insteadGap: gapOf(instead, usual),
      insteadWorths: worthsOf(place, instead, target, context),
    }
    return [
      {
        winner: winner!.ad,
        loser: loser.ad,
        target,
        rates,
        ...compared,
        ...shownInstead,
        ...shared,
      },
    ]
  })
}

/** It on its days, and what is shown in its place once it is paused: all others of its ad group, as they are; null where one is left. */
function insteadOf(loser: Shown, own: readonly Shown[]): Pair['instead'] | null {
  const others = own.filter((one) => one !== loser)
  if (others.length < 2) return null
  const days = new Set(loser.days.map(({ day }) => day))
  return [loser.sums, addUp(others.flatMap((one) => one.days.filter(({ day }) => days.has(day))))]
}

/** Null when they were shown together on too few days. */
function sharedSums(winner: AdDays, loser: AdDays) {
  const both = new Set(winner.map(({ day }) => day)).intersection(
    new Set(loser.map(({ day }) => day)),
  )
  if (both.size < THRESHOLDS.adDaysShared.value) return null
  const sumsOf = (rows: AdDays) => addUp(rows.filter(({ day }) => both.has(day)))
  return { winnerSums: sumsOf(winner), loserSums: sumsOf(loser), days: both.size }
}

/**
 * Better is not enough: the winner's extra clicks must also bring more than they cost, and fewer conversions of the loser
 * must not be dearer ones.
 */
function duelOf(pair: Pair, context: Context): Duel[] {
  const { winnerSums, loserSums, loser, gap } = pair
  const belief = conversionGap(gap)
  const worse = Math.min(chanceBelow(belief, 0), chanceOfLess(gap, pair.worths))
  // What cannot pass is not simulated: nearly all pairs are alike.
  if (worse < THRESHOLDS.adWorthProbability.value) return []
  const fewest = Math.min(loserSums.conversionsMicros, winnerSums.conversionsMicros)
  const metric = fewest >= THRESHOLDS.adConversions.value * MICROS ? 'conversions' : 'clicks'
  const key = `${loser.adGroupId} ${loser.adId}`
  const next = uniformsFrom(fingerprintOf(NAME, key))
  const draw = replacementDraw(...replacementOf(pair, context))
  const nets = Array.from({ length: THRESHOLDS.draws.value }, () => draw(next))
  const good = nets.filter((net) => net > 0).length / nets.length
  const meanNet = nets.reduce((sum, net) => sum + net, 0) / nets.length
  const probability = Math.min(worse, good, THRESHOLDS.mostCertain.value)
  return [{ ...pair, metric, relativeLoss: expectedExcess(belief), probability, meanNet, key }]
}

function replacementOf(pair: Pair, context: Context): Parameters<typeof replacementDraw> {
  const { loser, instead, insteadGap, insteadWorths, target, rates } = pair
  const { impressions } = loser.sums
  const room = { impressions, target, worths: insteadWorths, usual: rates }
  return [instead, insteadGap, room, context]
}

/** With two ads left the loser is only told to be replaced: alone, the winner would have nothing to beat. */
function findingOf(duel: Loss, context: Context, byHand: boolean): Finding {
  const { loser } = duel
  const campaign = context.campaigns.get(loser.campaignId)
  const isBrand = campaign !== undefined && isBrandCampaign(campaign)
  const mayPause = duel.rivals > THRESHOLDS.fewestAds.value
  return {
    identity: [loser.adGroupId, loser.adId],
    object: { type: 'adgroup', id: loser.adGroupId },
    campaignId: loser.campaignId,
    adGroupId: loser.adGroupId,
    probability: duel.probability,
    claims: [],
    acts: [`ad:${loser.adId}:status`],
    drawMonthlyNet: isBrand ? null : comingReplacementDraw(...replacementOf(duel, context)),
    ...(isBrand ? { fixedPriority: 'low' as const } : {}),
    group: {
      identity: [
        'group',
        mayPause ? `pause ${loser.campaignId}` : 'replace',
        isBrand ? 'brand' : '',
      ],
      label: words.losingAdLabel(context, duel),
      texts: (parts) => words.losingAdGroupTexts(context, parts, mayPause),
    },
    kpi: 'conversions',
    ...words.losingAdTexts(context, duel, mayPause, byHand || !mayPause ? [] : [pauseAd(loser)]),
  }
}
