import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { namesSomething } from '../../account/little-words.ts'
import { type MeaningReader, meaningReader } from '../../account/meanings.ts'
import { addUp } from '../../account/measurement.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { limitOf } from '../../account/targets.ts'
import { wordsOf } from '../../account/terms.ts'
import {
  expectedSaving,
  judgeRate,
  ofSearches,
  type StoppedPart,
  type WasteVerdict,
} from '../../findings/waste.ts'
import { acceptByMoney, acceptByStake } from '../../statistics/discovery.ts'
import type { DoubtfulFactor } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { chanceDearerThanRest } from './apart-from-campaign.ts'
import { errorRoom } from './error-room.ts'
import { frequentNgrams, type Ngram, type NgramIndex } from './frequent-ngrams.ts'
import type { Told } from './meaning-words.ts'
import { meantNgrams, toldByMeaning } from './meant-words.ts'
import { mostlyExcluded } from './most-of-campaign.ts'
import { type NgramBelief, ngramBeliefs } from './ngram-beliefs.ts'
import {
  gramsByCampaign,
  meantCandidates,
  ngramCandidates,
  offeredWords,
} from './ngram-candidates.ts'
import { isSpared, type Term, termFamily } from './search-terms.ts'
import { seasonalThemes } from './seasonal-searches.ts'
import { blamedForAnother } from './shifted-blame.ts'
import { themesWithBuyers } from './theme-buyers.ts'
import { keywordCores } from './theme-cores.ts'

export type WastedNgram = {
  ngram: Ngram
  verdict: WasteVerdict
  target: Target
  /** What it stops in each of its campaigns. */
  parts: readonly StoppedPart[]
  belief: NgramBelief
  /** In every campaign where it comes. */
  isEverywhere: boolean
  /** Where what it means speaks against it. */
  told: Told | null
  key: string
}

/** Those that stand, worked out once: they also stop the queries Google hides, and take over single queries. */
export function acceptedNgrams(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
): WastedNgram[] {
  return verdictsOf(snapshot, context).accepted
}

/** Whether its negative goes into a list that all its campaigns share. */
export function isListed(
  { account }: Pick<AccountSnapshot, 'account'>,
  { ngram, isEverywhere }: WastedNgram,
): boolean {
  const campaigns = new Set(ngram.terms.map(({ campaign }) => campaign.id))
  return isEverywhere && campaigns.size > 1 && account.source !== 'imported'
}

/** What a query's word lets expect of it, where one lucky query keeps the word itself from being excluded. */
export type LuckyWord = {
  word: string
  /** Conversions of the word's other queries against what their ad groups let expect. */
  factor: DoubtfulFactor
  /** The queries that sold at a good price, dearest first: those that stay. */
  sold: readonly string[]
  /** Searches that name the brand or a rival have it too. */
  isOfBrand: boolean
}

/** Waste all the same, query by query; a query with several such words goes by the one with most clicks. */
export function luckyWords(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
): ReadonlyMap<Term, LuckyWord> {
  return verdictsOf(snapshot, context).lucky
}

type Verdicts = { accepted: WastedNgram[]; lucky: ReadonlyMap<Term, LuckyWord> }

const verdictsOf = oncePerAnalysis(judgedNgrams)
const NO_CAMPAIGNS: ReadonlySet<string> = new Set()
const NO_VERDICTS: Verdicts = { accepted: [], lucky: new Map() }

function judgedNgrams(snapshot: AccountSnapshot<'searchTerm'>, context: Context): Verdicts {
  const { terms } = termFamily(snapshot, context)
  const open = terms.filter(({ protection }) => protection === null)
  const closed = terms.filter(({ protection }) => protection !== null)
  const frequent = frequentNgrams(open, context.measurement.knownShare)
  const shut = gramsByCampaign(closed)
  const candidates = ngramCandidates(snapshot, context, frequent, shut)
  const meantIn = meaningReader(snapshot)
  const meant = meantNgrams(open, context.measurement.knownShare)
  const beliefOf = ngramBeliefs(snapshot, context, open, {
    ngrams: frequent.ngrams,
    candidates,
    meant,
  })
  if (!beliefOf) return NO_VERDICTS
  // The spread is that of all words: fewer of them would tell less of it.
  const index = withMeant(
    frequent,
    meant.map(({ ngram }) => ngram),
    meantIn,
  )
  const isMeant = new Set(meant.map(({ ngram }) => ngram.words))
  const toldBy = toldByMeaning(meant)
  const named = [
    ...candidates.filter(
      ({ words, spellings }) => !isMeant.has(words) && namesSomething(wordsOf(spellings[0]!)),
    ),
    ...meantCandidates(snapshot, context, meant),
  ]
  const isOfSeason = seasonalThemes(snapshot, context)
  const themes = named.filter((ngram) => !isOfSeason(ngram))
  const hasCore = keywordCores(snapshot)
  const isBlamed = blamedForAnother(open, offeredWords(snapshot, context, index))
  const room = errorRoom(snapshot)
  const converting = themesWithBuyers(snapshot, context, { index, themes }, beliefOf)
  // A negative would stop the brand's searches too.
  const ofBrand = new Set(
    themes.filter(({ words, terms: own }) =>
      own.some(({ campaign }) => shut.has(`${campaign.id} ${words}`)),
    ),
  )
  const [kept, whole] = [true, false].map((is) =>
    themes.filter((ngram) => (converting.has(ngram) || ofBrand.has(ngram)) === is),
  )
  const wastedBeside = (dear: ReadonlySet<string>) => (ngrams: readonly Ngram[]) => {
    const parts = ngrams.flatMap((ngram) => inEachCampaign(context, ngram, beliefOf(ngram), dear))
    // Where Google bids it pays less for what it believes to be barren, and little is at stake in many of them.
    const [byStake, byCount] = [true, false].map((is) =>
      parts.filter(
        ({ ngram, terms: [term] }) =>
          (isMeant.has(ngram.words) && !isSmartBidding(term!.campaign)) === is,
      ),
    )
    const accepted = [...acceptedWithTies(byCount!, room), ...acceptByStake(byStake!, room)]
    return [...Map.groupBy(accepted, ({ ngram }) => ngram)]
      .filter(([ngram]) => !hasCore(ngram) && !isBlamed(ngram))
      .flatMap(([ngram, own]) => {
        const told = toldBy.get(ngram) ?? null
        return joined(context, ngram, own, { belief: beliefOf(ngram), told }) ?? []
      })
  }
  const freely = wastedBeside(NO_CAMPAIGNS)(whole!)
  const dear = mostlyExcluded([...new Set(freely.flatMap(({ ngram }) => ngram.terms))], context)
  const wasted = wastedBeside(dear)
  return {
    accepted: shortestFirst(withoutCovered(dear.size > 0 ? wasted(whole!) : freely)),
    lucky: luckyWordsOf(snapshot, context, wasted(kept!), ofBrand),
  }
}

/** Those with a meaning in the place of those of the same words. */
function withMeant(
  { ngrams, within }: NgramIndex,
  meant: readonly Ngram[],
  meantIn: MeaningReader,
): NgramIndex {
  const byWords = new Map(meant.map((ngram) => [ngram.words, ngram]))
  return {
    ngrams: [...ngrams.filter(({ words }) => !byWords.has(words)), ...meant],
    within: (query) => [
      ...within(query).filter(({ words }) => !byWords.has(words)),
      ...meantIn(query).flatMap(({ words }) => byWords.get(words) ?? []),
    ],
  }
}

/** A word where it would be excluded: every campaign is judged by what its clicks cost and how it converts. */
type NgramPart = {
  ngram: Ngram
  target: Target
  terms: readonly Term[]
  sums: CountedSums
  /** Conversions a click, as believed. */
  rate: number
  probability: number
  /** Micros over the window. */
  expectedNet: number
  /** Micros that it cost. */
  stake: number
  key: string
}

function inEachCampaign(
  context: Context,
  ngram: Ngram,
  { rateOf }: NgramBelief,
  dear: ReadonlySet<string>,
): NgramPart[] {
  return [...Map.groupBy(ngram.terms, ({ campaign }) => campaign.id)].flatMap(([id, terms]) => {
    const sums = addUp(terms.map((term) => term.sums))
    const target = context.targetOfPart({ campaignId: id }, sums)
    if (!target) return []
    const verdict = judgeRate(sums, rateOf(terms), target, ofSearches(context))
    const campaign = terms[0]!.campaign
    const apart = dear.has(id)
      ? chanceDearerThanRest(campaign, sums, { verdict, target }, context)
      : 1
    const probability = Math.min(verdict.probability, apart)
    if (probability < 1 - THRESHOLDS.lossChance.value) return []
    const expectedNet = expectedSaving(sums, verdict, target)
    return [
      {
        ngram,
        target,
        terms,
        sums,
        rate: verdict.rate,
        probability,
        expectedNet,
        stake: sums.costMicros,
        key: `${ngram.words} ${id}`,
      },
    ]
  })
}

/** A word and the longer groups of the very same queries have one probability and stand or fall together. */
function acceptedWithTies(judged: readonly NgramPart[], room: number): NgramPart[] {
  const known = ({ probability, expectedNet }: NgramPart) => `${probability} ${expectedNet}`
  const accepted = new Set(acceptByMoney(judged, room).map((one) => known(one)))
  return judged.filter((one) => accepted.has(known(one)))
}

/** The word in all campaigns where it is to be excluded, under the most generous of their targets. */
function joined(
  context: Context,
  ngram: Ngram,
  parts: readonly NgramPart[],
  { belief, told }: Pick<WastedNgram, 'belief' | 'told'>,
): WastedNgram | null {
  const terms = parts.flatMap((part) => part.terms)
  const target = mostGenerousTarget(context, terms)
  if (!target) return null
  const sums = addUp(terms.map((term) => term.sums))
  const verdict = judgeRate(sums, belief.rateOf(terms), target, ofSearches(context))
  const isEverywhere = terms.length === ngram.terms.length
  return {
    ngram: only(ngram, terms),
    verdict,
    target,
    parts: stoppedParts(parts),
    belief,
    isEverywhere,
    told,
    key: ngram.words,
  }
}

function stoppedParts(parts: readonly NgramPart[]): StoppedPart[] {
  const total = (of: (part: NgramPart) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  const mean = total(({ sums, rate }) => sums.clicks * rate) / total(({ sums }) => sums.clicks)
  return parts.map(({ sums, target, rate }) => ({ sums, target, timesRate: rate / mean }))
}

function only(ngram: Ngram, terms: readonly Term[]): Ngram {
  if (terms.length === ngram.terms.length) return ngram
  const { words, spellings, evidence } = ngram
  const clicks = terms.reduce((sum, { sums }) => sum + sums.clicks, 0)
  return { words, spellings, evidence, terms, clicks }
}

function luckyWordsOf(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  kept: readonly WastedNgram[],
  ofBrand: ReadonlySet<Ngram>,
): Map<Term, LuckyWord> {
  const family = termFamily(snapshot, context)
  const { kinship } = family
  const ofBrandWords = new Set([...ofBrand].map(({ words: own }) => own))
  const words = new Map<Term, LuckyWord>()
  const mostClicksFirst = [...kept].sort(
    (a, b) => b.ngram.clicks - a.ngram.clicks || (a.key < b.key ? -1 : 1),
  )
  for (const { ngram, belief } of mostClicksFirst) {
    const { factorWithout } = belief
    const buyers = ngram.terms.filter(({ sums }) => sums.conversionsMicros > 0)
    // Even seen as one of its word's queries it pays for itself: then it is the word that is misjudged.
    const isMisjudged = buyers.some((term) =>
      isSpared(family, context, kinship.at(term.kin), term.campaign.id, factorWithout(term)),
    )
    if (isMisjudged) continue
    const names = buyers
      .filter(({ kin, campaign }) => isSpared(family, context, kinship.at(kin), campaign.id))
      .toSorted((a, b) => b.sums.costMicros - a.sums.costMicros || (a.text < b.text ? -1 : 1))
      .map(({ text }) => text)
    for (const term of ngram.terms) {
      if (words.has(term)) continue
      const isOfBrand = ofBrandWords.has(ngram.words)
      words.set(term, {
        word: ngram.spellings[0]!,
        factor: factorWithout(term),
        sold: names,
        isOfBrand,
      })
    }
  }
  return words
}

/** Several campaigns, one verdict: none is wronged. */
function mostGenerousTarget(context: Context, terms: readonly Term[]): Target | null {
  const ids = [...new Set(terms.map(({ campaign }) => campaign.id))].sort()
  const targets = ids.map((id) => context.targetOf(id)).filter((target) => target !== null)
  return targets.sort((a, b) => limitOf(b) - limitOf(a))[0] ?? null
}

/**
 * A word that only ever comes with others of them, a town with 'empleo', 'sueldo' and 'oposiciones', costs for their sake: they
 * stop the same without it.
 */
function withoutCovered(accepted: readonly WastedNgram[]): WastedNgram[] {
  const single = accepted.filter(({ ngram }) => !ngram.words.includes(' '))
  const holders = new Map<Term, number>()
  const count = ({ ngram }: WastedNgram, by: number) => {
    for (const term of ngram.terms) holders.set(term, (holders.get(term) ?? 0) + by)
  }
  for (const one of single) count(one, 1)
  // Where either would do, the wider word is the riskier one.
  const widestFirst = [...single].sort(
    (a, b) => b.ngram.clicks - a.ngram.clicks || (a.key < b.key ? -1 : 1),
  )
  const covered = new Set<WastedNgram>()
  for (const one of widestFirst) {
    if (one.ngram.terms.some((term) => holders.get(term)! < 2)) continue
    covered.add(one)
    count(one, -1)
  }
  return accepted.filter((one) => !covered.has(one))
}

/** 'gratis' makes 'zapatos gratis' needless. */
function shortestFirst(accepted: readonly WastedNgram[]): WastedNgram[] {
  const kept: WastedNgram[] = []
  const stopped = new Set<string>()
  const seen = new Set<Term>()
  const size = ({ ngram }: WastedNgram) => ngram.words.split(' ').length
  const sorted = [...accepted].sort((a, b) => size(a) - size(b) || (a.key < b.key ? -1 : 1))
  const fullest = fullestOf(sorted)
  for (const one of sorted) {
    const places = placesOf(one)
    const words = withinWords(one.ngram)
    if (places.every((id) => words.some((word) => stopped.has(`${id} ${word}`)))) continue
    if (one.ngram.terms.every((term) => seen.has(term))) continue
    const full = fullest(one)
    kept.push(full)
    for (const id of places) stopped.add(`${id} ${full.ngram.words}`)
    for (const term of one.ngram.terms) seen.add(term)
  }
  return kept
}

/** 'mano' only ever in 'segunda mano': the longer one stops the same and spares 'hecho a mano'. */
function fullestOf(sorted: readonly WastedNgram[]): (one: WastedNgram) => WastedNgram {
  const last = new Map<string, WastedNgram>()
  for (const one of sorted) {
    for (const words of withinWords(one.ngram)) last.set(keyOf(one, words), one)
  }
  return (one) => last.get(keyOf(one, one.ngram.words)) ?? one
}

/** As many queries in the same campaigns: those of the longer words are then those of the shorter ones. */
function keyOf(one: WastedNgram, words: string): string {
  return `${one.ngram.terms.length} ${placesOf(one).join(',')} ${words}`
}

function placesOf({ ngram }: WastedNgram): string[] {
  return [...new Set(ngram.terms.map(({ campaign }) => campaign.id))].sort()
}

/** The group of words itself and the shorter ones in it: looked up by these, thousands need no comparing in pairs. */
function withinWords({ words }: Ngram): string[] {
  const parts = words.split(' ')
  return parts.flatMap((_, start) =>
    parts.slice(start).map((_, i) => parts.slice(start, start + i + 1).join(' ')),
  )
}
