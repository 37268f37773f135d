import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { MeasuredOnWire } from '#shared/measured-on-wire.ts'
import { CustomerId, Done } from '#shared/wire.ts'

/** What follows the collection in a resource name of Google's. */
const ResourceId = z
  .string()
  .check(z.regex(/^[\w~=:-]{1,200}$/, 'El identificador de la recomendación no es válido.'))

/** How a raw value is printed: money in micros of the account's currency, percent from a fraction. */
const Figure = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(['text', 'integer', 'quantity', 'decimal', 'money', 'percent', 'day']),
  value: z.nullable(z.union([z.string(), z.number()])),
})

export const GoogleRecommendation = z.object({
  id: z.string(),
  /** Google's enum name. */
  tipo: z.string(),
  /** Spanish, with what it is about. */
  titulo: z.string(),
  campaignId: z.nullable(z.string()),
  /** Where it is about several at once, as a budget that they share; `campaignName` names them all. */
  campaignIds: z.array(z.string()),
  campaignName: z.nullable(z.string()),
  /** 'esperar': not while conversions cannot be believed, nor before the last change can be read. 'sin_opinion': nothing can be defended. */
  veredicto: z.enum(['aplicar', 'descartar', 'probar', 'esperar', 'sin_opinion']),
  razon: z.string(),
  figures: z.array(Figure),
  /** Spanish; what speaks against the verdict or limits it. */
  reparos: z.array(z.string()),
  /** What applying changes, in Spanish; null where only Google knows. */
  cambio: z.nullable(z.object({ antes: z.string(), despues: z.string() })),
  /** What it can add to the month's spend through a daily budget, micros; null where it moves none. */
  monthlyBudgetMicros: z.nullable(z.number()),
  /** Why it cannot be applied from here, in Spanish; null: it can. */
  noAplicable: z.nullable(z.string()),
  /** Sent back on applying: what was seen must still be what Google proposes. */
  visto: z.string(),
})
export type GoogleRecommendation = z.infer<typeof GoogleRecommendation>

export const listGoogleRecommendations = endpoint('GET /api/segunda-opinion/:customerId', {
  access: 'subscriber',
  permission: 'see',
  summary: "Google's own recommendations of an account, each with our verdict and its numbers",
  input: z.object({ customerId: CustomerId }),
  reply: z.object({
    currencyCode: z.string(),
    /** When Google was last asked; null: not yet. */
    preguntadoEl: z.nullable(z.string()),
    /** Spanish; null when Google answered. */
    problema: z.nullable(z.string()),
    recomendaciones: z.array(GoogleRecommendation),
  }),
})

const OfRecommendation = { customerId: CustomerId, recommendationId: ResourceId }

export const applyGoogleRecommendation = endpoint(
  'POST /api/segunda-opinion/:customerId/:recommendationId/aplicar',
  {
    access: 'subscriber',
    permission: 'edit',
    summary: 'Applies a recommendation of Google in Google Ads; Google offers no way back',
    input: z.object({ ...OfRecommendation, visto: z.string() }),
    reply: Done,
  },
)

export const dismissGoogleRecommendation = endpoint(
  'POST /api/segunda-opinion/:customerId/:recommendationId/descartar',
  {
    access: 'subscriber',
    permission: 'edit',
    summary: 'Dismisses a recommendation of Google in Google Ads',
    input: z.object(OfRecommendation),
    reply: Done,
  },
)

const AutomaticChange = z.object({
  id: z.string(),
  /** `YYYY-MM-DD` in the account's time zone. */
  dia: z.string(),
  /** Who or what made it, in Spanish. */
  origen: z.string(),
  clientType: z.string(),
  /** The campaign or ad group that was changed; null for the whole account. */
  lugar: z.nullable(z.string()),
  /** The campaigns it was made in; empty for the whole account. */
  campaignIds: z.array(z.string()),
  /** What was changed there that day, in order; `mas`: how many more there were. */
  cambios: z.array(
    z.object({
      hora: z.string(),
      que: z.string(),
      campos: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  mas: z.number(),
  measured: z.nullable(MeasuredOnWire),
  /** Days until it can be judged, 0 or more; null when it has been. */
  daysToMeasure: z.nullable(z.number()),
  /** What keeps its days from being known, and so from being measured; Spanish. */
  held: z.nullable(z.string()),
})
export type AutomaticChange = z.infer<typeof AutomaticChange>

export const listAutomaticChanges = endpoint('GET /api/cambios-automaticos/:customerId', {
  access: 'subscriber',
  permission: 'see',
  summary:
    'What Google, rules and scripts changed by themselves, newest first, and what came of it',
  input: z.object({ customerId: CustomerId }),
  reply: z.object({
    currencyCode: z.string(),
    /** What Google applies without asking; null where it has not told. */
    tipos: z.nullable(z.array(z.object({ id: z.string(), titulo: z.string() }))),
    cambios: z.array(AutomaticChange),
  }),
})

/** For the notice of the account page. */
export const countNewAutomaticChanges = endpoint(
  'GET /api/cambios-automaticos/:customerId/nuevos',
  {
    access: 'subscriber',
    permission: 'see',
    summary: 'How many changes Google applied by itself in the last 7 days',
    input: z.object({ customerId: CustomerId }),
    reply: z.object({ nuevos: z.number() }),
  },
)

export const pauseAutoApply = endpoint(
  'POST /api/cambios-automaticos/:customerId/:subscriptionId/desactivar',
  {
    access: 'subscriber',
    permission: 'edit',
    summary: 'Stops Google from applying recommendations of one type by itself',
    input: z.object({ customerId: CustomerId, subscriptionId: ResourceId }),
    reply: Done,
  },
)

/** Judges automatic changes that are old enough; harmless to repeat. */
export const measureAutomaticChanges = jobKind('measure-automatic-changes', {
  payload: z.object({ customerId: z.number() }),
  maxAttempts: 3,
})
