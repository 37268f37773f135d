import { eq, type SQL, sql } from 'drizzle-orm'
import { firstSplitDay } from '#account-data/first-split-day.ts'
import { lastReadDay } from '#account-data/last-known-day.ts'
import { adGroups, campaigns, regions } from '#platform/db/schema/entities.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { addDays } from '#shared/dates.ts'
import type { Thing } from '../rules/named-things.ts'
import type { KnownDays, Question } from '../rules/question.ts'
import { placeThings } from '../rules/spanish-places.ts'
import type { Asking } from './asking.ts'
import { levelOf } from './sums-rows.ts'

const MOST_TEXTS = 200
const MOST_NEAR = 3_000
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
      sql`length(text) > 3 and position(lower(text) in ${question.toLowerCase()}) > 0`,
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
  // One word has a slip, which leaves one half of it as it is; the others are there, with or without accents.
  const ways = telling.map((slipped) => {
    const parts = telling.map((word) => (word === slipped ? holdsHalf(word) : holds(word)))
    return sql`(${sql.join(parts, sql` and `)})`
  })
  return await textsWhere(asking, sql`(${sql.join(ways, sql` or `)})`, MOST_NEAR)
}

function holdsHalf(word: string): SQL {
  if (word.length < 5) return holds(word)
  const middle = Math.floor(word.length / 2)
  return sql`(${holds(word.slice(0, middle))} or ${holds(word.slice(middle))})`
}

/** With or without accents. Most texts are told apart by a pattern, which costs a tenth of folding them. */
function holds(part: string): SQL {
  const pattern = `%${part.replaceAll(/[aeiouync]/g, '_')}%`
  return sql`(lower(text) like ${pattern} and position(${part} in translate(lower(text), ${ACCENTED}, ${PLAIN})) > 0)`
}

type Reader = Pick<Asking, 'ctx' | 'account'>

async function textsWhere({ ctx, account }: Reader, condition: SQL, most: number) {
  const { rows } = await ctx.db.execute(sql`
    select kind, lower(text) as label, array_agg(distinct id::text) as ids from (
      select * from (
        select 'keyword' as kind, text, criterion_id as id from keywords where customer_id = ${account.customerId}
        union all
        select 'search_term', text, term_id from search_terms where customer_id = ${account.customerId}
      ) texts
      where ${condition} limit ${most}
    ) found
    group by kind, lower(text)`)
  return rows.map(
    ({ kind, label, ids }): Thing => ({
      kind: kind === 'keyword' ? 'keyword' : 'search_term',
      name: String(label),
      ids: ids as string[],
    }),
  )
}

/** Of what is asked by hour or place only the newest days are known. */
export async function knownOf(
  { ctx, account }: Asking,
  { things, split, filters }: Question,
  known: KnownDays,
): Promise<KnownDays> {
  const levels = (things.length > 0 ? things : [null]).map((thing) =>
    levelOf({ thing, split, filters }),
  )
  const level = levels.find((one) => one === 'hour' || one === 'region')
  const first = known && level && (await firstSplitDay(ctx, account, level))
  return first && first > known.from ? { ...known, from: first } : known
}

/** From the first day that was ever pulled to the last one that was read to its end, or today as far as it has come. */
export async function readKnownDays({ ctx, account, today }: Asking): Promise<KnownDays> {
  const [state] = await ctx.db
    .select({ from: syncStates.backfilledFrom })
    .from(syncStates)
    .where(eq(syncStates.customerId, account.customerId))
  const first = [account.dataFrom, state?.from].filter((day) => day != null).toSorted()[0]
  const whole = account.source === 'google' ? lastReadDay(account, ctx.clock.now()) : null
  const to = whole === addDays(today, -1) ? today : (whole ?? account.dataTo)
  return first && to ? { from: first, to } : null
}
