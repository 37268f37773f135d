import type { Target } from '../account/context.ts'
import type { AuditPreferences, CampaignSettings } from '../account/inventory.ts'
import type { CountedSums } from '../account/known-figures.ts'
import type { CampaignFacts } from '../account/snapshot.ts'
import type { Figure } from '../findings/recommendation.ts'
import type { Exponent } from '../statistics/learned-exponents.ts'

/** A week's metrics; cost in micros, conversions as a number. */
export type Week = {
  impressions?: number
  clicks?: number
  costMicros?: number
  conversions?: number
  /** In the account's currency, not in micros. */
  conversionsValue?: number
}

/** One of Google's own recommendations. */
export type GoogleAdvice = {
  id: string
  type: string
  campaignId: string | null
  /** Where it is about several at once, as a budget that they share. */
  campaignIds?: readonly string[]
  adGroupId: string | null
  /** The week without and with it; null where Google promises nothing. */
  impact: { base: Week; potential: Week } | null
  /** Google's own JSON of what the type proposes. */
  proposal: Readonly<Record<string, unknown>>
}

/** 'wait': not while conversions cannot be believed, nor before the last change can be read. 'no_opinion': nothing can be defended. */
export type Verdict = 'apply' | 'discard' | 'try' | 'wait' | 'no_opinion'

export type SecondOpinion = {
  verdict: Verdict
  /** Spanish, one or two sentences; every number in it is one of the figures. */
  reason: string
  figures: Figure[]
  /** Spanish; what speaks against the verdict or limits it. */
  caveats: string[]
}

/** All that a verdict is taken from; sums over the engine's window. */
export type Surroundings = {
  currencyCode: string
  /** Days of the window. */
  days: number
  /** Why conversions cannot be believed, or not those of now, in Spanish; null: they can. */
  blocked: string | null
  /** Clicks whose conversions are known, as a share of all, 0..1. */
  knownShare: number
  /** What Google's recommendation is about; null for the whole account or where it is unknown. */
  campaign: CampaignFacts | null
  /** Sums of all that it is about, where that is the whole account or several campaigns. */
  jointSums: CountedSums | null
  target: Target | null
  /** About several campaigns, which have no target in common. */
  isJoint: boolean
  /** Whether what Google registers as their values tells conversions apart. */
  valuesTell: boolean
  settings: CampaignSettings | null
  /** What the owner decided where the trade disagrees. */
  preferences: AuditPreferences
  /** What it would change has been changed, or its campaign has, so lately that nothing can be read of it. */
  isSettling: boolean
  /** Exponent of conversions on budget by Google's own simulation; null: what is believed of it. */
  budgetElasticity: Exponent | null
  /** What is believed of it, by what measured budgets of this and other accounts did. */
  budgetExponent: Exponent
  /** What side networks have cost and brought in the whole account; null: never used or unknown. */
  sideNetworks: Readonly<
    Record<'SEARCH_PARTNERS' | 'CONTENT', { costMicros: number; conversions: number } | null>
  >
  /** In force in the campaign, its account included; null: unknown. */
  sitelinks: number | null
  callouts: number | null
  /** Responsive ads that can be shown in the ad group; null: unknown. */
  liveAds: number | null
}
