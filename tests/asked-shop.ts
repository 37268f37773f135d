import { sql } from 'drizzle-orm'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { changeEvents } from '../src/platform/db/schema/changes.ts'
import {
  adGroups,
  campaigns,
  keywords,
  regions,
  searchTerms,
} from '../src/platform/db/schema/entities.ts'
import type { Person, TestApp } from './harness.ts'

/** A shop with fourteen months of figures that differ from day to day, for questions with dates and names. */
export const ASKED_SHOP = '5556667777'
const CUSTOMER = 91
const FIRST_DAY = '2025-10-01'
const LAST_DAY = '2026-11-19'
const SUMS = 'impressions, clicks, cost_micros, conversions_micros, value_micros'
const SHARES = 'eligible_impressions, lost_budget_impressions, lost_rank_impressions'

export const ASKED_CAMPAIGNS = [
  { campaignId: 70, name: 'Marca', size: 1 },
  { campaignId: 71, name: 'Botas 24', size: 2 },
  { campaignId: 72, name: 'Botas niño', size: 3 },
  { campaignId: 73, name: 'Zapatos de verano', size: 4 },
]

/** One for each campaign: all that it brings comes from there. */
export const ASKED_PLACES = [
  { regionId: 700, name: 'Valencian Community' },
  { regionId: 710, name: 'Catalonia' },
  { regionId: 720, name: 'Comunidad de Madrid' },
  { regionId: 730, name: 'Andalucía' },
]

export async function openAskedShop(t: TestApp): Promise<Person> {
  const owner = await t.signIn()
  const { db } = t.ctx
  await db.insert(adAccounts).values({
    customerId: CUSTOMER,
    userId: owner.userId,
    googleCustomerId: ASKED_SHOP,
    name: 'Zapatería',
    isManager: false,
    currencyCode: 'EUR',
    timeZone: 'Europe/Madrid',
    source: 'google',
    granularity: 'day',
    connected: true,
    dataFrom: FIRST_DAY,
    dataTo: LAST_DAY,
    syncVersion: 1,
    createdAt: t.ctx.clock.now(),
  })
  const named = { customerId: CUSTOMER, status: 'ENABLED' }
  await db.insert(campaigns).values(
    ASKED_CAMPAIGNS.map(({ campaignId, name }) => ({
      ...named,
      campaignId,
      name,
      channelType: 'SEARCH',
    })),
  )
  const group = { ...named, campaignId: 71, adGroupId: 710 }
  await db.insert(adGroups).values([
    { ...group, name: 'Piel' },
    { ...group, adGroupId: 711, name: 'Tacón alto' },
  ])
  await db
    .insert(regions)
    .values(ASKED_PLACES.map((place) => ({ customerId: CUSTOMER, ...place, countryCode: 'ES' })))
  await db.insert(keywords).values({
    ...group,
    criterionId: 40,
    text: 'comprar botas',
    matchType: 'PHRASE',
    finalUrls: [],
  })
  await db
    .insert(searchTerms)
    .values({ ...group, termId: 1, text: 'botas baratas', status: 'NONE' })
  await fillFacts(t)
  await db.insert(changeEvents).values(changeOfBudget)
  return owner
}

const changeOfBudget = {
  customerId: CUSTOMER,
  eventId: 'e1',
  at: '2026-11-10 09:00:00',
  userEmail: 'ana@zapateria.test',
  clientType: 'GOOGLE_ADS_WEB_CLIENT',
  resourceType: 'CAMPAIGN_BUDGET',
  resourceName: 'customers/91/campaignBudgets/1',
  operation: 'UPDATE',
  changedFields: ['amount_micros'],
  oldResource: { campaignBudget: { amountMicros: '20000000' } },
  newResource: { campaignBudget: { amountMicros: '25000000' } },
  campaignId: 70,
}

/** Daily sums that no two days and no two campaigns share; every other level is a part of them. */
async function fillFacts({ ctx: { db } }: TestApp): Promise<void> {
  for (const { campaignId, size } of ASKED_CAMPAIGNS)
    await db.execute(
      sql.raw(`insert into campaign_day (customer_id, day, campaign_id, ${SUMS}, ${SHARES})
      select ${CUSTOMER}, day::date, ${campaignId}, 1000 * ${size} + 10 * n, 40 * ${size} + n % 11, (7 * ${size} + n % 13) * 1010000,
        (${size} + n % 5) * 1000000, (30 * ${size} + n % 17) * 1000000, 2000 * ${size} + 20 * n, 100 * ${size}, 50 * ${size}
      from (select day, (day::date - date '${FIRST_DAY}') as n from generate_series('${FIRST_DAY}'::date, '${LAST_DAY}'::date, '1 day') as day) days`),
    )
  const sums = SUMS.split(', ')
    .map((name) => `sum(${name})`)
    .join(', ')
  const copies: [table: string, keys: string, values: string, where: string][] = [
    ['account', '', '', 'true'],
    [
      'device',
      'campaign_id, device,',
      'campaign_id, case when campaign_id < 72 then 1 else 2 end,',
      'true',
    ],
    ['hour', 'campaign_id, hour,', 'campaign_id, campaign_id - 60,', "day > '2026-09-01'"],
    ['region', 'campaign_id, region_id,', 'campaign_id, campaign_id * 10,', 'true'],
    [
      'search_term',
      'campaign_id, ad_group_id, criterion_id, term_id,',
      'campaign_id, 710, 40, 1,',
      'campaign_id = 71',
    ],
  ]
  for (const [table, keys, values, where] of copies)
    await db.execute(
      sql.raw(`insert into ${table}_day (customer_id, day, ${keys} ${SUMS})
      select customer_id, day, ${values} ${sums} from campaign_day where customer_id = ${CUSTOMER} and ${where}
      group by customer_id, day ${keys ? ', campaign_id' : ''}`),
    )
  for (const [table, keys, values] of [
    ['ad_group', 'campaign_id, ad_group_id,', 'campaign_id, 710,'],
    ['keyword', 'campaign_id, ad_group_id, criterion_id,', 'campaign_id, 710, 40,'],
  ])
    await db.execute(
      sql.raw(`insert into ${table}_day (customer_id, day, ${keys} ${SUMS}, ${SHARES})
      select customer_id, day, ${values} ${SUMS}, ${SHARES} from campaign_day where customer_id = ${CUSTOMER} and campaign_id = 71`),
    )
  await rollUp(db)
}

async function rollUp(db: TestApp['ctx']['db']): Promise<void> {
  const levels: [string, string, string][] = [
    ['account', '', SUMS],
    ['device', 'campaign_id, device,', SUMS],
    ['hour', 'campaign_id, hour,', SUMS],
    ['region', 'campaign_id, region_id,', SUMS],
    ['search_term', 'campaign_id, ad_group_id, criterion_id, term_id,', SUMS],
    ['campaign', 'campaign_id,', `${SUMS}, ${SHARES}`],
    ['ad_group', 'campaign_id, ad_group_id,', `${SUMS}, ${SHARES}`],
    ['keyword', 'campaign_id, ad_group_id, criterion_id,', `${SUMS}, ${SHARES}`],
  ]
  for (const [table, keys, columns] of levels) {
    const sums = columns
      .split(', ')
      .map((name) => `sum(${name})`)
      .join(', ')
    await db.execute(
      sql.raw(`insert into ${table}_month (customer_id, month, ${keys} ${columns})
      select customer_id, date_trunc('month', day)::date, ${keys} ${sums} from ${table}_day where customer_id = ${CUSTOMER}
      group by ${keys} customer_id, date_trunc('month', day)::date`),
    )
  }
}

/** A sum of campaigns' days, straight from the daily facts. */
export async function sumOfDays(
  { ctx }: TestApp,
  column: string,
  [from, to]: readonly [string, string],
  campaignIds: readonly number[] = ASKED_CAMPAIGNS.map(({ campaignId }) => campaignId),
): Promise<number> {
  const { rows } = await ctx.db.execute(
    sql.raw(`select sum(${column})::float8 as total from campaign_day
    where customer_id = ${CUSTOMER} and day between '${from}' and '${to}' and campaign_id in (${campaignIds.join(', ')})`),
  )
  return Number(rows[0]?.total)
}
