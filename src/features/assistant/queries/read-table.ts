import * as z from 'zod'
import { AppError } from '#shared/app-error.ts'
import { isDay } from '#shared/dates.ts'
import type { FileLevel } from '#shared/file-facts.ts'
import type { DataTable, ToolName } from '../contract/data-table.ts'
import { withoutUnknown } from '../rules/unknown-measures.ts'
import { readAccountMetrics, readDailyTrend } from './account-tables.ts'
import type { Asking } from './asking.ts'
import { readAdGroups, readCampaigns } from './campaign-tables.ts'
import { readChanges, readRecommendations } from './event-tables.ts'
import { readKeywords, readSearchTerms } from './term-tables.ts'

const MOST_ROWS = 20

const Day = z.string().refine(isDay).optional()
const Id = z
  .string()
  .regex(/^\d{1,19}$/)
  .optional()

/** What a look-up may ask for; one shape for all of them, so that a model has little to learn. */
export const TableQuestion = z.object({
  account: z.string().optional().describe('Número de la cuenta; sin él, la cuenta de la pregunta'),
  from: Day.describe('Primer día, AAAA-MM-DD; sin él, los últimos 30 días'),
  to: Day.describe('Último día, AAAA-MM-DD'),
  campaignId: Id.describe('Id de campaña, tal como viene en una tabla'),
  adGroupId: Id.describe('Id de grupo de anuncios, tal como viene en una tabla'),
  sortBy: z
    .enum(['spend', 'conversions', 'cpa', 'clicks', 'impressions', 'ctr', 'cpc'])
    .default('spend'),
  direction: z.enum(['highest', 'lowest']).default('highest'),
  limit: z.number().int().min(1).max(MOST_ROWS).default(10),
  withoutConversions: z.boolean().default(false).describe('Solo filas sin conversiones'),
})
export type TableQuestion = z.output<typeof TableQuestion>

/** A table without its number among the tables of an answer. */
export type UnnumberedTable = Omit<DataTable, 'id'>

type Reader = (asking: Asking, question: TableQuestion) => Promise<UnnumberedTable>

const READERS: Record<ToolName, Reader> = {
  account_metrics: readAccountMetrics,
  campaigns: readCampaigns,
  ad_groups: readAdGroups,
  keywords: readKeywords,
  search_terms: readSearchTerms,
  daily_trend: readDailyTrend,
  recommendations: readRecommendations,
  changes: readChanges,
}

const LEVEL_OF: Partial<Record<ToolName, FileLevel>> = {
  account_metrics: 'account',
  campaigns: 'campaign',
  ad_groups: 'ad_group',
  keywords: 'keyword',
  search_terms: 'search_term',
  daily_trend: 'account',
}

/** Read-only and of this account alone. Throws not_found for any other account, campaign or ad group. */
export async function readTable(
  asking: Asking,
  tool: ToolName,
  question: z.input<typeof TableQuestion>,
): Promise<UnnumberedTable> {
  const parsed = TableQuestion.safeParse(question)
  if (!parsed.success) throw new AppError('invalid', 'Parámetros inválidos en la solicitud.')
  const account = parsed.data.account?.replaceAll('-', '').trim()
  if (account && account !== asking.account.googleCustomerId)
    throw new AppError('not_found', 'No existe esa cuenta.')
  const table = await READERS[tool](asking, parsed.data)
  const level = LEVEL_OF[tool]
  return level ? withoutUnknown(table, asking.account.fileFacts, level) : table
}
