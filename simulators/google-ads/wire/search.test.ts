import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GoogleAdsSimulator } from '../server.ts'
import {
  type ApiClient,
  apiClient,
  codeOf,
  oauthClient,
  signIn,
  startTiny,
} from '../test-client.ts'
import { AGENCY, ANA, CLINIC, CLOSED, LUIS, SHOP, TERMS_PER_DAY } from '../tiny-world.ts'

let simulator: GoogleAdsSimulator
let ana: ApiClient

beforeAll(async () => {
  simulator = await startTiny()
  ana = await clientOf(ANA)
})
afterAll(() => simulator.close())

async function clientOf(email: string): Promise<ApiClient> {
  const tokens = await signIn(oauthClient(simulator.baseUrl), email)
  return apiClient(simulator.baseUrl, tokens.access_token!)
}

function stream(query: string, customerId = SHOP, headers: Record<string, string> = {}) {
  return ana(`v25/customers/${customerId}/googleAds:searchStream`, { query }, headers)
}

async function rows(query: string) {
  const { json } = await stream(query)
  return json.flatMap((batch) => batch.results ?? [])
}

describe('who may open which account', () => {
  const query = 'SELECT customer.id FROM customer'

  it('lists directly accessible accounts, and none for somebody without Ads', async () => {
    const { json } = await ana('v25/customers:listAccessibleCustomers')
    expect(json).toEqual({ resourceNames: [`customers/${SHOP}`, `customers/${AGENCY}`] })
    const luis = await clientOf(LUIS)
    const none = await luis('v25/customers:listAccessibleCustomers')
    expect([none.status, codeOf(none)]).toEqual([401, 'NOT_ADS_USER'])
  })

  it.each([
    [CLINIC, undefined, 403, 'USER_PERMISSION_DENIED'],
    [CLINIC, SHOP, 403, 'USER_PERMISSION_DENIED'],
    [CLINIC, AGENCY, 200, undefined],
    [SHOP, undefined, 200, undefined],
    [SHOP, AGENCY, 403, 'USER_PERMISSION_DENIED'],
    [CLOSED, AGENCY, 403, 'CUSTOMER_NOT_ENABLED'],
    ['9999999999', undefined, 403, 'USER_PERMISSION_DENIED'],
    ['100-000-0001', undefined, 400, 'INVALID_CUSTOMER_ID'],
    [SHOP, '100-000-0001', 400, 'INVALID_LOGIN_CUSTOMER_ID'],
  ])('customer %s through %s: %i %s', async (customerId, login, status, code) => {
    const headers: Record<string, string> = login ? { 'login-customer-id': login } : {}
    const answer = await stream(query, customerId, headers)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
  })

  it('walks from a manager to its accounts', async () => {
    const { json } = await stream(
      'SELECT customer_client.id, customer_client.level, customer_client.manager FROM customer_client ORDER BY customer_client.level',
      AGENCY,
    )
    expect(json[0]!.results).toEqual([
      client(AGENCY, '0', true),
      client(CLINIC, '1', false),
      client(CLOSED, '1', false),
    ])
    const metrics = await stream('SELECT metrics.clicks FROM customer', AGENCY)
    expect([metrics.status, codeOf(metrics)]).toEqual([400, 'REQUESTED_METRICS_FOR_MANAGER'])
  })

  function client(id: string, level: string, manager: boolean) {
    const resourceName = `customers/${AGENCY}/customerClients/${id}`
    return { customerClient: { resourceName, id, level, manager } }
  }

  it('takes an absent developer token and refuses an empty one', async () => {
    expect(codeOf(await stream(query, SHOP, { 'developer-token': '' }))).toBe(
      'DEVELOPER_TOKEN_PARAMETER_MISSING',
    )
  })

  it('knows no other version', async () => {
    const dead = await ana(`v22/customers/${SHOP}/googleAds:search`, { query })
    expect([dead.status, dead.json]).toEqual([404, null])
  })
})

describe('rows', () => {
  it('prints Google’s JSON: nested camel case, int64 as text, unset fields left out', async () => {
    const { json, requestId } = await stream(
      'SELECT campaign.id, campaign.name, campaign.target_roas.target_roas, campaign.primary_status_reasons, campaign_budget.amount_micros FROM campaign ORDER BY campaign.id',
    )
    expect(json).toEqual([
      {
        results: [
          {
            campaign: {
              resourceName: `customers/${SHOP}/campaigns/11`,
              id: '11',
              name: 'Búsqueda · Marca',
              targetRoas: { targetRoas: 4.2 },
            },
            campaignBudget: {
              resourceName: `customers/${SHOP}/campaignBudgets/11`,
              amountMicros: '20000000',
            },
          },
          {
            campaign: {
              resourceName: `customers/${SHOP}/campaigns/12`,
              id: '12',
              name: 'Rebajas 100%',
              primaryStatusReasons: ['CAMPAIGN_PAUSED'],
            },
            campaignBudget: {
              resourceName: `customers/${SHOP}/campaignBudgets/12`,
              amountMicros: '20000000',
            },
          },
        ],
        fieldMask:
          'campaign.id,campaign.name,campaign.targetRoas.targetRoas,campaign.primaryStatusReasons,campaignBudget.amountMicros',
        requestId,
        queryResourceConsumption: '1',
      },
    ])
  })

  it('adds up days and devices, derives rates, censors shares, and lists silent entities', async () => {
    const found = await rows(
      `SELECT campaign.id, metrics.impressions, metrics.cost_micros, metrics.conversions, metrics.ctr,
       metrics.average_cpc, metrics.cost_per_conversion, metrics.search_impression_share,
       metrics.search_budget_lost_impression_share, metrics.search_rank_lost_impression_share,
       metrics.view_through_conversions FROM campaign
       WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-10' ORDER BY campaign.id`,
    )
    expect(found.map((row) => row.metrics)).toEqual([
      {
        impressions: '1000',
        costMicros: '50000000',
        conversions: 5,
        ctr: 0.1,
        averageCpc: 500_000,
        costPerConversion: 10_000_000,
        searchImpressionShare: 0.0999,
        searchBudgetLostImpressionShare: 0.9001,
        searchRankLostImpressionShare: 0.005,
        viewThroughConversions: '0',
      },
      { impressions: '0', costMicros: '0', conversions: 0, viewThroughConversions: '0' },
    ])
  })

  it('splits by segments, drops silent entities then, and filters after adding up', async () => {
    const query = (more: string) =>
      `SELECT campaign.id, segments.date, segments.device, metrics.clicks FROM campaign
       WHERE segments.date BETWEEN '2026-11-09' AND '2026-11-10' ${more}`
    expect((await rows(query(''))).map((row) => [row.segments, row.metrics])).toEqual([
      [{ date: '2026-11-09', device: 'MOBILE' }, { clicks: '6' }],
      [{ date: '2026-11-09', device: 'DESKTOP' }, { clicks: '4' }],
      [{ date: '2026-11-10', device: 'MOBILE' }, { clicks: '6' }],
      [{ date: '2026-11-10', device: 'DESKTOP' }, { clicks: '4' }],
    ])
    expect(await rows(query('AND metrics.clicks > 4'))).toHaveLength(2)
    expect(await rows(query("AND segments.device = 'DESKTOP'"))).toHaveLength(2)
    expect(await rows(query('AND campaign.id = 12'))).toEqual([])
  })

  it('makes weeks, months and weekdays out of days', async () => {
    const monday = await rows(
      `SELECT segments.week, segments.month, segments.quarter, segments.year, segments.day_of_week,
       segments.month_of_year, metrics.clicks FROM customer WHERE segments.date = '2026-11-09'`,
    )
    expect(monday[0]!.segments).toEqual({
      week: '2026-11-09',
      month: '2026-11-01',
      quarter: '2026-10-01',
      year: 2026,
      dayOfWeek: 'MONDAY',
      monthOfYear: 'NOVEMBER',
    })
  })

  it('never reports days that have not come', async () => {
    const found = await rows(
      "SELECT segments.date, metrics.clicks FROM customer WHERE segments.date BETWEEN '2026-11-20' AND '2026-12-31'",
    )
    expect(found.map((row) => row.segments!.date)).toEqual(['2026-11-20', '2026-11-21'])
  })

  it('orders and limits', async () => {
    const found = await rows(
      'SELECT campaign.name FROM campaign ORDER BY campaign.name DESC LIMIT 1',
    )
    expect(found.map((row) => row.campaign!.name)).toEqual(['Rebajas 100%'])
  })
})

describe('long answers', () => {
  const query =
    "SELECT search_term_view.search_term, segments.date, metrics.clicks FROM search_term_view WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-07'"
  const total = 7 * TERMS_PER_DAY

  it('streams batches of 10,000 rows', async () => {
    const { json } = await stream(query)
    expect(json.map((batch) => batch.results!.length)).toEqual([10_000, 10_000, total - 20_000])
    expect(json[2]!.fieldMask).toBe('searchTermView.searchTerm,segments.date,metrics.clicks')
  })

  it('answers no match with a batch without results', async () => {
    const { json } = await stream("SELECT campaign.id FROM campaign WHERE campaign.name = 'nada'")
    expect(json).toHaveLength(1)
    expect(json[0]).not.toHaveProperty('results')
  })

  it('pages search with tokens that belong to the query', async () => {
    const path = `v25/customers/${SHOP}/googleAds:search`
    const seen: number[] = []
    let pageToken: unknown
    do {
      const { json } = await ana(path, { query, ...(pageToken ? { pageToken } : {}) })
      expect(json.totalResultsCount).toBe(String(total))
      seen.push(json.results!.length)
      pageToken = json.nextPageToken
      if (pageToken && seen.length === 1) {
        const other = await ana(path, { query: `${query} LIMIT 5`, pageToken })
        expect(codeOf(other)).toBe('INVALID_PAGE_TOKEN')
      }
    } while (pageToken)
    expect(seen).toEqual([10_000, 10_000, total - 20_000])
    expect(codeOf(await ana(path, { query, pageSize: 10 }))).toBe('PAGE_SIZE_NOT_SUPPORTED')
  })

  it('compresses only for a client that also says so in its user agent', async () => {
    const plain = await fetchStream({})
    const packed = await fetchStream({ 'user-agent': 'pujante (gzip)' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(((await packed.json()) as unknown[]).length).toBe(((await plain.json()) as []).length)
  })

  async function fetchStream(headers: Record<string, string>) {
    const tokens = await signIn(oauthClient(simulator.baseUrl), ANA)
    return fetch(`${simulator.baseUrl}/v25/customers/${SHOP}/googleAds:searchStream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, ...headers },
      body: JSON.stringify({ query }),
    })
  }
})

describe('errors', () => {
  it('come as a GoogleAdsFailure, in an array from searchStream', async () => {
    const query = 'SELECT campaign.start_date FROM campaign'
    const answer = await stream(query)
    expect(answer.status).toBe(400)
    const body = {
      error: {
        code: 400,
        message: 'Request contains an invalid argument.',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure',
            errors: [
              {
                errorCode: { queryError: 'UNRECOGNIZED_FIELD' },
                message: "Unrecognized field in the query: 'campaign.start_date'.",
                trigger: { stringValue: 'campaign.start_date' },
              },
            ],
            requestId: answer.requestId,
          },
        ],
      },
    }
    expect(answer.json).toEqual([body])
    const bare = await ana(`v25/customers/${SHOP}/googleAds:search`, { query })
    expect(Array.isArray(bare.json)).toBe(false)
    expect(codeOf(bare)).toBe('UNRECOGNIZED_FIELD')
  })

  it('refuse names the request does not have', async () => {
    const { status, json } = await ana(`v25/customers/${SHOP}/googleAds:search`, {
      query: 'SELECT customer.id FROM customer',
      consulta: 1,
    })
    expect(status).toBe(400)
    expect(json.error!.message).toContain('Unknown name "consulta"')
  })
})

it('describes fields with googleAdsFields:search', async () => {
  const { json } = await ana('v25/googleAdsFields:search', {
    query:
      "SELECT name, category, data_type, enum_values WHERE name IN ('campaign.status', 'metrics.clicks') ORDER BY name",
  })
  expect(json.results![0]).toMatchObject({
    resourceName: 'googleAdsFields/campaign.status',
    category: 'ATTRIBUTE',
    dataType: 'ENUM',
    enumValues: expect.arrayContaining(['ENABLED', 'PAUSED', 'REMOVED']),
  })
  expect(json.results![1]).toMatchObject({ category: 'METRIC', dataType: 'INT64' })
})
