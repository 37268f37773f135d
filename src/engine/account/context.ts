import { daysInRange } from '#shared/dates.ts'
import type { DoubtfulFactor } from '../statistics/priors.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { Say } from '../words/say.ts'
import { type Protection, protectionOf } from './brand.ts'
import { type ComingClicks, comingClicksOf } from './coming-clicks.ts'
import { daysKnown, isCutShort } from './coverage.ts'
import { endingCampaigns } from './ended-campaigns.ts'
import { type AccountDrifts, accountDrifts } from './entity-drift.ts'
import { type GoalReach, goalOutOfReach } from './goal-reach.ts'
import type { Sums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import { type NegativeLookup, negativeLookup } from './matches.ts'
import { accountSums, addUp, type Measurement, measurementOf } from './measurement.ts'
import { type MixedBrands, mixedBrand } from './mixed-brand.ts'
import { poorerRate, rateChanges, risenRate } from './rate-change.ts'
import { recentPriceOf } from './recent-price.ts'
import { type RepeatedNames, repeatedNames } from './repeated-names.ts'
import { restingCampaigns } from './resting-campaigns.ts'
import { type Settling, settlingOf } from './settling.ts'
import type { AccountSnapshot, AdGroupFacts, CampaignFacts, SearchTermFacts } from './snapshot.ts'
import { type Targets, targetsOf } from './targets.ts'
import { uncountedCampaigns } from './uncounted-campaigns.ts'

export type { Target } from './targets.ts'

/** What every rule needs to know, worked out once. */
export type Context = {
  say: Say
  campaigns: ReadonlyMap<string, CampaignFacts<never>>
  adGroups: ReadonlyMap<string, AdGroupFacts>
  /** Campaigns in which nothing is spent any more. */
  resting: ReadonlySet<string>
  /** Campaigns whose last day is less than a month away, or past. */
  ending: ReadonlySet<string>
  /** Campaigns whose conversions may not be counted at all. */
  uncounted: ReadonlySet<string>
  settling: Settling
  repeatedNames: RepeatedNames
  protection: Protection
  mixedBrand: MixedBrands
  /** Whether an existing negative already stops a query. */
  isNegated: NegativeLookup
  measurement: Measurement
  /** Whether what conversion actions count once more is more than little. */
  isCountedTwice: boolean
  /** Set where what its owner would pay for a conversion is far from what any campaign pays. */
  goalReach: GoalReach | null
  days: number
  /** Of the account, the days read so far; those of the window where nothing else is said. */
  daysKnown: number
  /** Earlier days of the window are still to be read. */
  isReading: boolean
  /** Sums of the window × this = 30 days. */
  monthFactor: number
  /** Of the widest level known. */
  sums: Sums
  /** Share of the cost of searches whose words Google shows, fraction; null if unknown. */
  visibleShare: number | null
  /** Cost of the searches that Google hides against that of those shown which are not a keyword's own words; null if unknown. */
  hiddenOfRare: number | null
  /** What a click costs of late, as a multiple of its mean price in the window. */
  recentPrice: number
  /** What rates of the window are expected to be multiplied by in the coming month: by what is added, 0..1, and by what is stopped, 1 and more. */
  poorer: number
  risen: DoubtfulFactor
  comingClicks: ComingClicks
  /** Whether it waits for a decision already. */
  isShown: (fingerprint: string) => boolean
} & Targets &
  AccountDrifts

/** `isNegated`: by the snapshot's own negatives, for who has indexed them already. */
export function contextOf(
  snapshot: AccountSnapshot,
  say: Say,
  isNegated = negativeLookup(snapshot.negatives),
): Context {
  const campaigns = new Map(snapshot.campaigns.map((campaign) => [campaign.id, campaign]))
  const measurement = measurementOf(snapshot)
  const days = Math.max(1, daysInRange(snapshot.window.from, snapshot.window.to))
  const covered = snapshot.coverage?.campaign
  const protection = protectionOf(snapshot)
  const brand = mixedBrand(snapshot, protection, isNegated)
  const shown = new Set(snapshot.shown)
  const changes = rateChanges(snapshot)
  return {
    say,
    campaigns,
    adGroups: new Map(snapshot.adGroups.map((adGroup) => [adGroup.id, adGroup])),
    resting: restingCampaigns(snapshot),
    ending: endingCampaigns(snapshot),
    uncounted: uncountedCampaigns(snapshot),
    settling: settlingOf(snapshot),
    repeatedNames: repeatedNames(snapshot),
    protection,
    mixedBrand: brand,
    isNegated,
    measurement,
    isCountedTwice: measurement.again.conversions > THRESHOLDS.countedAgain.value,
    goalReach: goalOutOfReach(snapshot, measurement),
    days,
    daysKnown: covered ? daysKnown(covered) : days,
    isReading: covered !== undefined && isCutShort(covered, snapshot.lagCurve),
    monthFactor: THRESHOLDS.monthDays.value / days,
    sums: accountSums(snapshot),
    ...shownSearches(snapshot),
    recentPrice: recentPriceOf(snapshot),
    poorer: poorerRate(changes),
    risen: risenRate(changes),
    comingClicks: comingClicksOf(snapshot),
    isShown: (fingerprint) => shown.has(fingerprint),
    ...accountDrifts(snapshot, measurement.credit),
    ...targetsOf(snapshot, measurement, brand, isNegated),
  }
}

/** Google hides what few people search: of the searches shown, those that widen a keyword are their like. */
function shownSearches(snapshot: AccountSnapshot): Pick<Context, 'visibleShare' | 'hiddenOfRare'> {
  const known = withKnown(snapshot, ['searchTerm'], ['costMicros'])
  const hidden = snapshot.hiddenSearchTerms?.costMicros
  if (!known || hidden === undefined) return { visibleShare: null, hiddenOfRare: null }
  const costOf = (terms: typeof known.searchTerms) =>
    addUp(terms.map(({ sums }) => sums)).costMicros
  const visible = costOf(known.searchTerms)
  const rare = costOf(known.searchTerms.filter(isRare))
  return {
    visibleShare: visible + hidden > 0 ? visible / (visible + hidden) : null,
    hiddenOfRare: rare > 0 ? hidden / rare : null,
  }
}

function isRare({ term, keywordText }: SearchTermFacts<never>): boolean {
  return term.toLowerCase() !== keywordText?.toLowerCase()
}
