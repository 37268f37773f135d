import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../context.ts'
import { acceptByFalseDiscovery } from '../../discovery.ts'
import { fingerprintOf } from '../../fingerprint.ts'
import { hasSequence } from '../../matches.ts'
import { addUp } from '../../measurement.ts'
import { fitPrior, type GammaMixture, withMean } from '../../priors.ts'
import type { Finding } from '../../recommendation.ts'
import { rowClaims, type Term } from '../../search-terms.ts'
import type { AccountSnapshot } from '../../snapshot.ts'
import { folded, ngramsOf, stem, tokensOf } from '../../terms.ts'
import { THRESHOLDS } from '../../thresholds.ts'
import { judgeWaste, savingDraw, type WasteVerdict } from '../../waste.ts'
import { wastedNgramTexts } from '../../wording/search-terms/wasted-search-terms.ts'

/** A group of words, folded, with the queries that contain it. */
export type Ngram = { words: string; spellings: string[]; terms: Term[] }

type Judged = {
  ngram: Ngram
  verdict: WasteVerdict
  target: Target
  probability: number
  key: string
}

/**
 * Groups of one to three words that bring clicks and never a conversion. One short negative then
 * replaces many, and stops the queries Google hides. `covers` tells which queries it takes over.
 */
export function wastedNgrams(
  snapshot: AccountSnapshot,
  context: Context,
  terms: readonly Term[],
): { findings: Finding[]; covers: (term: Term) => boolean } {
  const isClosed = ({ text, campaign }: Term) => context.protection.reasonFor(text, campaign.id)
  const open = terms.filter((term) => !isClosed(term))
  const ngrams = frequentNgrams(open)
  const known = evidenceOf(open, context).k >= THRESHOLDS.accountConversions.value
  const prior = fitPrior(ngrams.map((ngram) => evidenceOf(ngram.terms, context)))
  if (!known || !prior) return { findings: [], covers: () => false }
  const closed = gramsByCampaign(terms.filter(isClosed))
  const judged = candidatesOf(snapshot, context, ngrams, closed).flatMap((ngram): Judged[] => {
    const target = mostGenerousTarget(context, ngram.terms)
    if (!target) return []
    const parent = parentPrior(prior, ngram, open, context)
    const sums = addUp(ngram.terms.map((term) => term.sums))
    const verdict = judgeWaste(sums, parent, target, context.measurement.knownShare)
    return [{ ngram, verdict, target, probability: verdict.probability, key: ngram.words }]
  })
  const accepted = shortestFirst(
    acceptByFalseDiscovery(judged, THRESHOLDS.falseDiscoveryRate.value),
  )
  const covered = new Set(accepted.flatMap(({ ngram }) => ngram.terms))
  return {
    findings: accepted.map((one) => findingOf(snapshot, context, one)),
    covers: (term) => covered.has(term),
  }
}

function frequentNgrams(terms: readonly Term[]): Ngram[] {
  const counts = new Map<string, number>()
  const grams = terms.map(({ text }) => ngramsOf(tokensOf(text)))
  for (const gram of grams) {
    for (const words of gram.keys()) counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  const found = new Map<string, { terms: Term[]; costs: Map<string, number> }>()
  terms.forEach((term, i) => {
    for (const [words, spelling] of grams[i]!) {
      if (counts.get(words)! < THRESHOLDS.ngramTerms.value) continue
      const ngram = found.get(words) ?? { terms: [], costs: new Map<string, number>() }
      ngram.terms.push(term)
      ngram.costs.set(spelling, (ngram.costs.get(spelling) ?? 0) + term.sums.costMicros)
      found.set(words, ngram)
    }
  })
  return [...found].map(([words, ngram]) => ({
    words,
    terms: ngram.terms,
    spellings: [...ngram.costs]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([spelling]) => spelling),
  }))
}

/** Clicks, no conversion anywhere, not what the account sells, not its brand, not yet excluded. */
function candidatesOf(
  snapshot: AccountSnapshot,
  context: Context,
  ngrams: readonly Ngram[],
  closed: ReadonlySet<string>,
): Ngram[] {
  const offered = keywordGrams(snapshot)
  const converting = convertingGrams(snapshot)
  return ngrams.filter(({ words, terms: own, spellings }) => {
    const sums = addUp(own.map((term) => term.sums))
    if (new Set(own.map(({ text }) => text)).size < THRESHOLDS.ngramTerms.value) return false
    if (sums.clicks < THRESHOLDS.ngramClicks.value || converting.has(words)) return false
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

/** Also queries of paused campaigns count: a word that sold once is not waste. */
function convertingGrams(snapshot: AccountSnapshot): Set<string> {
  const converting = snapshot.searchTerms.filter(({ sums }) => sums.conversionsMicros > 0)
  return new Set(converting.flatMap(({ term }) => [...ngramsOf(tokensOf(term)).keys()]))
}

function parentPrior(
  prior: GammaMixture,
  ngram: Ngram,
  terms: readonly Term[],
  context: Context,
): GammaMixture {
  const all = evidenceOf(terms, context)
  const own = evidenceOf(ngram.terms, context)
  const rest = all.n - own.n
  return rest > 0 && all.k > 0 ? withMean(prior, (all.k - own.k) / rest) : prior
}

function evidenceOf(terms: readonly Term[], context: Context) {
  const { clicks, conversionsMicros } = addUp(terms.map(({ sums }) => sums))
  return { n: clicks * context.measurement.knownShare, k: conversionsMicros / MICROS }
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
function shortestFirst(accepted: readonly Judged[]): Judged[] {
  const kept: Judged[] = []
  const size = ({ ngram }: Judged) => ngram.words.split(' ').length
  const sorted = [...accepted].sort((a, b) => size(a) - size(b) || (a.key < b.key ? -1 : 1))
  for (const one of sorted) {
    const words = one.ngram.words.split(' ')
    const seen = new Set(kept.flatMap(({ ngram }) => ngram.terms))
    if (kept.some(({ ngram }) => hasSequence(words, ngram.words.split(' ')))) continue
    if (one.ngram.terms.every((term) => seen.has(term))) continue
    kept.push(one)
  }
  return kept
}

function findingOf(
  snapshot: AccountSnapshot,
  context: Context,
  { ngram, verdict, target }: Judged,
): Finding {
  const campaignIds = [...new Set(ngram.terms.map(({ campaign }) => campaign.id))].sort()
  const only = campaignIds.length === 1 ? campaignIds[0]! : null
  const operations =
    snapshot.account.source === 'imported' ? [] : campaignIds.flatMap((id) => negatives(id, ngram))
  const sums = addUp(ngram.terms.map((term) => term.sums))
  return {
    fingerprint: fingerprintOf('wasted-search-terms', 'ngram', ngram.words),
    rule: 'wasted-search-terms',
    categoria: 'keywords',
    objeto: { tipo: 'campaign', id: only ?? '' },
    campaignId: only,
    adGroupId: null,
    probability: verdict.probability,
    claims: ngram.terms.flatMap(rowClaims),
    drawMonthlyNet: savingDraw(sums, verdict, target, context),
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
    .map((text) => ({
      campaignCriterionOperation: {
        create: {
          campaign: `customers/{customerId}/campaigns/${campaignId}`,
          negative: true,
          keyword: { text, matchType: 'PHRASE' },
        },
      },
    }))
}
