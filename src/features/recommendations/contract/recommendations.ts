import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { MeasuredOnWire } from '#shared/measured-on-wire.ts'
import { CustomerId, Nothing, ToldDay, ToldInstant } from '#shared/wire.ts'
import { ChangeState, Experiment, SecondHalf } from './changes.ts'
import { CATEGORY_WORDS, KPI_WORDS, PRIORITY_WORDS, STATUS_WORDS } from './wire-words.ts'

export const CATEGORIES = Object.values(CATEGORY_WORDS)

/** How a raw value is printed: money in micros of the card's currency, percent from a fraction. */
const Unit = z.enum(['text', 'integer', 'quantity', 'decimal', 'money', 'percent', 'day'])
const CardValue = z.nullable(z.union([z.string(), z.number()]))
const Figure = z.object({ key: z.string(), label: z.string(), unit: Unit, value: CardValue })

/** Net effect in micros per 30 days, 10–90 % range. */
export const Forecast = z.object({
  monthlyLowMicros: z.number(),
  monthlyMidMicros: z.number(),
  monthlyHighMicros: z.number(),
  kpi: z.enum(KPI_WORDS),
})

/** All that supports a recommendation; every number its texts show is one of these values. */
const EvidenceCard = z.object({
  currencyCode: z.string(),
  window: z.object({ from: ToldDay, to: ToldDay, days: z.number() }),
  figures: z.array(Figure),
  table: z.object({
    columns: z.array(z.object({ key: z.string(), label: z.string(), unit: Unit })),
    rows: z.array(z.record(z.string(), CardValue)),
  }),
  test: z.object({
    name: z.string(),
    /** One plain Spanish sentence. */
    sentence: z.string(),
    numbers: z.array(Figure),
  }),
  counterEvidence: z.array(z.string()),
  campaignIds: z.optional(z.array(z.string())),
  /** Empty operations: to be done by hand. */
  change: z.nullable(
    z.object({
      before: z.string(),
      after: z.string(),
      operations: z.array(z.record(z.string(), z.record(z.string(), z.unknown()))),
    }),
  ),
  /** Null where no amount can be defended. */
  forecast: z.nullable(Forecast),
})
export type EvidenceCard = z.infer<typeof EvidenceCard>

export const Recommendation = z.object({
  id: z.string(),
  titulo: z.string(),
  descripcion: z.string(),
  categoria: z.enum(CATEGORY_WORDS),
  prioridad: z.enum(PRIORITY_WORDS),
  impacto_estimado: z.string(),
  tipo_objeto: z.enum(['campaign', 'adgroup']),
  objeto_id: z.string(),
  estado: z.enum(STATUS_WORDS),
  fecha_creacion: ToldInstant,
  fecha_aplicacion: z.nullable(ToldInstant),
  rule: z.string(),
  /** What the rule looks at, as a marketer would call it; Spanish. */
  ruleTitle: z.string(),
  /** 0..1 that the finding is right. */
  probability: z.number(),
  whyNow: z.string(),
  campaignId: z.nullable(z.string()),
  adGroupId: z.nullable(z.string()),
  evidence: EvidenceCard,
  /** Of what may be applied: sent back on applying, so that what is made is what was seen. */
  visto: z.optional(z.string()),
})
export type Recommendation = z.infer<typeof Recommendation>

export const listRecommendations = endpoint('GET /api/recomendaciones/:customerId', {
  access: 'subscriber',
  permission: 'see',
  scope: 'recomendaciones:leer',
  summary:
    'Pending recommendations by priority, of one priority measurement first and then money, each with its evidence card',
  input: z.object({ customerId: CustomerId }),
  reply: z.array(Recommendation),
})

/** Why the engine says nothing where it says nothing. */
export const getSilence = endpoint('GET /api/recomendaciones/:customerId/silencio', {
  access: 'subscriber',
  permission: 'see',
  scope: 'recomendaciones:leer',
  summary:
    'Reasons, in Spanish, why a rule had nothing to defend, and how far the history has been read',
  input: z.object({ customerId: CustomerId }),
  reply: z.object({
    analysedAt: z.nullable(ToldInstant),
    /** True while newer data waits to be looked at. */
    isAnalysing: z.boolean(),
    /** In the last 30 days, as far as they are known. */
    hadNoAds: z.boolean(),
    /** That the newest analysis was ended or failed, Spanish; null where it did not. */
    stopped: z.nullable(z.string()),
    /** While earlier days are still to be read: how many there are, and the rules that wait for more. */
    reading: z.nullable(
      z.object({
        daysKnown: z.number(),
        daysWanted: z.number(),
        waiting: z.array(z.object({ rule: z.string(), ruleTitle: z.string() })),
      }),
    ),
    reasons: z.array(z.object({ rule: z.string(), ruleTitle: z.string(), reason: z.string() })),
  }),
})

/** Every request for an analysis uses this key: an account needs one at a time. */
export const analysisKey = (customerId: number | '') => `analyse ${customerId}`

/** Looks at an account's last 90 days again; harmless to repeat. */
export const analyseAccount = jobKind('analyse-account', {
  payload: z.object({ customerId: z.number() }),
  maxAttempts: 3,
})

/** The half of a card that waited until the other was measured; harmless to repeat. */
export const applySecondHalf = jobKind('apply-second-half', {
  payload: z.object({ customerId: z.number(), applicationId: z.string() }),
  maxAttempts: 5,
})

/** Pending recommendations of every account of the caller. */
export const listAllRecommendations = endpoint('GET /api/recomendaciones', {
  access: 'subscriber',
  permission: 'see',
  scope: 'recomendaciones:leer',
  summary:
    'Pending recommendations of all accounts in the same order; amounts in euros before other currencies',
  input: Nothing,
  reply: z.array(
    z.extend(Recommendation, {
      customerId: z.string(),
      accountName: z.string(),
      /** Per 30 days, in the account's currency. */
      expectedValueMicros: z.number(),
    }),
  ),
})

/** One application of a recommendation, with the card as it was then. */
export const AppliedRecommendation = z.extend(Recommendation, {
  applicationId: z.string(),
  estado_cambio: ChangeState,
  /** Name of the colleague who applied it; missing for one's own, and for who looks on as a client. */
  aplicada_por: z.optional(z.string()),
  /** True when 'Deshacer' makes sense. */
  canUndo: z.boolean(),
  fecha_deshecha: z.nullable(ToldInstant),
  /** Steps that were not made, and why; Spanish. */
  problemas: z.array(z.string()),
  /**
   * What was assumed when it was applied: improved, percent, '7 días', percent; once measured net money in percent of what would have been spent, null
   * where no amount is told, and by how much the KPI changed.
   */
  resultado: z.object({
    status: z.enum(['improved', 'no_change', 'worse']),
    actualImprovement: z.nullable(z.number()),
    comparisonPeriod: z.string(),
    kpiVariation: z.nullable(z.number()),
    /** True: a forecast or an assumption; false: measured. */
    isForecast: z.boolean(),
  }),
  /** First day on which it can be judged; null when it will not be (undone, not made). */
  measureAfter: z.nullable(ToldDay),
  /** Days until then, 0 or more; null when `measureAfter` is. */
  daysToMeasure: z.nullable(z.number()),
  /** What keeps its days from being known, and so from being measured; Spanish. */
  held: z.nullable(z.string()),
  /** Why the days until then are counted anew: a look left it open; Spanish. */
  looked: z.nullable(z.string()),
  measured: z.nullable(MeasuredOnWire),
  second: z.nullable(SecondHalf),
  experiment: z.nullable(Experiment),
})
export type AppliedRecommendation = z.infer<typeof AppliedRecommendation>

export const listAppliedRecommendations = endpoint(
  'GET /api/recomendaciones-aplicadas/:customerId',
  {
    access: 'subscriber',
    permission: 'see',
    scope: 'recomendaciones:leer',
    summary: 'Applied recommendations, newest first',
    input: z.object({ customerId: CustomerId }),
    reply: z.array(AppliedRecommendation),
  },
)
