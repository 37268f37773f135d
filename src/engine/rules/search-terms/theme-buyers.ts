import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { negativeBlocks } from '../../account/matches.ts'
import type { AccountSnapshot, SearchTermFacts } from '../../account/snapshot.ts'
import { asOneOfMany, asWhole } from '../../statistics/conversion-evidence.ts'
import { type Evidence, type GammaMixture, posterior } from '../../statistics/priors.ts'
import { predictiveCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Ngram, NgramIndex } from './frequent-ngrams.ts'
import type { NgramBelief } from './ngram-beliefs.ts'
import { isSpared, type TermFamily, termFamily } from './search-terms.ts'

/**
 * Of the themes, those whose negative would stop a query that pays for itself, with its kin, or that has sold more than
 * chance lets expect, if it sold like the theme's other queries. Every query counts that the negative would stop in the
 * campaigns where it would act, also of paused campaigns and ad groups.
 */
export function themesWithBuyers(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  { index, themes }: { index: NgramIndex; themes: readonly Ngram[] },
  beliefOf: (ngram: Ngram) => NgramBelief,
): Set<Ngram> {
  const family = termFamily(snapshot, context)
  const open = new Set(themes)
  const campaignsOf = actingIn()
  const sellsBeyondChance = (term: string, sold: Evidence, ngram: Ngram) =>
    sold.k > 0 &&
    isStopped(ngram, term) &&
    isBeyondChance(sold, ngram, beliefOf(ngram).rate, context)
  for (const [term, rows] of buyersOf(snapshot)) {
    const own = index.within(term).filter((ngram) => open.has(ngram))
    if (own.length === 0) continue
    const paying = payingPlaces(rows, family, context)
    for (const ngram of own) {
      const places = campaignsOf(ngram)
      const pays = paying.some((id) => places.has(id))
      if (pays || sellsBeyondChance(term, broughtIn(places, rows, context), ngram))
        open.delete(ngram)
    }
  }
  return new Set(themes.filter((ngram) => !open.has(ngram)))
}

/** The campaigns where a query, with its kin, pays for itself. */
function payingPlaces(
  rows: readonly SearchTermFacts[],
  family: TermFamily,
  context: Context,
): string[] {
  const kin = family.kinship.of(rows[0]!.term)
  return rows.flatMap(({ sums, campaignId }) =>
    sums.conversionsMicros > 0 && isSpared(family, context, kin, campaignId) ? [campaignId] : [],
  )
}

/** The rows of each query that sold. */
function buyersOf({ searchTerms }: AccountSnapshot<'searchTerm'>) {
  const rows = new Map<string, SearchTermFacts[]>()
  for (const { term, sums } of searchTerms) if (sums.conversionsMicros > 0) rows.set(term, [])
  for (const row of searchTerms) rows.get(row.term)?.push(row)
  return rows
}

/** The campaigns of each group of words, once it is asked for. */
function actingIn(): (ngram: Ngram) => ReadonlySet<string> {
  const known = new Map<Ngram, ReadonlySet<string>>()
  return (ngram) => {
    const before = known.get(ngram)
    if (before) return before
    const campaigns = new Set<string>()
    for (const { campaign } of ngram.terms) campaigns.add(campaign.id)
    known.set(ngram, campaigns)
    return campaigns
  }
}

function broughtIn(
  campaigns: ReadonlySet<string>,
  rows: readonly SearchTermFacts[],
  { measurement }: Context,
): Evidence {
  const own = { n: 0, k: 0 }
  for (const { campaignId, sums } of rows) {
    if (!campaigns.has(campaignId)) continue
    own.n += sums.clicks * measurement.knownShare
    own.k += sums.conversionsMicros / MICROS
  }
  return own
}

const isStopped = ({ spellings }: Ngram, term: string) =>
  spellings.some((text) => negativeBlocks({ text, matchType: 'PHRASE' }, term))

/** P(as many sales or more | the rate that the theme's other queries let expect): a gamma–Poisson count. */
function isBeyondChance(
  own: Evidence,
  { evidence }: Ngram,
  prior: GammaMixture,
  { measurement }: Context,
): boolean {
  const rest = { n: Math.max(0, evidence.n - own.n), k: Math.max(0, evidence.k - own.k) }
  const belief = posterior(prior, asWhole(rest, measurement))
  const { n, k } = asOneOfMany(own, measurement)
  const fewer = Math.ceil(k) - 1
  const below = belief.reduce(
    (sum, { weight, shape, rate }) => sum + weight * predictiveCdf(fewer, shape, rate, n),
    0,
  )
  return 1 - below < THRESHOLDS.themeBuyerChance.value
}
