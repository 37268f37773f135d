import { EXPERIMENT, type ExperimentState } from '#shared/applied-experiment.ts'
import { SECOND, type SecondState } from '#shared/applied-halves.ts'
import type { Day } from '#shared/dates.ts'
import { finalOf, type Measured, type NetSpread, shareOf, spreadTimes } from '#shared/measured.ts'
import { type Act, type CountedCard, type CountedPart, countingOf } from './counted-once.ts'
import { Z_95 } from './ratio-of-ratios.ts'
import { addedUp, spanOf } from './same-weeks.ts'

export type AccountTotal = {
  estimate: number
  range80: { low: number; high: number }
  range95: { low: number; high: number }
  /** What the changed would have cost a month. */
  usual: number
  /** Ids of the cards that were added up. */
  counted: string[]
}

/** As its application is kept; null where it has no amount of its own, or is looked at again. */
export function countedCard(application: {
  applicationId: string
  campaignIds: readonly string[]
  adGroupId: string | null
  appliedOn: Day
  measured: Measured | null
  second?: { state: SecondState } | null
  experiment?: { state: ExperimentState } | null
}): CountedCard | null {
  const { second = null, experiment = null } = application
  const measured = inForce(tried(finalOf(application.measured), experiment), second)
  const { spread, campaignIds, campaignShares, measuredTo, usualMicros = 0 } = measured?.money ?? {}
  if (!measured?.monthlyMicros || !spread || measured.money?.hasOtherCause) return null
  return {
    id: application.applicationId,
    campaignIds: campaignIds ?? application.campaignIds,
    campaignShares,
    adGroupId: application.adGroupId,
    appliedOn: application.appliedOn,
    measuredTo: measuredTo ?? measured.measuredOn,
    estimate: measured.monthlyMicros.estimate,
    spread,
    usual: usualMicros,
    ...((measured.halves || experiment) && { isDrawn: true }),
  }
}

/** The same as far as others' figures may hold what it did, measured or not; none while it is but tried on half of the searches. */
export function actsOf(application: {
  applicationId: string
  campaignIds: readonly string[]
  adGroupId: string | null
  appliedOn: Day
  measured: Measured | null
  predicted: number | null
  goneOn: Day | null
  /** Fraction of its steps that was taken back, once it is gone. */
  gonePart?: number | undefined
  experiment?: { state: ExperimentState } | null
}): Act[] {
  const { applicationId, measured, experiment, adGroupId, appliedOn, ...act } = application
  if (experiment && experiment.state !== EXPERIMENT.promoted) return []
  const { campaignIds = act.campaignIds, campaignShares } = measured?.money ?? {}
  const { predicted, goneOn, gonePart = 1 } = act
  const whole = { id: applicationId, campaignIds, campaignShares, adGroupId, appliedOn, predicted }
  if (goneOn === null || gonePart === 1) return [{ ...whole, goneOn }]
  return [
    { ...whole, goneOn, part: gonePart },
    { ...whole, goneOn: null, part: 1 - gonePart },
  ]
}

/** Measured for the whole card; while one half waits only the other has brought its share, and what of it was not made brings nothing. */
function inForce(measured: Measured | null, second: { state: SecondState } | null) {
  const { shareNow, shareMade } = (second && measured?.halves) ?? {}
  const share = second?.state === SECOND.applied ? shareMade : shareNow
  return measured && share !== undefined ? shareOf(measured, share) : measured
}

/** Measured for the whole campaign; while it is tried half of the searches have it, and none once the trial has ended. */
function tried(measured: Measured | null, experiment: { state: ExperimentState } | null) {
  if (!measured || !experiment || experiment.state === EXPERIMENT.promoted) return measured
  return experiment.state === EXPERIMENT.ended ? null : shareOf(measured, 0.5)
}

const Z_80 = 1.2815515655446004

/**
 * What all cards did together; null where none is measured. A campaign's effect counts once: what a card did there while an earlier one
 * of it was measured is in that one's figures, unless that was told by halves or of another ad group. What the cards have in common does not average
 * out: the untouched they were all held against, and what a conversion is worth.
 */
export function accountTotal(
  cards: readonly CountedCard[],
  acts: readonly Act[] = [],
): AccountTotal | null {
  return totalOf(countedOnce(cards, acts).counted)
}

/** Of cards as far as they count. */
export function totalOf(counted: readonly CountedCard[]): AccountTotal | null {
  if (counted.length === 0) return null
  return { ...sumOfCards(counted), counted: counted.map(({ id }) => id) }
}

/** Of cards of which none is in another's figures. */
export function sumOfCards(
  counted: readonly CountedCard[],
): Pick<AccountTotal, 'estimate' | 'range80' | 'range95' | 'usual'> {
  const estimate = sum(counted.map((card) => card.estimate))
  const spread = spreadOf(counted)
  const range = (z: number) => ({ low: estimate - z * spread, high: estimate + z * spread })
  return {
    estimate,
    range80: range(Z_80),
    range95: range(Z_95),
    usual: sum(counted.map((card) => card.usual)),
  }
}

/** What of a card does not count: how much is left of it, in whose figures most of the rest is, and which of those in its own were taken back. */
export type NotCounted = { left: number; id: string | null } & Pick<
  CountedPart,
  'gone' | 'isForeseen'
>

/** Each as far as it counts; `acts`: all that was applied. */
export function countedOnce(
  cards: readonly CountedCard[],
  acts: readonly Act[] = [],
): { counted: CountedCard[]; within: Record<string, NotCounted> } {
  const parts = countingOf(cards, acts)(() => true)
  const within = parts.flatMap(({ card, share, held, ...rest }) => {
    const most = held.toSorted((a, b) => b.share - a.share)[0]?.id ?? null
    return share < 1 ? [[card.id, { left: share, id: most, ...rest }] as const] : []
  })
  return {
    counted: parts.flatMap(({ card, share }) => (share > 0 ? [timesAsMuch(card, share)] : [])),
    within: Object.fromEntries(within),
  }
}

/** So many times what it does. */
export function timesAsMuch(card: CountedCard, times: number): CountedCard {
  const { estimate, usual, spread } = card
  const own = { estimate: estimate * times, usual: usual * times }
  return { ...card, ...own, spread: spreadTimes(spread, times) }
}

function spreadOf(cards: readonly CountedCard[]): number {
  const own = cards.map(({ spread: { allMicros, controlMicros, worthMicros } }) =>
    Math.max(0, allMicros ** 2 - controlMicros ** 2 - worthMicros ** 2),
  )
  const control = controlOf(cards)
  const worth = sum(cards.map(({ spread }) => spread.worthMicros))
  return Math.sqrt(sum(own) + control ** 2 + worth ** 2)
}

/**
 * The untouched leave two errors: of what would have been sold, and of what it would have cost. What both come to is not alike for a card that
 * sells for much more than it costs and one that just pays. Where they were not kept apart it is taken to be. Cards of other days were held
 * against other weeks of the untouched, and have the less of both in common.
 */
function controlOf(cards: readonly CountedCard[]): number {
  const all = cards.map(({ spread, ...card }) => ({ ...spread, ...spanOf(card) }))
  const [apart, whole] = [all.filter(isApart), all.filter((one) => !isApart(one))]
  const soldOf = (one: Apart) => one.controlValueMicros
  const spentOf = (one: Apart) => one.controlCostMicros
  const alike = sum(apart.map((one) => soldOf(one) * spentOf(one)))
  const shared = sum(apart.map(covarianceOf))
  const correlation = alike > 0 ? Math.min(1, Math.max(-1, shared / alike)) : 0
  const square =
    addedUp(apart, soldOf) +
    addedUp(apart, spentOf) -
    2 * correlation * addedUp(apart, soldOf, spentOf)
  const ofWhole = addedUp(whole, (one) => one.controlMicros)
  return Math.sqrt(Math.max(0, square)) + Math.sqrt(Math.max(0, ofWhole))
}

type Apart = NetSpread & { controlValueMicros: number; controlCostMicros: number }

function isApart<Spread extends NetSpread>(spread: Spread): spread is Spread & Apart {
  return spread.controlValueMicros !== undefined && spread.controlCostMicros !== undefined
}

/** By what is left of both in the card's net. */
function covarianceOf({ controlMicros, controlValueMicros, controlCostMicros }: Apart): number {
  return (controlValueMicros ** 2 + controlCostMicros ** 2 - controlMicros ** 2) / 2
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
