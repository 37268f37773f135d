import type { Context } from '#platform/context.ts'
import { sumBoth, type Windows } from './both-windows.ts'
import type { EditedParts } from './edited-parts.ts'
import type { SummedRow, SumsQuestion } from './sums.ts'

export type PartsQuestion = {
  customerId: number
  /** By id of campaign. */
  parts: ReadonlyMap<string, EditedParts>
  windows: Windows
}

/** Days of parts, by campaign, ad group and day; `unread`: ids of campaigns whose parts do not show. */
export type PartDays = { rows: SummedRow[]; unread: string[] }

type Asked = Pick<SumsQuestion, 'level' | 'groupBy' | 'where'>

/** By campaign and day where nothing else is asked for. */
export function sumsOf(
  ctx: Context,
  { customerId, windows, parts }: PartsQuestion,
  asked: Asked,
): Promise<SummedRow[]> {
  const groupBy = ['campaign_id', 'day'] as const
  const where = { campaign_id: [...parts.keys()].map(Number) }
  return sumBoth(ctx, windows, { customerId, groupBy, where, ...asked })
}
