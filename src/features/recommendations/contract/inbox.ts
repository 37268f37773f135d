import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { Nothing, ToldInstant } from '#shared/wire.ts'
import { Ids } from './changes.ts'
import { RecommendationId } from './recommendation-id.ts'
import { Forecast, Recommendation } from './recommendations.ts'
import { CATEGORY_WORDS, PRIORITY_WORDS, STATUS_WORDS } from './wire-words.ts'

/** 'Hoy': what waits for a person in all accounts, without the weight of the evidence. */

// Spelt out: what is taken from other shapes is worked out while the browser starts, and brings zod along.
const InboxRow = z.object({
  id: z.string(),
  titulo: z.string(),
  categoria: z.enum(CATEGORY_WORDS),
  prioridad: z.enum(PRIORITY_WORDS),
  estado: z.enum(STATUS_WORDS),
  fecha_creacion: ToldInstant,
  /** 0..1 that the finding is right. */
  probability: z.number(),
  impacto_estimado: z.string(),
  customerId: z.string(),
  accountName: z.string(),
  currencyCode: z.string(),
  forecast: z.nullable(Forecast),
  /** Nothing to make in Google Ads from here. */
  byHand: z.boolean(),
  /** Sent back on applying: what is made is what was seen. */
  visto: z.string(),
})
export type InboxRow = z.infer<typeof InboxRow>

const CurrencyRange = z.object({
  currencyCode: z.string(),
  lowMicros: z.number(),
  midMicros: z.number(),
  highMicros: z.number(),
})

export const getInbox = endpoint('GET /api/hoy', {
  access: 'subscriber',
  permission: 'see',
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
        until: ToldInstant,
      }),
    ),
    /** Figures outside their band and budgets about to be used up: so many rows stand above these. */
    alerts: z.number(),
    /** Connected accounts that have not been looked at for the first time. */
    unread: z.number(),
    /** With none left: of the connected accounts, those still being read and those without ads for 30 days. */
    nothing: z.nullable(
      z.object({
        decided: z.boolean(),
        accounts: z.number(),
        reading: z.number(),
        idle: z.number(),
      }),
    ),
    appliedToday: z.number(),
    dismissedToday: z.number(),
  }),
})

/** One of the inbox with all that supports it. */
export const getEvidence = endpoint('GET /api/recomendaciones/:id/evidencia', {
  access: 'subscriber',
  permission: 'see',
  scope: 'recomendaciones:leer',
  summary: 'One recommendation with its evidence card',
  input: z.object({ id: RecommendationId }),
  reply: Recommendation,
})

export const snoozeRecommendations = endpoint('POST /api/recomendaciones/posponer', {
  access: 'subscriber',
  permission: 'edit',
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
  reply: z.object({ until: ToldInstant }),
})

export const dismissSeveral = endpoint('POST /api/recomendaciones/descartar-varias', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Puts several away until their evidence has grown by half',
  input: z.object({ ids: Ids }),
  reply: z.object({ ids: z.array(z.string()) }),
})

export const restoreRecommendations = endpoint('POST /api/recomendaciones/recuperar', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Brings back what was put off or put away',
  input: z.object({ ids: Ids }),
  reply: z.object({ ids: z.array(z.string()) }),
})
