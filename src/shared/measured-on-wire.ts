import * as z from 'zod/mini'
import { Measured, type Verdict } from './measured.ts'

/** Verdicts as replies have always named them; inside, and in the tables, stand the English names on the left. */
export const MEASURED_WORDS = {
  improved: 'mejorado',
  unchanged: 'sin_cambios',
  worsened: 'empeorado',
  inconclusive: 'no_concluyente',
} as const satisfies Record<Verdict, string>

export const VerdictOnWire = z.enum(MEASURED_WORDS)
/** What is only learned from stays inside. */
export const MeasuredOnWire = z.object({
  ...z.omit(Measured, { budgets: true }).shape,
  verdict: VerdictOnWire,
})
export type MeasuredOnWire = z.infer<typeof MeasuredOnWire>

export function measuredOnWire(measured: Measured | null): MeasuredOnWire | null {
  if (!measured) return null
  const { verdict, confounders } = measured
  const told = confounders.map((line) => line.replace(WHO, ''))
  return { ...measured, verdict: MEASURED_WORDS[verdict], confounders: told }
}

/** Lines kept until November 2026 end with who made the change, perhaps how often: ' (ana@agencia.test), 3 veces'. */
const WHO = / \([^\s()]+@[^\s()]+\)(?=$|, [\d.]+ veces$)/
