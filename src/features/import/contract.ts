import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { CustomerId, Nothing } from '#shared/wire.ts'

const ReportSums = z.object({
  impressions: z.number(),
  clicks: z.number(),
  costMicros: z.number(),
  conversionsMicros: z.number(),
  valueMicros: z.number(),
})

/** What the page says of a file after reading it. */
export const ImportedReport = z.object({
  id: z.string(),
  fileName: z.string(),
  kind: z.enum(['campaigns', 'ad_groups', 'keywords', 'search_terms']),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  hasDays: z.boolean(),
  rowsRead: z.number(),
  rowsUsed: z.number(),
  skipped: z.array(z.object({ line: z.number(), reason: z.string(), text: z.string() })),
  skippedTotal: z.number(),
  /** Sums of the rows used. */
  sums: ReportSums,
  /** The file's own total row; null where it has none. */
  fileTotal: z.nullable(ReportSums),
  /** Total minus rows: what Google hides; null where it cannot be known. */
  hidden: z.nullable(ReportSums),
  notes: z.array(z.string()),
  importedAt: z.string(),
})
export type ImportedReport = z.infer<typeof ImportedReport>

/** Multipart upload, so not a JSON endpoint: field `files` (one or more), optional `accountId` to add to, `accountName`. */
export const IMPORT_PATH = '/api/import/reports'
export const ImportReply = z.object({ accountId: z.string(), reports: z.array(ImportedReport) })
export type ImportReply = z.infer<typeof ImportReply>

export const listImportedReports = endpoint('GET /api/import/:customerId/reports', {
  access: 'subscriber',
  summary: 'The files an imported account was made from',
  input: z.object({ customerId: CustomerId }),
  reply: z.array(ImportedReport),
})

export const getImportLimits = endpoint('GET /api/import/limits', {
  access: 'subscriber',
  summary: 'Largest file accepted, in bytes',
  input: Nothing,
  reply: z.object({ maxBytes: z.number() }),
})
