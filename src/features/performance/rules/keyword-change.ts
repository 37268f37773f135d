import type { Operation } from '#changes/operations.ts'
import type { BillableUnit } from '#engine/account/inventory.ts'
import { sayIn } from '#engine/words/say.ts'
import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { money } from '#shared/spanish-numbers.ts'

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

/** The amount in micros, as a multiple of the currency's smallest amount, or of what Google bills it in, and never nothing. */
export function bidMicros(
  bid: number,
  currencyCode: string,
  units: readonly BillableUnit[] = [],
): number {
  const { currencyStepMicros: step } = sayIn(currencyCode, spanishNumbers, units)
  return Math.max(step, Math.round((bid * MICROS) / step) * step)
}

/** 'customers/1/adGroupCriteria/22~33' → 33. */
export function criterionIdOf(resourceName: string): number {
  return Number(resourceName.split('~').at(-1))
}
