import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { CustomerId, ToldDay } from '#shared/wire.ts'
import { RecommendationId } from './recommendation-id.ts'
import { STATE_WORDS, STATUS_WORDS } from './wire-words.ts'

/** What a recommendation changes in Google Ads: shown, made, taken back. Money in micros of the account's currency. */

/** Where the change of a recommendation stands. */
export const ChangeState = z.enum(STATE_WORDS)

/** 80 % range of the net effect per 30 days. */
export const MonthlyRange = z.object({
  lowMicros: z.number(),
  midMicros: z.number(),
  highMicros: z.number(),
})

const Conflict = z.object({
  kind: z.enum([
    /** Removed in Google, or inside something removed. */
    'removed',
    /** Not as it was when it was analysed. */
    'changed',
    /** It is already as it would be. */
    'already_there',
    /** The negative would stop a keyword. */
    'blocks_keyword',
    /** A larger step than what is prudent at once. */
    'step_too_large',
    /** The recommendation does not say it. */
    'leaves_portfolio',
    'contradicts_card',
  ]),
  /** True: with it the step is not made. */
  blocking: z.boolean(),
  /** Spanish. */
  message: z.string(),
})

/** One operation in Google Ads. */
export const ChangeStep = z.object({
  /** What it does, in one Spanish line. */
  summary: z.string(),
  /** Field by field, in Spanish, read from Google now; `before` null where nothing is there yet. */
  values: z.array(
    z.object({ label: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  conflicts: z.array(Conflict),
  /** Google's refusal in the dry run, in Spanish; null when it would accept. */
  problem: z.nullable(z.string()),
})
export type ChangeStep = z.infer<typeof ChangeStep>

export const previewChange = endpoint('GET /api/recomendaciones/:id/cambio', {
  access: 'subscriber',
  permission: 'see',
  scope: 'recomendaciones:leer',
  summary: 'What applying would change, read from Google now and tried out there without doing it',
  input: z.object({ id: RecommendationId }),
  reply: z.object({
    id: z.string(),
    titulo: z.string(),
    /** Sent back on applying: what is made is what was seen. */
    visto: z.string(),
    /** True: no operations; applying only notes that it was done by hand. */
    byHand: z.boolean(),
    /** The card's own words. */
    before: z.nullable(z.string()),
    after: z.nullable(z.string()),
    steps: z.array(ChangeStep),
    currencyCode: z.string(),
    /** Null where no amount can be defended. */
    forecast: z.nullable(MonthlyRange),
    /** What budgets rise (or fall, negative) in 30 days; 0 where none is touched. */
    monthlyBudgetMicros: z.number(),
    /** Names the money, for the button's question. */
    confirmation: z.string(),
    /** The account takes no changes from here until its owner allows them. */
    isReadOnly: z.boolean(),
    /** How many more steps the account takes today. */
    changesLeftToday: z.number(),
    /** Why applying it at once would be refused as things stand, in Spanish; empty: it can be applied. */
    refusals: z.array(z.string()),
    /** Those of them that hold for a half of it and for an experiment as well. */
    stops: z.array(z.string()),
  }),
})

const StepResult = z.object({
  summary: z.string(),
  /** 'unknown': Google does not answer; it is looked up again by itself. */
  outcome: z.enum(['done', 'failed', 'unknown']),
  /** Why it failed, in Spanish; null when it went well. */
  message: z.nullable(z.string()),
})

export const ChangeResult = z.object({
  id: z.string(),
  titulo: z.string(),
  estado_cambio: ChangeState,
  steps: z.array(StepResult),
  /** One Spanish sentence for the notice. */
  message: z.string(),
})
export type ChangeResult = z.infer<typeof ChangeResult>

/** Of a card that was applied to a drawn half of its parts first: where the other half stands. */
export const SecondHalf = z.object({
  state: z.enum(['waiting', 'applying', 'applied', 'cancelled']),
  /** Day from which it is changed, once the first half is measured. */
  on: z.nullable(ToldDay),
  /** Spanish: why it still waits, or was left. */
  note: z.nullable(z.string()),
})

/** Of a card that is tried in one of Google's own experiments: where that stands. */
export const Experiment = z.object({
  state: z.enum(['running', 'promoting', 'promoted', 'ending', 'ended']),
  /** Both included. */
  startsOn: ToldDay,
  endsOn: ToldDay,
  /** Spanish: why it was not promoted or ended, or who else ended it. */
  note: z.nullable(z.string()),
  /** Once it is judged. */
  canPromote: z.boolean(),
  canEnd: z.boolean(),
})

/** What one way of applying could tell, and when. Money in micros a month. */
const Way = z.object({
  /** Spanish. */
  sentences: z.array(z.string()),
  /** P(it is known whether it gained, if it brings what is forecast), fraction; null without a forecast. */
  chance: z.nullable(z.number()),
})

export const getPromise = endpoint('GET /api/recomendaciones/:id/promesa', {
  access: 'subscriber',
  permission: 'see',
  scope: 'recomendaciones:leer',
  summary:
    'What applying at once, or to a drawn half first, could tell and when, by how the account varies by itself',
  input: z.object({ id: RecommendationId }),
  reply: z.object({
    atOnce: Way,
    /** Null where the card cannot be taken apart, or has one part only. */
    halves: z.nullable(
      z.extend(Way, {
        /** Steps in Google Ads now, and later. */
        first: z.number(),
        second: z.number(),
        secondOn: ToldDay,
        /** Spanish: why the first half has no room in the day; null where it has. */
        refusal: z.nullable(z.string()),
      }),
    ),
    /** Null where the card is about neither a campaign's bidding nor its budget. */
    experiment: z.nullable(
      z.extend(Way, {
        startsOn: ToldDay,
        endsOn: ToldDay,
        /** Spanish: why it cannot be tried so; null where it can. */
        refusal: z.nullable(z.string()),
      }),
    ),
  }),
})

/** As the account page sends it. Kept only where the recommendation has no forecast of its own. */
const Result = z.object({
  estado: z.optional(z.string().check(z.maxLength(40))),
  mejora_real: z.optional(z.nullable(z.number().check(z.gte(-1000), z.lte(1000)))),
  periodo_comparacion: z.optional(z.string().check(z.maxLength(40))),
  variacion_kpi: z.optional(z.nullable(z.number().check(z.gte(-1000), z.lte(1000)))),
})

export const applyRecommendation = endpoint('POST /api/recomendaciones/:id/aplicar', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Makes the change in Google Ads, logged and with a way back; harmless to send twice',
  input: z.object({
    id: RecommendationId,
    resultado: z.optional(Result),
    /** A drawn half of its parts now, the other once that one is measured. */
    enMitades: z.optional(z.boolean()),
    /** On half of the campaign's searches, in one of Google's own experiments. */
    enExperimento: z.optional(z.boolean()),
    /** As the preview or the inbox told it: 409 where an analysis has since changed what would be made. */
    visto: z.optional(z.string().check(z.maxLength(64, 'No es lo que dio la vista previa.'))),
  }),
  reply: ChangeResult,
})

export const undoRecommendation = endpoint('POST /api/recomendaciones/:id/deshacer', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Takes the change back, unless somebody changed the same thing since',
  input: z.object({ id: RecommendationId }),
  reply: ChangeResult,
})

export const makeSecondHalf = endpoint('POST /api/recomendaciones/:id/segunda-mitad', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Changes the half that waits now; what has not been compared by then never will be',
  input: z.object({ id: RecommendationId }),
  reply: ChangeResult,
})

export const cancelSecondHalf = endpoint('DELETE /api/recomendaciones/:id/segunda-mitad', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Leaves the half that waits as it is; the one that was changed stays and is measured',
  input: z.object({ id: RecommendationId }),
  reply: SecondHalf,
})

export const dismissRecommendation = endpoint('POST /api/recomendaciones/:id/descartar', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Puts it away until its evidence has grown by half',
  input: z.object({
    id: RecommendationId,
    motivo: z.optional(
      z.string().check(z.trim(), z.maxLength(500, 'El motivo es demasiado largo.')),
    ),
  }),
  reply: z.object({ id: z.string(), estado: z.literal(STATUS_WORDS.dismissed) }),
})

const MOST_AT_ONCE = 50
export const Ids = z
  .array(RecommendationId)
  .check(
    z.minLength(1, 'Elige al menos una recomendación.'),
    z.maxLength(MOST_AT_ONCE, `Elige ${MOST_AT_ONCE} recomendaciones como mucho.`),
  )

/** Per currency. Where two speak of the same spend only the larger forecast counts. */
const Total = z.object({
  currencyCode: z.string(),
  forecast: MonthlyRange,
  /** What budgets rise in 30 days. */
  monthlyBudgetMicros: z.number(),
  /** Operations in Google Ads. */
  steps: z.number(),
  /** Titles left out of the forecast because another of them already counts their spend. */
  overlapping: z.array(z.string()),
})

const StepValue = z.object({
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
const StepGroup = z.object({
  /** 'Pausar la palabra clave'. */
  text: z.string(),
  count: z.number(),
  accounts: z.number(),
  /** What is the same in all of them; otherwise it stands with each. */
  shared: z.array(StepValue),
  steps: z.array(
    z.object({ accountName: z.string(), name: z.string(), values: z.array(StepValue) }),
  ),
})
export type StepGroup = z.infer<typeof StepGroup>

export const totalOfSeveral = endpoint('GET /api/recomendaciones/total', {
  access: 'subscriber',
  permission: 'see',
  scope: 'recomendaciones:leer',
  summary: 'What several recommendations would do together, nothing counted twice',
  /** Comma-separated. */
  input: z.object({
    ids: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.split(',')),
      ),
      Ids,
    ),
  }),
  reply: z.object({
    totals: z.array(Total),
    /** Equal steps as one line, as the last sync stored their places; empty where all is done by hand. */
    groups: z.array(StepGroup),
    /** Names the money, for the button's question. */
    confirmation: z.string(),
    /** How many act in campaigns in which another of them does: applied on one day they are measured as one. */
    measuredTogether: z.int(),
  }),
})

export const applySeveral = endpoint('POST /api/recomendaciones/aplicar-varias', {
  access: 'subscriber',
  permission: 'edit',
  scope: 'recomendaciones:aplicar',
  summary: 'Applies one after the other; each says how it went',
  input: z.object({ ids: Ids }),
  reply: z.object({
    /** In the order of `ids`. */
    results: z.array(
      z.object({
        id: z.string(),
        titulo: z.string(),
        applied: z.boolean(),
        /** Null when it could not even be begun. */
        change: z.nullable(ChangeResult),
        message: z.string(),
      }),
    ),
    /** Of those that were applied. */
    totals: z.array(Total),
  }),
})

export const Limits = z.object({
  soloLectura: z.boolean(),
  /** Steps in Google Ads per day of the account's time zone. */
  cambiosPorDia: z.number(),
  cambiosHoy: z.number(),
})

export const getLimits = endpoint('GET /api/google-accounts/:customerId/limites', {
  access: 'subscriber',
  permission: 'see',
  summary: 'Whether changes may be made in an account, and how many a day',
  input: z.object({ customerId: CustomerId }),
  reply: Limits,
})

export const setReadOnly = endpoint('PUT /api/google-accounts/:customerId/solo-lectura', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'In a read-only account nothing is changed from here',
  input: z.object({ customerId: CustomerId, soloLectura: z.boolean() }),
  reply: Limits,
})

export const setDailyChanges = endpoint('PUT /api/google-accounts/:customerId/limites', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'How many changes a day are made at most in an account',
  input: z.object({
    customerId: CustomerId,
    cambiosPorDia: z
      .number('Escribe un número.')
      .check(
        z.int('Escribe un número entero.'),
        z.gte(1, 'Al menos 1.'),
        z.lte(10_000, 'Como mucho 10.000.'),
      ),
  }),
  reply: Limits,
})
