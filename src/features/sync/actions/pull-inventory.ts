import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { loadLagCurve } from '#account-data/load-lag-curve.ts'
import { loadCountedWindow } from '#account-data/snapshot/load-counting.ts'
import type { KeptInventory } from '#engine/account/kept-inventory.ts'
import { analysisWindow } from '#engine/account/window.ts'
import type { Context } from '#platform/context.ts'
import { accountInventory, audiences, campaigns } from '#platform/db/schema/entities.ts'
import { isRefusedQuestion } from '#platform/google-ads/access-refusals.ts'
import { codesOf, GoogleAdsError } from '#platform/google-ads/errors.ts'
import { inRange } from '#platform/google-ads/queries.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import { addDays, type DayRange, daysInRange } from '#shared/dates.ts'
import {
  type CampaignWith,
  INVENTORY_QUESTIONS,
  type InventoryQuestion,
} from '../rules/inventory-questions.ts'
import { isForNextSync } from '../rules/sync-failures.ts'
import { todayIn } from '../rules/windows.ts'
import type { SyncRun } from './sync-run.ts'
import { setSyncState } from './sync-state.ts'

/** A conversion as late as this is still counted in how long conversions take. */
const LATEST_LAG_DAYS = 30
const MONTH_DAYS = 30

/**
 * How the account is set up and its less usual sums, at most once a day; settings also where a person asks, who may have
 * changed them. A question that Google refuses is unknown until tomorrow. What it refuses for another reason keeps the answers
 * it has, as does all the rest when Google does not answer or the day's operations are spent, and the sync succeeds all the
 * same. Answers whether anything is new.
 */
export async function pullInventory(
  ctx: Context,
  run: SyncRun,
  { isAsked = false } = {},
): Promise<boolean> {
  const ages = await agesOfParts(ctx, run)
  const due = INVENTORY_QUESTIONS.filter(({ parts, isSetting, isConstant }) => {
    const isFresh = (part: string) => (ages.get(part) ?? MONTH_DAYS) < (isConstant ? MONTH_DAYS : 1)
    return (isAsked && isSetting) || !parts.every(isFresh)
  })
  if (due.length === 0) return false
  const { customerId } = run.account
  await setSyncState(ctx, customerId, { status: 'running', step: 'Ajustes de la cuenta' })
  const campaignsWith = await readCampaignsWith(ctx, customerId)
  let isNew = false
  for (const question of due) {
    await run.safePoint()
    try {
      const { needs } = question
      const has = needs === undefined || campaignsWith.has(needs)
      const answers = has ? await answersTo(ctx, run, question) : []
      await keep(ctx, run, question, question.toParts(...answers), null)
      isNew = true
    } catch (error) {
      if (isForNextSync(error)) {
        ctx.log.warn({ err: error }, 'inventory: the rest must wait for the next sync')
        return isNew
      }
      if (!(error instanceof GoogleAdsError)) throw error
      ctx.log.warn({ err: error, parts: question.parts }, 'inventory: refused')
      if (isRefusedQuestion(error)) await keep(ctx, run, question, {}, codesOf(error))
    }
  }
  return isNew
}

async function answersTo(
  ctx: Context,
  { account, ads }: SyncRun,
  question: InventoryQuestion,
): Promise<AdsRow[][]> {
  const range = await rangeOf(ctx, account, question)
  const answers: AdsRow[][] = []
  for (const query of question.queries)
    answers.push(await ads.search(account.googleCustomerId, inRange(query, range)))
  return answers
}

/** The days an analysis of today looks at, by the lags known so far. */
async function rangeOf(
  ctx: Context,
  account: SyncRun['account'],
  { parts }: InventoryQuestion,
): Promise<DayRange> {
  const today = todayIn(account.timeZone, ctx.clock.now())
  if (parts.includes('conversionLags')) {
    const { from, to } = analysisWindow(today)
    // Of recent clicks only the quick conversions are known: they would make every lag look short.
    return { from: addDays(from, -LATEST_LAG_DAYS), to: addDays(to, -LATEST_LAG_DAYS) }
  }
  const window = analysisWindow(today, await loadLagCurve(ctx, account))
  // A dead tag is not to wait for late conversions, and what each action counted tells since when all count alike.
  if (parts.includes('conversionDays')) return { ...window, to: addDays(today, -1) }
  return await loadCountedWindow(ctx, account, window)
}

async function keep(
  ctx: Context,
  { account }: SyncRun,
  { parts }: InventoryQuestion,
  known: KeptInventory,
  problem: string | null,
): Promise<void> {
  const fetchedAt = ctx.clock.now()
  for (const part of parts) {
    const answer = { rows: known[part] ?? null, fetchedAt, problem }
    await ctx.db
      .insert(accountInventory)
      .values({ customerId: account.customerId, part, ...answer })
      .onConflictDoUpdate({
        target: [accountInventory.customerId, accountInventory.part],
        set: answer,
      })
  }
}

/** How many of the account's own days ago each was asked; a refusal counts as an answer. */
async function agesOfParts(ctx: Context, { account }: SyncRun): Promise<Map<string, number>> {
  const kept = await ctx.db
    .select({ part: accountInventory.part, fetchedAt: accountInventory.fetchedAt })
    .from(accountInventory)
    .where(eq(accountInventory.customerId, account.customerId))
  const today = todayIn(account.timeZone, ctx.clock.now())
  const ageOf = (at: Date) => daysInRange(todayIn(account.timeZone, at), today) - 1
  return new Map(kept.map(({ part, fetchedAt }) => [part, ageOf(fetchedAt)]))
}

async function readCampaignsWith(ctx: Context, customerId: number): Promise<Set<CampaignWith>> {
  const found = await ctx.db
    .selectDistinct({
      channelType: campaigns.channelType,
      isInPortfolio: isNotNull(campaigns.portfolioId),
    })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), ne(campaigns.status, 'REMOVED')))
  const has = new Set<CampaignWith>()
  for (const { channelType, isInPortfolio } of found) {
    if (channelType === 'PERFORMANCE_MAX') has.add(channelType)
    if (isInPortfolio) has.add('portfolio')
  }
  const [watching] = await ctx.db
    .select({ adGroupId: audiences.adGroupId })
    .from(audiences)
    .where(
      and(
        eq(audiences.customerId, customerId),
        ne(audiences.adGroupId, 0),
        ne(audiences.status, 'REMOVED'),
      ),
    )
    .limit(1)
  if (watching) has.add('ad-group-audience')
  return has
}
