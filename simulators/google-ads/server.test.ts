import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GoogleAdsSimulator, startGoogleAdsSimulator } from './server.ts'
import { type ApiClient, apiClient, type Json, NOW, oauthClient } from './test-client.ts'
import { createWorld } from './world/world.ts'

// The wire and the world together; each alone has its own tests.

const folder = mkdtempSync(join(tmpdir(), 'ads-world-'))
let simulator: GoogleAdsSimulator
let call: ApiClient
let shop: string

beforeAll(async () => {
  await start()
})
afterAll(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true })
})

async function start(refreshToken?: string): Promise<string> {
  const world = createWorld({ seed: 20_261 })
  simulator = await startGoogleAdsSimulator({
    world,
    clock: { now: () => NOW },
    statePath: join(folder, 'state.json'),
  })
  const [user] = world.users
  shop = user!.customerIds.find((id) => !world.account(id)!.manager)!
  const oauth = oauthClient(simulator.baseUrl)
  const token = refreshToken ?? simulator.grant(user!.email)
  oauth.setCredentials({ refresh_token: token })
  call = apiClient(simulator.baseUrl, (await oauth.getAccessToken()).token!)
  return token
}

async function rows(query: string): Promise<Json[]> {
  const { json } = await call(`v25/customers/${shop}/googleAds:searchStream`, { query })
  return json.flatMap((batch) => batch.results ?? [])
}

const METRICS = ['impressions', 'clicks', 'costMicros', 'conversions', 'conversionsValue']

async function totals(select: string, from: string): Promise<number[]> {
  const found = await rows(
    `SELECT ${select} metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions,
     metrics.conversions_value FROM ${from} WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-14'`,
  )
  return METRICS.map((metric) => {
    const sum = found.reduce((total, row) => total + Number(row.metrics![metric] ?? 0), 0)
    return Math.round(sum * 1000) / 1000
  })
}

it('adds up alike over days, campaigns, devices and weeks', async () => {
  const account = await totals('', 'customer')
  expect(account[0]).toBeGreaterThan(1000)
  expect(await totals('segments.date,', 'customer')).toEqual(account)
  expect(await totals('campaign.id,', 'campaign')).toEqual(account)
  expect(await totals('segments.device, segments.week,', 'campaign')).toEqual(account)
})

it('keeps a mutation and the sign-in over a restart', async () => {
  const query = 'SELECT campaign_budget.amount_micros FROM campaign_budget LIMIT 1'
  const [before] = await rows(query)
  const amountMicros = String(Number(before!.campaignBudget!.amountMicros) + 1_000_000)
  const { resourceName } = before!.campaignBudget!
  const update = { resourceName, amountMicros }
  const { status } = await call(`v25/customers/${shop}/googleAds:mutate`, {
    mutateOperations: [{ campaignBudgetOperation: { updateMask: 'amountMicros', update } }],
  })
  expect(status).toBe(200)
  const token = simulator.grant('marta.demo@gmail.test')
  await simulator.close()
  await start(token)
  const [after] = await rows(query)
  expect(after!.campaignBudget!.amountMicros).toBe(amountMicros)
})

it('keeps the images of ads under the path that it names at Google', async () => {
  const [row] = await rows(
    "SELECT asset.image_asset.full_size.url, asset.image_asset.full_size.width_pixels FROM campaign_asset WHERE campaign_asset.field_type = 'AD_IMAGE'",
  )
  const size = row!.asset!.imageAsset!.fullSize!
  const { origin, pathname } = new URL(String(size.url))
  expect(origin).toBe('https://tpc.googlesyndication.com')
  expect(size.widthPixels).toBe('1200')
  const reply = await fetch(simulator.baseUrl + pathname)
  expect(reply.headers.get('content-type')).toBe('image/svg+xml')
  expect(await reply.text()).toContain('width="1200"')
  expect((await fetch(`${simulator.baseUrl}/simgad/x/9x9`)).status).toBe(404)
})
