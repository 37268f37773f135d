import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { asOneOfMany, asWhole } from '../../statistics/conversion-evidence.ts'
import { accountDoubt } from '../../statistics/family-priors.ts'
import { fitPrior } from '../../statistics/fit-prior.ts'
import {
  type DoubtfulFactor,
  type Evidence,
  type GammaMixture,
  mixtureMean,
  mixtureVariance,
  posterior,
  scaledBy,
  timesFactor,
} from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Ngram } from './frequent-ngrams.ts'
import { mainAdGroup, type Term, termFamily } from './search-terms.ts'

export type NgramBelief = {
  /** Of its conversions per known click, before its own are counted. */
  rate: GammaMixture
  /** Of those of some of its queries, after all of its own are counted. */
  rateOf: (terms: readonly Term[]) => GammaMixture
  /** Conversions of its queries but this one, as a multiple of what their campaigns and ad groups let expect. */
  factorWithout: (term: Term) => DoubtfulFactor
}

/**
 * What words let expect: a factor on what the campaigns and ad groups of their queries convert at, spread as the
 * account's words are (empirical Bayes). Null where it has too few conversions.
 */
export function ngramBeliefs(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  terms: readonly Term[],
  { ngrams, candidates }: { ngrams: readonly Ngram[]; candidates: readonly Ngram[] },
): ((ngram: Ngram) => NgramBelief) | null {
  const { measurement } = context
  const exposureOf = exposures(snapshot, context)
  const sum = (some: readonly Term[]): Evidence & { clicks: number } => {
    const total = { n: 0, k: 0, clicks: 0 }
    for (const term of some) {
      total.n += exposureOf(term)
      total.clicks += term.sums.clicks * measurement.knownShare
      total.k += term.sums.conversionsMicros / MICROS
    }
    return total
  }
  const all = sum(terms)
  if (all.k < THRESHOLDS.familyConversions.value) return null
  const doubt = accountDoubt([all])
  const evidence = new Map(candidates.map((ngram) => [ngram, sum(ngram.terms)]))
  const prior = spreadOfWords(
    [...evidence.values()],
    () => ngrams.map(({ terms: own }) => sum(own)),
    context,
  )
  if (!prior) return null
  return (ngram) => {
    const own = evidence.get(ngram)!
    const usual = all.k / all.n
    const after = posterior(timesFactor(prior, doubt), asWhole(own, measurement))
    return {
      rateOf: (some) => {
        const part = sum(some)
        return scaledBy(timesFactor(after, ELSEWHERE), part.n / part.clicks)
      },
      rate: timesFactor(scaledBy(prior, own.n / own.clicks), doubt),
      factorWithout: (term) => {
        const others = {
          n: Math.max(0, own.n - exposureOf(term)),
          k: Math.max(0, own.k - term.sums.conversionsMicros / MICROS),
        }
        return factorOf(posterior(prior, asWhole(others, measurement)), usual)
      },
    }
  }
}

/** How much better or worse a word does in one campaign than in another, beyond how they themselves convert. */
const ELSEWHERE = { mean: 1, relativeVariance: 0.25 ** 2 }

/** Among words that no keyword has, where they are enough: those of the keywords are as good as the keywords. */
function spreadOfWords(
  candidates: readonly Evidence[],
  all: () => readonly Evidence[],
  { measurement }: Context,
): GammaMixture | null {
  const { priorUnits, priorConversions } = THRESHOLDS
  const conversions = candidates.reduce((sum, { k }) => sum + k, 0)
  const isEnough = candidates.length >= priorUnits.value && conversions >= priorConversions.value
  return fitPrior((isEnough ? candidates : all()).map((own) => asOneOfMany(own, measurement)))
}

function factorOf(belief: GammaMixture, usual: number): DoubtfulFactor {
  const mean = mixtureMean(belief)
  return { mean: mean / usual, relativeVariance: mixtureVariance(belief) / mean ** 2 }
}

/** Known clicks of a query, each as many as it is worth in its campaign and ad group against the account's mean. */
function exposures(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
): (term: Term) => number {
  const { priorOf } = termFamily(snapshot, context)
  const { knownShare } = context.measurement
  const rates = new Map<string, number>()
  const rateOf = (campaignId: string, adGroupId: string) => {
    const key = `${campaignId} ${adGroupId}`
    const known = rates.get(key)
    if (known !== undefined) return known
    const prior = priorOf({ campaignId, adGroupId })
    const rate = prior ? mixtureMean(prior) : 0
    rates.set(key, rate)
    return rate
  }
  const usual = priorOf({ campaignId: '' })
  const scale = usual ? 1 / mixtureMean(usual) : 0
  return (term) =>
    term.sums.clicks * knownShare * scale * rateOf(term.campaign.id, mainAdGroup(term))
}
