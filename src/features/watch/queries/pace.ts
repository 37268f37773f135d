import { and, desc, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { lastKnownDay, lastReadDay } from '#account-data/last-known-day.ts'
import { type Account, accountsOfCaller, ownedAccount } from '#account-data/owned-account.ts'
import { sumLevel } from '#account-data/sums.ts'
import { paceOf } from '#engine/watch/pace.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { monthlyBudgets } from '#platform/db/schema/watch.ts'
import { addDays, type Day, dayInZone, daysInRange, eachDay, startOfMonth } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { isOnNow } from './campaigns-on.ts'

/** Enough for four weeks before, and for how wrong such forecasts were. */
const DAYS_READ = 150
/** Named besides those with a budget. */
const MOST_CAMPAIGNS = 8
/** Of a monthly budget's campaign number that is none. */
const WHOLE_ACCOUNT = 0

export async function getPace(ctx: CallerContext, googleCustomerId: string) {
  const account = await ownedAccount(ctx, googleCustomerId)
  const budgets = await readBudgets(ctx, [account.customerId])
  const days = await readSpend(ctx, account)
  const known = await listCampaigns(ctx, account.customerId, budgets)
  const place = (campaignId: number, name: string, isOn = true) => ({
    campaignId: campaignId === WHOLE_ACCOUNT ? null : String(campaignId),
    name,
    ...placeOf(days, campaignId, budgetOf(budgets, account.customerId, campaignId), isOn),
  })
  return {
    currencyCode: account.currencyCode,
    month: startOfMonth(days.today),
    account: place(WHOLE_ACCOUNT, account.name),
    campaigns: known.map(({ campaignId, name, isOn }) => place(campaignId, name, isOn)),
  }
}

/** Of every account with days: what a manager sees of its sub-accounts at once. */
export async function listPaces(ctx: CallerContext) {
  const accounts = await ctx.db
    .select()
    .from(adAccounts)
    .where(
      and(
        accountsOfCaller(ctx),
        eq(adAccounts.isManager, false),
        eq(adAccounts.granularity, 'day'),
      ),
    )
  const budgets = await readBudgets(
    ctx,
    accounts.map(({ customerId }) => customerId),
  )
  const periods = accounts.map((account) => periodOf(ctx, account))
  const spend = await readAllSpend(ctx, accounts, periods)
  const off = await readOffSpend(ctx, accounts, periods)
  return accounts.map(({ customerId, googleCustomerId }, i) => {
    const days = spend.get(customerId) ?? new Map<Day, number>()
    const byCampaign = new Map([[WHOLE_ACCOUNT, days]])
    const known = { ...periods[i]!, byCampaign, off: off.get(customerId) ?? new Map() }
    const asked = budgetOf(budgets, customerId, WHOLE_ACCOUNT)
    const { days: _, ...month } = placeOf(known, WHOLE_ACCOUNT, asked)
    return { customerId: googleCustomerId, ...month }
  })
}

type Budget = typeof monthlyBudgets.$inferSelect
/** `knownTo`: the last day that was read, where that is long past. */
type Period = { today: Day; first: Day; length: number; knownTo: Day | null }
/** `off`: of the account what was spent in campaigns that are off now. */
type Spend = Period & { byCampaign: Map<number, Map<Day, number>>; off: Map<Day, number> }

const budgetOf = (budgets: readonly Budget[], customerId: number, campaignId: number) =>
  budgets.find((one) => one.customerId === customerId && one.campaignId === campaignId)
    ?.amountMicros ?? null

async function readBudgets(ctx: Context, customerIds: readonly number[]): Promise<Budget[]> {
  if (customerIds.length === 0) return []
  return await ctx.db
    .select()
    .from(monthlyBudgets)
    .where(inArray(monthlyBudgets.customerId, [...customerIds]))
}

const KEYS = { account: ['day'], campaign: ['day', 'campaign_id'] } as const

async function readSpend(ctx: Context, account: Account): Promise<Spend> {
  const { customerId } = account
  const period = periodOf(ctx, account)
  const byCampaign = new Map<number, Map<Day, number>>()
  const range = { customerId, from: period.first, to: period.today }
  const rows = []
  for (const level of ['account', 'campaign'] as const)
    rows.push(...(await sumLevel(ctx, { ...range, level, groupBy: KEYS[level] })))
  for (const { keys, costMicros } of rows) {
    const campaignId = Number(keys.campaign_id ?? WHOLE_ACCOUNT)
    const days = byCampaign.get(campaignId) ?? new Map<Day, number>()
    byCampaign.set(campaignId, days.set(String(keys.day).slice(0, 10), costMicros))
  }
  return { ...period, byCampaign, off: await sumOff(ctx, customerId, byCampaign) }
}

async function sumOff(
  ctx: Context,
  customerId: number,
  byCampaign: ReadonlyMap<number, ReadonlyMap<Day, number>>,
): Promise<Map<Day, number>> {
  const rows = await ctx.db
    .select({ campaignId: campaigns.campaignId })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), not(isOnNow('campaigns'))))
  const off = new Map<Day, number>()
  for (const { campaignId } of rows)
    for (const [day, costMicros] of byCampaign.get(campaignId) ?? [])
      off.set(day, (off.get(day) ?? 0) + costMicros)
  return off
}

/** Days of all accounts in one question, of so many that one after the other would be seen. */
async function readAllSpend(
  ctx: Context,
  accounts: readonly Account[],
  periods: readonly Period[],
): Promise<DaysOfAccounts> {
  return await readDays(
    ctx,
    sql`
    select customer_id, json_agg(day) as days, json_agg(cost_micros) as costs from account_day
    where ${isOf(accounts, sql`customer_id`)} and day >= ${oldestOf(periods)}::date
    group by customer_id`,
  )
}

/** What is off by now spent before: it does not go on. */
async function readOffSpend(
  ctx: Context,
  accounts: readonly Account[],
  periods: readonly Period[],
): Promise<DaysOfAccounts> {
  return await readDays(
    ctx,
    sql`
    select customer_id, json_agg(day) as days, json_agg(cost_micros) as costs from (
      select d.customer_id, d.day, sum(d.cost_micros)::float8 as cost_micros
      from campaigns c join campaign_day d on d.customer_id = c.customer_id and d.campaign_id = c.campaign_id
      where ${isOf(accounts, sql`c.customer_id`)} and not ${isOnNow('c')} and d.day >= ${oldestOf(periods)}::date
      group by d.customer_id, d.day) off
    group by customer_id`,
  )
}

type DaysOfAccounts = Map<number, Map<Day, number>>

async function readDays(ctx: Context, question: SQL): Promise<DaysOfAccounts> {
  const { rows } = await ctx.db.execute<{ customer_id: number; days: Day[]; costs: number[] }>(
    question,
  )
  return new Map(
    rows.map(({ customer_id, days, costs }) => [
      Number(customer_id),
      new Map(days.map((day, i) => [day, costs[i]!])),
    ]),
  )
}

function isOf(accounts: readonly Account[], column: SQL): SQL {
  const ids = `{${accounts.map(({ customerId }) => customerId).join(',')}}`
  return sql`${column} = any(${ids}::bigint[])`
}

const oldestOf = (periods: readonly Period[]) =>
  periods.map(({ first }) => first).toSorted()[0] ?? null

function periodOf(ctx: Context, account: Account): Period {
  const { dataFrom } = account
  const last = lastKnownDay(account, ctx.clock.now())
  const today = last ? addDays(last, 1) : dayInZone(ctx.clock.now(), account.timeZone)
  const oldest = addDays(today, -DAYS_READ)
  const first = dataFrom && dataFrom > oldest ? dataFrom : oldest
  const length = last && dataFrom && first <= last ? daysInRange(first, last) : 0
  return { today, first, length, knownTo: last ? null : lastReadDay(account, ctx.clock.now()) }
}

function placeOf(
  { today, first, length, knownTo, byCampaign, off }: Spend,
  campaignId: number,
  budgetMicros: number | null,
  isOn = true,
) {
  const days = byCampaign.get(campaignId)
  const spend = Array.from({ length }, (_, at) => days?.get(addDays(first, at)) ?? 0)
  const going =
    campaignId === WHOLE_ACCOUNT
      ? spend.map((all, at) => Math.max(0, all - (off.get(addDays(first, at)) ?? 0)))
      : spend
  const todayMicros = days?.get(today) ?? 0
  const pace =
    length === 0 ? null : paceOf({ today, spend, going, todayMicros, budgetMicros, isOn })
  const units = (micros: number | null) => (micros === null ? null : micros / MICROS)
  const isOfMonth = knownTo === null || knownTo >= startOfMonth(today)
  return {
    budget: units(budgetMicros),
    spent: isOfMonth ? spentBetween(days, startOfMonth(today), knownTo ?? today) / MICROS : null,
    knownTo,
    forecast: pace?.forecast
      ? {
          low: pace.forecast.lowMicros / MICROS,
          mid: pace.forecast.midMicros / MICROS,
          high: pace.forecast.highMicros / MICROS,
        }
      : null,
    runsOut: pace?.runsOut ?? null,
    days: (pace?.days ?? []).map(({ day, spentMicros, lowMicros, midMicros, highMicros }) => ({
      day,
      spent: units(spentMicros),
      low: units(lowMicros),
      mid: units(midMicros),
      high: units(highMicros),
    })),
  }
}

function spentBetween(days: Map<Day, number> | undefined, from: Day, to: Day): number {
  return eachDay(from, to).reduce((sum, day) => sum + (days?.get(day) ?? 0), 0)
}

/** One that is off is listed while it has a budget, which could not be taken away else. */
async function listCampaigns(ctx: Context, customerId: number, budgets: readonly Budget[]) {
  const wanted = budgets.map(({ campaignId }) => campaignId)
  const rows = await ctx.db
    .select({
      campaignId: campaigns.campaignId,
      name: campaigns.name,
      isOn: isOnNow('campaigns'),
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.customerId, customerId),
        or(isOnNow('campaigns'), inArray(campaigns.campaignId, wanted)),
      ),
    )
    .orderBy(desc(sql`coalesce(${campaigns.budgetMicros}, 0)`), campaigns.campaignId)
  const isWanted = ({ campaignId }: { campaignId: number }) => wanted.includes(campaignId)
  return [
    ...rows.filter(isWanted),
    ...rows.filter((row) => !isWanted(row)).slice(0, MOST_CAMPAIGNS),
  ]
}

/** A monthly budget that will most likely be used up before the month's end. */
export type BudgetAlert = {
  campaignId: string | null
  budgetMicros: number
  month: Day
  today: Day
  earliest: Day | null
  day: Day | null
  latest: Day
}

export async function findBudgetAlerts(ctx: Context, account: Account): Promise<BudgetAlert[]> {
  const budgets = await readBudgets(ctx, [account.customerId])
  if (budgets.length === 0) return []
  const spend = await readSpend(ctx, account)
  const known = await listCampaigns(ctx, account.customerId, budgets)
  return budgets.flatMap(({ campaignId, amountMicros }) => {
    const isOn = known.find((one) => one.campaignId === campaignId)?.isOn
    const { runsOut } = placeOf(spend, campaignId, amountMicros, isOn)
    // Even where little is spent: nine of ten months would.
    if (!runsOut?.latest) return []
    const { earliest, day, latest } = runsOut
    return {
      campaignId: campaignId === WHOLE_ACCOUNT ? null : String(campaignId),
      budgetMicros: amountMicros,
      month: startOfMonth(spend.today),
      today: spend.today,
      earliest,
      day,
      latest,
    }
  })
}
