import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { CustomerId, DayText, Nothing, ToldDay, ToldInstant } from '#shared/wire.ts'

const ReportSums = z.object({
  impressions: z.number(),
  clicks: z.number(),
  costMicros: z.number(),
  conversionsMicros: z.number(),
  valueMicros: z.number(),
})
const Figure = z.enum(['impressions', 'clicks', 'costMicros', 'conversionsMicros', 'valueMicros'])

/** What the page says of a file after reading it. */
export const ImportedReport = z.object({
  id: z.string(),
  fileName: z.string(),
  kind: z.enum(['campaigns', 'ad_groups', 'keywords', 'search_terms']),
  from: z.nullable(ToldDay),
  to: z.nullable(ToldDay),
  /** What one row sums: a day, a week, a month, or the whole period. */
  step: z.enum(['day', 'week', 'month', 'period']),
  rowsRead: z.number(),
  rowsUsed: z.number(),
  skipped: z.array(z.object({ line: z.number(), reason: z.string(), text: z.string() })),
  skippedTotal: z.number(),
  /** Figures that the file gives; the others are 0 in the sums and unknown. */
  known: z.array(Figure),
  /** Sums of the rows used. */
  sums: ReportSums,
  /** The file's own total row; null where it has none. */
  fileTotal: z.nullable(ReportSums),
  /** Total minus rows; null where it cannot be known. */
  hidden: z.nullable(ReportSums),
  /** 'google': searches whose words Google does not show; 'elsewhere': what this kind of report does not list. */
  hiddenBy: z.nullable(z.enum(['google', 'elsewhere'])),
  notes: z.array(z.string()),
  importedAt: ToldInstant,
})
export type ImportedReport = z.infer<typeof ImportedReport>

/** What a column of a file may stand for. */
export const COLUMN_MEANINGS = [
  'campaign',
  'adGroup',
  'keyword',
  'searchTerm',
  'impressions',
  'clicks',
  'cost',
  'conversions',
  'value',
  'day',
  'week',
  'month',
  'matchType',
  'campaignStatus',
  'adGroupStatus',
  'keywordStatus',
  'status',
  'campaignType',
  'budget',
  'currencyCode',
] as const
const Meaning = z.nullable(z.enum(COLUMN_MEANINGS))
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number]

/** Columns that have to be named by a person, with the first rows below them. */
export const ColumnQuestion = z.object({
  headers: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** What each is taken for until it is named. */
  guesses: z.array(Meaning),
})
export type ColumnQuestion = z.infer<typeof ColumnQuestion>

/** What a file does not say and the import cannot go on without. Nothing was stored. */
export const ImportQuestion = z.object({
  fileName: z.string(),
  /** Why it is asked, in Spanish. */
  message: z.string(),
  columns: z.nullable(ColumnQuestion),
  /** The days that its figures sum. */
  asksPeriod: z.boolean(),
  /** `sign`: what stands beside the amounts, such as '$'; null where nothing does. */
  currency: z.nullable(z.object({ sign: z.nullable(z.string()) })),
})
export type ImportQuestion = z.infer<typeof ImportQuestion>

/** Of one file, in the order of the files. */
export const ImportAnswers = z.object({
  columns: z.optional(z.array(Meaning).check(z.maxLength(300))),
  from: z.optional(DayText),
  to: z.optional(DayText),
})
export type ImportAnswers = z.infer<typeof ImportAnswers>

/**
 * Multipart upload, so not a JSON endpoint: field `files` (one or more), optional `accountId` to add to, `accountName`,
 * `currencyCode`, and `answers`, a JSON array of ImportAnswers. Fields go before the files.
 */
export const IMPORT_PATH = '/api/import/reports'
/** With a question the account is not there yet, or as it was. */
export const ImportReply = z.object({
  accountId: z.nullable(z.string()),
  reports: z.array(ImportedReport),
  question: z.nullable(ImportQuestion),
})
export type ImportReply = z.infer<typeof ImportReply>

export const listImportedReports = endpoint('GET /api/import/:customerId/reports', {
  access: 'subscriber',
  permission: 'see',
  summary: 'The files an imported account was made from',
  input: z.object({ customerId: CustomerId }),
  reply: z.array(ImportedReport),
})

export const getImportLimits = endpoint('GET /api/import/limits', {
  access: 'subscriber',
  permission: 'connect',
  summary: 'Largest file accepted, in bytes',
  input: Nothing,
  reply: z.object({ maxBytes: z.number() }),
})
