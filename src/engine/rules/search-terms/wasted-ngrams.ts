import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../context.ts'
import { asOneOfMany, asWhole, type Counting, countedEvidence } from '../../conversion-evidence.ts'
import { acceptByFalseDiscovery } from '../../discovery.ts'
import { fingerprintOf } from '../../fingerprint.ts'
import { fitPrior } from '../../fit-prior.ts'
import { addUp } from '../../measurement.ts'
import { type Evidence, type GammaMixture, mixtureMean, posterior, withMean } from '../../priors.ts'
import type { Claim, Finding, RuleResult } from '../../recommendation.ts'
import { isSpared, rowClaims, type Term, termFamily } from '../../search-terms.ts'
import type { AccountSnapshot } from '../../snapshot.ts'
import { folded, ngramsOf, stem, wordsOf } from '../../terms.ts'
import { THRESHOLDS } from '../../thresholds.ts'
import { toldLater } from '../../told-later.ts'
import { judgeWaste, monthlySaving, type WasteVerdict } from '../../waste.ts'
import { wastedNgramGroupTexts } from '../../wording/search-terms/term-groups.ts'
import { wastedNgramTexts } from '../../wording/search-terms/wasted-ngrams.ts'
import { blockedReason, tooFewConversions } from '../../wording/shared-texts.ts'
import { frequentNgrams, type Ngram, type NgramIndex } from './frequent-ngrams.ts'
import { campaignNegative } from './negative-operations.ts'

const RULE = 'wasted-ngrams'

export type WastedNgram = {
  ngram: Ngram
  verdict: WasteVerdict
  target: Target
  probability: number
  key: string
}

/** Groups of one to three words that bring clicks and hardly a conversion: one negative instead of many. */
export function wastedNgrams(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = blockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const { terms, conversions } = termFamily(snapshot, context)
  if (terms.length === 0) {
    return { findings: [], silence: 'No hay términos de búsqueda con clics en el periodo.' }
  }
  const needed = THRESHOLDS.accountConversions.value
  if (conversions < needed) {
    return { findings: [], silence: tooFewConversions(context, needed, conversions) }
  }
  const accepted = acceptedNgrams(snapshot, context)
  const claimsOf = claimsOnce()
  return {
    findings: accepted.map((one) => findingOf(snapshot, context, one, claimsOf)),
    silence: accepted.length > 0 ? null : NOTHING_COMMON,
  }
}

const NOTHING_COMMON =
  'Ninguna palabra que se repite en varias búsquedas tiene clics suficientes para asegurar que gasta de más.'

/** Those that stand, worked out once: they also stop the queries Google hides, and take over single queries. */
export function acceptedNgrams(snapshot: AccountSnapshot, context: Context): WastedNgram[] {
  return verdictsOf(snapshot, context).accepted
}

/** What a query's word lets expect of it, where one lucky query keeps the word itself from being excluded. */
export type LuckyWord = {
  word: string
  /** Conversions per click of the word's other queries. */
  expectedRate: number
  /** The queries that sold, dearest first. */
  sold: readonly string[]
}

/** Waste all the same, query by query; a query with several such words goes by the one with most clicks. */
export function luckyWords(
  snapshot: AccountSnapshot,
  context: Context,
): ReadonlyMap<Term, LuckyWord> {
  return verdictsOf(snapshot, context).lucky
}

type Verdicts = { accepted: WastedNgram[]; lucky: ReadonlyMap<Term, LuckyWord> }

function verdictsOf(snapshot: AccountSnapshot, context: Context): Verdicts {
  const known = verdictsByContext.get(context)
  if (known) return known
  const found = judgedNgrams(snapshot, context)
  verdictsByContext.set(context, found)
  return found
}

const verdictsByContext = new WeakMap<Context, Verdicts>()
const NO_VERDICTS: Verdicts = { accepted: [], lucky: new Map() }

function judgedNgrams(snapshot: AccountSnapshot, context: Context): Verdicts {
  const { terms } = termFamily(snapshot, context)
  const { knownShare } = context.measurement
  const closed: Term[] = []
  const open = terms.filter((term) => {
    const isClosed = context.protection.reasonFor(term.text, term.campaign.id) !== null
    if (isClosed) closed.push(term)
    return !isClosed
  })
  const all = pooled(open, knownShare)
  if (all.k < THRESHOLDS.accountConversions.value) return NO_VERDICTS
  const index = frequentNgrams(open, knownShare)
  const { measurement } = context
  const prior = fitPrior(index.ngrams.map(({ evidence }) => asOneOfMany(evidence, measurement)))
  if (!prior) return NO_VERDICTS
  const closedGrams = gramsByCampaign(closed)
  const candidates = candidatesOf(snapshot, context, index, closedGrams)
  const wasted = (ngrams: readonly Ngram[]) => {
    const judged = ngrams.flatMap((ngram): WastedNgram[] => {
      const target = mostGenerousTarget(context, ngram.terms)
      if (!target) return []
      const sums = addUp(ngram.terms.map((term) => term.sums))
      const parent = parentPrior(prior, ngram.evidence, all)
      const verdict = judgeWaste(sums, parent, target, measurement)
      return [{ ngram, verdict, target, probability: verdict.probability, key: ngram.words }]
    })
    return acceptByFalseDiscovery(judged, THRESHOLDS.falseDiscoveryRate.value)
  }
  const converting = convertingNgrams(snapshot, context, index, candidates)
  const sold = wasted(candidates.filter((ngram) => converting.has(ngram)))
  return {
    accepted: shortestFirst(wasted(candidates.filter((ngram) => !converting.has(ngram)))),
    lucky: luckyWordsOf(snapshot, context, sold, (ngram) =>
      parentPrior(prior, ngram.evidence, all),
    ),
  }
}

function luckyWordsOf(
  snapshot: AccountSnapshot,
  context: Context,
  sold: readonly WastedNgram[],
  parentOf: (ngram: Ngram) => GammaMixture,
): Map<Term, LuckyWord> {
  const family = termFamily(snapshot, context)
  const words = new Map<Term, LuckyWord>()
  const mostClicksFirst = [...sold].sort(
    (a, b) => b.ngram.clicks - a.ngram.clicks || (a.key < b.key ? -1 : 1),
  )
  for (const { ngram } of mostClicksFirst) {
    const parent = parentOf(ngram)
    const rateWithout = rateOfOthers(ngram, parent, context.measurement)
    const buyers = ngram.terms.filter(({ sums }) => sums.conversionsMicros > 0)
    // Even seen as one of its word's queries it pays for itself: then it is the word that is misjudged.
    const isMisjudged = buyers.some((term) =>
      isSpared(family, context, term.text, term.campaign.id, rateWithout(term)),
    )
    if (isMisjudged) continue
    const names = buyers
      .toSorted((a, b) => b.sums.costMicros - a.sums.costMicros || (a.text < b.text ? -1 : 1))
      .map(({ text }) => text)
    for (const term of ngram.terms) {
      if (words.has(term)) continue
      const word = { word: ngram.spellings[0]!, expectedRate: rateWithout(term), sold: names }
      words.set(term, word)
    }
  }
  return words
}

/** Conversions per click of a word's queries but one, shrunk to the account's. */
function rateOfOthers({ evidence }: Ngram, parent: GammaMixture, counting: Counting) {
  return ({ sums }: Term): number => {
    const own = countedEvidence(sums, counting)
    const others = { n: Math.max(0, evidence.n - own.n), k: Math.max(0, evidence.k - own.k) }
    return mixtureMean(posterior(parent, asWhole(others, counting)))
  }
}

/** Clicks, not what the account sells, not its brand, not yet excluded. */
function candidatesOf(
  snapshot: AccountSnapshot,
  context: Context,
  index: NgramIndex,
  closed: ReadonlySet<string>,
): Ngram[] {
  const offered = keywordGrams(snapshot)
  return index.ngrams.filter(({ words, terms: own, spellings, clicks }) => {
    if (clicks < THRESHOLDS.ngramClicks.value) return false
    if (!hasTexts(own, THRESHOLDS.ngramTerms.value)) return false
    if (spellings.length > THRESHOLDS.ngramSpellings.value) return false
    if (offered.has(words.split(' ').map(stem).join(' '))) return false
    if (closed.size > 0 && own.some(({ campaign }) => closed.has(`${campaign.id} ${words}`)))
      return false
    return !own.every(({ text, rows }) => rows.every((row) => context.isNegated(text, row)))
  })
}

/** Every 1- to 3-gram of the live positive keywords, by stems. */
function keywordGrams(snapshot: AccountSnapshot): Set<string> {
  const grams = new Set<string>()
  for (const { text, status } of snapshot.keywords) {
    if (status !== 'ENABLED') continue
    const stems = wordsOf(text).map((word) => word.stem)
    for (let size = 1; size <= 3; size++) {
      for (let i = 0; i + size <= stems.length; i++) grams.add(stems.slice(i, i + size).join(' '))
    }
  }
  return grams
}

/** At least `least` different ones. */
function hasTexts(terms: readonly Term[], least: number): boolean {
  const texts = new Set<string>()
  return terms.some(({ text }) => texts.add(text).size >= least)
}

/** Also queries of paused campaigns count: a word with one query that pays for itself is not waste. */
function convertingNgrams(
  snapshot: AccountSnapshot,
  context: Context,
  { within }: NgramIndex,
  candidates: readonly Ngram[],
): Set<Ngram> {
  const family = termFamily(snapshot, context)
  const open = new Set(candidates)
  const converting = new Set<Ngram>()
  for (const { term, campaignId, sums } of snapshot.searchTerms) {
    if (sums.conversionsMicros <= 0 || !isSpared(family, context, term, campaignId)) continue
    for (const ngram of within(term)) if (open.delete(ngram)) converting.add(ngram)
  }
  return converting
}

/** The rate of everything but the words judged. */
function parentPrior(prior: GammaMixture, own: Evidence, all: Evidence): GammaMixture {
  const [n, k] = [all.n - own.n, all.k - own.k]
  return n > 0 && k > 0 ? withMean(prior, k / n) : prior
}

function pooled(terms: readonly Term[], knownShare: number): Evidence {
  let [n, k] = [0, 0]
  for (const { sums } of terms) {
    n += sums.clicks * knownShare
    k += sums.conversionsMicros / MICROS
  }
  return { n, k }
}

/** Words of the brand's and competitors' queries, by campaign: a negative there would stop them too. */
function gramsByCampaign(terms: readonly Term[]): Set<string> {
  return new Set(
    terms.flatMap(({ text, campaign }) =>
      [...ngramsOf(text).keys()].map((words) => `${campaign.id} ${words}`),
    ),
  )
}

/** Several campaigns, one verdict: none is wronged. */
function mostGenerousTarget(context: Context, terms: readonly Term[]): Target | null {
  const ids = [...new Set(terms.map(({ campaign }) => campaign.id))].sort()
  const targets = ids.map((id) => context.targetOf(id)).filter((target) => target !== null)
  return targets.sort((a, b) => b.micros - a.micros)[0] ?? null
}

/** 'gratis' makes 'zapatos gratis' needless. */
function shortestFirst(accepted: readonly WastedNgram[]): WastedNgram[] {
  const kept: WastedNgram[] = []
  const keptWords = new Set<string>()
  const seen = new Set<Term>()
  const size = ({ ngram }: WastedNgram) => ngram.words.split(' ').length
  const sorted = [...accepted].sort((a, b) => size(a) - size(b) || (a.key < b.key ? -1 : 1))
  const fullest = fullestOf(sorted)
  for (const one of sorted) {
    if (withinWords(one.ngram).some((words) => keptWords.has(words))) continue
    if (one.ngram.terms.every((term) => seen.has(term))) continue
    const full = fullest(one)
    kept.push(full)
    keptWords.add(full.ngram.words)
    for (const term of one.ngram.terms) seen.add(term)
  }
  return kept
}

/** 'mano' only ever in 'segunda mano': the longer one stops the same and spares 'hecho a mano'. */
function fullestOf(sorted: readonly WastedNgram[]): (one: WastedNgram) => WastedNgram {
  const last = new Map<string, WastedNgram>()
  for (const one of sorted) {
    for (const words of withinWords(one.ngram)) last.set(`${one.ngram.terms.length} ${words}`, one)
  }
  return (one) => last.get(`${one.ngram.terms.length} ${one.ngram.words}`) ?? one
}

/** The group of words itself and the shorter ones in it: looked up by these, thousands need no comparing in pairs. */
function withinWords({ words }: Ngram): string[] {
  const parts = words.split(' ')
  return parts.flatMap((_, start) =>
    parts.slice(start).map((_, i) => parts.slice(start, start + i + 1).join(' ')),
  )
}

function findingOf(
  snapshot: AccountSnapshot,
  context: Context,
  { ngram, verdict, target }: WastedNgram,
  claimsOf: (term: Term) => readonly Claim[],
): Finding {
  const campaignIds = [...new Set(ngram.terms.map(({ campaign }) => campaign.id))].sort()
  const only = campaignIds.length === 1 ? campaignIds[0]! : null
  const byHand = snapshot.account.source === 'imported'
  const operations = () => (byHand ? [] : campaignIds.flatMap((id) => negatives(id, ngram)))
  const sums = addUp(ngram.terms.map((term) => term.sums))
  const facts = {
    fingerprint: fingerprintOf(RULE, ngram.words),
    rule: RULE,
    categoria: 'keywords',
    objeto: { tipo: 'campaign', id: only ?? '' },
    campaignId: only,
    adGroupId: null,
    probability: verdict.probability,
    claims: ngram.terms.flatMap(claimsOf),
    acts: campaignIds.map((id) => `campaign:${id}:negative ${ngram.words}`),
    ...monthlySaving(sums, verdict, target, context),
    group: {
      identity: ['group'],
      label: ngram.spellings[0]!,
      texts: (parts: readonly Finding[]) => wastedNgramGroupTexts(context, parts),
    },
    kpi: 'coste',
  } as const
  return toldLater(facts, () => wastedNgramTexts(context, ngram, verdict, target, operations()))
}

/** A query has several groups of words, and the same claims for each. */
function claimsOnce(): (term: Term) => readonly Claim[] {
  const known = new Map<Term, readonly Claim[]>()
  return (term) => {
    const claims = known.get(term) ?? rowClaims(term)
    known.set(term, claims)
    return claims
  }
}

/** Only the spellings seen in that campaign: a negative does not expand to accents. */
function negatives(campaignId: string, ngram: Ngram) {
  const [only, ...others] = ngram.spellings
  if (others.length === 0) return [campaignNegative(campaignId, only!, 'PHRASE')]
  const own = ngram.terms.filter(({ campaign }) => campaign.id === campaignId)
  const seen = new Set(own.map(({ text }) => ngramsOf(text).get(ngram.words)))
  return ngram.spellings
    .filter((spelling) => seen.has(spelling) || folded(spelling) === spelling)
    .map((text) => campaignNegative(campaignId, text, 'PHRASE'))
}
