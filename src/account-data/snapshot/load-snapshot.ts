import { eq } from 'drizzle-orm'
import { countedAlike } from '#engine/account/counted-window.ts'
import {
  coveredWindow,
  type FactLevel,
  isCutShort,
  type LevelCoverage,
} from '#engine/account/coverage.ts'
import type { KeptInventory } from '#engine/account/kept-inventory.ts'
import type { Column } from '#engine/account/known-figures.ts'
import { lagCurveOf } from '#engine/account/lag-curve.ts'
import type { AccountSnapshot, CampaignFacts, NegativeKeyword } from '#engine/account/snapshot.ts'
import { analysisWindow } from '#engine/account/window.ts'
import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'
import type { Context } from '#platform/context.ts'
import { adGroups, campaigns, negativeKeywords } from '#platform/db/schema/entities.ts'
import { addDays, type Day, type DayRange, dayInZone, daysInRange } from '#shared/dates.ts'
import { isCopy, readCopies, triedNow, withCopies } from '../experiment-campaigns.ts'
import { fileWindow } from '../file-window.ts'
import { loadGoals } from '../goals.ts'
import { loadLagCurve } from '../load-lag-curve.ts'
import { type Account, accountById } from '../owned-account.ts'
import { readsOf } from '../reads-of.ts'
import { byKeys, metricsOf, type ShareSums, sumLevel, sumShares } from '../sums.ts'
import { entityStatus, isMatchType, knownName } from './google-names.ts'
import { loadBidSteps } from './load-bid-steps.ts'
import { loadAccountDays, loadCounting } from './load-counting.ts'
import {
  everyLevel,
  fileFactsKnown,
  loadCoverage,
  loadExposures,
  withoutForeignSums,
} from './load-coverage.ts'
import { loadInventory, loadKept } from './load-inventory.ts'
import { loadHiddenTerms, loadKeywords, loadSearchTerms } from './load-keywords.ts'

/** Days of history that tell how many conversions are usual; fewer where an account has many campaigns. */
const WATCHED_DAYS = { least: 90, most: 400 }
const MOST_CAMPAIGN_DAYS = 20_000

/** All the engine wants to know of an account, by a few aggregates. Null when the account is gone. */
export async function loadSnapshot(
  ctx: Context,
  customerId: number,
): Promise<AccountSnapshot | null> {
  const account = await accountById(ctx, customerId)
  if (!account) return null
  const isConnected = account.source === 'google'
  const kept = isConnected ? await loadKept(ctx, customerId) : {}
  const campaignRows = await readCampaigns(ctx, customerId)
  const negativeRows = await readsOf(ctx, customerId)
    .select()
    .from(negativeKeywords)
    .where(eq(negativeKeywords.customerId, customerId))
  const { outline, known, covered, campaigns } = await outlineOf(ctx, account, kept, campaignRows)
  const { window } = outline
  const copies = await readCopies(ctx, customerId)
  const isOwn = ({ campaignId }: { campaignId: string }) => !copies.has(campaignId)
  const isKnown = (level: FactLevel) => !outline.coverage || outline.coverage[level] !== undefined
  const terms = isKnown('searchTerm') ? await loadSearchTerms(ctx, account, window) : []
  const searchTerms = terms.filter(isOwn)
  const snapshot: AccountSnapshot = {
    ...outline,
    ...(await loadGoals(ctx, customerId)),
    adGroups: (await loadAdGroups(ctx, customerId)).filter(isOwn),
    // Without their figures keywords still say what is bid on; with those of other days they would be wrong.
    keywords: (await loadKeywords(ctx, account, window)).filter(isOwn),
    searchTerms,
    negatives: negativesOf(negativeRows),
  }
  if (!isConnected) return snapshot
  const { today } = outline.account
  const facts = { window, today, searchTerms, campaignRows, negativeRows }
  return {
    ...snapshot,
    campaignDays: await loadCampaignDays(
      ctx,
      customerId,
      watchedDays(today, covered, campaignRows.length),
    ),
    ...(isKnown('keyword') && {
      bidSteps: await loadBidSteps(
        ctx,
        customerId,
        watchedDays(today, outline.coverage?.keyword ?? covered, campaignRows.length),
      ),
    }),
    hiddenSearchTerms: await loadHiddenTerms(ctx, customerId, window, campaigns),
    inventory: await loadInventory(ctx, customerId, known, facts),
  }
}

const OUTLINE_PARTS = [
  'campaignSettings',
  'networks',
  'simulations',
  'conversionLags',
  'conversionDays',
] as const

/** Of a connected account as much as tells how whole campaigns fare: no ad groups, keywords, terms or goals. */
export async function loadOutline(ctx: Context, account: Account): Promise<AccountSnapshot> {
  const { customerId } = account
  const kept = await loadKept(ctx, customerId, OUTLINE_PARTS)
  const campaignRows = await readCampaigns(ctx, customerId)
  const { outline, known } = await outlineOf(ctx, account, kept, campaignRows)
  return { ...outline, inventory: known }
}

/** `known`: of the kept parts those that belong to the same days as the outline. */
async function outlineOf<Kept extends KeptInventory>(
  ctx: Context,
  account: Account,
  kept: Kept,
  campaignRows: readonly CampaignRow[],
): Promise<{
  outline: AccountSnapshot
  known: Kept
  covered: LevelCoverage | null
  /** Those of the outline; what Google says of them is all known. */
  campaigns: CampaignFacts<Column>[]
}> {
  const { customerId, name, currencyCode, timeZone, source, fileFacts } = account
  const today = dayInZone(ctx.clock.now(), timeZone)
  const lagCurve = await loadLagCurve(ctx, account, kept)
  const covered = source === 'google' ? await loadCoverage(ctx, account, today) : null
  const whole = windowOf(account, covered, today, lagCurve)
  const blank: AccountSnapshot = {
    account: { name, currencyCode, timeZone, today, source },
    window: whole,
    ...(covered && { coverage: everyLevel(covered) }),
    ...(fileFacts && fileFactsKnown(fileFacts)),
    lagCurve,
    wholeLagCurve: lagCurveOf(kept.conversionLags ?? []),
    campaigns: [],
    adGroups: [],
    keywords: [],
    searchTerms: [],
    negatives: [],
    accountDays: await loadAccountDays(
      ctx,
      account,
      watchedDays(today, covered, campaignRows.length),
    ),
    ...(covered && (await loadCounting(ctx, customerId, kept))),
  }
  const window = countedAlike(blank, whole)
  const campaigns = await loadCampaigns(ctx, account, { window, today }, campaignRows)
  const outline = { ...blank, window, campaigns }
  const isShorter = covered && isCutShort(covered, lagCurve)
  const known = isShorter || isJustCut(window, whole) ? withoutForeignSums(kept) : kept
  return { outline, known, covered, campaigns }
}

/** Google adds up the same days, once it has been asked since these are enough to judge by. */
function isJustCut(window: DayRange, whole: DayRange): boolean {
  const isCut = window.from > whole.from
  return isCut && daysInRange(window.from, window.to) <= THRESHOLDS.countedAlikeDays.value + 1
}

type CampaignRow = typeof campaigns.$inferSelect & { inExperiment: boolean }

async function readCampaigns(ctx: Context, customerId: number): Promise<CampaignRow[]> {
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  const tried = triedNow(rows)
  return rows
    .filter((row) => !isCopy(row))
    .map((row) => ({ ...row, inExperiment: tried.has(row.campaignId) }))
}

/** A report is looked at as it is; a connected account over the engine's window, as far as its days are known. */
function windowOf(
  { fileFacts, dataFrom, dataTo }: Account,
  covered: LevelCoverage | null,
  today: Day,
  lagCurve: readonly number[] | undefined,
) {
  if (covered) return coveredWindow(covered, lagCurve)
  const judged = fileFacts && fileWindow(fileFacts)
  if (judged) return judged.window
  if (dataFrom && dataTo) return { from: dataFrom, to: dataTo }
  return analysisWindow(today, lagCurve)
}

async function loadCampaigns(
  ctx: Context,
  { customerId, granularity, fileFacts }: Account,
  { window, today }: { window: DayRange; today: Day },
  rows: readonly CampaignRow[],
): Promise<CampaignFacts<Column>[]> {
  const groupBy = ['campaign_id'] as const
  const question = { customerId, level: 'campaign', ...window, groupBy, byDays: true } as const
  const copies = await readCopies(ctx, customerId)
  const sums = byKeys(withCopies(await sumShares(ctx, question), copies))
  const newest = fileFacts ? null : await newestShares(ctx, customerId, today, copies)
  const exposures = granularity === 'day' ? await loadExposures(ctx, customerId, window) : null
  return rows.map((row) => {
    const facts = sums.get(String(row.campaignId))
    const exposure = exposures?.get(String(row.campaignId))
    return {
      id: String(row.campaignId),
      name: row.name,
      status: entityStatus(row.status),
      channelType: row.channelType,
      biddingStrategyType: knownName(row.biddingStrategyType),
      targetCpaMicros: row.targetCpaMicros ?? undefined,
      targetRoas: row.targetRoas ?? undefined,
      ...(row.portfolioId !== null && {
        portfolioId: String(row.portfolioId),
        portfolioName: row.portfolioName ?? '',
        isPortfolioManaged: row.portfolioManaged ?? false,
      }),
      budgetId: row.budgetId === null ? undefined : String(row.budgetId),
      budgetMicros: row.budgetMicros || undefined,
      budgetShared: row.budgetShared ?? false,
      ...(row.inExperiment && { inExperiment: true }),
      sums: metricsOf(facts),
      ...(exposure && { exposure }),
      // Files give shares of each row, which do not add up.
      ...(!fileFacts && {
        impressionShare: shareSumsOf(facts),
      }),
      ...(newest && { newestShare: newest(row.campaignId) }),
    }
  })
}

/** Shares are not restated, so they are known up to yesterday, beyond the window. */
async function newestShares(
  ctx: Context,
  customerId: number,
  today: Day,
  copies: Awaited<ReturnType<typeof readCopies>>,
) {
  const from = addDays(today, -THRESHOLDS.newestShareDays.value)
  const groupBy = ['campaign_id'] as const
  const lately = { customerId, level: 'campaign', from, to: addDays(today, -1), groupBy } as const
  const sums = byKeys(withCopies(await sumShares(ctx, lately), copies))
  return (campaignId: number) => shareSumsOf(sums.get(String(campaignId)))
}

/** Of no row nothing was to be had. */
function shareSumsOf(facts: ShareSums | undefined) {
  const { searchImpressions = 0, eligible = 0, lostToBudget = 0, lostToRank = 0 } = facts ?? {}
  return { impressions: searchImpressions, eligible, lostToBudget, lostToRank }
}

async function loadAdGroups(ctx: Context, customerId: number) {
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(adGroups)
    .where(eq(adGroups.customerId, customerId))
  return rows.map((row) => ({
    id: String(row.adGroupId),
    campaignId: String(row.campaignId),
    name: row.name,
    status: entityStatus(row.status),
    ...(row.type === 'SEARCH_DYNAMIC_ADS' && { isDynamic: true as const }),
  }))
}

/** The days known of the last 400, up to yesterday: the same ones of the account and of its campaigns. */
function watchedDays(today: Day, covered: LevelCoverage | null, campaignCount: number): DayRange {
  const { least, most } = WATCHED_DAYS
  const days = Math.floor(MOST_CAMPAIGN_DAYS / Math.max(1, campaignCount))
  const wanted = addDays(today, -Math.min(most, Math.max(least, days)))
  const from = covered && covered.from > wanted ? covered.from : wanted
  return { from, to: addDays(today, -1) }
}

export async function loadCampaignDays(ctx: Context, customerId: number, watched: DayRange) {
  const question = { customerId, level: 'campaign', ...watched } as const
  const rows = await sumLevel(ctx, { ...question, groupBy: ['day', 'campaign_id'] })
  return withCopies(rows, await readCopies(ctx, customerId)).map((row) => {
    const { clicks, conversionsMicros } = metricsOf(row)
    const { day, campaign_id: campaignId } = row.keys
    return { day: String(day), campaignId: String(campaignId), clicks, conversionsMicros }
  })
}

/** A shared list acts in each campaign that uses it, so it is repeated for each. */
function negativesOf(rows: readonly (typeof negativeKeywords.$inferSelect)[]): NegativeKeyword[] {
  return rows.flatMap((row): NegativeKeyword[] => {
    const criterionId = String(row.criterionId)
    if (!isMatchType(row.matchType)) return []
    const words = { text: row.text, matchType: row.matchType, criterionId }
    const scopeId = String(row.scopeId)
    if (row.scope === 'ad_group') return [{ scope: 'adGroup', adGroupId: scopeId, ...words }]
    if (row.scope === 'campaign') return [{ scope: 'campaign', campaignId: scopeId, ...words }]
    return row.campaignIds.map((id) => ({
      scope: 'shared',
      campaignId: String(id),
      listId: scopeId,
      ...words,
    }))
  })
}
