import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { CampaignSummary } from '../src/features/performance/contract/account-views.ts'
import type {
  AdRow,
  AudienceRow,
  KeywordRow,
  SearchTermRow,
} from '../src/features/performance/contract/entity-lists.ts'
import type {
  AccountMetrics,
  AdGroupRow,
  CampaignRow,
} from '../src/features/performance/contract/metrics.ts'
import type { PortfolioRow } from '../src/features/performance/contract/portfolio.ts'
import { type ApiRow, addedUp, askGoogle, type GoogleRow } from './ask-google.ts'
import type { Person } from './harness.ts'
import { IDENTITY, readShop, SHOP } from './read-shop.ts'

// For every level: what Google says = what the API answers, over a day, a month and three months, the last
// of which is made of whole months from the rollup and of days at its edges.
const it = readShop()
const GOOGLE_ID = SHOP
const RANGES = [
  { from: '2026-11-18', to: '2026-11-18' },
  { from: '2026-10-22', to: '2026-11-20' },
  { from: '2026-08-27', to: '2026-11-17' },
]
const SUMS = 'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions'

type Range = (typeof RANGES)[number]
let owner: Person
let campaigns: CampaignRow[]
let adGroups: AdGroupRow[]

beforeAll(async () => {
  owner = it.owner
  campaigns = await api<CampaignRow[]>(`campaign-metrics/${GOOGLE_ID}`)
  adGroups = (
    await Promise.all(
      campaigns.map((campaign) => api<AdGroupRow[]>(`campaigns/${campaign.campaign_id}/ad-groups`)),
    )
  ).flat()
})

test.each(RANGES)('ad groups, $from – $to', async (range) => {
  const rows = await ofCampaigns<AdGroupRow>('ad-groups', range)
  await expectTruth(
    range,
    { select: 'ad_group.id', from: 'ad_group', key: (row) => `${row.adGroup?.id}` },
    rows.map((row) => [row.ad_group_id, row]),
  )
})

test.each(RANGES)('ads, $from – $to', async (range) => {
  const lists = adGroups.map(({ ad_group_id }) =>
    api<AdRow[]>(`ad-groups/${ad_group_id}/ads`, range),
  )
  const rows = (await Promise.all(lists)).flat()
  await expectTruth(
    range,
    {
      select: 'ad_group.id, ad_group_ad.ad.id',
      from: 'ad_group_ad',
      key: (row) => `${row.adGroup?.id} ${row.adGroupAd?.ad.id}`,
    },
    rows.map((row) => [`${row.ad_group_id} ${row.ad_id}`, row]),
  )
  for (const row of rows) {
    expect(JSON.parse(row.ad_headline)[0] ?? '').toBe(row.headline1)
    expect(row.ctr).toBeCloseTo(row.impressions === 0 ? 0 : row.clicks / row.impressions, 9)
  }
})

test.each(RANGES)('keywords, by campaign and by ad group, $from – $to', async (range) => {
  const keyed = (rows: KeywordRow[]) =>
    rows
      .filter((row) => !row.isNegative)
      .map((row): [string, ApiRow] => [
        `${row.adGroupId} ${row.keywordId}`,
        { ...row, cost: row.costEuros },
      ])
  const truth = {
    select: 'ad_group.id, ad_group_criterion.criterion_id',
    from: 'keyword_view',
    key: (row: GoogleRow) => `${row.adGroup?.id} ${row.adGroupCriterion?.criterionId}`,
  }
  const busiest = (await ofCampaigns<KeywordRow>('keywords', range)).find((row) => row.clicks > 0)!
  expect(busiest.ctr).toBeCloseTo((100 * busiest.clicks) / busiest.impressions, 9)
  expect(busiest.averageCpcMicros / 1e6).toBeCloseTo(busiest.costEuros / busiest.clicks, 5)
  const whole = keyed(await ofCampaigns<KeywordRow>('keywords', range))
  await expectTruth(range, truth, whole)
  const parts = await Promise.all(
    adGroups.map(({ ad_group_id }) =>
      api<KeywordRow[]>(`ad-groups/${ad_group_id}/keywords`, range),
    ),
  )
  expect(new Map(keyed(parts.flat()))).toEqual(new Map(whole))
})

test.each(RANGES)('search terms, and what is hidden, $from – $to', async (range) => {
  const lists = adGroups.map((group) =>
    api<SearchTermRow[]>(`campaigns/${group.campaign_id}/search-terms`, {
      ...range,
      ad_group_id: group.ad_group_id,
    }),
  )
  const rows = (await Promise.all(lists)).flat()
  expect(rows.length).toBeGreaterThan(100)
  await expectTruth(
    range,
    {
      select: 'ad_group.id, search_term_view.search_term',
      from: 'search_term_view',
      key: (row) => `${row.adGroup?.id} ${row.searchTermView?.searchTerm}`,
    },
    rows.map((row) => [`${row.ad_group_id} ${row.search_term}`, row]),
  )
  const byImpressions = campaigns.toSorted((a, b) => b.impressions - a.impressions)
  const campaign = byImpressions.find((one) => one.campaign_type_name === 'SEARCH')!
  const shown = rows.filter((row) => row.campaign_id === campaign.campaign_id)
  const [all] = (await api<CampaignRow[]>(`campaign-metrics/${GOOGLE_ID}`, range)).filter(
    (row) => row.campaign_id === campaign.campaign_id,
  )
  const hidden = await api<{ total: number; hiddenImpressions: number }>(
    `campaigns/${campaign.campaign_id}/search-terms-hidden`,
    range,
  )
  expect(hidden.total).toBe(shown.length)
  expect(hidden.hiddenImpressions).toBeCloseTo(
    1 - total(shown, (row) => row.impressions) / (all?.impressions ?? 0),
    9,
  )
  const display = byImpressions.find((one) => one.campaign_type_name === 'DISPLAY')!
  const path = `campaigns/${display.campaign_id}/search-terms-hidden`
  // Display brings no searches that could be hidden.
  expect(await api(path, range)).toMatchObject({ hiddenImpressions: null, hiddenCost: null })
})

test.each(RANGES)('audience segments of ad groups and campaigns, $from – $to', async (range) => {
  const rows = await ofCampaigns<AudienceRow>('audience-segments', range)
  const inGroups = rows.filter((row) => row.ad_group_id !== null)
  await expectTruth(
    range,
    {
      select: 'ad_group.id, ad_group_criterion.criterion_id',
      from: 'ad_group_audience_view',
      key: (row) => `${row.adGroup?.id}~${row.adGroupCriterion?.criterionId}`,
    },
    inGroups.map((row) => [row.id, row]),
  )
  const ofCampaign = rows.filter((row) => row.ad_group_id === null)
  await expectTruth(
    range,
    {
      select: 'campaign_criterion.criterion_id',
      from: 'campaign_audience_view',
      key: (row) => `0~${row.campaignCriterion?.criterionId}`,
    },
    ofCampaign.map((row) => [row.id, row]),
  )
})

test.each(RANGES)('devices, and hours where they are kept, $from – $to', async (range) => {
  const devices = await api<({ device: string; spend: number } & Omit<ApiRow, 'cost'>)[]>(
    `account-devices/${GOOGLE_ID}`,
    range,
  )
  await expectTruth(
    range,
    { select: 'segments.device', from: 'campaign', key: (row) => `${row.segments?.device}` },
    devices.map((row) => [row.device, { ...row, cost: row.spend }]),
  )
  const heatmap = await api<Range & { cells: HeatCell[] }>(`account-heatmap/${GOOGLE_ID}`, range)
  expect(heatmap.cells).toHaveLength(168)
  await expectTruth(
    { from: heatmap.from, to: heatmap.to },
    {
      select: 'segments.hour, segments.date',
      from: 'campaign',
      key: (row) => `${weekdayOf(row.segments?.date ?? '')} ${row.segments?.hour ?? 0}`,
    },
    heatmap.cells.map((cell) => [`${cell.weekday} ${cell.hour}`, { ...cell, cost: cell.spend }]),
  )
})

test.each(RANGES)('places by their names, $from – $to', async (range) => {
  type Place = { id: string; name: string | null; spend: number } & Omit<ApiRow, 'cost'>
  const places = await api<Place[]>(`account-places/${GOOGLE_ID}`, range)
  expect(places.every(({ name }) => name)).toBe(true)
  await expectTruth(
    range,
    {
      select: 'segments.geo_target_region',
      from: 'geographic_view',
      key: (row) => `${row.segments?.geoTargetRegion?.split('/').at(-1)}`,
    },
    places.map((row) => [row.id, { ...row, cost: row.spend }]),
  )
})

test.each(RANGES)(
  'trends of a campaign and of an ad group sum to their rows, $from – $to',
  async (range) => {
    const [campaign] = (await api<CampaignRow[]>(`campaign-metrics/${GOOGLE_ID}`, range)).toSorted(
      (a, b) => b.clicks - a.clicks,
    )
    const id = campaign?.campaign_id ?? ''
    const trend = await api<{ current: { clicks: number; spend: number }[] }>(
      `account-trend/${GOOGLE_ID}`,
      { ...range, level: 'campaign', id },
    )
    expect(total(trend.current, (day) => day.clicks)).toBe(campaign?.clicks)
    const [group] = await api<AdGroupRow[]>(`campaigns/${id}/ad-groups`, range)
    const ofGroup = await api<typeof trend>(`account-trend/${GOOGLE_ID}`, {
      ...range,
      level: 'ad_group',
      id: group?.ad_group_id ?? '',
    })
    expect(total(ofGroup.current, (day) => day.spend)).toBeCloseTo(group?.cost ?? -1, 4)
  },
)

test('a list that is asked again comes compressed from the cache and says the same', async () => {
  const url = `/api/campaign-metrics/${GOOGLE_ID}?from=2026-10-22&to=2026-11-20`
  const { body: plain } = await owner.get(url)
  for (let time = 0; time < 2; time++) {
    const headers = { cookie: owner.cookie, 'accept-encoding': 'gzip, br' }
    const reply = await it.app.inject({ url, headers })
    expect(reply.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString())).toEqual(plain)
  }
})

test('an ad carries what the dialog draws: sitelinks, callouts, and verdicts on its texts', async () => {
  const lists = adGroups.map(({ ad_group_id }) => api<AdRow[]>(`ad-groups/${ad_group_id}/ads`))
  const ads = (await Promise.all(lists)).flat()
  const full = ads.find((ad) => ad.sitelinks.length > 0 && ad.callouts.length > 0)
  expect(full?.sitelinks[0]).toEqual({
    title: expect.stringMatching(/./),
    url: expect.stringMatching(/^https:/),
    descriptions: expect.any(Array),
  })
  const pieces = ads.flatMap((ad) => ad.pieces)
  expect(pieces.some((piece) => piece.performance === 'BEST' && (piece.impressions ?? 0) > 0)).toBe(
    true,
  )
})

test('the summary of campaigns and the portfolio say what the account says', async () => {
  const full = await api<{ campaigns: CampaignSummary[] }>('google-ads-full-data', {
    customerId: GOOGLE_ID,
  })
  const byId = new Map(full.campaigns.map((campaign) => [campaign.id, campaign.metrics]))
  for (const row of campaigns) {
    const summary = byId.get(row.campaign_id)
    expect(summary).toMatchObject({ cost_micros: row.cost_micros, clicks: row.clicks })
    expect(summary?.ctr).toBeCloseTo(row.ctr / 100, 9)
  }
  const query =
    'SELECT campaign.id, metrics.search_budget_lost_impression_share FROM campaign WHERE segments.date DURING LAST_30_DAYS'
  for (const { campaign, metrics } of await askGoogle(it.simulators, IDENTITY, GOOGLE_ID, query)) {
    const lost = metrics?.searchBudgetLostImpressionShare ?? 0
    // Google prints a share of over 90 % as 0.9001, and days are added up from what it printed.
    const ours = byId.get(campaign?.id ?? '')?.search_budget_lost_impression_share ?? 0
    expect(Math.abs(ours - lost)).toBeLessThan(0.1)
  }
  const metrics = await api<AccountMetrics>(`account-metrics/${GOOGLE_ID}`)
  const [account] = await api<PortfolioRow[]>('portfolio')
  expect(account).toMatchObject({
    customerId: GOOGLE_ID,
    currencyCode: 'EUR',
    spend: metrics.spend,
    changes: { conversions: metrics.changes.conversions },
  })
  expect(account?.days).toHaveLength(30)
  expect(total(account?.days ?? [], (day) => day.spend)).toBeCloseTo(metrics.spend, 4)
  expect(metrics.comparison).toMatchObject({ from: '2026-09-22', to: '2026-10-21', complete: true })
  const year = await api<AccountMetrics>(`account-metrics/${GOOGLE_ID}`, { compare: 'year' })
  expect(year).toMatchObject({ changes: { spend: '—' }, comparison: { from: '2025-10-22' } })
})

test('what was changed, when and by whom is told in Spanish', async () => {
  const changes = await api<{ what: string; day: string; user: string; clientLabel: string }[]>(
    `account-changes/${GOOGLE_ID}`,
  )
  expect(changes.length).toBeGreaterThan(2)
  expect(changes.map(({ day }) => day)).toEqual(
    changes
      .map(({ day }) => day)
      .toSorted()
      .reverse(),
  )
  expect(changes[0]).toMatchObject({
    what: expect.stringMatching(/^Se añadió la palabra clave negativa «.+» \(.+\)/),
    user: 'campanas@agencia-brujula.test',
    clientLabel: 'Google Ads (web)',
  })
  const range = { from: changes[0]?.day ?? '', to: changes[0]?.day ?? '' }
  const sameDay = await api<unknown[]>(`account-changes/${GOOGLE_ID}`, range)
  expect(sameDay).toHaveLength(changes.filter(({ day }) => day === range.from).length)
})

test('strangers and other places get nothing', async () => {
  const stranger = await it.signIn()
  const group = adGroups[0]!
  const other = adGroups.find((row) => row.campaign_id !== group.campaign_id)!
  const status = async (who: Person, path: string) => (await who.get(`/api/${path}`)).status
  for (const path of [
    `ad-groups/${group.ad_group_id}/ads`,
    `ad-groups/${group.ad_group_id}/keywords`,
    `campaigns/${group.campaign_id}/search-terms`,
    `account-trend/${GOOGLE_ID}`,
  ])
    expect([path, await status(stranger, path), await status(owner, path)]).toEqual([
      path,
      404,
      200,
    ])
  const elsewhere = `campaigns/${group.campaign_id}/search-terms?ad_group_id=${other.ad_group_id}`
  expect(await status(owner, elsewhere)).toBe(404)
  expect(
    await status(owner, `account-trend/${GOOGLE_ID}?level=campaign&id=9999999999999999999`),
  ).toBe(404)
  expect(await status(owner, `account-trend/${GOOGLE_ID}?level=campaign`)).toBe(400)
  expect(await status(owner, 'google-ads-full-data')).toBe(400)
  const range = (from: string, to: string) =>
    `campaigns/${group.campaign_id}/keywords?from=${from}&to=${to}`
  expect(await status(owner, range('2026-11-20', '2026-11-01'))).toBe(400)
  expect(await status(owner, range('2016-11-20', '2026-11-01'))).toBe(400)
  expect(await status(owner, range('2027-11-20', '2027-11-21'))).toBe(200)
})

type HeatCell = Omit<ApiRow, 'cost'> & { spend: number; weekday: number; hour: number }
type Truth = { select: string; from: string; key: (row: GoogleRow) => string }

/** Rows of one key are added up on both sides; rows without traffic need not be there. */
async function expectTruth(range: Range, truth: Truth, rows: [string, ApiRow][]): Promise<void> {
  const query = `SELECT ${truth.select}, ${SUMS} FROM ${truth.from} WHERE segments.date BETWEEN '${range.from}' AND '${range.to}'`
  const google = addedUp(
    (await askGoogle(it.simulators, IDENTITY, GOOGLE_ID, query)).map((row) => {
      const { impressions = 0, clicks = 0, costMicros = 0, conversions = 0 } = row.metrics ?? {}
      return [
        truth.key(row),
        {
          impressions: Number(impressions),
          clicks: Number(clicks),
          cost: Number(costMicros) / 1e6,
          conversions,
        },
      ]
    }),
  )
  expect(google.size).toBeGreaterThan(0)
  expect(Object.fromEntries(addedUp(rows))).toEqual(Object.fromEntries(google))
}

async function ofCampaigns<T>(list: string, range: Range): Promise<T[]> {
  const lists = campaigns.map(({ campaign_id }) =>
    api<T[]>(`campaigns/${campaign_id}/${list}`, range),
  )
  return (await Promise.all(lists)).flat()
}

async function api<T>(path: string, query: object = {}): Promise<T> {
  const search = new URLSearchParams(query as Record<string, string>)
  const answer = await owner.get(`/api/${path}?${search}`)
  expect(answer.status, `${path} ${answer.text.slice(0, 300)}`).toBe(200)
  return answer.body as T
}

function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

function total<Row>(rows: readonly Row[], value: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0)
}
