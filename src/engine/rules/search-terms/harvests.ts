import { fitsKeyword } from '#shared/keyword-text.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { hasEnded } from '../../account/has-ended.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, SearchTermFacts } from '../../account/snapshot.ts'
import { meaningOf } from '../../account/terms.ts'
import { keywordsInPlace } from '../../account/turned-off.ts'
import { evidenceOf } from '../../statistics/conversion-evidence.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { mixtureCdf, mixtureMean, posterior } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { lacksBudget } from '../bidding/bid-room.ts'
import { fallenPlaces, liesIn } from '../keywords/fallen-groups.ts'
import type { Harvest } from './converting-terms-words.ts'
import { mainAdGroup, priorOfTerm, type Term, type TermFamily, termFamily } from './search-terms.ts'
import { servedElsewhere } from './served-elsewhere.ts'

export type Harvests = {
  /** Of one ad group each, not empty: those that get keywords of their own. */
  groups: Harvest[][]
  /** Some convert well, but too little would come of it. */
  isLittle: boolean
}

/** Searches that sell at a good price and are no keyword yet; the rule of bids asks for them too. */
export const harvestsOf = oncePerAnalysis(
  (snapshot: AccountSnapshot<'searchTerm'>, context: Context): Harvests => {
    const family = termFamily(snapshot, context)
    if (family.conversions < THRESHOLDS.accountConversions.value)
      return { groups: [], isLittle: false }
    const hasRoom = roomFor(snapshot, context, candidatesOf(snapshot, context, family))
    const candidates = onePerMeaning(hasRoom)
    const accepted = acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
    const groups = [...Map.groupBy(accepted, ({ adGroupId }) => adGroupId).values()]
    const byPlace = Map.groupBy(groups, ([first]) => first!.term.campaign.id)
    const worthy = groups.filter(([first]) =>
      isWorthwhile(byPlace.get(first!.term.campaign.id)!.flat(), context),
    )
    return { groups: worthy.map(mostConverting), isLittle: groups.length > 0 }
  },
)

function candidatesOf(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  family: TermFamily,
): Harvest[] {
  const known = new Set(
    keywordsInPlace(snapshot)
      .filter(({ status }) => status !== 'REMOVED')
      .map(({ text }) => meaningOf(text)),
  )
  const otherwise = otherwiseOf(snapshot, context)
  const hasFallen = liesIn(fallenPlaces(snapshot, context))
  return family.terms.flatMap((term) => {
    const { sums, campaign, rows, text, protection } = term
    if (campaign.channelType !== 'SEARCH' || text === '' || !fitsKeyword(text)) return []
    if (sums.conversionsMicros < THRESHOLDS.harvestConversions.value * MICROS) return []
    if (sums.clicks < THRESHOLDS.candidateClicks.value) return []
    if (rows.some(({ status }) => status === 'ADDED') || known.has(meaningOf(text))) return []
    const row = bestRow(rows.filter((one) => isStillShown(one, context)))
    if (!row?.adGroupId || context.isNegated(text, row) || hasFallen(row)) return []
    if (protection) return []
    const harvest = judged(term, row, family, context)
    if (!harvest || harvest.probability < THRESHOLDS.harvestProbability.value) return []
    return [{ ...harvest, otherwise: otherwise(term) }]
  })
}

/**
 * A new keyword takes its search over from the other campaigns that show it to the same people: where the budget runs out that
 * only takes the place of what the campaign sells besides.
 */
function roomFor(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  candidates: readonly Harvest[],
): readonly Harvest[] {
  const short = candidates.filter(({ term }) => lacksBudget(term.campaign))
  if (short.length === 0) return candidates
  const elsewhereOf = servedElsewhere(snapshot, context, short)
  return candidates.filter((one) => !short.includes(one) || elsewhereOf(one.term) === null)
}

function judged(
  term: Term,
  { adGroupId, criterionId }: SearchTermFacts,
  family: TermFamily,
  context: Context,
): Omit<Harvest, 'otherwise'> | null {
  const { sums, campaign, text } = term
  const prior = priorOfTerm(family, term, context)
  const target = context.targetOfPart(
    { campaignId: campaign.id, adGroupId: mainAdGroup(term) },
    sums,
  )
  if (!prior || !target) return null
  const after = posterior(prior, evidenceOf(sums, context.measurement))
  const breakEven = sums.costMicros / sums.clicks / target.micros
  return {
    term,
    adGroupId,
    criterionId,
    target,
    breakEven,
    rate: mixtureMean(after),
    posterior: after,
    probability: 1 - mixtureCdf(after, breakEven),
    key: `${campaign.id} ${text}`,
  }
}

/** Where a keyword of its own would show, and people still ask; that the keyword which brought it is paused says nothing against one. */
function isStillShown(row: SearchTermFacts, { resting, adGroups }: Context): boolean {
  const status = adGroups.get(row.adGroupId)?.status
  return (
    status !== 'PAUSED' && status !== 'REMOVED' && !resting.has(row.campaignId) && !hasEnded(row)
  )
}

function bestRow(rows: readonly SearchTermFacts[]): SearchTermFacts | undefined {
  return rows.toSorted(
    (a, b) =>
      b.sums.conversionsMicros - a.sums.conversionsMicros || (a.adGroupId < b.adGroupId ? -1 : 1),
  )[0]
}

/** 'zapato rojo' and 'zapatos rojos' are one keyword to Google: the one with more conversions. */
function onePerMeaning(harvests: readonly Harvest[]): Harvest[] {
  const best = new Map<string, Harvest>()
  const conversions = (harvest: Harvest) => harvest.term.sums.conversionsMicros
  for (const harvest of [...harvests].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const meaning = meaningOf(harvest.term.text)
    const other = best.get(meaning)
    if (!other || conversions(harvest) > conversions(other)) best.set(meaning, harvest)
  }
  return [...best.values()]
}

function mostConverting(group: readonly Harvest[]): Harvest[] {
  const sorted = group.toSorted(
    (a, b) =>
      b.term.sums.conversionsMicros - a.term.sums.conversionsMicros || (a.key < b.key ? -1 : 1),
  )
  return sorted.slice(0, THRESHOLDS.harvestMost.value)
}

/**
 * What the cost of a search's clicks would bring otherwise, in conversions: where the budget runs out it is taken from the other
 * searches of the campaign.
 */
function otherwiseOf(snapshot: AccountSnapshot, { measurement }: Context) {
  const campaigns = withKnown(snapshot, ['campaign'], COUNTED)?.campaigns.filter(lacksBudget) ?? []
  const short = new Map(campaigns.map(({ id, sums }) => [id, sums]))
  return ({ sums, campaign }: Term): number | null => {
    const { costMicros = 0, conversionsMicros = 0 } = short.get(campaign.id) ?? {}
    if (costMicros <= 0) return null
    return ((conversionsMicros / MICROS / measurement.knownShare) * sums.costMicros) / costMicros
  }
}

/** Enough extra conversions a month in a campaign, at the middle of the assumed uplift, and more than the same money brings elsewhere. */
function isWorthwhile(group: readonly Harvest[], context: Context): boolean {
  const { harvestUpliftMax, harvestLeastGain, harvestLeastBetter } = THRESHOLDS
  const conversions = group.reduce((sum, { rate, term }) => sum + rate * term.sums.clicks, 0)
  const otherwise = group.reduce((sum, one) => sum + (one.otherwise ?? 0), 0)
  if (conversions <= otherwise * harvestLeastBetter.value) return false
  const gained = (harvestUpliftMax.value / 2) * conversions * context.monthFactor
  return gained >= harvestLeastGain.value
}
