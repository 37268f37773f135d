import type { Context } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, SearchTermFacts } from '../../account/snapshot.ts'
import { stoppedSearches } from '../../account/stopped-searches.ts'
import { limitOf, type Target } from '../../account/targets.ts'
import { termIdentity } from '../../account/terms.ts'
import type { GoesOn, WasteVerdict } from '../../findings/waste.ts'
import { mixtureCdf, mixtureMean } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { peopleReached } from '../keywords/reached-people.ts'
import type { Term } from './search-terms.ts'

/** Other campaigns that show ads for the same search to the same people, and would go on with it. */
export type Elsewhere = {
  campaignIds: readonly string[]
  /** What a click costs there, as a multiple of what it costs here. */
  price: number
}

/** Of some queries only: an account has tens of thousands that are not asked for. */
export function servedElsewhere(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  candidates: readonly { term: Term }[],
): (term: Term) => Elsewhere | null {
  const asked = new Set(candidates.map(({ term }) => term.text))
  const isStopped = stoppedSearches(snapshot, context)
  const rows = new Map<string, SearchTermFacts[]>()
  for (const row of snapshot.searchTerms) {
    const text = termIdentity(row.term)
    if (!asked.has(text) || row.sums.clicks <= 0 || !isShown(context, row)) continue
    if (isStopped(row)) continue
    const own = rows.get(text) ?? []
    rows.set(text, own)
    own.push(row)
  }
  const reaches = peopleReached(snapshot, context)
  return ({ text, campaign, sums, rows: shown }) => {
    const others = (rows.get(text) ?? []).filter(
      (other) => other.campaignId !== campaign.id && shown.some((here) => reaches(here, other)),
    )
    const here = sums.costMicros / sums.clicks
    if (others.length === 0 || !(here > 0)) return null
    const { clicks, costMicros } = addUp(others.map((row) => row.sums))
    const { elsewhereAlike } = THRESHOLDS
    // A few clicks tell little of their price: as many again are taken to cost what they do here.
    const there = (costMicros + elsewhereAlike.value * here) / (clicks + elsewhereAlike.value)
    return {
      campaignIds: [...new Set(others.map(({ campaignId }) => campaignId))].sort(),
      price: there / here,
    }
  }
}

const SHOWN = ['SEARCH', 'SHOPPING', 'PERFORMANCE_MAX']

function isShown({ campaigns }: Context, { campaignId, status }: SearchTermFacts): boolean {
  const campaign = campaigns.get(campaignId)
  if (campaign?.status !== 'ENABLED' || !SHOWN.includes(campaign.channelType)) return false
  return status !== 'EXCLUDED' && status !== 'ADDED_EXCLUDED'
}

/** How much of it they catch is not known. */
export function caughtPart(u: number): number {
  const { elsewhereLeast, overlapCaught } = THRESHOLDS
  return elsewhereLeast.value + u * (overlapCaught.value - elsewhereLeast.value)
}

export function goesOnElsewhere({ price }: Elsewhere): GoesOn {
  return (next) => {
    const part = caughtPart(next())
    return { clicks: part, cost: part * price }
  }
}

/**
 * That stopping it here costs less than it saves, though a part of it comes on at another price: where that is higher, it must
 * sell less to be worth it. Where it is lower no more is stopped for that: what sells is not waste for being cheaper elsewhere.
 */
export function chanceOfSaving(
  verdict: WasteVerdict,
  target: Target,
  elsewhere: Elsewhere,
): number {
  const price = priceInSales(elsewhere, target)
  if (price <= 1) return verdict.probability
  const chances = PARTS.map((u) => {
    const part = caughtPart(u)
    const breakEven = (verdict.breakEven * (1 - part * price)) / (1 - part)
    return breakEven > 0 ? mixtureCdf(verdict.coming, breakEven) : 0
  })
  return chances.reduce((sum, chance) => sum + chance, 0) / chances.length
}

const PARTS = Array.from({ length: 8 }, (_, i) => (i + 0.5) / 8)

/** Micros over the window, of which the part that comes on elsewhere is neither saved nor lost. */
export function savingBesides(
  sums: Term['sums'],
  verdict: WasteVerdict,
  target: Target,
  elsewhere: Elsewhere,
): number {
  const part = caughtPart(0.5)
  const sold = mixtureMean(verdict.coming) * sums.clicks * limitOf(target)
  return sums.costMicros * (1 - part * priceInSales(elsewhere, target)) - sold * (1 - part)
}

/** Where Google spends again what is saved here, that buys less than it is worth, and what is paid elsewhere weighs more. */
function priceInSales({ price }: Elsewhere, target: Target): number {
  return (price * limitOf(target)) / target.micros
}

/** `besides`: the other campaigns that are to stop it as well. */
type Stopping = { term: Term; key: string; besides?: readonly string[] }

/**
 * What is worth stopping, `key` 'campaign text': in one campaign for what is saved though others go on with it, or in all that show
 * it at once, where each of them is to stop it.
 */
export function stoppedForGood<T extends Stopping>(
  candidates: readonly T[],
  rules: {
    elsewhereOf: (term: Term) => Elsewhere | null
    accept: (judged: readonly T[]) => readonly T[]
    goingOn: (one: T, elsewhere: Elsewhere) => readonly T[]
  },
): readonly T[] {
  const { elsewhereOf, accept, goingOn } = rules
  let accepted = accept(candidates)
  // Each round leaves out searches that one of their campaigns found no room for.
  for (let round = 0; round < ROUNDS; round++) {
    const stopped = new Set(accepted.map(({ key }) => key))
    const judged = candidates.flatMap((one) => {
      const elsewhere = elsewhereOf(one.term)
      if (!elsewhere) return [one]
      const { campaignIds: besides } = elsewhere
      const ids = [one.term.campaign.id, ...besides]
      const isEverywhere = ids.every((id) => stopped.has(`${id} ${one.term.text}`))
      return isEverywhere ? [{ ...one, besides }] : goingOn(one, elsewhere)
    })
    accepted = accept(judged)
    const kept = new Set(accepted.map(({ key }) => key))
    if (judged.every((one) => !one.besides || kept.has(one.key))) return accepted
  }
  return accepted.filter(({ besides }) => !besides)
}

const ROUNDS = 4
