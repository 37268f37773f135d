import { and, eq, inArray } from 'drizzle-orm'
import { readsOf } from '#account-data/reads-of.ts'
import { type SummedRow, sumLevel } from '#account-data/sums.ts'
import type { CallerContext } from '#platform/context.ts'
import { campaigns, searchTerms } from '#platform/db/schema/entities.ts'
import { MICROS } from '#shared/metrics.ts'
import type { TermDay } from '../contract/term-days.ts'
import { ownedRecommendation } from './applications.ts'

/** Drawn each by itself; more lines could not be told apart. */
const DRAWN = 3

type Listed = { term: string; campaign: string }

/** Day by day, what the search terms of a card's table cost. Throws not_found, for a stranger's as well. */
export async function readTermDays(ctx: CallerContext, id: string) {
  const { recommendation, body } = await ownedRecommendation(ctx, id)
  const { customerId } = recommendation
  const { window, table } = body.evidence
  const range = { customerId, from: window.from, to: window.to }
  const listed = table.rows.flatMap(({ term, campaign }) =>
    typeof term === 'string' && typeof campaign === 'string' ? [{ term, campaign }] : [],
  )
  const terms = await placesOf(ctx, customerId, listed)
  const campaignIds = [...new Set(terms.map(({ campaignId }) => campaignId))]
  const termIds = [...new Set(terms.map(({ termId }) => termId))]
  const rows = await sumLevel(ctx, {
    ...range,
    level: 'search_term',
    groupBy: ['campaign_id', 'term_id', 'day'],
    where: { campaign_id: campaignIds, term_id: termIds },
  })
  const texts = new Map(
    terms.map(({ campaignId, termId, text }) => [`${campaignId} ${termId}`, text]),
  )
  const found = rows.flatMap((row) => {
    const text = texts.get(`${row.keys.campaign_id} ${row.keys.term_id}`)
    return text === undefined ? [] : [{ ...row, text }]
  })
  // Conversions come late: where one has come since, the card's claim no longer holds, and nothing is drawn.
  const own = found.some((row) => row.conversionsMicros > 0) ? [] : found
  return {
    from: window.from,
    to: window.to,
    all: byDay(own),
    top: [...Map.groupBy(own, ({ text }) => text)]
      .map(([term, days]) => ({ term, cost: costOf(days), days: byDay(days) }))
      .sort((a, b) => b.cost - a.cost || (a.term < b.term ? -1 : 1))
      .slice(0, DRAWN)
      .map(({ term, days }) => ({ term, days })),
    expected: await expectedOf(ctx, range, campaignIds, own),
  }
}

/** The card names campaigns, since it is read by people. */
async function placesOf(ctx: CallerContext, customerId: number, listed: readonly Listed[]) {
  if (listed.length === 0) return []
  const { termId, text } = searchTerms
  const texts = [...new Set(listed.map(({ term }) => term))]
  const terms = await readsOf(ctx, customerId)
    .selectDistinct({ termId, text })
    .from(searchTerms)
    .where(and(eq(searchTerms.customerId, customerId), inArray(text, texts)))
  const { campaignId, name } = campaigns
  const names = [...new Set(listed.map(({ campaign }) => campaign))]
  const named = await readsOf(ctx, customerId)
    .select({ campaignId, name })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), inArray(name, names)))
  const [termsOf, campaignsOf] = [
    Map.groupBy(terms, (one) => one.text),
    Map.groupBy(named, (one) => one.name),
  ]
  // A row may name another campaign than the one that spent: those without ad groups share it.
  return listed.flatMap(({ term, campaign }) =>
    (campaignsOf.get(campaign) ?? []).flatMap(({ campaignId }) =>
      (termsOf.get(term) ?? []).map((one) => ({ ...one, campaignId })),
    ),
  )
}

async function expectedOf(
  ctx: CallerContext,
  range: { customerId: number; from: string; to: string },
  campaignIds: readonly number[],
  own: readonly SummedRow[],
): Promise<number | null> {
  if (own.length === 0) return null
  const all = await sumLevel(ctx, {
    ...range,
    level: 'campaign',
    groupBy: ['campaign_id'],
    where: { campaign_id: campaignIds },
  })
  const rates = new Map(
    all.map((one) => [one.keys.campaign_id, one.conversionsMicros / MICROS / one.clicks]),
  )
  const of = ({ keys, clicks }: SummedRow) => clicks * (rates.get(keys.campaign_id) ?? Number.NaN)
  const expected = own.reduce((sum, row) => sum + of(row), 0)
  return Number.isFinite(expected) ? expected : null
}

const costOf = (rows: readonly SummedRow[]) => rows.reduce((sum, row) => sum + row.costMicros, 0)

function byDay(rows: readonly SummedRow[]): TermDay[] {
  return [...Map.groupBy(rows, ({ keys }) => String(keys.day))]
    .map(([day, own]) => ({
      day,
      clicks: own.reduce((sum, row) => sum + row.clicks, 0),
      costMicros: costOf(own),
    }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}
