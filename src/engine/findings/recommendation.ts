import type { Day, DayRange } from '#shared/dates.ts'
import type { Unit, UnitValue } from '#shared/unit-text.ts'
import type { CommonDraws } from '../statistics/common-draws.ts'
import type { Uniforms } from '../statistics/random.ts'

export type Category =
  | 'measurement'
  | 'bids'
  | 'ads'
  | 'keywords'
  | 'landing-pages'
  | 'targeting'
  | 'budget'

export type Priority = 'high' | 'medium' | 'low'

export type CardValue = UnitValue

export type Figure = { key: string; label: string; unit: Unit; value: CardValue }

export type EvidenceTable = {
  columns: { key: string; label: string; unit: Unit }[]
  rows: Record<string, CardValue>[]
}

export type Change = {
  /** Google Ads mutate operations with `{customerId}` for the account; empty: to be done by hand. */
  operations: MutateOperation[]
  before: string
  after: string
}

/** One operation of googleAds:mutate, e.g. { campaignCriterionOperation: { create: … } }. */
export type MutateOperation = Record<string, Record<string, unknown>>

/** Net effect in micros per 30 days: 10 %, 50 % and 90 % points of the simulated outcomes. */
export type Forecast = {
  monthlyLowMicros: number
  monthlyMidMicros: number
  monthlyHighMicros: number
  kpi: 'cost' | 'conversions'
}

/** All that supports a recommendation; every number its texts show is one of these values. */
export type EvidenceCard = {
  currencyCode: string
  window: { from: Day; to: Day; days: number }
  figures: Figure[]
  table: EvidenceTable
  test: { name: string; sentence: string; numbers: Figure[] }
  counterEvidence: string[]
  change: Change | null
  /** Of a card about several campaigns: all of them. */
  campaignIds?: string[]
  /** Null where no amount can be defended (broken tracking). */
  forecast: Forecast | null
}

export type Recommendation = {
  fingerprint: string
  /** Its name; a stored one may be of a rule that is no more. */
  rule: string
  title: string
  description: string
  category: Category
  priority: Priority
  estimatedImpact: string
  /** Account-wide findings are of type 'campaign' with objectId ''. */
  objectType: 'campaign' | 'adgroup'
  objectId: string
  campaignId: string | null
  adGroupId: string | null
  evidence: EvidenceCard
  /** That the finding is right, 0..1. */
  probability: number
  /** Per 30 days; sets the priority. 0 where no amount is claimed. */
  expectedValueMicros: number
  /** When it is seen to, ascending over all accounts. */
  turn: number
  /** Order within a turn, largest first, per 30 days: the cautious effect; without an amount what the account spends. */
  stakeMicros: number
  whyNow: string
}

/**
 * A piece of spend that a finding would save, so that two findings never count the same euro. `key` is a path of ids
 * 'campaign/adGroup/criterion/term', cut short where the finding is about a whole container: '5' the campaign, '5/31'
 * the ad group, '5/31/77' the keyword, '5/31/77/zapatos gratis' one of its queries ('' for an id that is not known:
 * '5/31//zapatos gratis'). A slice of a container that is no part of that tree has a last segment '#dimension=value':
 * '5/#device=MOBILE', '5/31/#ad=901'; slices of other dimensions overlap in proportion. Build them by claims.ts.
 * `costMicros`: of the window, what would be saved at most (a bid cut of 20 % claims 20 % of the cost). What is
 * claimed inside a container never exceeds the container's own cost. A key without '/' is its own container.
 */
export type Claim = { key: string; costMicros: number }

/**
 * What a finding changes, 'kind:id:aspect', e.g. 'keyword:31~77:bid', 'campaign:5:budget', 'campaign:5:target',
 * 'campaign:5:#device=MOBILE', 'ad:901:status'. Of two findings with one act in common only that of the larger cautious
 * value is shown. Aspect 'status' (pausing, removing) excludes every other aspect of the same kind and id. Adding
 * something new (a negative, a keyword) names what is added: 'campaign:5:negative gratis'.
 */
export type Act = string

/** `worth`: what conversions are worth, as a multiple of what is reckoned with; 1 unless asked. */
export type DrawNet = (next: Uniforms, common: CommonDraws, worth?: number) => number

/** What a rule returns; ranking adds forecast, priority and the impact text. */
export type Finding = {
  /** Of the problem, among those of its rule: entity ids and normalised text, never a date or an amount. */
  identity: readonly string[]
  /** Only where it is not its rule's. */
  category?: Category
  object: { type: 'campaign' | 'adgroup'; id: string }
  campaignId: string | null
  adGroupId: string | null
  /** Of several campaigns: all of them. */
  campaignIds?: readonly string[]
  title: string
  description: string
  whyNow: string
  probability: number
  /** `window` only where the evidence covers other days than the snapshot's window. */
  card: Omit<EvidenceCard, 'forecast' | 'currencyCode' | 'window'> & {
    window?: DayRange
  }
  claims: Claim[]
  /** Its card changes nothing by itself: what can be applied is not left out for its sake. */
  isAdvice?: true
  acts?: readonly Act[]
  /** Identities of findings of its rule without which it earns nothing: it is shown with all of them, or not at all. */
  onlyWith?: readonly (readonly string[])[]
  /** Findings of one rule with the same identity are decided together: shown as one, once nothing contradicts them. */
  group?: FindingGroup
  /**
   * Draws one possible net effect, micros per 30 days; null where no amount is claimed. `common`: for what all findings
   * of a group assume alike (an elasticity, an uplift); each of them is given the same stream from its beginning.
   */
  drawMonthlyNet: DrawNet | null
  /** Its rule leaves out what is too little by itself: how much comes of it is only supposed. */
  hasOwnLeast?: true
  /** Its amount is supposed, not only in doubt: it is never of high priority. */
  isSupposed?: true
  /** What a conversion is worth is supposed: the card says what twice and half of it would make of the amount. */
  isWorthSupposed?: boolean
  /** What the 20 % point of the draws hardly exceeds: spares drawing where better findings leave this one no room. */
  mostMonthlyNet?: number
  kpi: Forecast['kpi']
  /** Where expected value does not set it. */
  fixedPriority?: Priority
  /** Says what the amount rests on, 'Ahorro de 288 € a 371 €' or 'Entre perder 3 € y ahorrar 90 €', which ranking words; or why there is none. */
  impact: (amount: string) => string
}

/**
 * `identity`, with the rule: campaign or account and part of the rule, never what the group happens to contain.
 * `label`: what the finding is called within it. `texts`: of two or more.
 */
export type FindingGroup = {
  identity: readonly string[]
  label?: string
  texts: (parts: readonly Finding[]) => GroupTexts
  /** Where its findings go if together they are too little for a card. */
  wider?: FindingGroup
  /** They go there as well where more cards than can be decided one by one would say the same. */
  joinsMany?: true
}

/** What a group of findings says instead of each of them. */
export type GroupTexts = Pick<Finding, 'title' | 'description' | 'whyNow'> & {
  figures: Figure[]
  test: EvidenceCard['test']
  before: string
  after: string
  /** Only where one of them would say it otherwise. */
  impact?: Finding['impact']
  columns?: EvidenceTable['columns']
  /** Of the doubts of all, each once. */
  doubts?: (all: readonly string[]) => string[]
}
