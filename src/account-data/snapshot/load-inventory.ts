import { and, eq, inArray } from 'drizzle-orm'
import type { AccountInventory } from '#engine/account/inventory.ts'
import type { KeptInventory, KeptPart } from '#engine/account/kept-inventory.ts'
import type { Column } from '#engine/account/known-figures.ts'
import type { SearchTermFacts } from '#engine/account/snapshot.ts'
import type { Context } from '#platform/context.ts'
import {
  accountInventory,
  assetLinks,
  type campaigns,
  type negativeKeywords,
} from '#platform/db/schema/entities.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import { loadPreferences } from '../goals.ts'
import { readsOf } from '../reads-of.ts'
import { loadAdDays, loadAds } from './load-ads.ts'
import { loadChanges } from './load-changes.ts'
import { loadLookedPages } from './load-looked-pages.ts'
import { loadAudiences, loadDevices, loadHours, loadRegions } from './load-splits.ts'

/** What is kept as Google told it; a part that it refused is absent. */
export async function loadKept<Part extends KeptPart = KeptPart>(
  ctx: Context,
  customerId: number,
  parts?: readonly Part[],
): Promise<Pick<KeptInventory, Part>> {
  const rows = await readsOf(ctx, customerId)
    .select({ part: accountInventory.part, rows: accountInventory.rows })
    .from(accountInventory)
    .where(
      and(
        eq(accountInventory.customerId, customerId),
        parts && inArray(accountInventory.part, [...parts]),
      ),
    )
  const known = rows.filter((row) => row.rows !== null)
  // Only the sync writes them, in the engine's own types.
  return Object.fromEntries(known.map((row) => [row.part, row.rows])) as Pick<KeptInventory, Part>
}

/** The kept parts with those that are sums of daily tables. */
export async function loadInventory(
  ctx: Context,
  customerId: number,
  kept: KeptInventory,
  facts: {
    window: DayRange
    today: Day
    searchTerms: readonly SearchTermFacts<Column>[]
    campaignRows: readonly (typeof campaigns.$inferSelect)[]
    negativeRows: readonly (typeof negativeKeywords.$inferSelect)[]
  },
): Promise<AccountInventory> {
  const { window } = facts
  const { lastConversions: _, changesUnread, changesMissed: __, ...known } = kept
  const { brandExclusions, negativeLists, aiMaxTerms, ...plain } = known
  const { campaignSettings } = plain
  const preferences = await loadPreferences(ctx, customerId)
  return {
    ...plain,
    ...(preferences && { preferences }),
    ...(plain.conversionDays && {
      conversionDays: plain.conversionDays.filter(
        ({ day }) => day >= window.from && day <= window.to,
      ),
    }),
    ...(campaignSettings && {
      campaignSettings: campaignSettings.map((setting) => ({
        ...setting,
        ...(brandExclusions && { hasBrandExclusion: brandExclusions.includes(setting.campaignId) }),
      })),
    }),
    ...(negativeLists && { negativeLists: withUsers(negativeLists, facts.negativeRows) }),
    ...(aiMaxTerms && {
      keywordlessTerms: [...aiMaxTerms, ...performanceMaxTerms(facts.searchTerms)],
    }),
    ...(!changesUnread && {
      changes: await loadChanges(ctx, customerId, facts.today, facts.campaignRows),
    }),
    devices: await loadDevices(ctx, customerId, window),
    hours: await loadHours(ctx, customerId, window),
    regions: await loadRegions(ctx, customerId, window),
    audiences: await loadAudiences(ctx, customerId, window),
    ads: await loadAds(ctx, customerId, window),
    adDays: await loadAdDays(ctx, customerId, window),
    assets: await loadAssets(ctx, customerId),
    ...(await loadLookedPages(ctx, customerId)),
  }
}

function withUsers(
  lists: NonNullable<KeptInventory['negativeLists']>,
  negatives: readonly (typeof negativeKeywords.$inferSelect)[],
): AccountInventory['negativeLists'] {
  const users = new Map(
    negatives
      .filter(({ scope }) => scope === 'shared_set')
      .map(({ scopeId, campaignIds }) => [String(scopeId), campaignIds.map(String)]),
  )
  return lists.map((list) => ({ ...list, campaignIds: users.get(list.id) ?? [] }))
}

/** Terms without an ad group are those of Performance Max. */
function performanceMaxTerms(terms: readonly SearchTermFacts<Column>[]) {
  return terms
    .filter(({ adGroupId }) => adGroupId === '')
    .map(({ term, campaignId, sums }) => ({ term, campaignId, source: 'PERFORMANCE_MAX', sums }))
}

async function loadAssets(ctx: Context, customerId: number): Promise<AccountInventory['assets']> {
  const rows = await readsOf(ctx, customerId)
    .select({
      scope: assetLinks.scope,
      scopeId: assetLinks.scopeId,
      assetId: assetLinks.assetId,
      fieldType: assetLinks.fieldType,
    })
    .from(assetLinks)
    .where(eq(assetLinks.customerId, customerId))
  return rows.map(({ scope, scopeId, assetId, fieldType }) => ({
    scope,
    scopeId: scope === 'account' ? '' : String(scopeId),
    assetId: String(assetId),
    fieldType,
  }))
}
