import { and, eq, getTableName, ne, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { raiseSyncVersion } from '#account-data/data-version.ts'
import type { Context } from '#platform/context.ts'
import {
  adGroups,
  adPieces,
  ads,
  assetLinks,
  audiences,
  campaigns,
  conversionActions,
  keywords,
  negativeKeywords,
  regions,
} from '#platform/db/schema/entities.ts'
import { isRefusedQuestion } from '#platform/google-ads/access-refusals.ts'
import {
  AD_PIECES_QUERY,
  ASSET_LINK_QUERIES,
  ENTITY_QUERIES,
  INTEREST_NAMES_QUERY,
  inRange,
  regionNames,
} from '#platform/google-ads/queries.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import { addDays } from '#shared/dates.ts'
import { adPieceRow, assetLinkRow } from '../rules/asset-rows.ts'
import {
  adGroupRow,
  adRow,
  audienceRow,
  campaignRow,
  conversionActionRow,
  type InterestNames,
  interestIdOf,
  keywordRow,
  negativeRow,
  regionRow,
} from '../rules/entity-rows.ts'
import { readAhead } from '../rules/read-ahead.ts'
import { TOLD_PARTS, type ToldPart } from '../rules/structure-parts.ts'
import { todayIn, WINDOW_DAYS } from '../rules/windows.ts'
import { writeConversionActions } from './note-setting-changes.ts'
import type { SyncRun } from './sync-run.ts'
import { type EntityRow, replaceEntities, writeEntities } from './write-entities.ts'

type Question = {
  /** Asked again only where the history of changes tells of it; undefined: that tells too little of it. */
  part?: ToldPart
  table: PgTable
  query: string
  /** Asked instead where Google refuses it. */
  without?: string
  toRow: (row: AdsRow, interestNames: InterestNames) => EntityRow
}

const PLAIN: readonly Question[] = [
  {
    table: campaigns,
    query: ENTITY_QUERIES.campaigns,
    without: ENTITY_QUERIES.campaignsAlone,
    toRow: campaignRow,
  },
  { part: 'adGroups', table: adGroups, query: ENTITY_QUERIES.adGroups, toRow: adGroupRow },
  { part: 'keywords', table: keywords, query: ENTITY_QUERIES.keywords, toRow: keywordRow },
  { part: 'ads', table: ads, query: ENTITY_QUERIES.ads, toRow: adRow },
  {
    part: 'audiences',
    table: audiences,
    query: ENTITY_QUERIES.adGroupAudiences,
    toRow: audienceRow,
  },
  {
    part: 'audiences',
    table: audiences,
    query: ENTITY_QUERIES.campaignAudiences,
    toRow: audienceRow,
  },
  { table: conversionActions, query: ENTITY_QUERIES.conversionActions, toRow: conversionActionRow },
]

/** Read before their turn, of some 500 B each. */
const AHEAD_ROWS = 5_000

const TIDIED = [campaigns, adGroups, keywords, ads, audiences, negativeKeywords, assetLinks].map(
  (table) => getTableName(table),
)

/** What the account consists of now, of what may be left out those parts. Streamed; entities Google has removed keep their row. */
export async function pullEntities(
  ctx: Context,
  run: SyncRun,
  parts: ReadonlySet<ToldPart> = new Set(TOLD_PARTS),
): Promise<number> {
  let written = 0
  const plain = readPlain(ctx, run, parts)
  for await (const { table, rows } of readAhead(plain, ({ rows }) => rows.length, AHEAD_ROWS)) {
    const writing =
      table === conversionActions
        ? writeConversionActions(ctx, run, rows)
        : writeEntities(ctx, run.account.customerId, table, rows)
    written += await stored(ctx, run, writing)
  }
  written += await pullSharedNegatives(ctx, run)
  if (parts.has('ownNegatives')) written += await pullOwnNegatives(ctx, run)
  if (parts.has('assets')) written += await pullAssets(ctx, run)
  if (written > 0) await ctx.storage.maintain(TIDIED, run.account.customerId)
  return written
}

/**
 * What was cached of the account is forgotten with each part that is written: an analysis that has read it before sees that it was
 * overtaken, at any stage of a sync and after one that failed.
 */
async function stored(ctx: Context, { account }: SyncRun, writing: Promise<number>) {
  const written = await writing
  if (written > 0) await raiseSyncVersion(ctx, account.customerId)
  return written
}

async function* readPlain(
  ctx: Context,
  run: SyncRun,
  parts: ReadonlySet<ToldPart>,
): AsyncGenerator<{ table: PgTable; rows: EntityRow[] }, void> {
  const interestNames = new Map<number, string | null>()
  for (const question of PLAIN) {
    const { part, table, toRow } = question
    if (part && !parts.has(part)) continue
    await run.safePoint()
    for await (const batch of answersTo(ctx, run, question)) {
      if (table === audiences) await addInterestNames(run, batch, interestNames)
      yield { table, rows: batch.map((row) => toRow(row, interestNames)) }
    }
  }
}

/** Of the interests in these rows that were not asked for yet: null is the name of one of which Google tells none. */
async function addInterestNames(
  { ads, account }: SyncRun,
  rows: readonly AdsRow[],
  known: Map<number, string | null>,
): Promise<void> {
  const met = new Set(rows.flatMap((row) => interestIdOf(row) ?? []))
  const ids = [...met].filter((id) => !known.has(id))
  for (let start = 0; start < ids.length; start += NAMES_PER_QUERY) {
    const some = ids.slice(start, start + NAMES_PER_QUERY)
    for (const id of some) known.set(id, null)
    const query = INTEREST_NAMES_QUERY.replace('{ids}', some.join(', '))
    for (const { userInterest } of await ads.search(account.googleCustomerId, query))
      if (userInterest?.name) known.set(Number(userInterest.userInterestId), userInterest.name)
  }
}

/** The first rows are Google's word that it takes the question: a refusal comes before any. */
async function* answersTo(
  ctx: Context,
  { ads, account }: SyncRun,
  { query, without }: Question,
): AsyncGenerator<AdsRow[]> {
  try {
    yield* ads.stream(account.googleCustomerId, query)
  } catch (error) {
    if (without === undefined || !isRefusedQuestion(error)) throw error
    ctx.log.warn({ err: error }, 'entities: asked again with less')
    yield* ads.stream(account.googleCustomerId, without)
  }
}

/** Negatives have no history to keep: those that are gone are removed. No history of changes tells of lists. */
async function pullSharedNegatives(ctx: Context, run: SyncRun): Promise<number> {
  await run.safePoint()
  const search = (query: string) => run.ads.search(run.account.googleCustomerId, query)
  const users = new Map<number, number[]>()
  for (const { sharedSet, campaign } of await search(ENTITY_QUERIES.sharedSetLinks)) {
    const setId = Number(sharedSet?.id)
    users.set(
      setId,
      [...(users.get(setId) ?? []), Number(campaign?.id)].sort((a, b) => a - b),
    )
  }
  const found = await search(ENTITY_QUERIES.sharedNegatives)
  // Hardly any account has one: only then it is asked whether the account uses it.
  if (found.some(({ sharedSet }) => sharedSet?.type === ACCOUNT_LEVEL)) {
    const everywhere = await campaignIds(ctx, run)
    for (const { customerNegativeCriterion } of await search(ENTITY_QUERIES.accountNegativeLists)) {
      const list = customerNegativeCriterion?.negativeKeywordList?.sharedSet
      if (list) users.set(Number(list.split('/').at(-1)), everywhere)
    }
  }
  const rows = found.map((row) => negativeRow('shared_set', row, (setId) => users.get(setId) ?? []))
  return await replaceNegatives(ctx, run, 'shared_set', rows)
}

const ACCOUNT_LEVEL = 'ACCOUNT_LEVEL_NEGATIVE_KEYWORDS'

/** A list of the whole account acts in each of its campaigns, as if they all used it. */
async function campaignIds(ctx: Context, { account }: SyncRun): Promise<number[]> {
  const rows = await ctx.db
    .select({ id: campaigns.campaignId })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, account.customerId), ne(campaigns.status, 'REMOVED')))
    .orderBy(campaigns.campaignId)
  return rows.map(({ id }) => id)
}

async function pullOwnNegatives(ctx: Context, run: SyncRun): Promise<number> {
  let written = 0
  for (const [scope, query] of [
    ['ad_group', ENTITY_QUERIES.adGroupNegatives],
    ['campaign', ENTITY_QUERIES.campaignNegatives],
  ] as const) {
    const rows = (await run.ads.search(run.account.googleCustomerId, query)).map((row) =>
      negativeRow(scope, row, () => []),
    )
    written += await replaceNegatives(ctx, run, scope, rows)
  }
  return written
}

async function replaceNegatives(ctx: Context, run: SyncRun, scope: string, rows: EntityRow[]) {
  const { customerId } = run.account
  return await stored(
    ctx,
    run,
    replaceEntities(ctx, customerId, negativeKeywords, rows, sql`scope = ${scope}`),
  )
}

const NAMES_PER_QUERY = 500

/** Names of the regions that facts mention and we do not know yet. */
export async function pullRegionNames(ctx: Context, run: SyncRun): Promise<void> {
  const { customerId, googleCustomerId } = run.account
  const { rows } = await ctx.db.execute<{ region_id: number }>(sql`
    select distinct m.region_id from region_month m
    left join regions r on r.customer_id = m.customer_id and r.region_id = m.region_id
    where m.customer_id = ${customerId} and m.region_id <> 0 and r.region_id is null`)
  for (let start = 0; start < rows.length; start += NAMES_PER_QUERY) {
    const ids = rows.slice(start, start + NAMES_PER_QUERY).map((row) => row.region_id)
    const named = await run.ads.search(googleCustomerId, regionNames(ids))
    await writeEntities(ctx, customerId, regions, named.map(regionRow))
  }
}

const SCOPES = ['account', 'campaign', 'ad_group'] as const

/** What is shown beside ads, and how Google judges the texts of responsive ads. Returns the rows written. */
async function pullAssets(ctx: Context, run: SyncRun): Promise<number> {
  const { customerId, googleCustomerId, timeZone } = run.account
  await run.safePoint()
  const links: EntityRow[] = []
  for (const scope of SCOPES)
    for (const row of await run.ads.search(googleCustomerId, ASSET_LINK_QUERIES[scope]))
      links.push(assetLinkRow(scope, row))
  let written = await stored(ctx, run, replaceEntities(ctx, customerId, assetLinks, links))
  await run.safePoint()
  const to = todayIn(timeZone, ctx.clock.now())
  const query = inRange(AD_PIECES_QUERY, { from: addDays(to, 1 - WINDOW_DAYS), to })
  for await (const batch of run.ads.stream(googleCustomerId, query))
    written += await stored(
      ctx,
      run,
      writeEntities(ctx, customerId, adPieces, batch.map(adPieceRow)),
    )
  return written
}
