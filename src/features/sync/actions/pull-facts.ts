import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { searchTerms } from '#platform/db/schema/entities.ts'
import { inRange } from '#platform/google-ads/queries.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import { dayGroups } from '../rules/day-groups.ts'
import { searchTermRow } from '../rules/entity-rows.ts'
import { type DayRange, type FactRow, sumsOfRow } from '../rules/fact-row.ts'
import type { FactSource } from '../rules/fact-sources.ts'
import type { SyncRun } from './sync-run.ts'
import { type EntityRow, writeEntities } from './write-entities.ts'
import { writeFacts } from './write-facts.ts'

/** One source over one window, streamed into the tables. Returns how many rows were written. */
export async function pullFacts(
  ctx: Context,
  run: SyncRun,
  source: FactSource,
  window: DayRange,
): Promise<number> {
  const { customerId, googleCustomerId } = run.account
  const terms = new Map<string, EntityRow>()
  const batches = run.ads.stream(googleCustomerId, inRange(source.query, window))
  const target = { customerId, level: source.level, ...(source.part && { part: source.part }) }
  let written = 0
  for await (const group of dayGroups(toFacts(batches, source, terms), window)) {
    await run.safePoint()
    const found = [...terms.values()]
    terms.clear()
    written += await writeFacts(ctx, target, group, {
      alongside: async (ctx) => {
        await writeEntities(ctx, customerId, searchTerms, found)
      },
    })
  }
  if (source.level === 'search_term' && source.part?.zero) await markExcluded(ctx, customerId)
  return written
}

/** Where Google gives no status, our copy of the campaign's own negatives tells which terms are excluded. */
async function markExcluded(ctx: Context, customerId: number): Promise<void> {
  await ctx.db.execute(sql`
    update search_terms t set status = 'EXCLUDED'
    from negative_keywords n
    where t.customer_id = ${customerId} and t.ad_group_id = 0 and t.status <> 'EXCLUDED'
      and n.customer_id = t.customer_id and n.scope = 'campaign' and n.scope_id = t.campaign_id
      and lower(n.text) = lower(t.text)`)
}

async function* toFacts(
  batches: AsyncIterable<readonly AdsRow[]>,
  source: FactSource,
  terms: Map<string, EntityRow>,
): AsyncGenerator<FactRow[]> {
  for await (const batch of batches) {
    const facts: FactRow[] = []
    for (const row of batch) {
      const sums = sumsOfRow(source.level, row)
      if (!sums) continue
      facts.push({ day: row.segments?.date ?? '', keys: source.keysOf(row), sums })
      if (source.level === 'search_term') {
        const term = searchTermRow(row)
        terms.set(`${term.ad_group_id} ${term.term_id}`, term)
      }
    }
    yield facts
  }
}
