import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { VerdictOnWire } from '#shared/measured-on-wire.ts'
import { Change, CustomerId } from '#shared/wire.ts'

/** How forecasts came true, rule by rule. */
export const getCalibration = endpoint('GET /api/recomendaciones-calibracion/:customerId', {
  access: 'subscriber',
  permission: 'see',
  summary:
    'Forecast against measured result per rule: this account, and the factor learnt from all',
  input: z.object({ customerId: CustomerId }),
  reply: z.object({
    currencyCode: z.string(),
    rules: z.array(
      z.object({
        rule: z.string(),
        ruleTitle: z.string(),
        /** Of this account, with an amount both forecast and measured. */
        cases: z.number(),
        /** Sums over those cases, micros per 30 days. */
        predictedMicros: z.number(),
        measuredMicros: z.number(),
        /** How many agree with their forecast's 80 % range, the doubt of what was measured included. */
        casesInRange: z.number(),
        /** By verdict, measurable in money or not. */
        verdicts: z.object({
          mejorado: z.number(),
          sin_cambios: z.number(),
          empeorado: z.number(),
          no_concluyente: z.number(),
        }),
        /** Cases of all accounts behind `factor`. */
        casesOfAll: z.number(),
        /** New forecasts of the rule are multiplied by it; 1 until there is evidence. */
        factor: z.number(),
        /** All cards of the rule as one; null below five. `share`: of what they would have cost, fractions. */
        together: z.nullable(
          z.object({
            verdict: VerdictOnWire,
            cards: z.number(),
            share: z.object({ estimate: Change, low: Change, high: Change }),
            /** P(one more like them gains). */
            chanceOfGain: z.number(),
          }),
        ),
      }),
    ),
  }),
})
