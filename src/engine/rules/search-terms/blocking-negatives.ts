import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import {
  asksInOrder,
  keywordCovers,
  negativeSilences,
  negativesStopping,
} from '../../account/matches.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, KeywordFacts, NegativeKeyword } from '../../account/snapshot.ts'
import { termIdentity } from '../../account/terms.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding, MutateOperation } from '../../findings/recommendation.ts'
import { evidenceOf, familyEvidence } from '../../statistics/conversion-evidence.ts'
import { type PriorOf, priorsOf } from '../../statistics/family-priors.ts'
import { posterior } from '../../statistics/priors.ts'
import { drawMixture, type Uniforms } from '../../statistics/random.ts'
import { cautiousOf, simulatedDraws } from '../../statistics/simulated.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { BREADTH } from '../keywords/kept-searches.ts'
import { keywordsByWords } from '../keywords/keywords-by-words.ts'
import { peopleReached } from '../keywords/reached-people.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { Blockade, Sold } from './blocking-negatives-words.ts'
import * as words from './blocking-negatives-words.ts'

const NAME = 'blocking-negatives'

/** Negative keywords that stop the account's own keywords. Negatives do not expand to close variants. */
export const blockingNegatives = defineRule({
  name: NAME,
  title: 'Negativas que bloquean palabras clave',
  category: 'keywords',
  place: 80,
  needs: {},
  effect: 'budget',
  run,
  words,
})

function run(snapshot: AccountSnapshot, context: Context): RuleResult {
  // Reports list none, which is not the same as having none.
  if (snapshot.account.source === 'imported' && snapshot.negatives.length === 0)
    return { findings: [], silence: notKnown('las palabras clave negativas') }
  if (snapshot.negatives.length === 0) {
    return { findings: [], silence: words.NO_NEGATIVES }
  }
  const blockades = blockadesOf(snapshot, context)
  return {
    findings: blockades.map((one) => findingOf(one, snapshot, context)),
    silence: blockades.length > 0 ? null : words.NONE,
  }
}

function blockadesOf(snapshot: AccountSnapshot, context: Context): Blockade[] {
  const stopping = negativesStopping(snapshot.negatives)
  const passes = clicksPassing(snapshot, stopping)
  const found = new Map<string, Blockade>()
  for (const keyword of snapshot.keywords) {
    if (!isLive(keyword, context)) continue
    const silencing = [...stopping(keyword.text, keyword)].filter(
      (negative) => negativeSilences(negative, keyword) && !passes(negative, keyword),
    )
    if (silencing.length === 0) continue
    // Of several that stop it, taking away one alone would change nothing.
    const byKey = new Map(silencing.map((one) => [keyOf(one), one]))
    const negatives = [...byKey.keys()].sort().map((key) => byKey.get(key)!)
    const key = identityOf({ negatives }).join('\n')
    const one = found.get(key) ?? { negatives, keywords: [], sold: null, taking: [] }
    one.keywords.push(keyword)
    found.set(key, one)
  }
  if (found.size === 0) return []
  const takingOf = keywordsTaking(snapshot, context)
  const all = [...found.values()].map((one) => {
    const taking = one.keywords.flatMap((keyword) => takingOf(keyword) ?? [])
    return taking.length === one.keywords.length ? { ...one, taking } : one
  })
  const counted = withKnown(snapshot, ['keyword'], COUNTED)
  if (context.measurement.blocked || !counted) return all
  const priorOf = keywordPriors(counted, context)
  const rows = new Map<KeywordFacts<never>, KeywordFacts>(counted.keywords.map((one) => [one, one]))
  return all.map((one) => {
    if (one.taking.length > 0) return one
    const missed = one.keywords.filter((keyword) => takingOf(keyword) === null)
    const stopped = missed.flatMap((keyword) => rows.get(keyword) ?? [])
    return { ...one, sold: soldOf(stopped, priorOf, context) }
  })
}

/** Another live keyword that all searches of a stopped one go to, from the same people: what it sold comes through that. */
function keywordsTaking(
  snapshot: AccountSnapshot,
  context: Context,
): (keyword: KeywordFacts<never>) => KeywordFacts<never> | null {
  const reaches = peopleReached(snapshot, context)
  const lookup = keywordsByWords(snapshot.keywords.filter((one) => isLive(one, context)))
  return (keyword) =>
    lookup(keyword.text).find(
      (other) =>
        other !== keyword &&
        BREADTH[other.matchType] >= BREADTH[keyword.matchType] &&
        reaches(keyword, other) &&
        keywordCovers(other, keyword.text) &&
        (other.matchType === 'BROAD' || asksInOrder(other.text, keyword.text)) &&
        !context.isNegated(keyword.text, other),
    ) ?? null
}

/**
 * Google answers searches by their meaning: whether at least half of the clicks that a keyword is seen to bring come from searches
 * that the negative lets through ('asesoría fiscal' by a broad «gestoría»), as where a broad campaign leaves the exact words to another.
 */
function clicksPassing(
  snapshot: AccountSnapshot,
  stopping: ReturnType<typeof negativesStopping>,
): (negative: NegativeKeyword, keyword: KeywordFacts<never>) => boolean {
  const terms = withKnown(snapshot, ['searchTerm'], COUNTED)?.searchTerms ?? []
  const termsOf = Map.groupBy(terms, (one) => `${one.adGroupId}~${one.criterionId}`)
  return (negative, { adGroupId, criterionId }) => {
    const own = termsOf.get(`${adGroupId}~${criterionId}`) ?? []
    const free = own.filter((one) => ![...stopping(one.term, one)].includes(negative))
    const [all, passing] = [own, free].map((some) => addUp(some.map(({ sums }) => sums)).clicks)
    return passing! > 0 && passing! >= all! / 2
  }
}

function isLive(keyword: KeywordFacts<never>, { campaigns, adGroups }: Context): boolean {
  const campaign = campaigns.get(keyword.campaignId)
  return (
    keyword.status === 'ENABLED' &&
    campaign?.status === 'ENABLED' &&
    campaign.channelType === 'SEARCH' &&
    (adGroups.get(keyword.adGroupId)?.status ?? 'ENABLED') === 'ENABLED'
  )
}

/** A shared list repeats its words for each campaign: one negative all the same. */
function keyOf({ scope, campaignId, adGroupId, listId, text, matchType }: NegativeKeyword): string {
  const place = scope === 'shared' ? `list ${listId ?? ''}` : (adGroupId ?? campaignId ?? '')
  return `${scope} ${place} ${matchType} ${termIdentity(text)}`
}

const identityOf = ({ negatives }: Pick<Blockade, 'negatives'>): string[] => negatives.map(keyOf)

function keywordPriors(snapshot: AccountSnapshot<'keyword'>, context: Context): PriorOf {
  return priorsOf(
    snapshot.keywords.map(({ campaignId, adGroupId, sums }) => ({
      campaignId,
      adGroupId,
      ...familyEvidence(sums, context.measurement),
    })),
  )
}

function soldOf(keywords: readonly KeywordFacts[], priorOf: PriorOf, context: Context): Sold[] {
  return keywords.flatMap((keyword) => {
    const { campaignId, adGroupId, sums } = keyword
    const prior = priorOf({ campaignId, adGroupId }, familyEvidence(sums, context.measurement))
    const target = context.targetOf(campaignId)
    if (sums.conversionsMicros <= 0 || !prior || !target) return []
    return [{ keyword, posterior: posterior(prior, evidenceOf(sums, context.measurement)), target }]
  })
}

function findingOf(one: Blockade, snapshot: AccountSnapshot, context: Context): Finding {
  const { negatives, keywords } = one
  const sold = one.sold ?? []
  const campaignIds = [...new Set(keywords.map(({ campaignId }) => campaignId))].sort()
  const campaignId = campaignIds.length === 1 ? campaignIds[0]! : null
  const removals = negatives.map(removal).filter((one) => one !== null)
  const canRemove = snapshot.account.source !== 'imported' && removals.length === negatives.length
  const hasSold = addUp(sold.map(({ keyword }) => keyword.sums)).conversionsMicros > 0
  const identity = identityOf(one)
  const draw = regained(sold, context)
  const isSafe = hasSold && cautiousOf(simulatedDraws(fingerprintOf(NAME, ...identity), draw)) > 0
  const texts = words.blockingNegativeTexts(
    context,
    one,
    isSafe,
    canRemove && hasSold ? removals : [],
  )
  return {
    identity,
    object: { type: 'campaign', id: campaignId ?? '' },
    campaignId,
    adGroupId: null,
    probability: 1,
    claims: [],
    acts: identity.map((key) => `negative:${key.replaceAll(':', ' ')}:status` as const),
    drawMonthlyNet: isSafe ? draw : null,
    kpi: 'conversions',
    ...(isSafe ? {} : { fixedPriority: 'low' as const }),
    ...texts,
    card: campaignId ? texts.card : { ...texts.card, campaignIds },
  }
}

/** What the keywords brought in the window at most comes back: conversions at their target, less their cost. */
function regained(sold: readonly Sold[], context: Context): (next: Uniforms) => number {
  return (next) =>
    context.monthFactor *
    sold.reduce((sum, { keyword, posterior: after, target }) => {
      const { clicks, costMicros } = keyword.sums
      return sum + drawMixture(next, after) * clicks * target.micros - costMicros
    }, 0)
}

function removal(negative: NegativeKeyword): MutateOperation | null {
  const { scope, campaignId, adGroupId, criterionId, listId } = negative
  if (criterionId === undefined) return null
  const at = (kind: string, place: string) => ({
    remove: `customers/{customerId}/${kind}/${place}~${criterionId}`,
  })
  if (scope === 'adGroup' && adGroupId) {
    return { adGroupCriterionOperation: at('adGroupCriteria', adGroupId) }
  }
  if (scope === 'campaign' && campaignId) {
    return { campaignCriterionOperation: at('campaignCriteria', campaignId) }
  }
  return listId ? { sharedCriterionOperation: at('sharedCriteria', listId) } : null
}
