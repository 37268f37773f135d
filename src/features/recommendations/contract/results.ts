import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { VerdictOnWire } from '#shared/measured-on-wire.ts'
import { Micros, ToldDay } from '#shared/wire.ts'
import { Experiment, SecondHalf } from './changes.ts'

/** The screen, for letters. */
export const RESULTS_PATH = '/dashboard/results'

/** Micros of the account's currency. */
const Span = z.object({ low: Micros, high: Micros })
const Amount = z.object({ estimate: Micros, low: Micros, high: Micros })

/** measuring: its verdict is still open; unmeasured: it will have none; failed: nothing of it was made. */
const Standing = z.enum(['measured', 'measuring', 'undone', 'unmeasured', 'failed'])

export const ResultRow = z.object({
  /** Of the recommendation, by which it is undone. */
  id: z.string(),
  applicationId: z.string(),
  title: z.string(),
  ruleTitle: z.string(),
  appliedOn: ToldDay,
  standing: Standing,
  verdict: z.nullable(VerdictOnWire),
  /** A month, 80 %. */
  forecast: z.nullable(Amount),
  /** A month, 95 %; null while it is being measured. */
  measured: z.nullable(Amount),
  note: z.nullable(z.string()),
  /** Until it can be judged; null where it cannot be said, as the note tells. */
  daysLeft: z.nullable(z.number()),
  /** Of the weeks it takes, fraction. */
  progress: z.number(),
  canUndo: z.boolean(),
  second: z.nullable(SecondHalf),
  experiment: z.nullable(Experiment),
  /** Title of the one whose figures hold this one's effect already. */
  within: z.nullable(z.string()),
})
export type ResultRow = z.infer<typeof ResultRow>

export const AccountResults = z.object({
  customerId: z.string(),
  accountName: z.string(),
  currencyCode: z.string(),
  /** A month, of all that was measured and is in force; null where nothing is. */
  total: z.nullable(
    z.object({
      estimate: Micros,
      range80: Span,
      range95: Span,
      /** What the campaigns that it is about cost a month. */
      usual: Micros,
      cards: z.number(),
    }),
  ),
  /** Added up over the days and the share in force, of what was taken back as well, once a week; 80 %. `predicted`: as forecast then. */
  running: z.array(
    z.object({
      day: ToldDay,
      estimate: Micros,
      low: Micros,
      high: Micros,
      predicted: Micros,
    }),
  ),
  rows: z.array(ResultRow),
})
export type AccountResults = z.infer<typeof AccountResults>

export const getResults = endpoint('GET /api/resultados', {
  access: 'subscriber',
  permission: 'see',
  summary:
    'What was applied in a quarter, of every account: each with forecast, measured net effect and verdict, and their total with its interval',
  input: z.object({
    /** '2026-T4', or 'todo'; left out: the present quarter if anything of it is measured, else all. */
    periodo: z.optional(z.string().check(z.regex(/^(\d{4}-T[1-4]|todo)$/))),
  }),
  reply: z.object({
    period: z.string(),
    /** Quarters in which something was applied, newest first. */
    periods: z.array(z.string()),
    accounts: z.array(AccountResults),
  }),
})
