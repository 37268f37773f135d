import { type Metrics, MICROS, ratio } from '#shared/metrics.ts'
import { type AdVerdict, compareAds, proportionZ } from '../../ad-comparison.ts'
import { isBrandCampaign } from '../../brand.ts'
import type { Context, Target } from '../../context.ts'
import { acceptByFalseDiscovery } from '../../discovery.ts'
import { fingerprintOf } from '../../fingerprint.ts'
import type { AccountInventory, AdFacts } from '../../inventory.ts'
import { addUp } from '../../measurement.ts'
import { drawGamma, type Uniforms, uniformsFrom } from '../../random.ts'
import { chanceRatioBelow, logRateRatio } from '../../rate-ratio.ts'
import type { Finding, MutateOperation, RuleResult } from '../../recommendation.ts'
import { isLiveAd } from '../../setup-finding.ts'
import type { AccountSnapshot } from '../../snapshot.ts'
import { THRESHOLDS } from '../../thresholds.ts'
import { losingAdGroupTexts, losingAdLabel, losingAdTexts } from '../../wording/ads/losing-ads.ts'
import { notKnown } from '../../wording/setup-texts.ts'
import { blockedReason } from '../../wording/shared-texts.ts'

const RULE = 'losing-ads'

type AdDays = NonNullable<AccountInventory['adDays']>

/** Sums are those of the days on which both ads were shown. */
type Pair = {
  winner: AdFacts
  loser: AdFacts
  winnerSums: Metrics
  loserSums: Metrics
  days: number
  target: Target
}

export type Duel = Pair & {
  metric: 'conversions' | 'clicks'
  verdict: AdVerdict
  /** P(the winner is better, and pausing the loser leaves more than it costs). */
  probability: number
  key: string
}

/** Mean net effect of pausing the loser, micros per 30 days. */
type Worth = Duel & { meanNet: number }

/** `rivals`: ads of the ad group that can be shown, both included. */
export type Loss = Duel & { rivals: number }

/** Ads that surely do worse than another of their ad group, compared on the days when both were shown. */
export function losingAds(snapshot: AccountSnapshot, context: Context): RuleResult {
  const { ads, adDays } = snapshot.inventory ?? {}
  if (!ads || !adDays)
    return { findings: [], silence: notKnown('los datos diarios de los anuncios') }
  const blocked = blockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const groups = Map.groupBy(
    ads.filter((ad) => isLiveAd(context, ad) && isWritten(context, ad)),
    ({ adGroupId }) => adGroupId,
  )
  const rivals = [...groups.values()].filter((own) => own.length > 1)
  if (rivals.length === 0) return { findings: [], silence: NO_RIVALS }
  const daysByAd = Map.groupBy(adDays, ({ adGroupId, adId }) => `${adGroupId} ${adId}`)
  const pairs = rivals.flatMap((own) => pairsOf(own, daysByAd, context))
  const duels = pairs.flatMap(duelOf)
  const worth = duels.filter(isSure).map((duel) => worthOf(duel, context))
  const likely = worth.filter(
    ({ probability }) => probability >= THRESHOLDS.adWorthProbability.value,
  )
  const accepted = onePerAdGroup(
    acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value),
  )
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: accepted.map((duel) =>
      findingOf({ ...duel, rivals: servingAds(groups.get(duel.loser.adGroupId)) }, context, byHand),
    ),
    silence: accepted.length > 0 ? null : silenceOf(pairs, context),
  }
}

/** The rest is judged again when the first has been settled: pausing two at once leaves nothing to compare. */
function onePerAdGroup(duels: readonly Worth[]): Worth[] {
  return [...Map.groupBy(duels, ({ loser }) => loser.adGroupId).values()].map((own) =>
    own.reduce((best, one) => (one.meanNet > best.meanNet ? one : best)),
  )
}

/** Product ads of Shopping and the like have no texts to choose between. */
const isWritten = ({ campaigns }: Context, { campaignId }: AdFacts) =>
  ['SEARCH', 'DISPLAY'].includes(campaigns.get(campaignId)?.channelType ?? '')

const servingAds = (ads: readonly AdFacts[] = []) =>
  ads.filter(({ approvalStatus }) => approvalStatus !== 'DISAPPROVED').length

const NO_RIVALS = 'Ningún grupo tiene dos anuncios activos: no hay con qué comparar.'

function silenceOf(pairs: readonly Pair[], context: Context): string {
  if (pairs.length === 0) {
    const { adDaysShared, adImpressions } = THRESHOLDS
    return `Hacen falta ${context.say.integer(adDaysShared.value)} días con dos anuncios a la vez, y ${context.say.integer(adImpressions.value)} impresiones de cada uno, para compararlos.`
  }
  return 'Entre los anuncios que comparten grupo, ninguno es peor que otro con seguridad suficiente.'
}

function pairsOf(
  ads: readonly AdFacts[],
  daysByAd: ReadonlyMap<string, AdDays>,
  context: Context,
): Pair[] {
  const target = context.targetOf(ads[0]!.campaignId)
  if (!target) return []
  const daysOf = (ad: AdFacts) =>
    (daysByAd.get(`${ad.adGroupId} ${ad.adId}`) ?? []).filter(({ impressions }) => impressions > 0)
  const sumsOf = new Map(ads.map((ad) => [ad.adId, addUp(daysOf(ad))]))
  const enough = ads.filter(
    ({ adId }) => sumsOf.get(adId)!.conversionsMicros >= THRESHOLDS.adConversions.value * MICROS,
  )
  const metric = enough.length > 1 ? 'conversions' : 'clicks'
  const field = metric === 'clicks' ? 'clicks' : 'conversionsMicros'
  const score = ({ adId }: AdFacts) =>
    ratio(sumsOf.get(adId)![field], sumsOf.get(adId)!.impressions)
  const ranked = (metric === 'conversions' ? enough : [...ads])
    .filter(({ adId }) => (sumsOf.get(adId)?.impressions ?? 0) >= THRESHOLDS.adImpressions.value)
    .sort((a, b) => score(b) - score(a) || (a.adId < b.adId ? -1 : 1))
  const [winner, ...others] = ranked
  if (!winner) return []
  return others.flatMap((loser) => {
    const shared = sharedSums(daysOf(winner), daysOf(loser))
    const least = shared && Math.min(shared.winnerSums.impressions, shared.loserSums.impressions)
    const enoughShown = least !== null && least >= THRESHOLDS.adImpressions.value
    return shared && enoughShown ? [{ winner, loser, target, ...shared }] : []
  })
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

/** Conversions per impression with 30 conversions each; else clicks, unless the loser's clicks convert better. */
function duelOf(pair: Pair): Duel[] {
  const { winnerSums, loserSums, loser } = pair
  const conversions = ({ conversionsMicros }: Metrics) => conversionsMicros / MICROS
  const fewest = Math.min(conversions(winnerSums), conversions(loserSums))
  const metric = fewest >= THRESHOLDS.adConversions.value ? 'conversions' : 'clicks'
  const arm = (sums: Metrics) => ({
    successes: metric === 'conversions' ? conversions(sums) : sums.clicks,
    trials: sums.impressions,
  })
  const [best, worst] = [arm(winnerSums), arm(loserSums)]
  // The exact comparison is dear, and nearly all pairs are alike.
  if (proportionZ(worst, best) < THRESHOLDS.adScreenZ.value) return []
  if (metric === 'clicks' && convertsBetter(loserSums, winnerSums)) return []
  const verdict = compareAds(best, worst)
  const key = `${loser.adGroupId} ${loser.adId}`
  return [{ ...pair, metric, verdict, probability: verdict.probability, key }]
}

function convertsBetter(one: Metrics, other: Metrics): boolean {
  const rate = ({ conversionsMicros, clicks }: Metrics) => ({
    successes: conversionsMicros / MICROS,
    trials: clicks,
  })
  const { probability } = compareAds(rate(one), rate(other))
  return probability >= THRESHOLDS.adGuardProbability.value
}

function isSure({ verdict }: Duel): boolean {
  const { adProbability, adLossLimit } = THRESHOLDS
  return verdict.probability >= adProbability.value && verdict.relativeLoss < adLossLimit.value
}

/**
 * The loser's impressions shown with the winner instead: more conversions at the target, and more clicks to pay. By
 * clicks alone both are taken to convert at their common rate.
 */
function netDraw(duel: Duel, context: Context) {
  const { winnerSums, loserSums, loser, metric, target } = duel
  const { knownShare } = context.measurement
  const both = addUp([winnerSums, loserSums])
  const costPerClick = ratio(both.costMicros, both.clicks)
  return (next: Uniforms): number => {
    const draw = (successes: number, trials: number) =>
      drawGamma(next, successes + 0.5, Math.max(1, trials))
    const perImpression = (sums: Metrics, field: 'clicks' | 'conversionsMicros') =>
      draw(field === 'clicks' ? sums.clicks : sums[field] / MICROS, sums.impressions)
    const clicks = perImpression(winnerSums, 'clicks') - perImpression(loserSums, 'clicks')
    const conversions =
      metric === 'conversions'
        ? perImpression(winnerSums, 'conversionsMicros') -
          perImpression(loserSums, 'conversionsMicros')
        : clicks * draw(both.conversionsMicros / MICROS, both.clicks)
    const worth = (conversions / Math.max(0.1, knownShare)) * target.micros
    return context.monthFactor * loser.sums.impressions * (worth - clicks * costPerClick)
  }
}

/** Better is not enough: the winner's extra clicks must also bring more than they cost. */
function worthOf(duel: Duel, context: Context): Worth {
  const uniforms = uniformsFrom(fingerprintOf(RULE, duel.key))
  const draw = netDraw(duel, context)
  const nets = Array.from({ length: THRESHOLDS.draws.value }, () => draw(uniforms))
  const good = nets.filter((net) => net > 0).length / nets.length
  const meanNet = nets.reduce((sum, net) => sum + net, 0) / nets.length
  const probability = Math.min(duel.verdict.probability, good, chanceWorse(duel))
  return { ...duel, probability, meanNet }
}

/**
 * P(worse) after shrinking: the winner was chosen by the same figures, most ads of a group are nearly alike, and days
 * vary more than single impressions do.
 */
function chanceWorse({ winnerSums, loserSums, metric }: Duel): number {
  const counted = (sums: Metrics) => ({
    k: metric === 'conversions' ? sums.conversionsMicros / MICROS : sums.clicks,
    n: sums.impressions,
  })
  const ratio = logRateRatio(counted(loserSums), counted(winnerSums))
  if (!ratio) return 1
  const { dispersion, adGapSpread } = THRESHOLDS
  const variance = ratio.variance * dispersion.value
  return chanceRatioBelow({ ...ratio, variance }, adGapSpread.value, 1)
}

/** With two ads left the loser is only told to be replaced: alone, the winner would have nothing to beat. */
function findingOf(duel: Loss, context: Context, byHand: boolean): Finding {
  const { loser } = duel
  const campaign = context.campaigns.get(loser.campaignId)
  const isBrand = campaign !== undefined && isBrandCampaign(campaign)
  const mayPause = duel.rivals > THRESHOLDS.fewestAds.value
  return {
    fingerprint: fingerprintOf(RULE, loser.adGroupId, loser.adId),
    rule: RULE,
    categoria: 'anuncios',
    objeto: { tipo: 'adgroup', id: loser.adGroupId },
    campaignId: loser.campaignId,
    adGroupId: loser.adGroupId,
    probability: duel.probability,
    claims: [],
    acts: [`ad:${loser.adId}:status`],
    drawMonthlyNet: isBrand ? null : netDraw(duel, context),
    ...(isBrand ? { fixedPriority: 'baja' as const } : {}),
    group: {
      identity: [
        'group',
        mayPause ? `pause ${loser.campaignId}` : 'replace',
        isBrand ? 'brand' : '',
      ],
      label: losingAdLabel(context, duel),
      texts: (parts) => losingAdGroupTexts(context, parts),
    },
    kpi: 'conversiones',
    ...losingAdTexts(context, duel, mayPause, byHand || !mayPause ? [] : [pause(loser)]),
  }
}

function pause({ adGroupId, adId }: AdFacts): MutateOperation {
  return {
    adGroupAdOperation: {
      updateMask: 'status',
      update: {
        resourceName: `customers/{customerId}/adGroupAds/${adGroupId}~${adId}`,
        status: 'PAUSED',
      },
    },
  }
}
