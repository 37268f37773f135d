import { eq, type SQL, sql } from 'drizzle-orm'
import { adGroups, campaigns, regions } from '#platform/db/schema/entities.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { foldText } from '../rules/fold-text.ts'
import type { Thing } from '../rules/named-things.ts'
import type { KnownDays } from '../rules/question.ts'
import { placeThings } from '../rules/spanish-places.ts'
import type { Asking } from './asking.ts'

const MOST_TEXTS = 200
const MOST_NEAR = 5_000
/** The database folds as `foldText` does. */
const ACCENTED = 'áàâäãåéèêëíìîïóòôöõúùûüñçý'
const PLAIN = 'aaaaaaeeeeiiiiooooouuuuncy'

/** Campaigns and ad groups by name, and the keywords and terms whose text stands in the question. */
export async function readThings({ ctx, account }: Asking, question: string): Promise<Thing[]> {
  const own = account.customerId
  const named = await ctx.db
    .select({ id: campaigns.campaignId, name: campaigns.name })
    .from(campaigns)
    .where(eq(campaigns.customerId, own))
  const groups = await ctx.db
    .select({ id: adGroups.adGroupId, name: adGroups.name, campaignId: adGroups.campaignId })
    .from(adGroups)
    .where(eq(adGroups.customerId, own))
  const campaignNames = new Map(named.map(({ id, name }) => [id, name]))
  return [
    ...named.map(({ id, name }): Thing => ({ kind: 'campaign', name, ids: [String(id)] })),
    ...groups.map(
      ({ id, name, campaignId }): Thing => ({
        kind: 'ad_group',
        name,
        ids: [String(id)],
        within: campaignNames.get(campaignId) ?? '',
      }),
    ),
    ...(await readPlaces({ ctx, account })),
    ...(await textsWhere(
      { ctx, account },
      sql`length(text) > 3 and position(folded in ${foldText(question)}) > 0`,
      MOST_TEXTS,
    )),
  ]
}

async function readPlaces({ ctx, account }: Reader): Promise<Thing[]> {
  const rows = await ctx.db
    .select({ id: regions.regionId, name: regions.name })
    .from(regions)
    .where(eq(regions.customerId, account.customerId))
  return rows.flatMap(({ id, name }) => placeThings(String(id), name))
}

/** Keywords and search terms that may be what the words mean, spelt nearly so; none where a word is too short to tell. */
export async function readNearTexts(asking: Asking, words: readonly string[]): Promise<Thing[]> {
  const telling = words.filter(({ length }) => length > 2)
  if (telling.length === 0) return []
  // One slip leaves one half of a word as it is.
  const conditions = telling.map((word) => {
    const middle = word.length < 5 ? word.length : Math.floor(word.length / 2)
    const halves = [word.slice(0, middle), word.slice(middle)].filter(Boolean)
    return sql`(${sql.join(
      halves.map((half) => sql`position(${half} in folded) > 0`),
      sql` or `,
    )})`
  })
  return await textsWhere(asking, sql.join(conditions, sql` and `), MOST_NEAR)
}

type Reader = Pick<Asking, 'ctx' | 'account'>

async function textsWhere({ ctx, account }: Reader, condition: SQL, most: number) {
  const { rows } = await ctx.db.execute(sql`
    select kind, min(lower(text)) as label, array_agg(distinct id::text) as ids from (
      select kind, id, text, translate(lower(text), ${ACCENTED}, ${PLAIN}) as folded from (
        select 'keyword' as kind, text, criterion_id as id from keywords where customer_id = ${account.customerId}
        union all
        select 'search_term', text, term_id from search_terms where customer_id = ${account.customerId}
      ) all_texts
    ) texts
    where ${condition}
    group by kind, folded limit ${most}`)
  return rows.map(
    ({ kind, label, ids }): Thing => ({
      kind: kind === 'keyword' ? 'keyword' : 'search_term',
      name: String(label),
      ids: ids as string[],
    }),
  )
}

/** From the first day that was ever pulled to the last one. */
export async function readKnownDays({ ctx, account }: Asking): Promise<KnownDays> {
  const [state] = await ctx.db
    .select({ from: syncStates.backfilledFrom })
    .from(syncStates)
    .where(eq(syncStates.customerId, account.customerId))
  const first = [account.dataFrom, state?.from].filter((day) => day != null).toSorted()[0]
  return first && account.dataTo ? { from: first, to: account.dataTo } : null
}
