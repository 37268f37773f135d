import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { DayText, Money, Nothing, ToldInstant } from '#shared/wire.ts'

/** All accounts together. A file of its own, for it is all that the first screen downloads of them. */

export const PortfolioRow = z.object({
  customerId: z.string(),
  accountName: z.string(),
  parentAccountId: z.nullable(z.string()),
  connected: z.boolean(),
  lastSyncedAt: z.nullable(ToldInstant),
  currencyCode: z.string(),
  from: DayText,
  to: DayText,
  spend: Money,
  conversions: z.number(),
  costPerConversion: Money,
  /** 0 in this row, and told by none of an imported account's files. */
  unknown: z.array(z.enum(['spend', 'conversions'])),
  /** Of its whole days against as many before; '—' where it was not read for days. Texts as in the account's metrics. */
  changes: z.object({ spend: z.string(), conversions: z.string(), costPerConversion: z.string() }),
  /** Thirty points, oldest first. */
  days: z.array(z.object({ day: DayText, spend: Money, conversions: z.number() })),
  /** Pending recommendations, all of them. */
  pending: z.number(),
  /** Of these, by priority; those of low priority need no look. */
  alerts: z.object({ alta: z.number(), media: z.number() }),
  /** Why it stands where it stands, in Spanish; empty where all is well. */
  reasons: z.array(z.string()),
})
export type PortfolioRow = z.infer<typeof PortfolioRow>

export const listPortfolio = endpoint('GET /api/portfolio', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Every account of the caller over 30 days, what needs attention first',
  input: Nothing,
  reply: z.array(PortfolioRow),
})
