import { MICROS } from '#shared/metrics.ts'
import { type Meaning, type Meant, meaningReader } from '../../account/meanings.ts'
import { ownTexts } from '../../account/own-texts.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import {
  type Evidence,
  type GammaMixture,
  gammaPrior,
  lnEvidenceAt,
} from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Ngram } from './frequent-ngrams.ts'
import type { Told } from './meaning-words.ts'
import type { Term } from './search-terms.ts'

/** Words of searches that say what is wanted. */
export type MeantNgram = { ngram: Ngram; meant: Meant }

/** However few searches have them: what they mean is known beforehand. */
export function meantNgrams(terms: readonly Term[], knownShare: number): MeantNgram[] {
  const found = new Map<string, { meant: Meant; terms: Term[]; costs: Map<string, number> }>()
  for (const term of terms) {
    for (const { written, ...meant } of term.meant) {
      const one = found.get(meant.words) ?? {
        meant,
        terms: [] as Term[],
        costs: new Map<string, number>(),
      }
      found.set(meant.words, one)
      one.terms.push(term)
      one.costs.set(written, (one.costs.get(written) ?? 0) + term.sums.costMicros)
    }
  }
  return [...found.values()].map(({ meant, terms: own, costs }) => {
    const clicks = own.reduce((sum, { sums }) => sum + sums.clicks, 0)
    const conversions = own.reduce((sum, { sums }) => sum + sums.conversionsMicros, 0)
    const spellings = [...costs].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    const evidence = { n: clicks * knownShare, k: conversions / MICROS }
    const ngram = {
      words: meant.words,
      spellings: spellings.map(([text]) => text),
      terms: own,
      clicks,
      evidence,
    }
    return { ngram, meant }
  })
}

/** With all searches of the account that have a word of the same meaning. */
export function toldByMeaning(meant: readonly MeantNgram[]): ReadonlyMap<Ngram, Told> {
  const byMeaning = Map.groupBy(meant, ({ meant: { meaning } }) => meaning)
  return new Map(
    [...byMeaning].flatMap(([meaning, own]) => {
      const alike = [...new Set(own.flatMap(({ ngram }) => ngram.terms))]
      return own.map(({ ngram }) => [ngram, { word: ngram.spellings[0]!, meaning, alike }] as const)
    }),
  )
}

/** Meanings that the account's own keywords, ads, names and pages have. */
export function offeredMeanings(snapshot: AccountSnapshot): ReadonlySet<Meaning> {
  const offered = ownTexts(snapshot).flatMap(meaningReader(snapshot))
  return new Set(offered.map(({ meaning }) => meaning))
}

type Weighed = Meant & { evidence: Evidence }

/**
 * What each word lets expect, at the account's `usual` rate: such words mostly hardly sell, unless those of the same meaning, in any campaign, show
 * that here they do (a meaning is barren or not, and most of its words are as it is); and the less, the more other meanings sell.
 */
export function meantPriors<Word extends Weighed>(
  words: readonly Word[],
  usual: number,
  offered: ReadonlySet<Meaning>,
): ReadonlyMap<Word, GammaMixture> {
  const { meantRate, shapeCentre, meantBarren, meantOffered, meantStrength } = THRESHOLDS
  // As unlike each other as rates of which nothing is known but their mean.
  const barren = gammaPrior(1, 1 / (meantRate.value * usual))
  const selling = gammaPrior(shapeCentre.value, shapeCentre.value / usual)
  const meanings = [...Map.groupBy(words, ({ meaning }) => meaning)].map(([meaning, own]) => {
    const told = own.map((word) => ({ word, ...lnOdds(word, barren, selling) }))
    const ln = told.reduce((sum, one) => sum + one.ln, 0)
    return { meaning, told, ln, chance: withOdds(meantBarren.value, ln) }
  })
  const known = meanings.filter(({ meaning }) => !offered.has(meaning))
  const strength = meantStrength.value
  const sum = known.reduce((all, { chance }) => all + chance, strength * meantBarren.value)
  const priors = new Map<Word, GammaMixture>()
  for (const { meaning, told, ln, chance } of meanings) {
    const others = (sum - chance) / (strength + known.length - 1)
    const before = offered.has(meaning) ? meantOffered.value : others
    for (const one of told) {
      const weight = idleShare(one.share, withOdds(before, ln - one.ln))
      priors.set(one.word, [
        { ...barren[0]!, weight },
        { ...selling[0]!, weight: 1 - weight },
      ])
    }
  }
  return priors
}

/** How much likelier what a word has sold is where its meaning is barren than where it sells. */
function lnOdds({ evidence, isPlain }: Weighed, barren: GammaMixture, selling: GammaMixture) {
  const [idle = 0, sold = 0] = [barren, selling].map(
    (prior) => lnEvidenceAt(evidence, prior, [1])[0],
  )
  const top = Math.max(idle, sold)
  const { meantPlain, meantDoubtful } = THRESHOLDS
  const share = (isPlain ? meantPlain : meantDoubtful).value
  const lnOf = (chance: number) => {
    const part = idleShare(share, chance)
    return Math.log(part * Math.exp(idle - top) + (1 - part) * Math.exp(sold - top))
  }
  return { share, ln: lnOf(1) - lnOf(0) }
}

/** How likely a word hardly sells, where its meaning is barren by that chance. */
const idleShare = (share: number, chance: number) =>
  chance * share + (1 - chance) * THRESHOLDS.meantAmongSelling.value

function withOdds(before: number, ln: number): number {
  const odds = (before / (1 - before)) * Math.exp(Math.min(50, ln))
  return odds / (1 + odds)
}
