import { and, eq, gte, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { regions } from '#platform/db/schema/entities.ts'
import { type Image, idOf, TARGET_FIELDS, type Target } from './operations.ts'
import { STEP_WINDOW_DAYS } from './step-limits.ts'

/** An entity as the last sync stored it, and the analysis went by; `names`: how a card may call it. */
export type Known = { image: Image; names: string[] }

type Stored = { table: string; ids: readonly string[]; columns: SQL; only: SQL }

const CRITERION = ['ad_group_id', 'criterion_id']
const NAME = sql`array[name] as names`
const BID = sql`cpc_bid_micros as "cpcBidMicros"`
const CPA = sql`target_cpa_micros as "targetCpaMicros"`
/** What a keyword without a bid of its own is bid for at. */
const GROUP_BID = sql`(select g.cpc_bid_micros from ad_groups g where g.customer_id = keywords.customer_id
  and g.ad_group_id = keywords.ad_group_id) as "groupBidMicros"`
const BIDDING = sql`bidding_strategy_type, target_cpa_micros, target_roas`

/** Where to look, by kind of operation; the first that has it counts. Other columns than names are fields. */
const STORED: Readonly<Record<string, readonly Stored[]>> = {
  campaignBudgetOperation: [
    stored('campaigns', ['budget_id'], sql`${NAME}, budget_micros as "amountMicros"`),
  ],
  campaignOperation: [
    stored('campaigns', ['campaign_id'], sql`${NAME}, status, ${BIDDING}, portfolio_id`),
  ],
  biddingStrategyOperation: [
    stored(
      'campaigns',
      ['portfolio_id'],
      sql`array[portfolio_name, name] as names, ${BIDDING}`,
      sql`status <> 'REMOVED'`,
    ),
  ],
  adGroupOperation: [stored('ad_groups', ['ad_group_id'], sql`${NAME}, status, ${BID}, ${CPA}`)],
  adGroupAdOperation: [stored('ads', ['ad_group_id', 'ad_id'], sql`headlines, status`)],
  adGroupCriterionOperation: [
    stored('keywords', CRITERION, sql`array[text] as names, status, ${BID}, ${GROUP_BID}`),
    stored('audiences', CRITERION, sql`status, bid_modifier as "bidModifier"`),
    negatives('ad_group'),
  ],
  campaignCriterionOperation: [negatives('campaign')],
  sharedCriterionOperation: [negatives('shared_set')],
}

function stored(table: string, ids: readonly string[], columns: SQL, only = sql`true`): Stored {
  return { table, ids, columns, only }
}

function negatives(scope: string): Stored {
  const ids = ['scope_id', 'criterion_id']
  return stored('negative_keywords', ids, sql`array[text] as names`, sql`scope = ${scope}`)
}

/** What an operation acts on by name: of what is created only the campaign that is to use a list. */
export function placeNameOf({ kind, key, resourceName, wanted }: Target): string {
  if (kind !== 'create') return resourceName ?? ''
  return key === 'campaignSharedSetOperation' ? String(wanted.campaign) : ''
}

/** What our own tables tell of places that are about to be changed. */
export async function readStored(ctx: Context, customerId: number, targets: readonly Target[]) {
  return {
    known: await readKnown(ctx, customerId, targets),
    ...(await readOwnChanges(ctx, customerId, targets)),
    regions: await readRegionNames(ctx, customerId, targets),
  }
}

/** By resource name; what is not stored is missing. One statement for each kind of operation, however many there are. */
export async function readKnown(
  ctx: Context,
  customerId: number,
  targets: readonly Target[],
): Promise<Map<string, Known>> {
  const known = new Map<string, Known>()
  const there = targets.flatMap((target) => {
    const resourceName = placeNameOf(target)
    const key = target.kind === 'create' ? 'campaignOperation' : target.key
    return resourceName ? { key, resourceName } : []
  })
  for (const [key, group] of Map.groupBy(there, ({ key }) => key))
    for (const { table, ids, columns, only } of STORED[key] ?? []) {
      // '…/adGroupCriteria/22~33' → '22~33'.
      const left = new Map(
        group.flatMap(({ resourceName: name }) =>
          known.has(name) ? [] : [[name.split('/').at(-1)!, name] as const],
        ),
      )
      if (left.size === 0) break
      const id = sql.raw(`concat_ws('~', ${ids.join(', ')})`)
      const first = [...left.keys()].map((text) => Number(text.split('~')[0]))
      const { rows } = await ctx.db.execute<StoredRow>(sql`
        select ${id} as id, ${columns} from ${sql.identifier(table)}
        where customer_id = ${customerId} and ${only}
          and ${sql.identifier(ids[0]!)} in ${first} and ${id} in ${[...left.keys()]}`)
      for (const row of rows) addKnown(known, left.get(row.id)!, row)
    }
  return known
}

type StoredRow = { id: string; names?: string[]; headlines?: { text: string }[] } & Image

function addKnown(known: Map<string, Known>, resourceName: string, row: StoredRow): void {
  const { id, names = [], headlines, ...image } = row
  const texts = headlines?.map(({ text }) => text)
  const called = texts ? adNames(texts, id.split('~').at(-1)!) : names
  const before = known.get(resourceName)
  // A budget may serve several campaigns, a portfolio too.
  if (before) before.names.push(...called)
  else known.set(resourceName, { names: called, image: fieldsOf(image, resourceName) })
}

/** As cards call an ad; of two that begin alike they add the id. */
function adNames([first, second]: readonly string[], adId: string): string[] {
  const name = first ? [first, ...(second ? [second] : [])].join(' | ') : adId
  return [name, `${name} (${adId})`]
}

/** A target is stored without the strategy it belongs to; of a portfolio's campaign it is the portfolio's. */
function fieldsOf(row: Image, resourceName: string): Image {
  const {
    bidding_strategy_type: strategy,
    target_cpa_micros: cpa,
    target_roas: roas,
    portfolio_id: portfolioId,
    ...rest
  } = row
  if (!strategy) return rest
  const kind = { biddingStrategyType: strategy }
  if (portfolioId) {
    const [customers, customerId] = resourceName.split('/')
    const biddingStrategy = `${customers}/${customerId}/biddingStrategies/${portfolioId}`
    return { ...rest, ...kind, biddingStrategy }
  }
  const field = TARGET_FIELDS[String(strategy)]
  const target = field && { [field]: field.endsWith('Roas') ? roas : cpa }
  return { ...rest, ...kind, ...target }
}

const DAY_MS = 86_400_000

/**
 * By resource name, of changes made from here. `bases`: what was there before the first one of the last week; `putBack`: as
 * those that were undone have left it, for the last sync may have come in between.
 */
async function readOwnChanges(ctx: Context, customerId: number, targets: readonly Target[]) {
  const { resourceName, before, outcome, at, undoneAt } = accountChanges
  const names = targets.flatMap((target) => target.resourceName ?? [])
  const since = new Date(ctx.clock.now().getTime() - STEP_WINDOW_DAYS * DAY_MS)
  const isOfPlaces = and(eq(accountChanges.customerId, customerId), inArray(resourceName, names))
  const isOfWeek = and(eq(outcome, 'done'), gte(at, since))
  const rows = await ctx.db
    .select({ name: resourceName, before, undoneAt })
    .from(accountChanges)
    .where(and(isOfPlaces, or(isNotNull(undoneAt), isOfWeek)))
    .orderBy(sql`coalesce(${undoneAt}, ${at})`)
  const bases = new Map<string, Image>()
  const putBack = new Map<string, Image>()
  for (const { name, before, undoneAt } of rows) {
    const { image } = (before ?? {}) as { image?: Image | null }
    if (!name || !image) continue
    if (undoneAt) putBack.set(name, image)
    else bases.set(name, { ...image, ...bases.get(name) })
  }
  return { bases, putBack }
}

/** Places by Google's name of them, 'geoTargetConstants/20282'; those of which the facts speak. */
async function readRegionNames(
  ctx: Context,
  customerId: number,
  targets: readonly Target[],
): Promise<Map<string, string>> {
  const ids = targets.flatMap(({ wanted }) => {
    const name = wanted['location.geoTargetConstant']
    return name ? [idOf(name)] : []
  })
  const rows = await ctx.db
    .select({ regionId: regions.regionId, name: regions.name })
    .from(regions)
    .where(and(eq(regions.customerId, customerId), inArray(regions.regionId, ids)))
  return new Map(rows.map(({ regionId, name }) => [`geoTargetConstants/${regionId}`, name]))
}
