import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { Nothing } from '#shared/wire.ts'
import { Ids, MonthlyRange } from './changes.ts'
import { Recommendation } from './recommendations.ts'

/** 'Hoy': what waits for a person in all accounts, without the weight of the evidence. */

const CurrencyRange = z.extend(MonthlyRange, { currencyCode: z.string() })

export const InboxRow = z.extend(
  z.pick(Recommendation, {
    id: true,
    titulo: true,
    categoria: true,
    prioridad: true,
    estado: true,
    fecha_creacion: true,
    probability: true,
    impacto_estimado: true,
  }),
  {
    customerId: z.string(),
    accountName: z.string(),
    currencyCode: z.string(),
    forecast: Recommendation.shape.evidence.shape.forecast,
    /** Nothing to make in Google Ads from here. */
    byHand: z.boolean(),
  },
)
export type InboxRow = z.infer<typeof InboxRow>

export const getInbox = endpoint('GET /api/hoy', {
  access: 'subscriber',
  scope: 'recomendaciones:leer',
  summary:
    'What waits for a decision in all accounts, in the stored order, with what was decided today',
  input: Nothing,
  reply: z.object({
    rows: z.array(InboxRow),
    /** More than these are not sent at once. */
    total: z.number(),
    /** The first that can be applied from here and have an amount, and what they bring together. */
    first: z.object({ ids: z.array(z.string()), ranges: z.array(CurrencyRange) }),
    /** Put off, the next to come back first. */
    snoozed: z.array(
      z.object({
        id: z.string(),
        titulo: z.string(),
        accountName: z.string(),
        until: z.string(),
      }),
    ),
    appliedToday: z.number(),
    dismissedToday: z.number(),
  }),
})

/** One of the inbox with all that supports it. */
export const getEvidence = endpoint('GET /api/recomendaciones/:id/evidencia', {
  access: 'subscriber',
  scope: 'recomendaciones:leer',
  summary: 'One recommendation with its evidence card',
  input: z.object({ id: z.uuid('No existe esa recomendación.') }),
  reply: Recommendation,
})

export const snoozeRecommendations = endpoint('POST /api/recomendaciones/posponer', {
  access: 'subscriber',
  scope: 'recomendaciones:aplicar',
  summary: 'Takes pending ones out of the lists for some days',
  input: z.object({
    ids: Ids,
    dias: z
      .number('Escribe un número de días.')
      .check(
        z.int('Escribe un número entero.'),
        z.gte(1, 'Al menos 1.'),
        z.lte(90, 'Como mucho 90.'),
      ),
  }),
  reply: z.object({ until: z.string() }),
})

export const dismissSeveral = endpoint('POST /api/recomendaciones/descartar-varias', {
  access: 'subscriber',
  scope: 'recomendaciones:aplicar',
  summary: 'Puts several away until their evidence has grown by half',
  input: z.object({ ids: Ids }),
  reply: z.object({ ids: z.array(z.string()) }),
})

export const restoreRecommendations = endpoint('POST /api/recomendaciones/recuperar', {
  access: 'subscriber',
  scope: 'recomendaciones:aplicar',
  summary: 'Brings back what was put off or put away',
  input: z.object({ ids: Ids }),
  reply: z.object({ ids: z.array(z.string()) }),
})
