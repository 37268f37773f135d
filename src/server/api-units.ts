import { CAMPAIGN_TYPES, MATCH_TYPES, STATUSES } from '#features/performance/contract/wire-codes.ts'
import * as wire from '#shared/wire.ts'

/** What the API document says of numbers and days that a program could take for something else. */
export const SHAPE_TEXTS = new Map<unknown, { description: string; format?: string }>([
  [wire.Money, { description: 'En la moneda de la cuenta' }],
  [wire.Percent, { description: 'En porcentaje: 5 es el 5 %' }],
  [wire.Fraction, { description: 'Fracción de 0 a 1: 0,05 es el 5 %' }],
  [wire.StatusCode, { description: codesText(STATUSES) }],
  [wire.CampaignTypeCode, { description: codesText(CAMPAIGN_TYPES) }],
  [wire.MatchCode, { description: codesText(MATCH_TYPES) }],
  [wire.DayText, { description: 'Día en la zona horaria de la cuenta', format: 'date' }],
])

export const MICROS_NAME = /micros$/i
export const MICROS_TEXT = 'En millonésimas: 1.000.000 es 1 en la moneda de la cuenta'

/** '0 UNSPECIFIED, 1 UNKNOWN, …' */
function codesText(names: readonly string[]): string {
  return names.map((name, code) => `${code} ${name}`).join(', ')
}
