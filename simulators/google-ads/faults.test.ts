import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { GoogleAdsSimulator } from './server.ts'
import { type ApiClient, apiClient, codeOf, oauthClient, signIn, startTiny } from './test-client.ts'
import { ANA, SHOP, tinyWorld } from './tiny-world.ts'

let simulator: GoogleAdsSimulator
let ana: ApiClient
let refreshToken: string

beforeAll(async () => {
  simulator = await startTiny({ timeoutMs: 60_000, slowMs: 120 })
  const tokens = await signIn(oauthClient(simulator.baseUrl), ANA)
  ana = apiClient(simulator.baseUrl, tokens.access_token!)
  refreshToken = tokens.refresh_token!
})
afterEach(() => simulator.faults.clear())
afterAll(() => simulator.close())

const path = `v25/customers/${SHOP}/googleAds:searchStream`
const search = () => ana(path, { query: 'SELECT campaign.id FROM campaign' })

it.each([
  ['429', 429, 'RESOURCE_TEMPORARILY_EXHAUSTED'],
  ['quota_exhausted', 429, 'RESOURCE_EXHAUSTED'],
  ['500', 500, 'INTERNAL_ERROR'],
  ['503', 503, undefined],
  ['permission_denied', 403, 'USER_PERMISSION_DENIED'],
])('%s strikes as often as armed, then is gone', async (fault, status, code) => {
  simulator.faults.arm(fault, 2)
  for (let i = 0; i < 2; i++) {
    const answer = await search()
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
  }
  expect((await search()).status).toBe(200)
  expect(simulator.faults.armed()).toEqual([])
})

it('429 says when to come back', async () => {
  simulator.faults.arm('429')
  const { json } = await search()
  const [item] = json[0]!.error!.details![0]!.errors!
  expect(item!.details!.quotaErrorDetails!.retryDelay).toBe('1s')
})

it('armed no times at all it is disarmed, and others stay', async () => {
  for (const fault of ['429', '500', '429']) simulator.faults.arm(fault, 3)
  simulator.faults.arm('429', 0)
  expect(simulator.faults.armed()).toEqual([{ fault: '500', times: 3 }])
  simulator.faults.clear()
})

it('keeps to its scope', async () => {
  simulator.faults.arm('500', 1, 'googleAds:mutate')
  expect((await search()).status).toBe(200)
  expect(simulator.faults.armed()).toEqual([{ fault: '500', times: 1, scope: 'googleAds:mutate' }])
})

it('invalid_grant strikes the token endpoint only', async () => {
  simulator.faults.arm('invalid_grant')
  expect((await search()).status).toBe(200)
  const oauth = oauthClient(simulator.baseUrl)
  oauth.setCredentials({ refresh_token: refreshToken })
  await expect(oauth.getAccessToken()).rejects.toThrow('invalid_grant')
  expect((await oauth.getAccessToken()).token).toBeTruthy()
})

it('partial_failure fails the first operation', async () => {
  simulator.faults.arm('partial_failure')
  const update = { resourceName: `customers/${SHOP}/campaignBudgets/11`, amountMicros: '30000000' }
  const operation = { campaignBudgetOperation: { updateMask: 'amountMicros', update } }
  const { json } = await ana(`v25/customers/${SHOP}/googleAds:mutate`, {
    mutateOperations: [operation, operation],
    partialFailure: true,
  })
  expect(json.mutateOperationResponses!.map((result) => Object.keys(result).length)).toEqual([0, 1])
  expect(json.partialFailureError!.code).toBe(3)
})

const change = (micros: string, validateOnly = false) => {
  const update = { resourceName: `customers/${SHOP}/campaignBudgets/11`, amountMicros: micros }
  const operation = { campaignBudgetOperation: { updateMask: 'amountMicros', update } }
  return ana(`v25/customers/${SHOP}/googleAds:mutate`, {
    mutateOperations: [operation],
    validateOnly,
  })
}
const amount = async () => {
  const query = 'SELECT campaign_budget.amount_micros FROM campaign WHERE campaign.id = 11'
  const { json } = await ana(path, { query })
  return String(json[0]!.results![0]!.campaignBudget!.amountMicros)
}

it.each([
  ['late_answer', '41000000'],
  ['late_change', '42000000'],
])(
  '%s: a rehearsal passes; the change waits for its answer or its doing',
  async (fault, micros) => {
    const before = await amount()
    simulator.faults.arm(fault)
    expect((await change(micros, true)).status).toBe(200)
    const waiting = change(micros)
    await expect.poll(() => simulator.requests().some((call) => call.fault === fault)).toBe(true)
    expect(await amount()).toBe(fault === 'late_answer' ? micros : before)
    simulator.faults.clear()
    expect((await waiting).status).toBe(200)
    expect(await amount()).toBe(micros)
  },
)

it('truncated_stream breaks the socket in the middle of the body', async () => {
  simulator.faults.arm('truncated_stream')
  const response = await fetch(`${simulator.baseUrl}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await accessToken()}` },
    body: JSON.stringify({ query: 'SELECT campaign.id FROM campaign' }),
  })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

it('timeout holds the answer until the client gives up', async () => {
  simulator.faults.arm('timeout')
  const waiting = fetch(`${simulator.baseUrl}/v25/customers:listAccessibleCustomers`, {
    headers: { authorization: `Bearer ${await accessToken()}` },
    signal: AbortSignal.timeout(150),
  })
  await expect(waiting).rejects.toThrow(/timeout/)
  expect((await search()).status).toBe(200)
})

it('slow delays and then answers', async () => {
  simulator.faults.arm('slow')
  const before = performance.now()
  expect((await search()).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThanOrEqual(115)
})

it('knows its faults and logs its calls', async () => {
  expect(() => simulator.faults.arm('lluvia')).toThrow(RangeError)
  await search()
  expect(simulator.requests().at(-1)).toMatchObject({
    method: 'POST',
    path: `/${path}`,
    customerId: SHOP,
    query: 'SELECT campaign.id FROM campaign',
    rows: 2,
    status: 200,
  })
})

it('answers and logs its own failures as internal errors', async () => {
  const world = tinyWorld()
  world.account(SHOP)!.entities = () => {
    throw new Error('avería')
  }
  const broken = await startTiny({ world })
  const { access_token } = await signIn(oauthClient(broken.baseUrl), ANA)
  const answer = await apiClient(broken.baseUrl, access_token!)(path, {
    query: 'SELECT campaign.id FROM campaign',
  })
  expect([answer.status, codeOf(answer)]).toEqual([500, 'INTERNAL_ERROR'])
  expect(broken.requests().at(-1)!.crash).toContain('avería')
  await broken.close()
})

async function accessToken(): Promise<string> {
  const oauth = oauthClient(simulator.baseUrl)
  oauth.setCredentials({ refresh_token: refreshToken })
  return (await oauth.getAccessToken()).token!
}
