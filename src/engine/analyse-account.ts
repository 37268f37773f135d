import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { withOthersBrands } from './account/brand-campaigns.ts'
import { contextOf } from './account/context.ts'
import { withoutDisplayKeywords } from './account/display-keywords.ts'
import { withEndedPaused } from './account/ended-campaigns.ts'
import type { AccountInventory } from './account/inventory.ts'
import { withoutUnknown } from './account/known-snapshot.ts'
import { negativeLookup } from './account/matches.ts'
import type { AccountSnapshot, BidStep, SearchTermFacts } from './account/snapshot.ts'
import { stillSpent } from './account/still-spent.ts'
import { forgetTexts, forgetWords } from './account/terms.ts'
import { notedStops } from './findings/noted-stops.ts'
import { onlyKnown } from './findings/only-known.ts'
import { type LeftOut, rank } from './findings/ranking.ts'
import type { Recommendation } from './findings/recommendation.ts'
import { RULES, type RuleName } from './rules/rules.ts'
import { sayIn } from './words/say.ts'

/**
 * Facts in, recommendations out: the same snapshot gives the same bytes, in any order of its
 * rows. `waiting`: what else there is to tidy up, once there is less to do. `silenced` says, for each rule without a
 * finding, why it says nothing (Spanish); `waits`, that it will be asked again once more of the history is read.
 */
export function analyseAccount(snapshot: AccountSnapshot): {
  recommendations: Recommendation[]
  waiting: Recommendation[]
  silenced: { rule: RuleName; reason: string; waits?: true }[]
} {
  const known = withoutDisplayKeywords(withoutUnknown(snapshot))
  const whole = withOthersBrands(withEndedPaused(inOrder(known)))
  const isNegated = negativeLookup(whole.negatives)
  const { ongoing: ordered, lessened } = stillSpent(whole, isNegated)
  const units = ordered.inventory?.billableUnits
  const say = sayIn(ordered.account.currencyCode, spanishNumbers, units)
  const context = contextOf(ordered, say, isNegated)
  const results = RULES.map(({ name, run }) => ({ rule: name, ...run(ordered, context) }))
  const findings = results.flatMap((result) => result.findings)
  forgetTexts()
  const { recommendations, waiting, leftOut } = rank(findings, ordered, context)
  const told = new Set([...recommendations, ...waiting].map(({ rule }) => rule))
  forgetWords()
  const changed = ordered.campaigns.filter(({ id }) => lessened.has(id))
  const readable = (one: Recommendation) =>
    onlyKnown(notedStops(one, changed), snapshot.knownColumns)
  return {
    recommendations: recommendations.map(readable),
    waiting: waiting.map(readable),
    silenced: results.flatMap(({ rule, silence, waits, findings: own }) => {
      const left = WHY_LEFT_OUT[leftOut.get(rule) ?? 'repeated']
      const reason = silence ?? (own.length > 0 && !told.has(rule) ? left : null)
      return reason ? [{ rule, reason, ...(waits && { waits }) }] : []
    }),
  }
}

const WHY_LEFT_OUT: Record<LeftOut | 'repeated', string> = {
  repeated: 'Lo que se ha encontrado ya lo resuelve otra recomendación de más valor.',
  unsafe:
    'Hay algo que podría mejorar, pero con los datos de ahora el cambio también podría salir caro.',
  settling:
    'Lo que se cambiaría, o la puja de su campaña, se ha cambiado en las últimas dos semanas: hasta que se vea qué ha dado, se deja como está.',
  small: 'Lo que se ha encontrado cambiaría tan poco el resultado que no merece la pena.',
}

/** Sums of fractions depend on their order in the last bit: fix the order once. */
function inOrder({ searchTerms, ...snapshot }: AccountSnapshot): AccountSnapshot {
  const { inventory, conversionActions, campaignDays, actionDays, bidSteps } = snapshot
  return {
    ...snapshot,
    campaigns: sorted(snapshot.campaigns, ({ id }) => id),
    adGroups: sorted(snapshot.adGroups, ({ id }) => id),
    keywords: placed(snapshot.keywords, byCriterion),
    searchTerms: placed(searchTerms, byTerm).map(copied),
    negatives: sorted(snapshot.negatives, (row) => JSON.stringify(row)),
    accountDays: sorted(snapshot.accountDays, ({ day }) => day),
    campaignDays: campaignDays && sorted(campaignDays, (row) => `${row.day} ${row.campaignId}`),
    bidSteps:
      bidSteps && sorted(bidSteps, (step) => `${step.day} ${step.campaignId}`).map(stepInOrder),
    actionDays: actionDays && {
      ...actionDays,
      rows: sorted(actionDays.rows, (row) => `${row.day} ${row.actionId}`),
    },
    conversionActions: conversionActions && sorted(conversionActions, ({ id }) => id),
    inventory: inventory && inventoryInOrder(inventory),
  }
}

function stepInOrder(step: BidStep): BidStep {
  return { ...step, changed: sorted(step.changed, (one) => `${one.adGroupId}~${one.criterionId}`) }
}

type TermRow = SearchTermFacts<never>
type Place = { campaignId: string; adGroupId: string; criterionId?: string }

/** By campaign and ad group, and within each as told: sorting all at once would compare the same ids over and over. */
function placed<T extends Place>(rows: readonly T[], within: (a: T, b: T) => number): T[] {
  const byCampaign = grouped(rows, ({ campaignId }) => campaignId)
  return byCampaign.flatMap((own) =>
    grouped(own, ({ adGroupId }) => adGroupId).flatMap((group) => group.sort(within)),
  )
}

/** Groups in the order of their keys. */
function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): T[][] {
  return [...Map.groupBy(rows, keyOf)]
    .sort(([a], [b]) => inAlphabet(a, b))
    .map(([, group]) => group)
}

/** A copy lies in memory beside the row before it, which is how all rules go through a hundred thousand of them. */
function copied(row: TermRow): TermRow {
  return { ...row, sums: { ...row.sums } }
}

function byCriterion(a: Place, b: Place): number {
  return inAlphabet(a.criterionId ?? '', b.criterionId ?? '')
}

function byTerm(a: TermRow, b: TermRow): number {
  return (
    byCriterion(a, b) ||
    inAlphabet(a.matchType, b.matchType) ||
    inAlphabet(a.term, b.term) ||
    unlike(a.sums.clicks, b.sums.clicks) ||
    unlike(a.sums.costMicros, b.sums.costMicros) ||
    unlike(a.sums.conversionsMicros, b.sums.conversionsMicros)
  )
}

/** A column is unknown in all rows or in none. */
function unlike(a: number | undefined, b: number | undefined): number {
  return a === undefined || b === undefined ? 0 : a - b
}

function inAlphabet(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function inventoryInOrder(inventory: AccountInventory): AccountInventory {
  const parts = Object.entries(inventory).map(([part, rows]) => [
    part,
    Array.isArray(rows) ? sorted<unknown>(rows, (row) => JSON.stringify(row)) : rows,
  ])
  const ordered = Object.fromEntries(parts) as AccountInventory
  return { ...ordered, changes: inventory.changes && sorted(ordered.changes ?? [], ({ at }) => at) }
}

function sorted<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row)
}
