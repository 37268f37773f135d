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
  for (const [term, rows] of buyersOf(snapshot)) {
    for (const ngram of index.within(term)) {
      if (!open.has(ngram)) continue
      const campaigns = acting.get(ngram) ?? campaignsOf(ngram)
      acting.set(ngram, campaigns)
      const own = broughtIn(campaigns, rows, context)
      const isSure = own.k > 0 && isStopped(ngram, term)
      if (!isSure || !isBeyondChance(own, ngram, beliefOf(ngram).rate, context)) continue
      found.add(ngram)
      open.delete(ngram)
    }
  }
  return found
}

/** The rows of each query that sold. */
function buyersOf({ searchTerms }: AccountSnapshot<'searchTerm'>) {
  const rows = new Map<string, SearchTermFacts[]>()
  for (const { term, sums } of searchTerms) if (sums.conversionsMicros > 0) rows.set(term, [])
  for (const row of searchTerms) rows.get(row.term)?.push(row)
  return rows
}

function campaignsOf({ terms }: Ngram): ReadonlySet<string> {
  const campaigns = new Set<string>()
  for (const { campaign } of terms) campaigns.add(campaign.id)
  return campaigns
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
