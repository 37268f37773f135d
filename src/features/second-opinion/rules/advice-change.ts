import { createHash } from 'node:crypto'
import { mostInMonth } from '#changes/operations.ts'
import type { CampaignFacts } from '#engine/account/snapshot.ts'
import type { GoogleAdvice } from '#engine/second-opinion/advice.ts'
import { averageTarget, proposedTargetCpa } from '#engine/second-opinion/judge-bidding.ts'
import {
  currentBudget,
  proposedBudget,
  proposesBudget,
} from '#engine/second-opinion/judge-budget.ts'
import { proposedKeyword } from '#engine/second-opinion/judge-keywords.ts'
import { proposedTargetRoas } from '#engine/second-opinion/judge-value.ts'
import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { wordOf } from '#shared/ads-words/forms.ts'
import { MICROS } from '#shared/metrics.ts'
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
  if (advice.type === OPEN_BIDDING && budget !== null) {
    const present = campaign?.budgetMicros
    return {
      before: present
        ? `Puja de ahora, con ${money(present, currencyCode)} al día`
        : 'Puja de ahora',
      after: `Maximizar conversiones, con ${money(budget, currencyCode)} al día`,
    }
  }
  const { text, matchType = '' } = proposedKeyword(advice)
  if (advice.type === 'KEYWORD' && text)
    return {
      before: 'No está',
      after: `«${text}» en concordancia ${wordOf(MATCH_TYPES, matchType)?.short.toLowerCase() ?? matchType}${place.adGroupName ? `, en ${place.adGroupName}` : ''}`,
    }
  const [roas, cpa] = [proposedTargetRoas(advice), proposedTargetCpa(advice)]
  if (advice.type.includes('ROAS') && roas !== null)
    return targetChange('ROAS objetivo', (ratio) => `del ${percent(ratio, 0)}`, {
      wanted: roas,
      own: campaign?.targetRoas,
      average: inUnits(averageTarget(advice)),
    })
  return cpa === null
    ? null
    : targetChange('CPA objetivo', (micros) => `de ${money(micros, currencyCode)}`, {
        wanted: cpa,
        own: campaign?.targetCpaMicros,
        average: averageTarget(advice),
      })
}

const inUnits = (micros: number | null) => (micros === null ? null : micros / MICROS)

/** A target may stand in ad groups or in a portfolio: then what Google names as their average is what it would be changed from. */
function targetChange(
  name: string,
  say: (target: number) => string,
  of: { wanted: number; own: number | null | undefined; average: number | null },
): AdviceChange {
  const average = of.average === null ? `Sin ${name}` : `${name} ${say(of.average)} de media`
  return {
    before: of.own ? `${name} ${say(of.own)}` : average,
    after: `${name} ${say(of.wanted)}`,
  }
}

/** Google names a budget with it, and applying takes nothing that would leave that out. */
const OPEN_BIDDING = 'MAXIMIZE_CONVERSIONS_OPT_IN'

/** The most that a raised daily budget can add to a month, micros; null where no budget moves. */
export function monthlyBudgetMicros(
  advice: GoogleAdvice,
  campaign: CampaignFacts | null,
): number | null {
  if (!proposesBudget(advice) && advice.type !== OPEN_BIDDING) return null
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
