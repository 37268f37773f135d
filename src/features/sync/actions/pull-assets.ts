import type { Context } from '#platform/context.ts'
import { adPieces, assetLinks } from '#platform/db/schema/entities.ts'
import { AD_PIECES_QUERY, ASSET_LINK_QUERIES, inRange } from '#platform/google-ads/queries.ts'
import { addDays } from '#shared/dates.ts'
import { adPieceRow, assetLinkRow } from '../rules/asset-rows.ts'
import { todayIn, WINDOW_DAYS } from '../rules/windows.ts'
import type { SyncRun } from './sync-run.ts'
import { type EntityRow, replaceEntities, writeEntities } from './write-entities.ts'

const SCOPES = ['account', 'campaign', 'ad_group'] as const

/** What is shown beside ads, and how Google judges the texts of responsive ads. Returns the rows written. */
export async function pullAssets(ctx: Context, run: SyncRun): Promise<number> {
  const { customerId, googleCustomerId, timeZone } = run.account
  await run.safePoint()
  const links: EntityRow[] = []
  for (const scope of SCOPES)
    for (const row of await run.ads.search(googleCustomerId, ASSET_LINK_QUERIES[scope]))
      links.push(assetLinkRow(scope, row))
  let written = await replaceEntities(ctx, customerId, assetLinks, links)
  await run.safePoint()
  const to = todayIn(timeZone, ctx.clock.now())
  const query = inRange(AD_PIECES_QUERY, { from: addDays(to, 1 - WINDOW_DAYS), to })
  for await (const batch of run.ads.stream(googleCustomerId, query))
    written += await writeEntities(ctx, customerId, adPieces, batch.map(adPieceRow))
  return written
}
