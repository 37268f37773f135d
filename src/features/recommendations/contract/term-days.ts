import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { DayText } from '#shared/wire.ts'
import { RecommendationId } from './recommendation-id.ts'

const TermDay = z.object({ day: DayText, clicks: z.number(), costMicros: z.number() })
export type TermDay = z.infer<typeof TermDay>

/** Read when the evidence is opened: days of searches are more than all else on a card, and most cards are never opened. */
export const getTermDays = endpoint('GET /api/recomendaciones/:id/busquedas-por-dia', {
  access: 'subscriber',
  permission: 'see',
  scope: 'recomendaciones:leer',
  summary: 'Clicks and cost, day by day, of the search terms that a recommendation lists',
  input: z.object({ id: RecommendationId }),
  reply: z.object({
    from: DayText,
    to: DayText,
    /** All that its table lists together, days with clicks only. */
    all: z.array(TermDay),
    /** The most costly of them. */
    top: z.array(z.object({ term: z.string(), days: z.array(TermDay) })),
    /** What as many clicks bring in the same campaigns over the same days; null where these had none. */
    expected: z.nullable(z.number()),
  }),
})
