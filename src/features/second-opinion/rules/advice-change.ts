import { createHash } from 'node:crypto'
import { mostInMonth } from '#changes/operations.ts'
import type { CampaignFacts } from '#engine/account/snapshot.ts'
import type { GoogleAdvice } from '#engine/second-opinion/advice.ts'
import { proposedTargetCpa } from '#engine/second-opinion/judge-bidding.ts'
import {
  currentBudget,
  proposedBudget,
  proposesBudget,
} from '#engine/second-opinion/judge-budget.ts'
import { proposedKeyword } from '#engine/second-opinion/judge-keywords.ts'
import { proposedTargetRoas } from '#engine/second-opinion/judge-value.ts'
import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { wordOf } from '#shared/ads-words/forms.ts'
import { money, percent } from '#shared/spanish-numbers.ts'

type Place = { campaign: CampaignFacts | null; adGroupName: string | null; currencyCode: string }

export type AdviceChange = { before: string; after: string }

/** What applying changes, in Spanish; null where the type's name says all that is known. */
export function adviceChange(advice: GoogleAdvice, place: Place): AdviceChange | null {
  const { campaign, currencyCode } = place
  const budget = proposedBudget(advice)
  if (proposesBudget(advice) && budget !== null) {
    const present = currentBudget(advice) ?? campaign?.budgetMicros ?? null
    return {
      before: present === null ? 'Presupuesto actual' : `${money(present, currencyCode)} al día`,
      after: `${money(budget, currencyCode)} al día`,
    }
  }
  const { text, matchType = '' } = proposedKeyword(advice)
  if (advice.type === 'KEYWORD' && text)
    return {
      before: 'No está',
      after: `«${text}» en concordancia ${wordOf(MATCH_TYPES, matchType)?.short.toLowerCase() ?? matchType}${place.adGroupName ? `, en ${place.adGroupName}` : ''}`,
    }
  const roas = proposedTargetRoas(advice)
  if (advice.type.includes('ROAS') && roas !== null) {
    const present = campaign?.targetRoas
    return {
      before: present ? `ROAS objetivo del ${percent(present, 0)}` : 'Sin ROAS objetivo',
      after: `ROAS objetivo del ${percent(roas, 0)}`,
    }
  }
  const target = proposedTargetCpa(advice)
  if (target === null) return null
  const present = campaign?.targetCpaMicros
  return {
    before: present ? `CPA objetivo de ${money(present, currencyCode)}` : 'Sin CPA objetivo',
    after: `CPA objetivo de ${money(target, currencyCode)}`,
  }
}

/** The most that a raised daily budget can add to a month, micros; null where no budget moves. */
export function monthlyBudgetMicros(
  advice: GoogleAdvice,
  campaign: CampaignFacts | null,
): number | null {
  if (!proposesBudget(advice)) return null
  const wanted = proposedBudget(advice)
  const present = currentBudget(advice) ?? campaign?.budgetMicros ?? null
  return wanted === null || present === null ? null : mostInMonth(wanted - present)
}

/** A short text that stays the same as long as Google proposes the same. */
export function seenText({ type, proposal }: Pick<GoogleAdvice, 'type' | 'proposal'>): string {
  return createHash('sha256')
    .update(`${type} ${sortedJson(proposal)}`)
    .digest('hex')
    .slice(0, 24)
}

/** Keys in order: a database keeps them in its own. Promises and counts of searches change daily and do not change what is done. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([key]) => key !== 'impact' && !key.endsWith('Count'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${key}:${sortedJson(one)}`).join()}}`
}
