import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { negativeBlocks } from '../../account/matches.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { asOneOfMany, asWhole } from '../../statistics/conversion-evidence.ts'
import { type Evidence, type GammaMixture, posterior } from '../../statistics/priors.ts'
import { predictiveCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Ngram, NgramIndex } from './frequent-ngrams.ts'
import type { NgramBelief } from './ngram-beliefs.ts'

/**
 * Of the themes, those whose negative would stop a query that has sold more than chance lets expect, if it sold like
 * the theme's other queries. Every query counts that the negative would stop in the campaigns where it would act, also of
 * paused ad groups.
 */
export function themesWithBuyers(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  { index, themes }: { index: NgramIndex; themes: readonly Ngram[] },
  beliefOf: (ngram: Ngram) => NgramBelief,
): Set<Ngram> {
  const open = new Set(themes)
  const acting = new Map<Ngram, ReadonlySet<string>>()
  const found = new Set<Ngram>()
  for (const [term, places] of buyersOf(snapshot, context)) {
    for (const ngram of index.within(term)) {
      if (!open.has(ngram) || found.has(ngram)) continue
      const campaigns = acting.get(ngram) ?? campaignsOf(ngram)
      acting.set(ngram, campaigns)
      const own = sumOf(places.filter(({ campaignId }) => campaigns.has(campaignId)))
      const isSure = own.k > 0 && isStopped(ngram, term)
      if (isSure && isBeyondChance(own, ngram, beliefOf(ngram).rate, context)) found.add(ngram)
    }
  }
  return found
}

/** What each query that sold brought, by campaign. */
function buyersOf({ searchTerms }: AccountSnapshot<'searchTerm'>, { measurement }: Context) {
  const sold = new Set(
    searchTerms.filter(({ sums }) => sums.conversionsMicros > 0).map(({ term }) => term),
  )
  return Map.groupBy(
    searchTerms
      .filter(({ term }) => sold.has(term))
      .map(({ term, campaignId, sums }) => ({
        ...{ term, campaignId, n: sums.clicks * measurement.knownShare },
        k: sums.conversionsMicros / MICROS,
      })),
    ({ term }) => term,
  )
}

const campaignsOf = ({ terms }: Ngram) => new Set(terms.map(({ campaign }) => campaign.id))

const isStopped = ({ spellings }: Ngram, term: string) =>
  spellings.some((text) => negativeBlocks({ text, matchType: 'PHRASE' }, term))

function sumOf(places: readonly Evidence[]): Evidence {
  return places.reduce((sum, { n, k }) => ({ n: sum.n + n, k: sum.k + k }), { n: 0, k: 0 })
}

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
