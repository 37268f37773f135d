import { type Metrics, MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { LandingPage } from '../../account/inventory.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { countedEvidence, ofBuyers } from '../../statistics/conversion-evidence.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { drawGamma, drawNormal, type Uniforms } from '../../statistics/random.ts'
import { rareLogRatio } from '../../statistics/rare-ratio.ts'
import {
  chanceRatioBelow,
  logOddsRatio,
  type Stratum,
  shrunk,
  spreadAroundNone,
} from '../../statistics/rate-ratio.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { PageFault, WeakPage } from './landing-pages-words.ts'
import * as words from './landing-pages-words.ts'

/** Pages that convert worse than others of the same ad groups, are slow, or do not fit a phone. */
export const landingPages = defineRule({
  name: 'landing-pages',
  title: 'Páginas de destino',
  category: 'landing-pages',
  place: 220,
  needs: { all: ['landingPages'], called: 'las páginas de destino' },
  run,
  words,
})

function run(snapshot: SnapshotWith<'landingPages'>, context: Context): RuleResult {
  const pages = snapshot.inventory.landingPages.filter(
    ({ campaignId }) => context.campaigns.get(campaignId)?.status === 'ENABLED',
  )
  const chosen = pages.filter((page) => isChosen(page, context))
  const weak = blockedReason(context) ? [] : weakPages(chosen, context)
  const findings = [
    ...weak.map((page) => weakFinding(page, context)),
    ...faultFindings('speed', pages, isSlow, context),
    ...faultFindings('mobile', pages, isUnfriendly, context),
  ]
  return { findings, silence: findings.length > 0 ? null : silenceOf(pages, context) }
}

function silenceOf(pages: readonly LandingPage[], context: Context): string {
  const clicks = Math.max(
    0,
    ...[...byUrl(pages).values()].map((rows) => addUp(rows.map(({ sums }) => sums)).clicks),
  )
  const missing = THRESHOLDS.pageClicks.value - clicks
  if (missing > 0) return words.tooFewClicks(context, missing)
  const isTold = pages.some(({ speedScore }) => speedScore !== undefined)
  const worse = blockedReason(context) ?? words.NONE_WORSE
  return isTold ? `${words.NONE_SLOW} ${worse}` : `${worse} ${words.SPEED_UNKNOWN}`
}

/** Where Google matches pages to searches by what they sell, the page is the product: another would answer other searches. */
function isChosen({ campaignId, adGroupId }: LandingPage, { campaigns, adGroups }: Context) {
  const channel = campaigns.get(campaignId)?.channelType ?? ''
  return !['SHOPPING', 'PERFORMANCE_MAX'].includes(channel) && !adGroups.get(adGroupId)?.isDynamic
}

const byUrl = (pages: readonly LandingPage[]) => Map.groupBy(pages, ({ url }) => url)

function weakPages(pages: readonly LandingPage[], context: Context): WeakPage[] {
  const strata = Map.groupBy(pages, stratumOf)
  const compared = [...byUrl(pages)].flatMap(([url, rows]) => {
    const sums = addUp(rows.map((row) => row.sums))
    if (sums.clicks < THRESHOLDS.pageClicks.value) return []
    const places = [...new Set(rows.map(stratumOf))]
    const others = places.map((place) => {
      const inside = strata.get(place) ?? []
      const sumsOf = (own: boolean) =>
        addUp(inside.filter((page) => (page.url === url) === own).map((page) => page.sums))
      return { one: sumsOf(true), rest: sumsOf(false) }
    })
    const peers = addUp(others.map(({ rest }) => rest))
    return compare({ url, sums, peers, places, campaignIds: campaignsOf(rows) }, others, context)
  })
  const spread = usualSpread(compared)
  const likely = compared
    .flatMap((page) => judge(page, spread))
    .filter(({ probability }) => probability >= THRESHOLDS.pageProbability.value)
  return acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
}

const stratumOf = ({ adGroupId, device }: LandingPage) => `${adGroupId} ${device ?? ''}`

/**
 * How unlike pages of the same ad groups are in this account, sd of the ln odds ratio; not less than is usual, since a
 * few pages that are alike do not prove that all are. The last page of a place says the same as the others say of it,
 * so that of each place the first page is not counted.
 */
function usualSpread(compared: readonly ComparedPage[]): number {
  const met = new Set<string>()
  const ratios = compared.flatMap((page) => {
    const isNew = page.places.every((place) => !met.has(place))
    for (const place of page.places) met.add(place)
    return isNew || isRare(page) ? [] : [logOddsRatio(page.strata)]
  })
  const known = ratios.filter((ratio) => ratio !== null)
  const learned = known.length < LEAST_RATIOS ? 0 : spreadAroundNone(known)
  return Math.max(THRESHOLDS.pageSpread.value, learned)
}

/** Fewer cannot tell how unlike pages are. */
const LEAST_RATIOS = 3

const isRare = ({ sums }: ComparedPage) =>
  sums.conversionsMicros < THRESHOLDS.rareConversions.value * MICROS

const campaignsOf = (rows: readonly LandingPage[]) =>
  [...new Set(rows.map(({ campaignId }) => campaignId))].sort()

type ComparedPage = Omit<WeakPage, 'belief' | 'probability' | 'key'> & {
  /** Ad groups and devices. */
  places: string[]
  strata: Stratum[]
}

function compare(
  page: Omit<ComparedPage, 'strata' | 'target' | 'worth'>,
  others: readonly { one: CountedSums; rest: CountedSums }[],
  context: Context,
): ComparedPage[] {
  const campaignId = page.campaignIds[0]!
  const target = context.targetOf(campaignId)
  const { measurement } = context
  const counted = (sums: CountedSums) =>
    ofBuyers(countedEvidence(sums, measurement), measurement.credit)
  if (!target || page.peers.clicks < THRESHOLDS.pageClicks.value) return []
  const strata = others.map(({ one, rest }) => ({ one: counted(one), rest: counted(rest) }))
  const worthOf = (sums: Metrics) =>
    (context.targetOfPart({ campaignId }, sums) ?? target).micros / target.micros
  const worth = { own: worthOf(page.sums), peers: worthOf(page.peers) }
  return [{ ...page, strata, target, worth }]
}

/** Fewer conversions a click must not be dearer ones: what it brings a click must be as much less. */
function judge(compared: ComparedPage, spread: number): WeakPage[] {
  const { strata, places: _, ...page } = compared
  const odds = isRare(compared) ? rareOdds(strata, spread) : logOddsRatio(strata)
  if (!odds) return []
  const dearer = Math.max(1, page.worth.own / page.worth.peers)
  const probability = chanceRatioBelow(odds, spread, THRESHOLDS.pageOddsRatio.value / dearer)
  return [{ ...page, belief: shrunk(odds, spread), probability, key: page.url }]
}

/** A page with few conversions against what its strata let expect; odds and rates hardly differ there. */
function rareOdds(strata: readonly Stratum[], spread: number) {
  const compared = strata.filter(({ one, rest }) => one.n > 0 && rest.n > 0)
  const total = (countOf: (stratum: Stratum) => number) =>
    compared.reduce((sum, stratum) => sum + countOf(stratum), 0)
  const expected = total(({ one, rest }) => (one.n * rest.k) / rest.n)
  const [seen, rest] = [total(({ one }) => one.k), total((stratum) => stratum.rest.k)]
  return rareLogRatio({ seen, expected, rest }, spread)
}

function weakFinding(page: WeakPage, context: Context): Finding {
  const campaignId = page.campaignIds.length === 1 ? page.campaignIds[0]! : null
  const texts = words.weakPageTexts(context, page)
  return {
    identity: [page.url],
    object: { type: 'campaign', id: campaignId ?? '' },
    campaignId,
    adGroupId: null,
    probability: page.probability,
    claims: [],
    acts: [`page:${page.url.replaceAll(':', '_')}:conversion`],
    drawMonthlyNet: lossDraw(page, context),
    kpi: 'conversions',
    ...texts,
    card: campaignId ? texts.card : { ...texts.card, campaignIds: page.campaignIds },
  }
}

/**
 * Net effect per 30 days in micros if the page converted like its peers. Both rates come from what both brought: where
 * the gap is one possible truth, the peers' rate is what explains all conversions together.
 */
function lossDraw(
  { sums, peers, belief, target, worth }: WeakPage,
  { measurement, monthFactor }: Context,
) {
  const { knownShare } = measurement
  const conversions = (sums.conversionsMicros + peers.conversionsMicros) / MICROS
  return (next: Uniforms): number => {
    const odds = Math.exp(belief.value + belief.sd * drawNormal(next))
    const exposure = (peers.clicks + odds * sums.clicks) * knownShare
    const usual = drawGamma(next, conversions + 0.5, Math.max(1, exposure))
    return monthFactor * sums.clicks * usual * (worth.peers - odds * worth.own) * target.micros
  }
}

const isSlow = ({ speedScore }: LandingPage) =>
  speedScore !== undefined && speedScore <= THRESHOLDS.slowPageScore.value
const isUnfriendly = ({ mobileFriendlyShare }: LandingPage) =>
  mobileFriendlyShare !== undefined && mobileFriendlyShare < THRESHOLDS.mobileFriendlyShare.value

/** All pages with one fault in one finding: they are usually repaired together. */
function faultFindings(
  fault: PageFault,
  pages: readonly LandingPage[],
  isFaulty: (page: LandingPage) => boolean,
  context: Context,
): Finding[] {
  const faulty = [...byUrl(pages.filter(isFaulty))]
    .map(([url, rows]) => ({ ...rows[0]!, url, sums: addUp(rows.map(({ sums }) => sums)) }))
    .filter(({ sums }) => sums.clicks >= THRESHOLDS.pageClicks.value)
    .sort((a, b) => b.sums.costMicros - a.sums.costMicros || (a.url < b.url ? -1 : 1))
  if (faulty.length === 0) return []
  const clicks = faulty.reduce((sum, { sums }) => sum + sums.clicks, 0)
  const share = ratio(clicks, addUp(pages.map(({ sums }) => sums)).clicks)
  return [
    setupFinding(
      {
        campaignId: null,
        part: fault,
        probability: THRESHOLDS.pageSetupProbability.value,
        priority: 'low',
        group: {
          identity: ['', 'speed'],
          texts: (parts) => words.landingGroupTexts(context, parts),
        },
      },
      words.pageQualityTexts(context, fault, faulty, share),
    ),
  ]
}
