import { fitsKeyword } from '#shared/keyword-text.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { stoppedSearches } from '../../account/stopped-searches.ts'
import { askedMeaning } from '../../account/terms.ts'
import { withLazyTexts } from '../../findings/lazy-texts.ts'
import type { Finding, FindingGroup } from '../../findings/recommendation.ts'
import {
  clicksMissing,
  expectedSaving,
  judgeWaste,
  monthlySaving,
  ofSearches,
  type WasteVerdict,
} from '../../findings/waste.ts'
import { acceptByMoney } from '../../statistics/discovery.ts'
import { type GammaMixture, timesFactor } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewClicks, tooFewConversions } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { chanceDearerThanRest } from './apart-from-campaign.ts'
import { errorRoom } from './error-room.ts'
import { mostlyExcluded, sharesOfCampaigns } from './most-of-campaign.ts'
import { campaignNegative } from './negative-operations.ts'
import { acceptedNgrams, type LuckyWord, luckyWords } from './ngram-verdicts.ts'
import {
  isSpared,
  mainAdGroup,
  priorOfTerm,
  rowClaims,
  type Term,
  type TermFamily,
  termFamily,
} from './search-terms.ts'
import { seasonalSearches, sparedSeasons } from './seasonal-searches.ts'
import {
  chanceOfSaving,
  type Elsewhere,
  goesOnElsewhere,
  savingBesides,
  servedElsewhere,
  stoppedForGood,
} from './served-elsewhere.ts'
import { identityIn, identityOf, termGroups } from './term-groups.ts'
import { seasonText } from './wasted-ngrams-words.ts'
import * as words from './wasted-search-terms-words.ts'

/** Conversions per click, as believed. */
type Rated = { term: Term; rate: number }

/** What its acceptance asks for, and no more: in a large account nearly all queries are one. */
type Candidate = Rated & {
  probability: number
  /** Micros over the window. */
  expectedNet: number
  key: string
  /** A word that is waste but for a lucky query. */
  word: LuckyWord | undefined
  /** Who goes on with it; null also where all of them are to exclude it too. */
  elsewhere: Elsewhere | null
  besides?: readonly string[]
  /** The chance that it is dearer than the rest of its campaign; 1 where that is not asked. */
  apart: number
}

type Judgement = { prior: GammaMixture; target: Target; verdict: WasteVerdict }

/** Queries whose conversions, if any, cost far too much; those that a wasted group of words covers are left to it. */
export const wastedSearchTerms = defineRule({
  name: 'wasted-search-terms',
  title: 'Búsquedas que solo gastan',
  category: 'keywords',
  needs: { conversions: true, levels: ['searchTerm'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'searchTerm'>, context: Context): RuleResult {
  const family = termFamily(snapshot, context)
  if (family.terms.length === 0) {
    return { findings: [], silence: words.NO_TERMS }
  }
  const { candidates, accepted, joint } = judgedTerms(snapshot, context)
  const groupOf = termGroups(context, accepted)
  const shareOf = sharesOfCampaigns(searchesToExclude(snapshot, context))
  return {
    findings: dearest(accepted).flatMap((one) => {
      const judged = judgementOf(joint, family, one)
      return judged
        ? [
            findingOf(snapshot, context, one, {
              ...judged,
              group: groupOf(one),
              share: shareOf(one.term.campaign).share,
            }),
          ]
        : []
    }),
    silence:
      accepted.length > 0
        ? null
        : [
            silenceOf(joint, family, candidates),
            ...seasonText(sparedSeasons(snapshot, context)),
          ].join(' '),
  }
}

/** Those that stand, worked out once: the rule of bids asks for them too. */
const judgedTerms = oncePerAnalysis((snapshot: AccountSnapshot<'searchTerm'>, context: Context) => {
  const themes = acceptedNgrams(snapshot, context).flatMap(({ ngram, verdict: { rate } }) =>
    ngram.terms.map((term) => ({ term, rate })),
  )
  const judge = termJudge(snapshot, context, new Set(themes.map(termOf)))
  const alone = judge(context)
  // What a budget spends again is spent on what is left: each is judged beside all others that are to be stopped.
  const stopped = new Map([...themes, ...alone.accepted].map((one) => [one.term, one]))
  const bound = [...stopped.values()].filter(
    ({ term }) => context.targetOf(term.campaign.id)?.limit?.again?.isAtOnce,
  )
  if (bound.length === 0) return { ...alone, joint: context }
  const byCampaign = Map.groupBy(bound, ({ term }) => term.campaign.id)
  const sums = new Map(
    [...byCampaign].map(([id, own]) => [id, addUp(own.map((one) => believedSums(one, context)))]),
  )
  const joint = { ...context, targetOfPart: context.targetBeside(sums) }
  return { ...judge(joint), joint }
})

/** Chosen for having sold little, by chance too: with what is believed of them the rest has sold no more than it did. */
function believedSums({ term, rate }: Rated, { measurement }: Context): CountedSums {
  const { clicks, costMicros } = term.sums
  return { clicks, costMicros, conversionsMicros: rate * clicks * measurement.knownShare * MICROS }
}

function termJudge(
  snapshot: AccountSnapshot<'searchTerm'>,
  usual: Context,
  covered: ReadonlySet<Term>,
) {
  const family = termFamily(snapshot, usual)
  const isStopped = stoppedSearches(snapshot, usual)
  const seasons = seasonalSearches(snapshot, usual)
  const rest = family.terms.filter(
    (term) => !covered.has(term) && !seasons.has(term) && !term.rows.every(isStopped),
  )
  const lucky = luckyWords(snapshot, usual)
  const room = errorRoom(snapshot)
  return (context: Context) => {
    const free = candidatesOf(context, rest, family, lucky)
    const acceptedOf = (candidates: readonly Candidate[]) =>
      stoppedForGood(candidates, {
        elsewhereOf: servedElsewhere(snapshot, usual, candidates),
        accept: (judged) => acceptByMoney(judged, room),
        goingOn: (one, elsewhere) => goingOn(context, family, one, elsewhere),
      })
    const freely = acceptedOf(free)
    const dear = mostlyExcluded([...new Set([...covered, ...freely.map(termOf)])], context)
    if (dear.size === 0) return { candidates: free, accepted: freely }
    const candidates = free.map((one) =>
      dear.has(one.term.campaign.id) ? apartFromRest(context, family, one) : one,
    )
    return { candidates, accepted: acceptedOf(candidates) }
  }
}

function apartFromRest(context: Context, family: TermFamily, one: Candidate): Candidate {
  const judged = judgementOf(context, family, one)
  if (!judged) return one
  const apart = chanceDearerThanRest(one.term.campaign, one.term.sums, judged, context)
  return { ...one, apart, probability: Math.min(one.probability, apart) }
}

/** What is to be excluded, by itself or with a word of it. */
export function searchesToExclude(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
): readonly Term[] {
  const ofWords = acceptedNgrams(snapshot, context).flatMap(({ ngram }) => ngram.terms)
  return [...new Set([...ofWords, ...judgedTerms(snapshot, context).accepted.map(termOf)])]
}

const termOf = ({ term }: Rated) => term

/** For what is saved here though others go on with a part of it; nothing where that is too little. */
function goingOn(
  context: Context,
  family: TermFamily,
  one: Candidate,
  elsewhere: Elsewhere,
): Candidate[] {
  const judged = judgementOf(context, family, one)
  if (!judged) return []
  const { verdict, target } = judged
  const probability = Math.min(one.apart, chanceOfSaving(verdict, target, elsewhere))
  if (probability < THRESHOLDS.candidateProbability.value) return []
  const expectedNet = savingBesides(one.term.sums, verdict, target, elsewhere)
  return [{ ...one, elsewhere, probability, expectedNet }]
}

/** Of tens of thousands only those that could still find room on their card, by what is expected to be saved. */
function dearest(accepted: readonly Candidate[]): readonly Candidate[] {
  const most = THRESHOLDS.groupCandidates.value
  if (accepted.length <= most) return accepted
  const groups = Map.groupBy(accepted, ({ word, term }) =>
    word ? `word ${word.word}` : term.campaign.id,
  )
  const kept = [...groups.values()].flatMap((own) =>
    own.toSorted((a, b) => b.expectedNet - a.expectedNet).slice(0, most),
  )
  const isKept = new Set(kept)
  return accepted.filter((one) => isKept.has(one))
}

/** In a window that has just begun a search has a few clicks of those that a whole one would show, and is known for as much. */
function leastClicks({ days }: Context): number {
  const { termClicks, windowDays } = THRESHOLDS
  return Math.max(1, Math.round((termClicks.value * days) / windowDays.value))
}

function candidatesOf(
  context: Context,
  terms: readonly Term[],
  family: TermFamily,
  lucky: ReadonlyMap<Term, LuckyWord>,
): Candidate[] {
  const least = leastClicks(context)
  return terms.flatMap((term) => {
    const { sums, campaign, text, protection } = term
    // The clicks of its word are evidence enough; what sold is judged by its own sales besides, and spared where it pays by itself.
    const word = lucky.get(term)
    if (!word && sums.clicks < least) return []
    const judged = judgementOf(context, family, { term, word })
    if (!judged) return []
    const { target, verdict } = judged
    if (verdict.probability < THRESHOLDS.candidateProbability.value) return []
    if (protection || !fitsKeyword(text)) return []
    if (family.keywordMeanings.has(askedMeaning(text))) return []
    if (isSpared(family, context, family.kinship.at(term.kin), campaign.id)) return []
    const expectedNet = expectedSaving(sums, verdict, target)
    const { probability, rate } = verdict
    const key = `${campaign.id} ${text}`
    return [{ expectedNet, term, probability, apart: 1, word, elsewhere: null, rate, key }]
  })
}

function judgementOf(
  context: Context,
  family: TermFamily,
  { term, word }: Pick<Candidate, 'term' | 'word'>,
): Judgement | null {
  const { sums, campaign } = term
  const usual = priorOfTerm(family, term, context)
  const target = context.targetOfPart(
    { campaignId: campaign.id, adGroupId: mainAdGroup(term) },
    sums,
  )
  if (!usual || !target) return null
  const prior = word && word.factor.mean < 1 ? timesFactor(usual, word.factor) : usual
  return { prior, target, verdict: judgeWaste(sums, prior, target, ofSearches(context)) }
}

function findingOf(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  candidate: Candidate,
  { verdict, target, group, share }: Judgement & { group: FindingGroup; share: number },
): Finding {
  const { term, word, elsewhere, probability, besides } = candidate
  const { campaign, sums, text } = term
  const byHand = snapshot.account.source === 'imported'
  const operations = () => (byHand ? [] : [campaignNegative(campaign.id, text, 'EXACT')])
  const facts = {
    identity: identityOf(term),
    object: { type: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability,
    claims: rowClaims(term),
    acts: [`campaign:${campaign.id}:negative ${text}`],
    ...monthlySaving(sums, verdict, target, context, {
      drift: context.searchDrift.clicks,
      elsewhere: elsewhere ? goesOnElsewhere(elsewhere) : undefined,
    }),
    group,
    ...(besides && { onlyWith: besides.map((id) => identityIn(id, text)) }),
    kpi: 'cost',
  } as const
  return withLazyTexts(facts, () =>
    words.wastedTermTexts(context, { term, word, share, elsewhere }, verdict, target, operations()),
  )
}

function silenceOf(context: Context, family: TermFamily, candidates: readonly Candidate[]): string {
  const { conversions } = family
  const needed = THRESHOLDS.familyConversions.value
  if (conversions < needed) return tooFewConversions(context, needed, conversions)
  for (const kind of ['marca', 'competencia'] as const) {
    const unsold = unsoldNameSearch(family, kind)
    if (unsold) return words.unsoldNameText(context, unsold, kind)
  }
  const usual = candidates.find(({ apart }) => apart < 1 - THRESHOLDS.lossChance.value)
  if (usual) return words.dearCampaignText(usual.term.campaign)
  const best = candidates
    .filter(({ term }) => term.sums.conversionsMicros <= 0)
    .toSorted((a, b) => b.probability - a.probability || (a.key < b.key ? -1 : 1))[0]
  const judged = best && judgementOf(context, family, best)
  if (!judged) return tooFewClicks(context, '', null)
  const { term } = best
  const missing = clicksMissing(term.sums, judged.prior, judged.target, ofSearches(context))
  return tooFewClicks(context, term.text, missing)
}

/**
 * One that names the brand and sells far less than others that do: the brand may be a common word too ('receta de mango'). Likewise one of
 * those that are bid on for a rival's name.
 */
function unsoldNameSearch({ terms }: TermFamily, kind: 'marca' | 'competencia'): Term | undefined {
  const brand = terms.filter(({ protection }) => protection === kind)
  const { clicks, conversionsMicros } = addUp(brand.map(({ sums }) => sums))
  const { returnlessExpected, returnlessSold } = THRESHOLDS
  return brand
    .filter(({ sums }) => {
      const expected = (sums.clicks * ratio(conversionsMicros, clicks)) / MICROS
      const sold = sums.conversionsMicros / MICROS
      return expected >= returnlessExpected.value && sold <= expected * returnlessSold.value
    })
    .toSorted((a, b) => b.sums.costMicros - a.sums.costMicros || (a.text < b.text ? -1 : 1))[0]
}
