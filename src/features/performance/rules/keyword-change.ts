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
  const bid = bidMicros === null ? {} : { cpcBidMicros: String(bidMicros) }
  const what = negative ? { negative } : { status: 'ENABLED', ...bid }
  const create = { ...what, keyword: { text, matchType } }
  const prefix = `customers/${googleCustomerId}`
  if (scope === 'ad_group')
    return {
      adGroupCriterionOperation: {
        create: { adGroup: `${prefix}/adGroups/${scopeId}`, ...create },
      },
    }
  const campaign = `${prefix}/campaigns/${scopeId}`
  return { campaignCriterionOperation: { create: { campaign, ...create } } }
}

/** The amount in micros, as a multiple of the currency's smallest amount and never nothing. */
export function bidMicros(bid: number, currencyCode: string): number {
  const step = currencyStepMicros(currencyCode)
  return Math.max(step, Math.round((bid * MICROS) / step) * step)
}

/** 'customers/1/adGroupCriteria/22~33' → 33. */
export function criterionIdOf(resourceName: string): number {
  return Number(resourceName.split('~').at(-1))
}
