import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../context.ts'
import { acceptByFalseDiscovery } from '../../discovery.ts'
import { fingerprintOf } from '../../fingerprint.ts'
import { hasSequence } from '../../matches.ts'
import { addUp } from '../../measurement.ts'
import { type Evidence, fitPrior, type GammaMixture, withMean } from '../../priors.ts'
import type { Finding, RuleResult } from '../../recommendation.ts'
import { isSpared, rowClaims, type Term, termFamily } from '../../search-terms.ts'
import type { AccountSnapshot } from '../../snapshot.ts'
import { folded, ngramsOf, stem, tokensOf } from '../../terms.ts'
import { THRESHOLDS } from '../../thresholds.ts'
import { judgeWaste, savingDraw, type WasteVerdict } from '../../waste.ts'
import { wastedNgramGroupTexts } from '../../wording/search-terms/term-groups.ts'
import { wastedNgramTexts } from '../../wording/search-terms/wasted-ngrams.ts'
import { blockedReason, tooFewConversions } from '../../wording/shared-texts.ts'
import { campaignNegative } from './negative-operations.ts'

const RULE = 'wasted-ngrams'

/** A group of words, folded, with the queries that contain it. */
export type Ngram = { words: string; spellings: string[]; terms: Term[] }

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
  return {
    findings: accepted.map((one) => findingOf(snapshot, context, one)),
    silence: accepted.length > 0 ? null : NOTHING_COMMON,
  }
}

const NOTHING_COMMON =
  'Ninguna palabra que se repite en varias búsquedas tiene clics suficientes para asegurar que gasta de más.'

/** Those that stand, worked out once: they also stop the queries Google hides, and take over single queries. */
export function acceptedNgrams(snapshot: AccountSnapshot, context: Context): WastedNgram[] {
  const known = acceptedByContext.get(context)
  if (known) return known
  const found = judgedNgrams(snapshot, context)
  acceptedByContext.set(context, found)
  return found
}

const acceptedByContext = new WeakMap<Context, WastedNgram[]>()

function judgedNgrams(snapshot: AccountSnapshot, context: Context): WastedNgram[] {
  const { terms } = termFamily(snapshot, context)
  const { knownShare } = context.measurement
  const isClosed = ({ text, campaign }: Term) => context.protection.reasonFor(text, campaign.id)
  const open = terms.filter((term) => !isClosed(term))
  const all = pooled(open, knownShare)
  if (all.k < THRESHOLDS.accountConversions.value) return []
  const ngrams = frequentNgrams(open)
  const prior = fitPrior(ngrams.map((ngram) => pooled(ngram.terms, knownShare)))
  if (!prior) return []
  const closed = gramsByCampaign(terms.filter(isClosed))
  const judged = candidatesOf(snapshot, context, ngrams, closed).flatMap((ngram): WastedNgram[] => {
    const target = mostGenerousTarget(context, ngram.terms)
    if (!target) return []
    const sums = addUp(ngram.terms.map((term) => term.sums))
    const parent = parentPrior(prior, pooled(ngram.terms, knownShare), all)
    const verdict = judgeWaste(sums, parent, target, knownShare)
    return [{ ngram, verdict, target, probability: verdict.probability, key: ngram.words }]
  })
  return shortestFirst(acceptByFalseDiscovery(judged, THRESHOLDS.falseDiscoveryRate.value))
}

/** Words of several queries can only be made of words of several queries: the rest is not even looked at. */
function frequentNgrams(terms: readonly Term[]): Ngram[] {
  const words = frequentWords(terms)
  const found = new Map<string, { terms: Term[]; costs: Map<string, number> }>()
  for (const term of terms) {
    for (const [gram, spelling] of ngramsOf(tokensOf(term.text), words)) {
      let ngram = found.get(gram)
      if (!ngram) {
        ngram = { terms: [], costs: new Map() }
        found.set(gram, ngram)
      }
      ngram.terms.push(term)
      ngram.costs.set(spelling, (ngram.costs.get(spelling) ?? 0) + term.sums.costMicros)
    }
  }
  return [...found]
    .filter(([, ngram]) => ngram.terms.length >= THRESHOLDS.ngramTerms.value)
    .map(([gram, ngram]) => ({
      words: gram,
      terms: ngram.terms,
      spellings: [...ngram.costs]
        .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
        .map(([spelling]) => spelling),
    }))
}

/** Folded. */
function frequentWords(terms: readonly Term[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { text } of terms) {
    for (const word of new Set(tokensOf(text).map(folded))) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const frequent = [...counts].filter(([, count]) => count >= THRESHOLDS.ngramTerms.value)
  return new Set(frequent.map(([word]) => word))
}

/** Clicks, no query that pays for itself, not what the account sells, not its brand, not yet excluded. */
function candidatesOf(
  snapshot: AccountSnapshot,
  context: Context,
  ngrams: readonly Ngram[],
  closed: ReadonlySet<string>,
): Ngram[] {
  const offered = keywordGrams(snapshot)
  const converting = convertingGrams(snapshot, context)
  return ngrams.filter(({ words, terms: own, spellings }) => {
    if (converting.has(words)) return false
    const clicks = own.reduce((sum, term) => sum + term.sums.clicks, 0)
    if (clicks < THRESHOLDS.ngramClicks.value) return false
    if (new Set(own.map(({ text }) => text)).size < THRESHOLDS.ngramTerms.value) return false
    if (spellings.length > THRESHOLDS.ngramSpellings.value) return false
    if (offered.has(words.split(' ').map(stem).join(' '))) return false
    if (own.some(({ campaign }) => closed.has(`${campaign.id} ${words}`))) return false
    return !own.every(({ text, rows }) => rows.every((row) => context.isNegated(text, row)))
  })
}

/** Every 1- to 3-gram of the live positive keywords, by stems. */
function keywordGrams(snapshot: AccountSnapshot): Set<string> {
  const grams = new Set<string>()
  for (const { text, status } of snapshot.keywords) {
    if (status !== 'ENABLED') continue
    const stems = tokensOf(text).map(stem)
    for (let size = 1; size <= 3; size++) {
      for (let i = 0; i + size <= stems.length; i++) grams.add(stems.slice(i, i + size).join(' '))
    }
  }
  return grams
}

/** Also queries of paused campaigns count: a word with one query that pays for itself is not waste. */
function convertingGrams(snapshot: AccountSnapshot, context: Context): Set<string> {
  const family = termFamily(snapshot, context)
  const grams = new Set<string>()
  for (const { term, campaignId, sums } of snapshot.searchTerms) {
    if (sums.conversionsMicros <= 0 || !isSpared(family, context, term, campaignId)) continue
    for (const words of ngramsOf(tokensOf(term)).keys()) grams.add(words)
  }
  return grams
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
      [...ngramsOf(tokensOf(text)).keys()].map((words) => `${campaign.id} ${words}`),
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
  const seen = new Set<Term>()
  const size = ({ ngram }: WastedNgram) => ngram.words.split(' ').length
  const sorted = [...accepted].sort((a, b) => size(a) - size(b) || (a.key < b.key ? -1 : 1))
  for (const one of sorted) {
    const words = one.ngram.words.split(' ')
    if (kept.some(({ ngram }) => hasSequence(words, ngram.words.split(' ')))) continue
    if (one.ngram.terms.every((term) => seen.has(term))) continue
    kept.push(fullest(one, sorted))
    for (const term of one.ngram.terms) seen.add(term)
  }
  return kept
}

/** 'mano' only ever in 'segunda mano': the longer one stops the same and spares 'hecho a mano'. */
function fullest(one: WastedNgram, all: readonly WastedNgram[]): WastedNgram {
  const words = one.ngram.words.split(' ')
  const alike = all.filter(
    ({ ngram }) =>
      ngram.terms.length === one.ngram.terms.length && hasSequence(ngram.words.split(' '), words),
  )
  return alike.at(-1) ?? one
}

function findingOf(
  snapshot: AccountSnapshot,
  context: Context,
  { ngram, verdict, target }: WastedNgram,
): Finding {
  const campaignIds = [...new Set(ngram.terms.map(({ campaign }) => campaign.id))].sort()
  const only = campaignIds.length === 1 ? campaignIds[0]! : null
  const operations =
    snapshot.account.source === 'imported' ? [] : campaignIds.flatMap((id) => negatives(id, ngram))
  const sums = addUp(ngram.terms.map((term) => term.sums))
  return {
    fingerprint: fingerprintOf(RULE, ngram.words),
    rule: RULE,
    categoria: 'keywords',
    objeto: { tipo: 'campaign', id: only ?? '' },
    campaignId: only,
    adGroupId: null,
    probability: verdict.probability,
    claims: ngram.terms.flatMap(rowClaims),
    acts: campaignIds.map((id) => `campaign:${id}:negative ${ngram.words}`),
    drawMonthlyNet: savingDraw(sums, verdict, target, context),
    group: {
      identity: ['group'],
      label: ngram.spellings[0]!,
      texts: (parts) => wastedNgramGroupTexts(context, parts),
    },
    kpi: 'coste',
    ...wastedNgramTexts(context, ngram, verdict, target, operations),
  }
}

/** Only the spellings seen in that campaign: a negative does not expand to accents. */
function negatives(campaignId: string, ngram: Ngram) {
  const own = ngram.terms.filter(({ campaign }) => campaign.id === campaignId)
  const seen = new Set(own.map(({ text }) => ngramsOf(tokensOf(text)).get(ngram.words)))
  return ngram.spellings
    .filter((spelling) => seen.has(spelling) || folded(spelling) === spelling)
    .map((text) => campaignNegative(campaignId, text, 'PHRASE'))
}
