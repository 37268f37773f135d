import { eq, sql } from 'drizzle-orm'
import { sumBothRanges } from '#account-data/account-ranges.ts'
import { lastWholeDay } from '#account-data/last-known-day.ts'
import { lateDay } from '#account-data/late-days.ts'
import { type Account, ownedAccount } from '#account-data/owned-account.ts'
import { ownedAdGroup, ownedCampaign } from '#account-data/owned-entity.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { sumLevel } from '#account-data/sums.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import type { KeyColumn } from '#platform/db/levels.ts'
import { prepared } from '#platform/db/prepared.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import { AppError } from '#shared/app-error.ts'
import { comparedRange, wholeDays } from '#shared/compared-days.ts'
import { type Day, type DayRange, eachDay } from '#shared/dates.ts'
import { type LevelFacts, nextStep, stepStart } from '#shared/file-facts.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import { changesOf, eightMetrics, NO_CHANGES } from '../contract/eight-metrics.ts'
import type { AccountMetrics, DayPoint } from '../contract/metrics.ts'
import type { Comparison } from '../rules/asked-range.ts'
import { rememberRange } from './remember-range.ts'

type Asked = { customerId: string; from?: Day; to?: Day; compare: Comparison }
type TrendLevel = 'account' | 'campaign' | 'ad_group'
type Part = { level: TrendLevel; where: Partial<Record<KeyColumn, number>> }

const WHOLE: Part = { level: 'account', where: {} }

export async function getAccountMetrics(
  ctx: CallerContext,
  cache: ResultCache,
  asked: Asked,
): Promise<AccountMetrics> {
  const account = await ownedAccount(ctx, asked.customerId)
  const known = knownTo(account, ctx.clock.now())
  const question = `metrics ${asked.compare} ${known}`
  return await rememberRange(ctx, cache, account, asked, question, async (range) => {
    const facts = account.fileFacts?.account
    const period = comparedRange(range, asked.compare, facts)
    const whole = wholeDays(range, period, known ?? range.to, facts)
    const [comparison, both, wholes] = await Promise.all([
      compared(ctx, account, period, 'account'),
      sumBothRanges(ctx, account.customerId, [range, period]),
      whole && whole[0] !== range && sumBothRanges(ctx, account.customerId, whole),
    ])
    const [now, before] = (wholes || both).map(eightMetrics)
    return {
      ...eightMetrics(both[0]),
      changes: whole && comparison.complete ? changesOf(now!, before!) : NO_CHANGES,
      comparison,
      currencyCode: account.currencyCode,
      ...range,
    }
  })
}

/** An account that is read for the first time has its newest days first. */
function knownTo(account: Account, now: Date, level: TrendLevel = 'account'): Day | null {
  const isUnread = account.source === 'google' && !account.lastSyncedAt
  return lastWholeDay(isUnread ? { ...account, lastSyncedAt: now } : account, now, level)
}

/** Every day of the range is there, days without traffic as zeros, so that a chart needs no gaps filled. */
export async function getAccountTrend(
  ctx: CallerContext,
  cache: ResultCache,
  asked: Asked & { level: TrendLevel; id?: string },
) {
  const account = await ownedAccount(ctx, asked.customerId)
  const part = await partOf(ctx, account, asked.level, asked.id)
  const known = knownTo(account, ctx.clock.now(), part.level)
  const question = `trend ${asked.compare} ${part.level} ${Object.values(part.where).join(' ')} ${known}`
  const read = async (range: DayRange) => {
    const period = comparedRange(range, asked.compare, account.fileFacts?.[part.level])
    const [comparison, current, previous, late] = await Promise.all([
      compared(ctx, account, period, part.level),
      dayPoints(ctx, account, part, range),
      dayPoints(ctx, account, part, period),
      lateDay(ctx, account),
    ])
    const { currencyCode } = account
    return { currencyCode, comparison, lateFrom: late, knownTo: known, current, previous }
  }
  return await rememberRange(ctx, cache, account, asked, question, read, part.level)
}

/** Files may lack any column, so a day counts by whichever figure it has. */
export async function listDaysWithData(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<Day[]> {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const { rows } = await readsOf(ctx, customerId).execute(
    sql`
      select day from account_day
      where customer_id = ${customerId} and greatest(impressions, clicks, cost_micros, conversions_micros) > 0
      order by day`,
  )
  return rows.map((row) => String(row.day))
}

/** Throws not_found where the id is none of this account's, though it may be another's of the same caller. */
async function partOf(
  ctx: CallerContext,
  account: Account,
  level: TrendLevel,
  id: string | undefined,
): Promise<Part> {
  if (level === 'account') return WHOLE
  if (!id) throw new AppError('invalid', 'El parámetro id es requerido')
  const adGroup = level === 'ad_group' ? (await ownedAdGroup(ctx, id)).adGroup : undefined
  const part = adGroup ?? (await ownedCampaign(ctx, id)).campaign
  if (part.customerId !== account.customerId)
    throw new AppError('not_found', 'No existe en esta cuenta.')
  return {
    level,
    where: {
      campaign_id: part.campaignId,
      ...(adGroup && { ad_group_id: adGroup.adGroupId }),
    },
  }
}

/** `complete`: the account's history reaches back to the first compared day; else any change would be invented. */
async function compared(
  ctx: Context,
  { customerId, dataFrom, fileFacts }: Account,
  period: DayRange,
  level: TrendLevel,
) {
  const reaches = (day: Day | null | undefined) => day != null && day <= period.from
  if (fileFacts) return { ...period, complete: reaches(fileFacts[level]?.from) }
  if (reaches(dataFrom)) return { ...period, complete: true }
  const [state] = await backfilled(readsOf(ctx, customerId)).execute({ customerId })
  return { ...period, complete: reaches(state?.backfilledFrom) }
}

const backfilled = prepared('backfilled_from', (db) =>
  db
    .select({ backfilledFrom: syncStates.backfilledFrom })
    .from(syncStates)
    .where(eq(syncStates.customerId, sql.placeholder('customerId'))),
)

/** Of files by weeks or months a point for each of them: the days between have no figures of their own. */
async function dayPoints(
  ctx: Context,
  { customerId, fileFacts }: Account,
  part: Part,
  { from, to }: DayRange,
): Promise<DayPoint[]> {
  const rows = await sumLevel(ctx, { customerId, ...part, from, to, groupBy: ['day'] })
  const byDay = new Map(rows.map((row) => [row.keys.day, row]))
  const facts = fileFacts?.[part.level]
  return stepsIn(from, to, facts).map((day) => ({
    day,
    ...eightMetrics(byDay.get(day) ?? NO_METRICS),
  }))
}

/** A first week that the file's period cuts begins with the period. */
function stepsIn(from: Day, to: Day, facts: LevelFacts | undefined): Day[] {
  if (!facts) return eachDay(from, to)
  // Days after those of the files are unknown.
  if (facts.step === 'day') return eachDay(from, facts.to < to ? facts.to : to)
  if (facts.step === 'period') return eachDay(from, to)
  const starts: Day[] = []
  for (let day = from; day <= to; day = nextStep(stepStart(day, facts), facts)) starts.push(day)
  return starts
}
