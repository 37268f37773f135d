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
  gammaPrior,
  mixtureMean,
  mixtureVariance,
  posterior,
  scaledBy,
  timesFactor,
} from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Ngram } from './frequent-ngrams.ts'
import { type MeantNgram, meantPriors, offeredMeanings } from './meant-words.ts'
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
  {
    ngrams,
    candidates,
    meant,
  }: { ngrams: readonly Ngram[]; candidates: readonly Ngram[]; meant: readonly MeantNgram[] },
): ((ngram: Ngram) => NgramBelief) | null {
  const { measurement } = context
  const exposures = exposuresOf(snapshot, context)
  const sum = (some: readonly Term[]): Gathered => {
    let [n, k, clicks, squares] = [0, 0, 0, 0]
    for (const { at, sums } of some) {
      const exposure = exposures[at]!
      n += exposure
      squares += exposure * exposure
      clicks += sums.clicks * measurement.knownShare
      k += sums.conversionsMicros / MICROS
    }
    return { n, k, clicks, squares }
  }
  const all = sum(terms)
  if (all.k < THRESHOLDS.familyConversions.value) return null
  const doubt = accountDoubt([all])
  const evidence = new Map(candidates.map((ngram) => [ngram, sum(ngram.terms)]))
  const usual = all.k / all.n
  const isEnough = enoughWords([...evidence.values()])
  const words = isEnough ? [...evidence.values()] : ngrams.map(({ terms: own }) => sum(own))
  const prior = fitPrior(words.map((own) => asOneOfMany(own, measurement)))
  if (!prior) return null
  const unlike = unlikeness(snapshot, context, prior)
  const hidden = hiddenShare(context)
  const told = fitPrior(
    words.map((own) => ofTheWord(asOneOfMany(own, measurement), own, unlike * usual)),
  )
  if (!told) return null
  const usualWord = isEnough ? told : orUsual(told, usual)
  const meantWords = meant.map(({ ngram, meant: one }) => {
    const own = sum(ngram.terms)
    evidence.set(ngram, own)
    return {
      ...one,
      ngram,
      evidence: ofTheWord(asOneOfMany(own, measurement), own, unlike * usual),
    }
  })
  const byMeaning = new Map(
    [...meantPriors(meantWords, usual, offeredMeanings(snapshot))].map(([word, own]) => [
      word.ngram,
      own,
    ]),
  )
  return (ngram) => {
    const own = evidence.get(ngram)!
    const meaning = byMeaning.get(ngram)
    const [before, wordPrior] = [meaning ?? prior, meaning ?? usualWord]
    const whole = asWhole(own, measurement)
    const after = posterior(
      timesFactor(before, doubt),
      meaning ? ofTheWord(whole, own, unlike * usual) : whole,
    )
    return {
      rateOf: (some) => {
        const part = sum(some)
        const unlikePart = unlike * ownPart(part, own, hidden)
        const factor = { mean: 1, relativeVariance: (1 + ELSEWHERE) * (1 + unlikePart) - 1 }
        return scaledBy(timesFactor(after, factor), part.n / part.clicks)
      },
      rate: timesFactor(scaledBy(before, own.n / own.clicks), doubt),
      factorWithout: (term) => {
        const exposure = exposures[term.at]!
        const others = {
          n: Math.max(0, own.n - exposure),
          k: Math.max(0, own.k - term.sums.conversionsMicros / MICROS),
          squares: Math.max(0, own.squares - exposure * exposure),
        }
        const whole = asWhole(others, measurement)
        const rate = mixtureMean(posterior(wordPrior, whole))
        return factorOf(posterior(wordPrior, ofTheWord(whole, others, unlike * rate)), usual)
      },
    }
  }
}

/** Exposure, its squares added up query by query, conversions and known clicks of some queries. */
type Gathered = Evidence & { clicks: number; squares: number }

/**
 * What queries tell of their word: less, the fewer of them have the clicks, for each has a rate of its own besides
 * (gamma–Poisson: variance over mean is 1 + `unlike` × Σn² / Σn, with `unlike` the variance over mean of their rates).
 */
export function ofTheWord(
  { n, k }: Evidence,
  of: { n: number; squares: number },
  unlike: number,
): Evidence {
  const clumped = of.n > 0 ? 1 + (unlike * of.squares) / of.n : 1
  return { n: n / clumped, k: k / clumped }
}

/** Relative variance of the rates of one ad group's queries beyond what their words make of them. */
function unlikeness(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  words: GammaMixture,
): number {
  const usual = termFamily(snapshot, context).priorOf({ campaignId: '' })
  if (!usual) return 0
  const relative = (belief: GammaMixture) => mixtureVariance(belief) / mixtureMean(belief) ** 2
  return Math.max(0, (1 + relative(usual)) / (1 + relative(words)) - 1)
}

/**
 * How much of the unlikeness of queries is left in what `part` of a word's will bring: each has a rate of its own, of which
 * those of the others tell nothing. Few with the clicks leave much (Σn² / (Σn)²), all of them none but in the `hidden`
 * share, whose queries are others and taken to be as few.
 */
export function ownPart(
  part: { n: number; squares: number },
  own: { n: number },
  hidden: number,
): number {
  if (part.n <= 0) return 1
  const unseen = 1 - Math.min(1, part.n / own.n)
  return (part.squares / part.n ** 2) * ((1 - hidden) ** 2 * unseen + hidden ** 2)
}

/** Of the clicks that a word will bring, those on queries that Google hides, fraction. */
function hiddenShare({ hiddenOfRare }: Context): number {
  const times = Math.min(THRESHOLDS.mostHidden.value, hiddenOfRare ?? 0)
  return times / (1 + times)
}

/** Variance of how much better or worse a word does in one campaign than in another, beyond how they themselves convert. */
const ELSEWHERE = 0.25 ** 2

/**
 * Few words tell little of how unlike words are that no keyword has, and those of keywords, chosen for what the account sells,
 * are more alike: with their queries' own unlikeness taken out hardly any would be waste. As likely it is the usual spread.
 */
function orUsual(told: GammaMixture, rate: number): GammaMixture {
  const shape = THRESHOLDS.shapeCentre.value
  const both = [...told, ...gammaPrior(shape, shape / rate)]
  return both.map((part) => ({ ...part, weight: part.weight / 2 }))
}

/** For a spread among words that no keyword has: those of the keywords are as good as the keywords. */
function enoughWords(candidates: readonly Gathered[]): boolean {
  const { priorUnits, priorConversions } = THRESHOLDS
  const conversions = candidates.reduce((sum, { k }) => sum + k, 0)
  return candidates.length >= priorUnits.value && conversions >= priorConversions.value
}

function factorOf(belief: GammaMixture, usual: number): DoubtfulFactor {
  const mean = mixtureMean(belief)
  return { mean: mean / usual, relativeVariance: mixtureVariance(belief) / mean ** 2 }
}

/** Known clicks of each query, each as many as it is worth in its campaign and ad group against the account's mean. */
function exposuresOf(snapshot: AccountSnapshot<'searchTerm'>, context: Context): Float64Array {
  const { terms, priorOf, told } = termFamily(snapshot, context)
  const { knownShare } = context.measurement
  let place = { campaignId: '', adGroupId: '', rate: 0 }
  /** Queries of an ad group follow each other. */
  const rateOf = (campaignId: string, adGroupId: string) => {
    if (place.campaignId === campaignId && place.adGroupId === adGroupId) return place.rate
    const prior = priorOf({ campaignId, adGroupId })
    place = { campaignId, adGroupId, rate: prior ? mixtureMean(prior) : 0 }
    return place.rate
  }
  const usual = priorOf({ campaignId: '' })
  const scale = usual ? 1 / mixtureMean(usual) : 0
  const exposures = new Float64Array(terms.length)
  for (const term of terms) {
    const rate = rateOf(term.campaign.id, mainAdGroup(term))
    exposures[term.at] = term.sums.clicks * knownShare * scale * rate * told[term.at]!
  }
  return exposures
}
