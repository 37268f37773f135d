import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { readNotices } from '../src/features/integrations/queries/notices.ts'
import { analyseAccount } from '../src/features/recommendations/actions/analyse-account.ts'
import { readPending } from '../src/features/reports/queries/report-recommendations.ts'
import type { CallerContext } from '../src/platform/context.ts'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import {
  adGroups,
  campaigns,
  conversionActions,
  keywords,
} from '../src/platform/db/schema/entities.ts'
import { webhooks } from '../src/platform/db/schema/integrations.ts'
import { recommendations } from '../src/platform/db/schema/recommendations.ts'
import { openResultCache } from '../src/platform/result-cache.ts'
import { accountQuestions } from '../src/server/account-questions.ts'
import { type Person, testApp } from './harness.ts'

// Three accounts of one person, analysed for real: every list has the order of the analysis.
const it = testApp()
let owner: Person
let small: Account
let large: Account
let dollars: Account

type Account = { customerId: number; accountId: string }
type Card = { id: string; titulo: string; categoria: string; prioridad: 'alta' | 'media' | 'baja' }

const FROM = '2026-07-01'
const TO = '2026-11-19'
const FACTS = ['impressions', 'clicks', 'cost_micros', 'conversions_micros', 'value_micros']
const SHARES = ['eligible_impressions', 'lost_budget_impressions', 'lost_rank_impressions']

beforeAll(async () => {
  owner = await it.signIn({ plan: 'premium' })
  await it.ctx.db.insert(webhooks).values({
    userId: owner.userId,
    id: crypto.randomUUID(),
    urlSealed: '',
    host: 'avisos.test',
    topics: ['recomendaciones', 'medicion'],
    createdAt: new Date(it.clock.now().getTime() - 1_000),
  })
  large = await newAccount('Grande', { times: 20 })
  dollars = await newAccount('Dólares', { times: 9, currencyCode: 'USD' })
  small = await newAccount('Pequeña', { times: 1, deadSince: '2026-11-06' })
  for (const { customerId } of [large, dollars, small]) await analyseAccount(it.ctx, customerId)
})

const listed = async ({ accountId }: Account) =>
  (await owner.get(`/api/recomendaciones/${accountId}`)).body as Card[]
const portfolio = async () =>
  (await owner.get('/api/recomendaciones')).body as (Card & { customerId: string })[]
const titles = (cards: readonly { titulo: string }[]) => cards.map(({ titulo }) => titulo)
const LEVELS = { alta: 3, media: 2, baja: 1 }

test('a dead tag comes before the money that moves between budgets, in its account and over all', async () => {
  const [first, ...others] = await listed(small)
  expect(first!.titulo).toContain('sin conversiones desde el 6 nov 2026')
  // Its own budgets are left alone while it is blind; other money of the same priority comes after.
  expect(others[0]).toMatchObject({ categoria: 'keywords', prioridad: 'alta' })
  const all = await portfolio()
  expect(all.slice(1)).toContainEqual(
    expect.objectContaining({ categoria: 'presupuesto', prioridad: 'alta' }),
  )
  expect(all[0]).toMatchObject({ id: first!.id, customerId: small.accountId })
  expect(all[1]!.customerId).toBe(large.accountId)
})

test('by priority, highest first, wherever they are listed', async () => {
  const lists = [await portfolio(), ...(await Promise.all([small, large, dollars].map(listed)))]
  for (const list of lists) {
    const levels = list.map(({ prioridad }) => LEVELS[prioridad])
    expect(new Set(levels).size).toBe(3)
    expect(levels).toEqual(levels.toSorted((a, b) => b - a))
  }
})

test('of one kind euros come before other currencies, each the largest first', async () => {
  const money = (await portfolio()).filter(
    ({ prioridad, categoria }) => prioridad === 'alta' && categoria !== 'medicion',
  )
  const accounts = money.map(({ customerId }) => customerId)
  const inOrder = [large, small, dollars].map(({ accountId }) => accountId)
  expect(accounts.length).toBeGreaterThan(inOrder.length)
  expect(accounts.filter((one, place) => one !== accounts[place - 1])).toEqual(inOrder)
})

test('portfolio, report, assistant and notices tell them in the order of the account', async () => {
  const all = await portfolio()
  const [webhook] = await it.ctx.db.select().from(webhooks)
  const notices = await readNotices(it.ctx, webhook!)
  for (const account of [small, large, dollars]) {
    const { customerId, accountId } = account
    const own = await listed(account)
    expect(own.length).toBeGreaterThan(4)
    const inPortfolio = all.filter((one) => one.customerId === accountId)
    expect(titles(inPortfolio)).toEqual(titles(own))
    const report = await readPending(it.ctx, customerId)
    expect(report.pending.map(({ title }) => title)).toEqual(titles(own))
    const caller = { userId: owner.userId } as CallerContext['caller']
    const asked = accountQuestions(openResultCache())({ ...it.ctx, caller })
    const told = await asked.listRecommendations({ customerId: accountId })
    expect(told.map(({ title }) => title)).toEqual(titles(own))
    const noticed = notices.filter((one) => one.account.accountId === accountId)
    const urgent = own.filter(({ prioridad }) => prioridad === 'alta')
    expect(
      noticed.map(({ line }) => urgent.findIndex(({ titulo }) => line.includes(titulo))),
    ).toEqual(urgent.map((_, place) => place))
  }
})

test('what comes back after a week is told as come back, what flickers is not', async () => {
  const [gone, flickers] = await listed(large)
  const close = async ({ id }: Card, days: number) =>
    await it.ctx.db
      .update(recommendations)
      .set({
        status: 'closed',
        updatedAt: new Date(it.clock.now().getTime() - days * 86_400_000),
      })
      .where(eq(recommendations.id, id))
  await close(gone!, 8)
  await close(flickers!, 1)
  const again = async () => {
    await analyseAccount(it.ctx, large.customerId)
    const rows = await it.ctx.db
      .select()
      .from(recommendations)
      .where(eq(recommendations.customerId, large.customerId))
    const of = (card: Card | undefined) => rows.find(({ id }) => id === card!.id)!
    return [of(gone), of(flickers)].map(({ status, returnedAt }) => ({ status, returnedAt }))
  }
  const before = it.clock.now()
  const [back, same] = await again()
  expect([back, same]).toMatchObject([
    { status: 'pending' },
    { status: 'pending', returnedAt: null },
  ])
  expect(back!.returnedAt! >= before).toBe(true)
  expect(await again(), 'nor at the next look').toEqual([back, same])
})

/** 142 days at 0.60 € a click: one campaign sells well and lacks budget, the other has keywords that never sold. */
async function newAccount(
  name: string,
  { times, currencyCode = 'EUR', deadSince = '2027-01-01' }: NewAccount,
): Promise<Account> {
  const customerId = randomInt(2 ** 40)
  const accountId = String(randomInt(10 ** 9, 10 ** 10))
  await it.ctx.db.insert(adAccounts).values({
    customerId,
    userId: owner.userId,
    googleCustomerId: accountId,
    name,
    isManager: false,
    currencyCode,
    timeZone: 'Europe/Madrid',
    source: 'google',
    granularity: 'day',
    connected: true,
    dataFrom: FROM,
    dataTo: TO,
    syncVersion: 1,
    createdAt: it.clock.now(),
  })
  await newEntities(customerId, times)
  const world = { customerId, times, deadSince }
  await newDays(world, { level: 'account', keys: {}, clicks: 100, rate: 0.05 })
  for (const { id, ...facts } of CAMPAIGNS)
    await newDays(world, { level: 'campaign', keys: { campaign_id: id }, ...facts })
  for (const { id, campaign, ...facts } of KEYWORDS) {
    const keys = { campaign_id: campaign, ad_group_id: campaign * 10, criterion_id: id }
    await newDays(world, { level: 'keyword', keys, ...facts, lost: 0 })
  }
  return { customerId, accountId }
}

async function newEntities(customerId: number, times: number): Promise<void> {
  const live = { customerId, status: 'ENABLED' }
  const { db } = it.ctx
  await db.insert(conversionActions).values({
    ...live,
    conversionActionId: 5,
    name: 'Presupuesto pedido',
    type: 'WEBPAGE',
    category: 'SUBMIT_LEAD_FORM',
    primaryForGoal: true,
  })
  const perCampaign = CAMPAIGNS.map(({ id, budget }) => ({
    ...live,
    campaignId: id,
    name: `Campaña ${id}`,
    channelType: 'SEARCH',
    biddingStrategyType: 'MANUAL_CPC',
    budgetId: 700 + id,
    budgetMicros: budget * times * 1e6,
  }))
  await db.insert(campaigns).values(perCampaign)
  const groups = CAMPAIGNS.map(({ id }) => ({ ...live, campaignId: id, adGroupId: id * 10 }))
  await db.insert(adGroups).values(groups.map((one) => ({ ...one, name: 'Todos' })))
  const perKeyword = KEYWORDS.map(({ id, campaign }) => ({
    ...live,
    campaignId: campaign,
    adGroupId: campaign * 10,
    criterionId: id,
    text: `persiana enrollable ${id}`,
    matchType: 'PHRASE',
    finalUrls: [],
  }))
  await db.insert(keywords).values(perKeyword)
}

/** The days of one entity and their monthly sums; `rate` conversions a click until the tag dies. */
async function newDays(
  { customerId, times, deadSince }: { customerId: number; times: number; deadSince: string },
  { level, keys, clicks, rate, lost }: Days,
): Promise<void> {
  const impressions = clicks * times * 12
  const eligible = Math.round(impressions / (1 - (lost ?? 0)))
  const names = ['customer_id', ...Object.keys(keys)].join(', ')
  const values = [customerId, ...Object.values(keys)].join(', ')
  const shares = lost === undefined ? [] : SHARES
  const sums = [...FACTS, ...shares]
  await it.ctx.db.execute(
    sql.raw(`
    insert into ${level}_day (${names}, day, ${sums.join(', ')})
    select ${values}, d::date, ${impressions}, ${clicks * times}, ${clicks * times * 600_000},
      case when d >= '${deadSince}' then 0 else ${Math.round(clicks * times * rate * 1e6)} end, 0
      ${lost === undefined ? '' : `, ${eligible}, ${eligible - impressions}, 0`}
    from generate_series('${FROM}'::date, '${TO}'::date, '1 day') d`),
  )
  const own = Object.entries(keys).map(([key, id]) => ` and ${key} = ${id}`)
  await it.ctx.db.execute(
    sql.raw(`
    insert into ${level}_month (${names}, month, ${sums.join(', ')})
    select ${values}, date_trunc('month', day)::date, ${sums.map((one) => `sum(${one})`).join(', ')}
    from ${level}_day where customer_id = ${customerId}${own.join('')} group by date_trunc('month', day)`),
  )
}

type Days = {
  level: string
  keys: Record<string, number>
  clicks: number
  rate: number
  lost?: number
}
type NewAccount = { times: number; currencyCode?: string; deadSince?: string }

const CAMPAIGNS = [
  { id: 1, clicks: 40, rate: 0.09, lost: 0.45, budget: 24 },
  { id: 2, clicks: 60, rate: 0.0233, lost: 0, budget: 40 },
]
const KEYWORDS = [
  ...[11, 12, 13, 14].map((id) => ({ id, campaign: 1, clicks: 10, rate: 0.09 })),
  ...[21, 22, 23, 24].map((id) => ({ id, campaign: 2, clicks: 9, rate: 0.035 })),
  { id: 25, campaign: 2, clicks: 14, rate: 0 },
  { id: 26, campaign: 2, clicks: 6, rate: 0 },
]
