import { MICROS } from '#shared/metrics.ts'
import type { Protection } from '../../account/brand.ts'
import type { Context } from '../../account/context.ts'
import { kinNumbers } from '../../account/kin.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { type MeaningReader, meaningReader } from '../../account/meanings.ts'
import { addUp } from '../../account/measurement.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, CampaignFacts, SearchTermFacts } from '../../account/snapshot.ts'
import { limitOf } from '../../account/targets.ts'
import { askedMeaning, termIdentity } from '../../account/terms.ts'
import { offeredKeywords } from '../../account/turned-off.ts'
import { termClaim } from '../../findings/claims.ts'
import type { Claim } from '../../findings/recommendation.ts'
import { asWhole, familyEvidence } from '../../statistics/conversion-evidence.ts'
import { type PriorOf, priorsOf } from '../../statistics/family-priors.ts'
import {
  type DoubtfulFactor,
  mixtureCdf,
  posterior,
  scaledBy,
  timesFactor,
} from '../../statistics/priors.ts'
import { toldByPrice } from './told-by-price.ts'

/** One query in one campaign, over all its ad groups and match types. */
export type Term = {
  /** Its place among those of the account. */
  at: number
  /** The number of its kin. */
  kin: number
  /** Lower case, accents kept: what a negative or a new keyword would say. */
  text: string
  campaign: CampaignFacts<never>
  rows: SearchTermFacts[]
  sums: CountedSums
  /** Why it must never be excluded, or null. */
  protection: ReturnType<Protection['reasonFor']>
  /** What is meant by words of it that mostly do not want to buy. */
  meant: ReturnType<MeaningReader>
}

/** Neither a keyword nor a negative yet. */
export function isUndecided({ status }: Pick<SearchTermFacts, 'status'>): boolean {
  return status === 'NONE' || status === 'UNKNOWN'
}

/** What the rules of search terms share, worked out once for an analysis. */
export type TermFamily = {
  /** Queries with clicks in live campaigns that take negative keywords; excluded ones left out. */
  terms: readonly Term[]
  /** Of queries that do not name the brand, at the price of their campaign's clicks. */
  priorOf: PriorOf
  /** By the place of each query, what the price of its clicks makes of that. */
  told: Float64Array
  kinship: Kinship
  /** Meanings of the live keywords. */
  keywordMeanings: ReadonlySet<string>
  conversions: number
}

/** Clicks (known), conversions and cost of all queries of the same kin, in any campaign, live or not. */
export type Kin = { n: number; k: number; costMicros: number }

export type Kinship = {
  /** Of each row. */
  numbers: Int32Array
  at: (number: number) => Kin
  of: (text: string) => Kin
}

export const termFamily = oncePerAnalysis(familyOf)

function familyOf(snapshot: AccountSnapshot<'searchTerm'>, context: Context): TermFamily {
  const kinship = kinshipOf(snapshot, context.measurement.knownShare)
  const terms = termsOf(snapshot, context, kinship)
  const others = terms.filter(({ protection }) => protection !== 'marca')
  const told = toldByPrice(terms)
  return {
    terms,
    told,
    priorOf: priorsOf(
      others.map((term) => {
        const { n, k } = familyEvidence(term.sums, context.measurement)
        const place = { campaignId: term.campaign.id, adGroupId: mainAdGroup(term) }
        return { ...place, n: n * told[term.at]!, k }
      }),
    ),
    kinship,
    keywordMeanings: new Set(offeredKeywords(snapshot).map(({ text }) => askedMeaning(text))),
    conversions: addUp(terms.map(({ sums }) => sums)).conversionsMicros / MICROS,
  }
}

/** Performance Max takes negative keywords of the campaign since January 2025. */
const TAKES_NEGATIVES: ReadonlySet<string> = new Set(['SEARCH', 'SHOPPING', 'PERFORMANCE_MAX'])

function termsOf(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  { numbers }: Kinship,
): Term[] {
  const { searchTerms } = snapshot
  const meantIn = meaningReader(snapshot)
  const terms: Term[] = []
  const byCampaign = new Map<string, Map<string, Term>>()
  for (let i = 0; i < searchTerms.length; i++) {
    const row = searchTerms[i]!
    const campaign = context.campaigns.get(row.campaignId)
    if (campaign?.status !== 'ENABLED' || row.sums.clicks <= 0) continue
    if (context.uncounted.has(campaign.id)) continue
    if (!TAKES_NEGATIVES.has(campaign.channelType)) continue
    if (row.status === 'EXCLUDED' || row.status === 'ADDED_EXCLUDED') continue
    const text = termIdentity(row.term)
    const own = byCampaign.get(campaign.id) ?? new Map<string, Term>()
    byCampaign.set(campaign.id, own)
    const known = own.get(text)
    if (known) known.rows.push(row)
    else {
      const protection = context.protection.reasonFor(text, campaign.id)
      const place = { at: terms.length, kin: numbers[i]! }
      const term = {
        ...place,
        text,
        campaign,
        rows: [row],
        sums: row.sums,
        protection,
        meant: meantIn(text),
      }
      own.set(text, term)
      terms.push(term)
    }
  }
  for (const term of terms) {
    if (term.rows.length > 1) term.sums = addUp(term.rows.map(({ sums }) => sums))
  }
  return terms
}

/** The belief about a query before looking at it. */
export function priorOfTerm(family: TermFamily, term: Term, { measurement }: Context) {
  const { n, k } = familyEvidence(term.sums, measurement)
  const told = family.told[term.at]!
  const place = { campaignId: term.campaign.id, adGroupId: mainAdGroup(term) }
  const prior = family.priorOf(place, { n: n * told, k })
  return prior && scaledBy(prior, told)
}

/**
 * Whether the query, taken with all its kin ('zapato rojo', 'zapatos rojos', 'zapatos rojas'), more likely than not
 * pays for itself: then one of them without conversions is bad luck. `factor`: conversions believed of its like
 * beforehand, against what its campaign lets expect.
 */
export function isSpared(
  family: TermFamily,
  context: Context,
  { n, k, costMicros }: Kin,
  campaignId: string,
  factor?: DoubtfulFactor,
): boolean {
  if (k <= 0) return false
  const usual = family.priorOf({ campaignId })
  const prior = usual && factor ? timesFactor(usual, factor) : usual
  const target = context.targetOf(campaignId)
  if (!prior || !target || n <= 0) return true
  const breakEven = (costMicros * context.measurement.knownShare) / n / limitOf(target)
  return mixtureCdf(posterior(prior, asWhole({ n, k }, context.measurement)), breakEven) < 0.5
}

/** The ad group that brought most of a query's clicks: whose prior fits it. */
export function mainAdGroup({ rows }: Pick<Term, 'rows'>): string {
  if (rows.length === 1) return rows[0]!.adGroupId
  return rows.toSorted(
    (a, b) => b.sums.clicks - a.sums.clicks || (a.adGroupId < b.adGroupId ? -1 : 1),
  )[0]!.adGroupId
}

function kinshipOf({ searchTerms }: AccountSnapshot<'searchTerm'>, knownShare: number): Kinship {
  const numberOf = kinNumbers()
  const numbers = new Int32Array(searchTerms.length)
  const zeros = () => new Float64Array(searchTerms.length)
  const [n, k, cost] = [zeros(), zeros(), zeros()]
  for (let i = 0; i < searchTerms.length; i++) {
    const { term, sums } = searchTerms[i]!
    const number = numberOf(term)
    numbers[i] = number
    n[number]! += sums.clicks * knownShare
    k[number]! += sums.conversionsMicros / MICROS
    cost[number]! += sums.costMicros
  }
  const at = (number: number) => {
    return { n: n[number] ?? 0, k: k[number] ?? 0, costMicros: cost[number] ?? 0 }
  }
  return { numbers, at, of: (text) => at(numberOf(text)) }
}

/** The spend of a query, one claim per keyword that brought it. */
export function rowClaims({ rows }: Pick<Term, 'rows'>): Claim[] {
  if (rows.length === 1) return [termClaim(rows[0]!, rows[0]!.sums.costMicros)]
  const claims = new Map<string, number>()
  for (const row of rows) {
    const { key, costMicros } = termClaim(row, row.sums.costMicros)
    claims.set(key, (claims.get(key) ?? 0) + costMicros)
  }
  return [...claims].map(([key, costMicros]) => ({ key, costMicros }))
}
