import * as z from 'zod/mini'
import { isDay } from './dates.ts'

/** Shapes that several contracts share. */

/** `YYYY-MM-DD`, in the account's time zone. */
export const DayText = z
  .string()
  .check(z.refine(isDay, 'Fecha no válida: usa el formato AAAA-MM-DD.'))

/** A day that a reply tells: stored as one, and judged by no shape again. */
export const ToldDay = z.string()
/** The same for an instant, in ISO 8601 with its zone. */
export const ToldInstant = z.string()

/** Numbers whose unit the API document tells; `SHAPE_TEXTS` of the server has it in words. */
export const Money = z.number()
export const Percent = z.number()
export const Fraction = z.number()
export const Change = z.number()
export const Micros = z.number()
export const AlertFigure = z.number()
export const StatusCode = z.number()
export const CampaignTypeCode = z.number()
export const MatchCode = z.number()

/** Google's ten-digit customer id without dashes, or ours for an imported account (also digits). */
export const CustomerId = digits(
  'El parámetro customer_id es requerido',
  'El identificador de cuenta no es válido.',
)

const BAD_ENTITY_ID = 'El identificador no es válido.'
export const EntityId = digits('El parámetro id es requerido', BAD_ENTITY_ID)
export const CampaignId = digits('campaignId es requerido', BAD_ENTITY_ID)
export const AdGroupId = digits('adGroupId es requerido', BAD_ENTITY_ID)

/** Absent and empty are told apart from malformed. */
function digits(missing: string, malformed: string) {
  return z
    .string(missing)
    .check(z.minLength(1, { error: missing, abort: true }), z.regex(/^\d{1,19}$/, malformed))
}

/** Inclusive range; both missing means the last 30 days. */
export const RangeQuery = {
  from: z.optional(DayText),
  to: z.optional(DayText),
}

export const Nothing = z.object({})

export const Done = z.object({ ok: z.literal(true) })
