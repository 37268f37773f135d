import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { jobKind } from '#shared/job-kind.ts'
import { AlertFigure, CustomerId, DayText } from '#shared/wire.ts'

/** Figures outside their own band, over all accounts. */

const Point = z.object({
  day: DayText,
  seen: z.nullable(AlertFigure),
  expected: z.nullable(AlertFigure),
  low: z.nullable(AlertFigure),
  high: z.nullable(AlertFigure),
})

const AlertRow = z.object({
  id: z.string(),
  /** 'Conversiones −31 % desde el 9 nov'. */
  title: z.string(),
  /** 'Sobre todo, menos conversiones por clic en «Marca»'. */
  cause: z.string(),
  /** Better, worse or neither, by what the figure means. */
  tone: z.enum(['better', 'worse', 'neutral']),
  metric: z.enum(['cost', 'conversions', 'cpa', 'share']),
  customerId: z.string(),
  accountName: z.string(),
  currencyCode: z.string(),
  campaignId: z.nullable(z.string()),
  campaignName: z.nullable(z.string()),
  from: DayText,
  /** Its first day: before `from` where it lasts for longer than the run that is judged. */
  since: DayText,
  to: DayText,
  /** Account currency micros, conversions in micros, or a share between 0 and 1. */
  seen: AlertFigure,
  expected: AlertFigure,
  low: AlertFigure,
  high: AlertFigure,
  /** Six weeks, for the line in its band. */
  trend: z.array(Point),
})
export type AlertRow = z.infer<typeof AlertRow>

/** A monthly budget that is likely to be used up before the month ends. */
const PaceWarning = z.object({
  id: z.string(),
  customerId: z.string(),
  accountName: z.string(),
  campaignId: z.nullable(z.string()),
  campaignName: z.nullable(z.string()),
  title: z.string(),
})
export type PaceWarning = z.infer<typeof PaceWarning>

export const listAlerts = endpoint('GET /api/avisos', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Figures that left their own band in all accounts, and budgets about to be used up',
  input: z.object({ customerId: z.optional(CustomerId) }),
  reply: z.object({
    alerts: z.array(AlertRow),
    pace: z.array(PaceWarning),
    /** How many less sure ones there are besides; they come as these are put away. */
    more: z.int(),
  }),
})

const AlertPart = z.object({
  text: z.string(),
  /** '−24 %' or '−3 puntos'; all of them add up to the change as it is shown. */
  share: z.string(),
  /** Of the change, signed, in the figure's own unit: for the drawing. */
  amount: z.number(),
})

export const getAlert = endpoint('GET /api/avisos/:id', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'What a figure outside its band is made of, and who changed what around then',
  input: z.object({ id: z.uuid('No existe ese aviso.') }),
  reply: z.object({
    /** '−31 %', what the parts add up to. */
    change: z.string(),
    /** 'Del 9 al 15 de noviembre: 42 conversiones; lo normal son unas 61, entre 52 y 70.' */
    summary: z.string(),
    parts: z.array(AlertPart),
    /** Other figures of the same place: 'Coste por conversión +40 %'. */
    besides: z.array(z.string()),
    changes: z.array(
      z.object({ day: DayText, time: z.string(), who: z.string(), what: z.string() }),
    ),
    /** More were made than are named. */
    moreChanges: z.number(),
  }),
})

export const markAlertsSeen = endpoint('PUT /api/avisos/vistos', {
  access: 'subscriber',
  permission: 'edit',
  summary: 'Takes alerts out of the lists, or back into them',
  input: z.object({
    ids: z.array(z.uuid('No existe ese aviso.')).check(z.minLength(1), z.maxLength(200)),
    visto: z.boolean(),
  }),
  reply: z.object({ ids: z.array(z.string()) }),
})

export const watchAccount = jobKind('watchAccount', {
  payload: z.object({ customerId: z.number() }),
  maxAttempts: 3,
  lane: 'nightly',
})

export const watchKey = (customerId: number | '') => `${watchAccount.name}:${customerId}`
