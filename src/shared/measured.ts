import * as z from 'zod/mini'

const Interval = z.object({ estimate: z.number(), low: z.number(), high: z.number() })

/** What came of a change, measured against what was left alone. */
export const Measured = z.object({
  verdict: z.enum(['mejorado', 'sin_cambios', 'empeorado', 'no_concluyente']),
  /** Change of the KPI as a fraction, with its 95 % interval. */
  kpi: z.object({ label: z.string(), change: Interval }),
  /** Net effect in micros per 30 days; null where no amount can be defended. */
  monthlyMicros: z.nullable(Interval),
  measuredOn: z.string(),
  /** Spanish; what else changed meanwhile. */
  confounders: z.array(z.string()),
  note: z.nullable(z.string()),
})
export type Measured = z.infer<typeof Measured>
