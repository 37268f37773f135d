import { asc, eq } from 'drizzle-orm'
import { countedAlike } from '#engine/account/counted-window.ts'
import type { KeptInventory } from '#engine/account/kept-inventory.ts'
import { lagCurveOf } from '#engine/account/lag-curve.ts'
import type { AccountSnapshot, ConversionAction, SettingChange } from '#engine/account/snapshot.ts'
import type { Context } from '#platform/context.ts'
import { conversionActions, conversionSettingChanges } from '#platform/db/schema/entities.ts'
import type { DayRange } from '#shared/dates.ts'
import type { Account } from '../owned-account.ts'
import { readsOf } from '../reads-of.ts'
import { metricsOf, sumLevel } from '../sums.ts'
import { loadKept } from './load-inventory.ts'

/** Of the days of a window those that an analysis judges by: Google is asked for the same where it adds up itself. */
export async function loadCountedWindow(
  ctx: Context,
  account: Account,
  window: DayRange,
): Promise<DayRange> {
  const parts = ['conversionDays', 'conversionLags'] as const
  const kept = await loadKept(ctx, account.customerId, parts)
  const counting = await loadCounting(ctx, account.customerId, kept)
  const days = counting.actionDays ?? window
  const facts = {
    ...{ window, wholeLagCurve: lagCurveOf(kept.conversionLags ?? []) },
    accountDays: await loadAccountDays(ctx, account, { from: days.from, to: days.to }),
  }
  return countedAlike({ ...facts, ...counting }, window)
}

/** How conversions are counted, and were. */
export async function loadCounting(ctx: Context, customerId: number, kept: KeptInventory) {
  return {
    actionDays: actionDaysOf(kept),
    conversionActions: await loadConversionActions(ctx, customerId, kept),
    settingChanges: await loadSettingChanges(ctx, customerId),
  }
}

export async function loadAccountDays(
  ctx: Context,
  { customerId, granularity }: Account,
  watched: DayRange,
) {
  if (granularity !== 'day') return []
  const rows = await sumLevel(ctx, { customerId, level: 'account', ...watched, groupBy: ['day'] })
  return rows.map((row) => ({ day: String(row.keys.day), ...metricsOf(row) }))
}

/** Known as far as the last conversion of any action: an answer of yesterday knows nothing of today. */
function actionDaysOf({ conversionDays = [] }: KeptInventory): AccountSnapshot['actionDays'] {
  const days = conversionDays.map(({ day }) => day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from && to ? { from, to, rows: conversionDays } : undefined
}

async function loadConversionActions(
  ctx: Context,
  customerId: number,
  { lastConversions = [] }: KeptInventory,
): Promise<ConversionAction[]> {
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(conversionActions)
    .where(eq(conversionActions.customerId, customerId))
  const lastDays = new Map(lastConversions.map(({ actionId, day }) => [actionId, day]))
  return rows.map((row) => ({
    id: String(row.conversionActionId),
    name: row.name,
    status: row.status === 'HIDDEN' || row.status === 'REMOVED' ? row.status : 'ENABLED',
    category: row.category,
    primaryForGoal: row.primaryForGoal,
    type: row.type,
    origin: row.origin ?? undefined,
    countingType: countingType(row.countingType),
    attributionModel: row.attributionModel ?? undefined,
    clickLookbackDays: row.clickLookbackDays ?? undefined,
    lastConversionDay: lastDays.get(String(row.conversionActionId)),
  }))
}

async function loadSettingChanges(ctx: Context, customerId: number): Promise<SettingChange[]> {
  const { conversionActionId, setting, seenOn } = conversionSettingChanges
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(conversionSettingChanges)
    .where(eq(conversionSettingChanges.customerId, customerId))
    .orderBy(asc(conversionActionId), asc(setting), asc(seenOn))
  return rows
    .filter(({ former, present }) => former !== present)
    .map(({ conversionActionId, lastSeenOn, seenOn, setting, former, present }) => ({
      actionId: String(conversionActionId),
      setting,
      from: lastSeenOn,
      to: seenOn,
      former,
      present,
    }))
}

function countingType(name: string | null): ConversionAction['countingType'] {
  return name === 'ONE_PER_CLICK' || name === 'MANY_PER_CLICK' ? name : undefined
}
