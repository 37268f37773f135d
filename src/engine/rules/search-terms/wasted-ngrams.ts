import type { Context } from '../../account/context.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { folded, ngramsOf } from '../../account/terms.ts'
import { withLazyTexts } from '../../findings/lazy-texts.ts'
import type { Claim, Finding } from '../../findings/recommendation.ts'
import { sharedNegativeOperations, WASTE_LIST } from '../../findings/shared-negatives.ts'
import { type monthlySaving, monthlySavingOfParts } from '../../findings/waste.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewConversions } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { Ngram } from './frequent-ngrams.ts'
import type { Told } from './meaning-words.ts'
import { sharesOfCampaigns } from './most-of-campaign.ts'
import { campaignNegative } from './negative-operations.ts'
import { acceptedNgrams, isListed, type WastedNgram } from './ngram-verdicts.ts'
import { rowClaims, type Term, termFamily } from './search-terms.ts'
import { sparedSeasons } from './seasonal-searches.ts'
import { wastedNgramGroupTexts } from './term-group-words.ts'
import * as words from './wasted-ngrams-words.ts'
import { searchesToExclude } from './wasted-search-terms.ts'

/** Groups of one to three words that bring clicks and hardly a conversion: one negative instead of many. */
export const wastedNgrams = defineRule({
  name: 'wasted-ngrams',
  title: 'Palabras que solo gastan',
  category: 'keywords',
  needs: { conversions: true, levels: ['searchTerm'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'searchTerm'>, context: Context): RuleResult {
  const { terms, conversions } = termFamily(snapshot, context)
  if (terms.length === 0) {
    return { findings: [], silence: words.NO_TERMS }
  }
  const needed = THRESHOLDS.familyConversions.value
  if (conversions < needed) {
    return { findings: [], silence: tooFewConversions(context, needed, conversions) }
  }
  const accepted = acceptedNgrams(snapshot, context)
  const spared = sparedSeasons(snapshot, context)
  // Told once: on the only card, or on that of the group.
  const isOnly = accepted.length === 1
  const shareOf = sharesOfCampaigns(searchesToExclude(snapshot, context))
  const toldBy = new Map(accepted.flatMap(({ ngram, told }) => (told ? [[ngram.words, told]] : [])))
  const shared = { claimsOf: claimsOnce(), shareOf, toldBy, spared, isOnly }
  return {
    findings: accepted.map((one) => findingOf(snapshot, context, one, shared)),
    silence: accepted.length > 0 ? null : words.nothingCommon(spared),
  }
}

/** Of all words: the claims of their queries, how much of each campaign is excluded, and the words of the calendar that are left alone. */
type Shared = {
  claimsOf: (term: Term) => readonly Claim[]
  shareOf: ReturnType<typeof sharesOfCampaigns>
  /** By the words of the theme. */
  toldBy: ReadonlyMap<string, Told>
  spared: readonly string[]
  isOnly: boolean
}

function findingOf(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  wasted: WastedNgram,
  { claimsOf, shareOf, toldBy, spared, isOnly }: Shared,
): Finding {
  const { ngram, verdict, target } = wasted
  const campaignIds = [...new Set(ngram.terms.map(({ campaign }) => campaign.id))].sort()
  const only = campaignIds.length === 1 ? campaignIds[0]! : null
  const byHand = snapshot.account.source === 'imported'
  const isShared = isListed(snapshot, wasted)
  const operations = () => {
    if (byHand) return []
    return isShared ? listed(ngram, campaignIds) : campaignIds.flatMap((id) => negatives(id, ngram))
  }
  const facts = {
    identity: [ngram.words],
    object: { type: 'campaign', id: only ?? '' },
    campaignId: only,
    adGroupId: null,
    campaignIds,
    probability: verdict.probability,
    claims: ngram.terms.flatMap(claimsOf),
    acts: campaignIds.map((id) => `campaign:${id}:negative ${ngram.words}`),
    ...withHidden(
      monthlySavingOfParts(wasted.parts, verdict, context),
      context,
      wasted.told !== null,
    ),
    group: {
      identity: isShared ? ['group', 'list'] : ['group'],
      label: ngram.spellings[0]!,
      texts: (parts: readonly Finding[]) => {
        const told = parts.flatMap(({ identity }) => toldBy.get(identity[0]!) ?? [])
        return wastedNgramGroupTexts(context, parts, { isShared, spared, told })
      },
    },
    kpi: 'cost',
  } as const
  return withLazyTexts(facts, () => {
    const shares = [...new Set(ngram.terms.map(({ campaign }) => campaign))].map(shareOf)
    const told = wasted.told ? [wasted.told] : []
    const change = {
      operations: operations(),
      isShared,
      told,
      spared: isOnly ? spared : [],
      shares,
    }
    const texts = words.wastedNgramTexts(context, ngram, verdict, target, change)
    return only ? texts : { ...texts, card: { ...texts.card, campaignIds } }
  })
}

/** Least part of what the word has of the searches shown that it has of the hidden. Own choice: they are made of the same words. */
const LEAST_ALIKE = 1 / 3
/** Of words that add a wish to what is bid on: their searches are longer and rarer. Own choice. */
const MOST_ALIKE_MEANT = 2

/**
 * A word stops the queries that Google hides too. How much of them it has is not known: between a third of what it has
 * of those shown that widen a keyword, and as much; all words of an account alike.
 */
function withHidden(
  saving: ReturnType<typeof monthlySaving>,
  { hiddenOfRare }: Context,
  isMeant: boolean,
): ReturnType<typeof monthlySaving> {
  const { drawMonthlyNet: draw, mostMonthlyNet: most = 0 } = saving
  if (!hiddenOfRare || !draw) return saving
  const hidden = Math.min(THRESHOLDS.mostHidden.value, hiddenOfRare)
  const mostAlike = isMeant ? MOST_ALIKE_MEANT : 1
  return {
    ...saving,
    drawMonthlyNet: (next, common, worth) => {
      const alike = LEAST_ALIKE + (mostAlike - LEAST_ALIKE) * common.uniform()
      return draw(next, common, worth) * (1 + hidden * alike)
    },
    mostMonthlyNet: most * (1 + hidden * mostAlike),
  }
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

/** One list for all of them, and for the words that are found later: a campaign has one place more to look at, not many. */
function listed({ spellings }: Ngram, campaignIds: readonly string[]) {
  return sharedNegativeOperations({
    list: { name: WASTE_LIST },
    words: spellings.map((text) => ({ text, matchType: 'PHRASE' })),
    campaignIds,
  })
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
