import { CAMPAIGN_TYPES, MATCH_TYPES, STATUSES } from '#features/performance/contract/wire-codes.ts'
import * as wire from '#shared/wire.ts'

export const MICROS_NAME = /micros$/i
export const MICROS_TEXT = 'En millonésimas: 1.000.000 es 1 en la moneda de la cuenta'
const DAY = { description: 'Día en la zona horaria de la cuenta', format: 'date' }

/** What the API document says of numbers, days and instants that a program could take for something else. */
export const SHAPE_TEXTS = new Map<unknown, { description: string; format?: string }>([
  [wire.Money, { description: 'En la moneda de la cuenta' }],
  [wire.Percent, { description: 'En porcentaje: 5 es el 5 %' }],
  [wire.Fraction, { description: 'Fracción de 0 a 1: 0,05 es el 5 %' }],
  [wire.Change, { description: 'Cambio como fracción: 0,05 es un 5 % más; -0,05, un 5 % menos' }],
  [wire.Micros, { description: MICROS_TEXT }],
  [
    wire.AlertFigure,
    {
      description:
        'Coste y CPA, en millonésimas de la moneda de la cuenta; conversiones, en millonésimas; «share», fracción de 0 a 1',
    },
  ],
  [wire.StatusCode, { description: codesText(STATUSES) }],
  [wire.CampaignTypeCode, { description: codesText(CAMPAIGN_TYPES) }],
  [wire.MatchCode, { description: codesText(MATCH_TYPES) }],
  [wire.DayText, DAY],
  [wire.ToldDay, DAY],
  [wire.ToldInstant, { description: 'Instante, en UTC', format: 'date-time' }],
])

/** '0 UNSPECIFIED, 1 UNKNOWN, …' */
function codesText(names: readonly string[]): string {
  return names.map((name, code) => `${code} ${name}`).join(', ')
}
