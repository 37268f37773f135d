import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { GoogleAccount } from '../src/features/accounts/contract.ts'
import type { CampaignSummary } from '../src/features/performance/contract/account-views.ts'
import { NO_CHANGES } from '../src/features/performance/contract/eight-metrics.ts'
import type { SearchTermRow } from '../src/features/performance/contract/entity-lists.ts'
import type {
  AccountMetrics,
  CampaignRow,
  DayPoint,
} from '../src/features/performance/contract/metrics.ts'
import { addDays, type Day, dayInZone } from '../src/shared/dates.ts'
import { askGoogle, type GoogleRow } from './ask-google.ts'
import type { Person } from './harness.ts'
import { IDENTITY, readShop, SHOP } from './read-shop.ts'

// What Google says = what the tables hold = what the API answers, to the cent; the stories in
// Chromium compare the API with the screen.
const it = readShop()
const GOOGLE_ID = SHOP
const RANGE = { from: '2026-10-22', to: '2026-11-20' }
const DAYS = `segments.date BETWEEN '${RANGE.from}' AND '${RANGE.to}'`
const SUMS =
  'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value'

type FullData = { campaigns: CampaignSummary[] }
type Sums = { impressions: number; clicks: number; costMicros: number; conversions: number }

let owner: Person
let customerId: number

beforeAll(async () => {
  owner = it.owner
  const accounts = (await owner.get('/api/google-accounts')).body as GoogleAccount[]
  customerId = Number(accounts.find((account) => account.accountId === GOOGLE_ID)?.id)
})

test('the account: Google, tables and API say the same', async () => {
  const [truth] = await askAccount(`SELECT ${SUMS} FROM customer WHERE ${DAYS}`)
  const google = sumsOf(truth)
  expect(google.costMicros).toBeGreaterThan(0)
  expect(google.conversions).toBeGreaterThan(0)
  const [row] = await stored('account')
  expect(row).toEqual({ ...google, conversions: expect.closeTo(google.conversions, 3) })

  const metrics = await api<AccountMetrics>('account-metrics')
  expect(metrics).toMatchObject({ impressions: google.impressions, clicks: google.clicks })
  expect(metrics.spend).toBeCloseTo(google.costMicros / 1e6, 6)
  expect(metrics.conversions).toBeCloseTo(google.conversions, 3)
  expect(metrics.costPerConversion).toBeCloseTo(metrics.spend / metrics.conversions, 6)
})

test('a day that has only begun is not held against a whole one', async () => {
  const today = dayInZone(it.ctx.clock.now(), 'Europe/Madrid')
  const of = async (day: Day) =>
    (await owner.get(`/api/account-metrics/${GOOGLE_ID}?from=${day}&to=${day}`)).body
  expect(await of(today)).toMatchObject({ changes: NO_CHANGES, comparison: { complete: true } })
  expect(await of(addDays(today, -1))).toMatchObject({
    changes: { clicks: expect.stringMatching(/\d%$/) },
  })
})

test('day by day, and the days sum to the range', async () => {
  const truth = await askAccount(`SELECT segments.date, ${SUMS} FROM customer WHERE ${DAYS}`)
  const { current } = await api<{ current: DayPoint[] }>('account-trend')
  const google = new Map(truth.map((row) => [row.segments?.date, sumsOf(row)]))
  expect(current).toHaveLength(30)
  for (const point of current) {
    const day = google.get(point.day)
    expect([point.day, point.clicks, point.impressions]).toEqual([
      point.day,
      day?.clicks ?? 0,
      day?.impressions ?? 0,
    ])
    expect(point.spend, point.day).toBeCloseTo((day?.costMicros ?? 0) / 1e6, 6)
    expect(point.conversions, point.day).toBeCloseTo(day?.conversions ?? 0, 3)
  }
  const metrics = await api<AccountMetrics>('account-metrics')
  expect(total(current, (point) => point.spend)).toBeCloseTo(metrics.spend, 4)
  expect(total(current, (point) => point.clicks)).toBe(metrics.clicks)
  expect(total(current, (point) => point.conversions)).toBeCloseTo(metrics.conversions, 3)
})

test('campaign by campaign, and the campaigns sum to the account', async () => {
  const truth = await askAccount(`SELECT campaign.id, ${SUMS} FROM campaign WHERE ${DAYS}`)
  const google = new Map(truth.map((row) => [row.campaign?.id, sumsOf(row)]))
  const rows = await api<CampaignRow[]>('campaign-metrics')
  expect(rows.length).toBeGreaterThan(4)
  for (const row of rows) {
    const campaign = google.get(row.campaign_id)
    expect([row.campaign_name, row.clicks, row.impressions, row.cost_micros]).toEqual([
      row.campaign_name,
      campaign?.clicks ?? 0,
      campaign?.impressions ?? 0,
      campaign?.costMicros ?? 0,
    ])
    expect(row.conversions, row.campaign_name).toBeCloseTo(campaign?.conversions ?? 0, 3)
  }
  const [account] = await stored('account')
  expect(total(rows, (row) => row.cost_micros)).toBe(account?.costMicros)
  expect(total(rows, (row) => row.clicks)).toBe(account?.clicks)
  expect(total(rows, (row) => row.impressions)).toBe(account?.impressions)
  expect(total(await stored('campaign'), (row) => row.costMicros)).toBe(account?.costMicros)
  expect(total(rows, (row) => row.conversions)).toBeCloseTo(account?.conversions ?? 0, 3)
})

test('every conversion of a campaign, also those that are not bid for', async () => {
  const truth = await askAccount(
    `SELECT campaign.id, metrics.all_conversions FROM campaign WHERE ${DAYS}`,
  )
  const google = new Map(truth.map((row) => [row.campaign?.id, row.metrics?.allConversions ?? 0]))
  const question = new URLSearchParams({ customerId: GOOGLE_ID, ...RANGE })
  const { campaigns } = (await owner.get(`/api/google-ads-full-data?${question}`)).body as FullData
  expect(total(campaigns, ({ metrics }) => metrics.all_conversions ?? 0)).toBeGreaterThan(
    total(campaigns, ({ metrics }) => metrics.conversions),
  )
  for (const { id, name, metrics } of campaigns)
    expect(metrics.all_conversions, name).toBeCloseTo(google.get(id) ?? 0, 3)
})

test('terms of Performance Max, which hang at the campaign', async () => {
  const truth = await askAccount(
    `SELECT campaign.id, campaign_search_term_view.search_term, metrics.clicks FROM campaign_search_term_view WHERE campaign.advertising_channel_type = 'PERFORMANCE_MAX' AND ${DAYS}`,
  )
  expect(truth.length).toBeGreaterThan(10)
  for (const [id, rows] of Map.groupBy(truth, (row) => row.campaign?.id)) {
    const answer = await owner.get(
      `/api/campaigns/${id}/search-terms?from=${RANGE.from}&to=${RANGE.to}`,
    )
    const terms = answer.body as SearchTermRow[]
    const google = Map.groupBy(rows, (row) => row.campaignSearchTermView?.searchTerm)
    expect(terms.map((row) => row.search_term).sort()).toEqual([...google.keys()].sort())
    for (const { search_term, ad_group_id, clicks } of terms)
      expect([ad_group_id, clicks], search_term).toEqual([
        '',
        total(google.get(search_term) ?? [], (row) => Number(row.metrics?.clicks ?? 0)),
      ])
  }
})

test('every search, also those that no keyword brought', async () => {
  const truth = await askAccount(
    `SELECT campaign.id, search_term_view.search_term, metrics.clicks FROM search_term_view WHERE ${DAYS}`,
  )
  const clicks = total(truth, (row) => Number(row.metrics?.clicks ?? 0))
  const { rows } = await it.ctx.db.execute<{ clicks: number; keywordless: number }>(sql`
    select sum(clicks)::float8 as clicks,
      sum(case when criterion_id = 0 then clicks end)::float8 as keywordless
    from search_term_day
    where ad_group_id <> 0 and day between ${RANGE.from}::date and ${RANGE.to}::date`)
  expect(rows[0]?.keywordless).toBeGreaterThan(10)
  expect(rows[0]?.clicks).toBe(clicks)
})

function askAccount(query: string): Promise<GoogleRow[]> {
  return askGoogle(it.simulators, IDENTITY, GOOGLE_ID, query)
}

/** int64 are strings on the wire; what is zero may be absent. Conversions are fractions. */
function sumsOf(row: GoogleRow | undefined): Sums {
  const { impressions = 0, clicks = 0, costMicros = 0, conversions = 0 } = row?.metrics ?? {}
  return {
    impressions: Number(impressions),
    clicks: Number(clicks),
    costMicros: Number(costMicros),
    conversions,
  }
}

async function stored(level: 'account' | 'campaign'): Promise<Sums[]> {
  const keys = level === 'account' ? '' : 'group by campaign_id'
  const { rows } = await it.ctx.db.execute<Sums>(sql`
    select sum(impressions)::float8 as impressions, sum(clicks)::float8 as clicks,
      sum(cost_micros)::float8 as "costMicros",
      sum(conversions_micros)::float8 / 1e6 as conversions
    from ${sql.raw(`${level}_day`)}
    where customer_id = ${customerId} and day between ${RANGE.from} and ${RANGE.to}
    ${sql.raw(keys)}`)
  return rows
}

async function api<T>(path: string): Promise<T> {
  const answer = await owner.get(`/api/${path}/${GOOGLE_ID}?${new URLSearchParams({ ...RANGE })}`)
  expect(answer.status).toBe(200)
  return answer.body as T
}

function total<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0)
}
