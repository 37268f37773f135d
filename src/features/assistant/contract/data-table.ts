import * as z from 'zod/mini'
import { SHARE_EDGES } from '#shared/share-edges.ts'
import { wireUnitText } from '#shared/unit-text.ts'
import { DayText } from '#shared/wire.ts'

/** What an answer rests on: rows read for the caller, each figure of a text pointing at one of their cells. */

/** Money in units of the account's currency, percent 0..100, days as `YYYY-MM-DD`. */
const Cell = z.object({
  value: z.nullable(z.union([z.string(), z.number()])),
  unit: z.enum(['money', 'percent', 'integer', 'quantity', 'text', 'day']),
  /** Of a share that Google does not tell, what is said in place of the value that stands for it. */
  edge: z.optional(z.enum(SHARE_EDGES)),
})
export type Cell = z.infer<typeof Cell>

/** As every screen prints it; '—' for what is not there. */
export function cellText({ value, unit, edge }: Cell, currencyCode: string): string {
  return edge ?? wireUnitText(unit, value, currencyCode, 1)
}

const TableRow = z.object({
  /** Unique in its table. */
  key: z.string(),
  label: z.string(),
  cells: z.record(z.string(), Cell),
})
export type TableRow = z.infer<typeof TableRow>

/** What the rows are of; of devices, places and hours: splits. */
const TOOLS = [
  'account_metrics',
  'campaigns',
  'ad_groups',
  'keywords',
  'search_terms',
  'daily_trend',
  'recommendations',
  'results',
  'changes',
  'splits',
  'comparison',
  'change_parts',
] as const

export const DataTable = z.object({
  id: z.string(),
  tool: z.enum(TOOLS),
  /** Spanish: 'Campañas'. */
  title: z.string(),
  /** What was asked besides the days, in Spanish: 'Por gasto, de mayor a menor'; '' when nothing. */
  asked: z.string(),
  /** Both null where the rows belong to no period. */
  from: z.nullable(DayText),
  to: z.nullable(DayText),
  columns: z.array(z.object({ key: z.string(), label: z.string() })),
  rows: z.array(TableRow),
  /** The block of the account page that shows the same; results have a screen of their own. */
  place: z.object({
    anchor: z.nullable(
      z.enum(['recommendations', 'results', 'campaigns', 'keywords', 'search-terms']),
    ),
    campaignId: z.nullable(z.string()),
    adGroupId: z.nullable(z.string()),
  }),
})
export type DataTable = z.infer<typeof DataTable>
/** A table without its number among the tables of an answer. */
export type UnnumberedTable = Omit<DataTable, 'id'>

/** A figure of a text: its place there, and the cell it comes from; row and column null for a count of rows. */
export const Figure = z.object({
  start: z.number(),
  end: z.number(),
  tableId: z.string(),
  rowKey: z.nullable(z.string()),
  column: z.nullable(z.string()),
})
export type Figure = z.infer<typeof Figure>
