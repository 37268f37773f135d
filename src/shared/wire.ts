import * as z from 'zod/mini'
import { isDay } from './dates.ts'

/** Shapes that several contracts share. */

/** `YYYY-MM-DD`, in the account's time zone. */
export const DayText = z
  .string()
  .check(z.refine(isDay, 'Fecha no válida: usa el formato AAAA-MM-DD.'))

/** Google's ten-digit customer id without dashes, or ours for an imported account (also digits). */
export const CustomerId = z
  .string()
  .check(z.regex(/^\d{1,19}$/, 'El identificador de cuenta no es válido.'))

export const EntityId = z.string().check(z.regex(/^\d{1,19}$/, 'El identificador no es válido.'))

/** Inclusive range; both missing means the last 30 days. */
export const RangeQuery = {
  from: z.optional(DayText),
  to: z.optional(DayText),
}

export const Nothing = z.object({})

export const Done = z.object({ ok: z.literal(true) })
