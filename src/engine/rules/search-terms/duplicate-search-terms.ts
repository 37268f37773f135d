import { fitsKeyword } from '#shared/keyword-text.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, SearchTermFacts } from '../../account/snapshot.ts'
import { stoppedSearches } from '../../account/stopped-searches.ts'
import { isSupposed } from '../../account/targets.ts'
import { meaningOf } from '../../account/terms.ts'
import { termClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { evidenceOf } from '../../statistics/conversion-evidence.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { chanceGreater } from '../../statistics/posterior-comparison.ts'
import { type GammaMixture, posterior } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewOfSearches } from '../../words/shared-texts.ts'
import { peopleReached } from '../keywords/reached-people.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { type Crossing, crossingSearches, placeOf } from './crossing-campaigns.ts'
import type { TermTwins } from './duplicate-search-terms-words.ts'
import * as words from './duplicate-search-terms-words.ts'
import { adGroupNegative, campaignNegative } from './negative-operations.ts'
import { type Term, type TermFamily, termFamily } from './search-terms.ts'
import { movedNet, priorOfPlace, type TermPlace, twinMoves } from './twin-move.ts'

/**
 * Queries that two ad groups of a campaign serve, or a campaign besides the one that has them as an exact keyword: one of them at a
 * clearly higher price per conversion.
 */
export const duplicateSearchTerms = defineRule({
  name: 'duplicate-search-terms',
  title: 'Búsquedas repartidas entre grupos',
  category: 'keywords',
  needs: { conversions: true, levels: ['searchTerm'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'searchTerm'>, context: Context): RuleResult {
  const family = termFamily(snapshot, context)
  const needed = THRESHOLDS.accountConversions.value
  if (family.conversions < needed) {
    return { findings: [], silence: tooFewOfSearches(context, needed, family) }
  }
  const own = keywordsByAdGroup(snapshot)
  const around = {
    moveOf: twinMoves(snapshot, context),
    reaches: peopleReached(snapshot, context),
    isStopped: stoppedSearches(snapshot, context),
  }
  const twins = [
    ...family.terms.flatMap((term) => twinsOf(term, family, own, context, around)),
    ...crossingSearches(snapshot, context, family).flatMap((one) =>
      crossedTwins(one, family, context, around),
    ),
  ]
  const likely = twins.filter(
    ({ probability }) => probability >= THRESHOLDS.candidateProbability.value,
  )
  const accepted = acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
  const groups = [...Map.groupBy(accepted, placeKey).values()]
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: groups.map((group) => findingOf(group, context, byHand)),
    silence: groups.length > 0 ? null : twins.length > 0 ? words.ALIKE : words.NO_TWINS,
  }
}

const placeKey = ({ owner, term, worse }: TermTwins) =>
  owner ? `campaign ${term.campaign.id}` : worse.adGroupId

type Surroundings = {
  moveOf: ReturnType<typeof twinMoves>
  reaches: ReturnType<typeof peopleReached>
  isStopped: ReturnType<typeof stoppedSearches>
}

/** Both are judged from what is believed of the search, so that only what was seen in each tells them apart. */
function twinsOf(
  term: Term,
  { priorOf }: TermFamily,
  own: ReadonlyMap<string, ReadonlySet<string>>,
  context: Context,
  { moveOf, reaches, isStopped }: Surroundings,
): TermTwins[] {
  const { campaign, text, protection } = term
  if (term.rows.length < 2) return []
  // What shows no more neither takes its clicks over nor costs anything.
  const rows = term.rows.filter((row) => !isStopped(row))
  if (rows.length < 2 || campaign.channelType !== 'SEARCH') return []
  if (protection || !fitsKeyword(text)) return []
  const prior = priorOf({ campaignId: campaign.id })
  const whole = prior && posterior(prior, evidenceOf(term.sums, context.measurement))
  const places = whole ? placesOf(rows, priorOfPlace(whole), context) : []
  const best = ofTheSamePeople(places, reaches).toSorted(
    (a, b) => pace(a) - pace(b) || (a.adGroupId < b.adGroupId ? -1 : 1),
  )
  const better = best[0]
  const worse = best.findLast(({ adGroupId }) => !own.get(adGroupId)?.has(meaningOf(text)))
  if (!better || !worse || better === worse) return []
  const least = THRESHOLDS.twinConversions.value * MICROS
  if (better.sums.conversionsMicros < least) return []
  const move = moveOf(campaign.id, { better, worse })
  if (!move) return []
  const probability = chanceOfDearer(better, worse)
  return [{ term, better, worse, move, probability, key: `${campaign.id} ${text}` }]
}

function chanceOfDearer(better: TermPlace, worse: TermPlace): number {
  const dearer = cpcOf(better) / cpcOf(worse)
  return chanceGreater(better.posterior, worse.posterior, THRESHOLDS.twinRatio.value * dearer)
}

/** The campaign that has the search as its keyword is the better one, or nothing is said. */
function crossedTwins(
  { term, owner, here, there }: Crossing,
  { priorOf }: TermFamily,
  context: Context,
  { moveOf }: Surroundings,
): TermTwins[] {
  const { id } = term.campaign
  const believed = ([...rows]: TermPlace['rows'], prior: GammaMixture) =>
    posterior(prior, evidenceOf(addUp(rows.map(({ sums }) => sums)), context.measurement))
  const prior = priorOf({ campaignId: id })
  if (!prior) return []
  const usual = priorOfPlace(believed([...here, ...there], prior))
  const [worse, better] = [here, there].map((rows) => placeOf(rows, believed(rows, usual)))
  if (!worse || !better || !isSeen(worse) || !isSeen(better)) return []
  const least = THRESHOLDS.twinConversions.value * MICROS
  if (better.sums.conversionsMicros < least || pace(better) >= pace(worse)) return []
  const move = moveOf(id, { better, worse })
  const lasting = context.targetOfPart({ campaignId: owner.campaign.id }, better.sums)
  if (!move || !lasting) return []
  // What is sold there instead is worth what it is there.
  const target = lasting.micros < move.target.micros ? lasting : move.target
  const probability = chanceOfDearer(better, worse)
  const key = `${id} ${term.text} across`
  return [
    { term, owner, better, worse, move: { ...move, target, isAcross: true }, probability, key },
  ]
}

const isSeen = ({ sums }: TermPlace) =>
  sums.clicks > 0 && (sums.impressions ?? 0) >= THRESHOLDS.twinImpressions.value

function placesOf(
  rows: readonly SearchTermFacts[],
  prior: GammaMixture,
  context: Context,
): TermPlace[] {
  const groups = Map.groupBy(rows, ({ adGroupId }) => adGroupId)
  return [...groups]
    .map(([adGroupId, own]) => {
      const sums = addUp(own.map((row) => row.sums))
      const after = posterior(prior, evidenceOf(sums, context.measurement))
      return { adGroupId, rows: own, sums, posterior: after }
    })
    .filter((place) => place.adGroupId !== '' && isSeen(place))
}

/** Those that reach whom the one of most clicks does, and no others. */
function ofTheSamePeople(places: readonly TermPlace[], reaches: Surroundings['reaches']) {
  const most = places.toSorted((a, b) => b.sums.clicks - a.sums.clicks)[0]?.rows[0]
  return places.filter(({ rows: [row] }) => most && row && reaches(most, row) && reaches(row, most))
}

const cpcOf = ({ sums }: TermPlace): number => sums.costMicros / sums.clicks

/** Expected cost per conversion. */
function pace(place: TermPlace): number {
  const rate = place.posterior.reduce(
    (sum, part) => sum + (part.weight * part.shape) / part.rate,
    0,
  )
  return cpcOf(place) / rate
}

/** An ad group's own keyword is not to be stopped by a negative. */
function keywordsByAdGroup(snapshot: AccountSnapshot<'searchTerm'>): Map<string, Set<string>> {
  const meanings = new Map<string, Set<string>>()
  for (const { adGroupId, text, status } of snapshot.keywords) {
    if (status === 'REMOVED') continue
    const own = meanings.get(adGroupId) ?? new Set()
    meanings.set(adGroupId, own.add(meaningOf(text)))
  }
  return meanings
}

function findingOf(group: readonly TermTwins[], context: Context, byHand: boolean): Finding {
  const { term, worse, owner } = group[0]!
  const { id } = term.campaign
  const { adGroupId } = worse
  const texts = group.map((twins) => twins.term.text)
  const place = owner
    ? {
        identity: [id, 'across'],
        object: { type: 'campaign' as const, id },
        adGroupId: null,
        acts: texts.map((text) => `campaign:${id}:negative ${text}` as const),
      }
    : {
        identity: [id, adGroupId],
        object: { type: 'adgroup' as const, id: adGroupId },
        adGroupId,
        acts: texts.map((text) => `adGroup:${adGroupId}:negative ${text}` as const),
      }
  const negative = (text: string) =>
    owner ? campaignNegative(id, text, 'EXACT') : adGroupNegative(adGroupId, text, 'EXACT')
  return {
    ...place,
    campaignId: id,
    probability: group.reduce((sum, twins) => sum + twins.probability, 0) / group.length,
    claims: group.flatMap((twins) =>
      twins.worse.rows.map((row) => termClaim(row, row.sums.costMicros)),
    ),
    isWorthSupposed: group.some(({ move }) => isSupposed(move.target)),
    drawMonthlyNet: (next, common, worth = 1) => {
      const from = common.at
      return group.reduce((sum, { move }) => {
        common.at = from
        return sum + movedNet(move, next, common, worth, context)
      }, 0)
    },
    kpi: 'conversions',
    ...words.duplicateTermTexts(context, group, byHand ? [] : texts.map(negative)),
  }
}
