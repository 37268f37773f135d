import type { BrokenWay } from '#shared/broken-page.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AdFacts, LookedPage } from '../../account/inventory.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { DrawNet, Finding } from '../../findings/recommendation.ts'
import { isLiveAd } from '../../findings/setup-finding.ts'
import { mixtureMean, posterior } from '../../statistics/priors.ts'
import { drawMixture } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import { type AdGroupRates, adGroupRates } from './ad-group-rates.ts'
import type { BrokenAd, BrokenGroup, Remedy } from './dead-landing-pages-words.ts'
import * as words from './dead-landing-pages-words.ts'
import { landedOn, pagesOfAds } from './pages-of-ads.ts'
import { pauseAd } from './pause-ad.ts'

/** Active ads whose page, opened twice, is not there or sends its visitors elsewhere. */
export const deadLandingPages = defineRule({
  name: 'dead-landing-pages',
  title: 'Páginas que no funcionan',
  category: 'landing-pages',
  place: 55,
  needs: {
    all: ['ads', 'lookedPages'],
    called: 'las páginas a las que llevan los anuncios',
    levels: ['campaign'],
    columns: COUNTED,
  },
  run,
  words,
})

function run(
  { account, inventory }: SnapshotWith<'ads' | 'lookedPages', 'campaign'>,
  context: Context,
): RuleResult {
  const { ads, lookedPages, landingPages } = inventory
  const pageOf = pagesOfAds(lookedPages)
  const isLandedOn = landedOn(landingPages)
  const live = ads
    .filter((ad) => isLiveAd(context, ad) && isShown(ad))
    .map((ad) => ({ ad, page: pageOf(ad) }))
    .filter(({ ad, page }) => !page?.broken || isLandedOn(ad.adGroupId, page.address))
  const groups = [...Map.groupBy(live, ({ ad }) => ad.adGroupId).values()]
  const whole = groups.map((own) => own.filter(({ page }) => !page?.broken))
  const ratesOf = adGroupRates(
    whole.filter((own) => own.length > 0).map((own) => sumsOf(own)),
    context,
  )
  const findings = groups.flatMap((own) =>
    KINDS.flatMap((kind) => brokenGroup(own, kind, ratesOf, context)),
  )
  return {
    findings: findings.map((group) => findingOf(group, context, account.source === 'imported')),
    silence: findings.length > 0 ? null : words.allWork(context, lookedPages.length),
  }
}

type Led = { ad: AdFacts; page: LookedPage | undefined }

const isShown = ({ approvalStatus }: AdFacts) => approvalStatus !== 'DISAPPROVED'

const sumsOf = (own: readonly Led[]) => ({
  campaignId: own[0]!.ad.campaignId,
  sums: addUp(own.map(({ ad }) => ad.sums)),
})

/** What is not there, and what leads elsewhere, where a part of the visitors still buys. */
const KINDS = ['dead', 'moved'] as const
type Kind = (typeof KINDS)[number]
const kindOf = (way: BrokenWay): Kind => (way === 'home' || way === 'domain' ? 'moved' : 'dead')

function brokenGroup(
  own: readonly Led[],
  kind: Kind,
  ratesOf: AdGroupRates,
  context: Context,
): BrokenGroup[] {
  const broken = own
    .flatMap(({ ad, page }): BrokenAd[] =>
      page?.broken && kindOf(page.broken.way) === kind ? [{ ad, page, broken: page.broken }] : [],
    )
    .toSorted(
      (a, b) => b.ad.sums.costMicros - a.ad.sums.costMicros || (a.ad.adId < b.ad.adId ? -1 : 1),
    )
  const sums = addUp(broken.map(({ ad }) => ad.sums))
  if (broken.length === 0 || sums.clicks < THRESHOLDS.brokenPageClicks.value) return []
  const fine = own.filter(({ page }) => page?.isFine && !page.broken)
  const rest = addUp(fine.map(({ ad }) => ad.sums))
  const adGroup = context.adGroups.get(broken[0]!.ad.adGroupId)!
  const remedy: Remedy = kind === 'moved' ? 'check' : fine.length > 0 ? 'pause' : 'repair'
  const { knownShare } = context.measurement
  const all = addUp(own.map(({ ad }) => ad.sums))
  const rates = posterior(ratesOf(ratio(all.costMicros, all.clicks)), {
    n: rest.clicks * knownShare,
    k: rest.conversionsMicros / MICROS,
  })
  const target = context.targetOf(adGroup.campaignId) ?? null
  const isCounted = kind === 'dead' && blockedReason(context) === null && target !== null
  const amount = isCounted ? { rates, rate: mixtureMean(rates), target } : null
  return [{ adGroup, remedy, broken, sums, amount }]
}

/** In Google Ads nothing is changed of what was imported. */
function findingOf(group: BrokenGroup, context: Context, byHand: boolean): Finding {
  const { adGroup, remedy, broken, amount } = group
  const isMoved = remedy === 'check'
  const operations = remedy === 'pause' && !byHand ? broken.map(({ ad }) => pauseAd(ad)) : []
  return {
    identity: [adGroup.id, isMoved ? 'moved' : 'dead'],
    object: { type: 'adgroup', id: adGroup.id },
    campaignId: adGroup.campaignId,
    adGroupId: adGroup.id,
    probability: words.chanceOf(remedy),
    claims: [],
    ...(remedy !== 'pause' && { isAdvice: true }),
    acts: actsOf(group),
    drawMonthlyNet: amount && lossDraw(group, amount, context),
    ...(amount === null && { fixedPriority: isMoved ? ('medium' as const) : ('high' as const) }),
    group: {
      identity: [
        'group',
        remedy,
        amount ? '' : 'no amount',
        remedy === 'pause' ? adGroup.campaignId : '',
      ],
      label: adGroup.name,
      texts: (parts) => words.brokenGroupsTexts(context, parts, remedy),
    },
    kpi: 'conversions',
    ...words.brokenGroupTexts(context, group, operations),
  }
}

/** Of pages that are repaired only one rule speaks, as of ads that are paused. */
function actsOf({ remedy, broken }: BrokenGroup): string[] {
  if (remedy === 'pause') return broken.map(({ ad }) => `ad:${ad.adId}:status`)
  const addresses = new Set(broken.map(({ page }) => page.address.replaceAll(':', '_')))
  return [...addresses].map((address) => `page:${address}:conversion`)
}

/**
 * Net effect per 30 days in micros if who clicks found a page as the others of the ad group are: the clicks are paid already. Who meets an
 * error page of a site that is there may find another way in; where the site itself is not reached, none can.
 */
function lossDraw(
  { broken }: BrokenGroup,
  { rates, target }: NonNullable<BrokenGroup['amount']>,
  { monthFactor }: Context,
): DrawNet {
  const clicksOf = (isIn: (way: BrokenWay) => boolean) =>
    broken.reduce((sum, one) => sum + (isIn(one.broken.way) ? one.ad.sums.clicks : 0), 0)
  const isError = (way: BrokenWay) => way === 'missing' || way === 'server'
  const [errors, lost] = [clicksOf(isError), clicksOf((way) => !isError(way))]
  return (next) => {
    const kept = THRESHOLDS.brokenPageKept.value * next()
    return monthFactor * (errors * (1 - kept) + lost) * drawMixture(next, rates) * target.micros
  }
}
