import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { searchTerms } from '#platform/db/schema/entities.ts'
import { inRange } from '#platform/google-ads/queries.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import type { DayRange } from '#shared/dates.ts'
import { type DayGroup, dayGroups } from '../rules/day-groups.ts'
import { searchTermRow } from '../rules/entity-rows.ts'
import { type FactRow, sumsOfRow } from '../rules/fact-row.ts'
import type { FactSource } from '../rules/fact-sources.ts'
import { inDayOrder } from '../rules/in-day-order.ts'
import { toldFigures } from '../rules/told-figures.ts'
import type { SyncRun } from './sync-run.ts'
import { type EntityRow, writeEntities } from './write-entities.ts'
import { writeFacts } from './write-facts.ts'

export type FactQuestion = { source: FactSource; queries: readonly string[]; days: DayRange }

/** What is to be written at once, with the texts of its search terms. */
export type FactsRead = FactQuestion & { group: DayGroup; terms: EntityRow[] }

/** The answers to all questions, one after the other. `begins` is told before each is asked. */
export async function* readFacts(
  { account, ads }: SyncRun,
  questions: readonly FactQuestion[],
  begins: (question: FactQuestion, index: number) => Promise<void>,
): AsyncGenerator<FactsRead> {
  for (const [index, question] of questions.entries()) {
    const { source, queries, days } = question
    await begins(question, index)
    const terms = new Map<string, EntityRow>()
    const answers = queries.map((query) =>
      toFacts(ads.stream(account.googleCustomerId, inRange(query, days)), source, terms),
    )
    for await (const group of dayGroups(inDayOrder(answers), days)) {
      const found = [...terms.values()]
      terms.clear()
      yield { ...question, group, terms: found }
    }
  }
}

/** Returns how many rows were written. */
export async function writeRead(
  ctx: Context,
  customerId: number,
  { source, days, group, terms }: FactsRead,
): Promise<number> {
  const target = { customerId, level: source.level, ...(source.part && { part: source.part }) }
  const written = await writeFacts(ctx, target, group, {
    alongside: async (ctx) => {
      await writeEntities(ctx, customerId, searchTerms, terms)
    },
  })
  const isLast = group.to === days.to
  if (isLast && source.level === 'search_term' && source.part?.zero?.includes('ad_group_id'))
    await forgetStatus(ctx, customerId)
  return written
}

/** What earlier versions wrote of one campaign is not so of the others that share the row (`account-data/term-status.ts`). */
async function forgetStatus(ctx: Context, customerId: number): Promise<void> {
  await ctx.db.execute(sql`
    update search_terms set status = 'UNKNOWN'
    where customer_id = ${customerId} and ad_group_id = 0 and status <> 'UNKNOWN'`)
}

async function* toFacts(
  batches: AsyncIterable<readonly AdsRow[]>,
  source: FactSource,
  terms: Map<string, EntityRow>,
): AsyncGenerator<FactRow[], void> {
  // One text for all rows of a day: each row's own would be compared and looked up letter by letter.
  let day = ''
  const told = toldFigures()
  for await (const batch of batches) {
    const facts: FactRow[] = []
    for (const row of batch) {
      told.see(row)
      const sums = sumsOfRow(source.level, row)
      if (!sums || source.keeps?.(row) === false) continue
      const toldDay = row.segments?.date ?? ''
      if (toldDay !== day) day = toldDay
      const keys = source.keysOf(row)
      facts.push({ day, keys, sums })
      if (source.level === 'search_term') {
        const term = searchTermRow(row, keys.at(-1)!)
        terms.set(`${term.ad_group_id} ${term.term_id}`, term)
      }
    }
    told.check(false)
    yield facts
  }
  told.check(true)
}
