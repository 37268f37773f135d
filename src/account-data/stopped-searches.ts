import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { negativeBlocks } from '#engine/account/matches.ts'
import { tokensOf } from '#engine/account/terms.ts'
import type { Context } from '#platform/context.ts'
import { searchTerms } from '#platform/db/schema/entities.ts'
import type { DayRange } from '#shared/dates.ts'
import type { EditedParts } from './edited-parts.ts'
import { MOST_TIMES, timesAsMuch } from './moved-traffic.ts'
import { type PartDays, type PartsQuestion, sumsOf } from './part-days.ts'
import { readsOf } from './reads-of.ts'
import { type SummedRow, sumsQuery } from './sums.ts'

/** More searches than this are no small part. */
const MOST_TERMS = 5_000

/** Days of the searches that cards excluded, raised by how many of a campaign's clicks are named. */
export async function readStoppedSearches(
  ctx: Context,
  question: PartsQuestion,
): Promise<PartDays> {
  const stopping = [...question.parts].filter(([, { stopped }]) => stopped.length > 0)
  if (stopping.length === 0) return { rows: [], unread: [] }
  const ids = stopping.map(([id]) => id)
  const campaign_id = ids.map(Number)
  const all = clicksOf(await sumsOf(ctx, question, { level: 'campaign', where: { campaign_id } }))
  const named = clicksOf(
    await sumsOf(ctx, question, { level: 'search_term', where: { campaign_id } }),
  )
  const terms = await readTerms(ctx, question, new Map(stopping))
  const timesOf = (id: string) => (all.get(id) ?? 0) / (named.get(id) || 1)
  const unread = ids.filter((id) => timesOf(id) > MOST_TIMES)
  if (terms.size === 0 || terms.size > MOST_TERMS)
    return { rows: [], unread: terms.size > 0 ? ids : unread }
  const days = await sumsOf(ctx, question, {
    level: 'search_term',
    groupBy: ['campaign_id', 'ad_group_id', 'criterion_id', 'term_id', 'day'],
    where: {
      campaign_id,
      term_id: [...new Set([...terms].map((term) => Number(term.split(' ')[2])))],
    },
  })
  const rows = days
    .filter(({ keys }) => terms.has(`${keys.campaign_id} ${keys.ad_group_id} ${keys.term_id}`))
    .filter(({ keys }) => !isLeftOut(question.parts.get(String(keys.campaign_id))!, keys))
    .map((row) => ({
      keys: row.keys,
      ...timesAsMuch(row, Math.max(1, timesOf(String(row.keys.campaign_id)))),
    }))
  return { rows, unread }
}

/** Those that came by a part of which all is left out. */
function isLeftOut({ adGroupIds, keywords }: EditedParts, keys: SummedRow['keys']): boolean {
  const { ad_group_id: group, criterion_id: criterion } = keys
  return adGroupIds.has(Number(group)) || keywords.has(`${group}~${criterion}`)
}

function clicksOf(rows: readonly SummedRow[]): Map<string, number> {
  const clicks = new Map<string, number>()
  for (const row of rows) {
    const id = String(row.keys.campaign_id)
    clicks.set(id, (clicks.get(id) ?? 0) + row.clicks)
  }
  return clicks
}

/** `3 31 7`: campaign, ad group and term of each search that one of the negatives of its campaign stops. */
async function readTerms(
  ctx: Context,
  question: PartsQuestion,
  stopping: ReadonlyMap<string, EditedParts>,
): Promise<Set<string>> {
  const { customerId } = question
  const { campaignId, adGroupId, termId, text } = searchTerms
  const ids = [...stopping.keys()].map(Number)
  const grouped = await readsOf(ctx, customerId)
    .select({ campaignId, adGroupId, termId, text })
    .from(searchTerms)
    .where(and(eq(searchTerms.customerId, customerId), ne(adGroupId, 0), inArray(campaignId, ids)))
  // Every match type needs the negative's first word.
  const byWord = new Map(
    [...stopping].map(([id, { stopped }]) => [
      Number(id),
      Map.groupBy(stopped, (one) => tokensOf(one.text)[0] ?? ''),
    ]),
  )
  const isStopped = (term: Term) =>
    tokensOf(term.text)
      .flatMap((word) => byWord.get(term.campaignId)!.get(word) ?? [])
      .some(
        (one) =>
          (one.adGroupId === null || one.adGroupId === term.adGroupId) &&
          negativeBlocks(one, term.text),
      )
  const terms = [...grouped, ...(await readGroupless(ctx, question, ids))].filter(isStopped)
  return new Set(terms.map((term) => `${term.campaignId} ${term.adGroupId} ${term.termId}`))
}

type Term = { campaignId: number; adGroupId: number; termId: number; text: string }

/** Without an ad group the row is one for all campaigns: whose a search is, its days tell. */
async function readGroupless(
  ctx: Context,
  { customerId, windows }: PartsQuestion,
  ids: readonly number[],
): Promise<Term[]> {
  const found = (window: DayRange) =>
    sumsQuery({
      customerId,
      level: 'search_term',
      ...window,
      groupBy: ['campaign_id', 'term_id'],
      where: { campaign_id: ids, ad_group_id: 0 },
      byDays: true,
    })
  const { rows } = await readsOf(ctx, customerId).execute<Record<string, number | string>>(sql`
    select f.campaign_id, t.term_id, t.text
    from (select campaign_id, term_id from (${found(windows.before)}) b
      union select campaign_id, term_id from (${found(windows.after)}) a) f
    join search_terms t
      on t.customer_id = ${customerId} and t.ad_group_id = 0 and t.term_id = f.term_id`)
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    adGroupId: 0,
    termId: Number(row.term_id),
    text: String(row.text),
  }))
}
