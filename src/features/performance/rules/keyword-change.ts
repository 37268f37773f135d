import type { Operation } from '#changes/operations.ts'
import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import { currencyStepMicros, money } from '#shared/spanish-numbers.ts'

export type MatchType = 'EXACT' | 'PHRASE' | 'BROAD'

/** A keyword to be added; kept in the log as the change's 'after'. */
export type KeywordChange = {
  negative: boolean
  scope: 'ad_group' | 'campaign'
  /** Of the ad group or the campaign. */
  scopeId: number
  campaignId: number
  text: string
  matchType: MatchType
  bidMicros: number | null
}

/** 'Palabra clave «botas» (concordancia exacta) en el grupo «Botas»'. */
export function summaryOf(change: KeywordChange, place: string, currencyCode: string): string {
  const noun = change.negative ? 'Palabra clave negativa' : 'Palabra clave'
  const where = change.scope === 'campaign' ? 'la campaña' : 'el grupo de anuncios'
  const bid = change.bidMicros === null ? '' : `, puja ${money(change.bidMicros, currencyCode)}`
  return `${noun} «${change.text}» (concordancia ${MATCH_TYPES[change.matchType].inSentence}${bid}) en ${where} «${place}»`
}

/** Google's operation; `googleCustomerId` is its ten digits. */
export function createOperation(googleCustomerId: string, change: KeywordChange): Operation {
  const { negative, scope, scopeId, text, matchType, bidMicros } = change
  const keyword = { text, matchType }
  const prefix = `customers/${googleCustomerId}`
  if (scope === 'campaign')
    return {
      [keyOf(change)]: {
        create: { campaign: `${prefix}/campaigns/${scopeId}`, negative, keyword },
      },
    }
  const adGroup = `${prefix}/adGroups/${scopeId}`
  const bid = bidMicros === null ? {} : { cpcBidMicros: String(bidMicros) }
  const rest = negative ? { negative, keyword } : { status: 'ENABLED', keyword, ...bid }
  return { [keyOf(change)]: { create: { adGroup, ...rest } } }
}

export function removeOperation(change: KeywordChange, resourceName: string): Operation {
  return { [keyOf(change)]: { remove: resourceName } }
}

const keyOf = ({ scope }: KeywordChange) =>
  scope === 'campaign' ? 'campaignCriterionOperation' : 'adGroupCriterionOperation'

/** The amount in micros, as a multiple of the currency's smallest amount and never nothing. */
export function bidMicros(bid: number, currencyCode: string): number {
  const step = currencyStepMicros(currencyCode)
  return Math.max(step, Math.round((bid * MICROS) / step) * step)
}

/** 'customers/1/adGroupCriteria/22~33' → 33. */
export function criterionIdOf(resourceName: string): number {
  return Number(resourceName.split('~').at(-1))
}
