import { expect } from 'vitest'
import type { RunningSimulators } from '../simulators/start.ts'

/** What tests read of Google's rows: int64 are strings, what is zero may be absent. */
export type GoogleRow = {
  metrics?: {
    impressions?: string
    clicks?: string
    costMicros?: string
    conversions?: number
    allConversions?: number
    searchBudgetLostImpressionShare?: number
  }
  campaign?: { id: string }
  adGroup?: { id: string }
  adGroupAd?: { ad: { id: string } }
  adGroupCriterion?: {
    resourceName?: string
    criterionId: string
    keyword?: { text: string }
    cpcBidMicros?: string
  }
  campaignCriterion?: { criterionId: string }
  campaignSearchTermView?: { searchTerm: string }
  searchTermView?: { searchTerm: string; status: string }
  segments?: { device?: string; hour?: number; date?: string; geoTargetRegion?: string }
}

/** Not through the product's client: what it asks or how it reads could be wrong on both sides. */
export async function askGoogle(
  { googleAds, environment, grantGoogle }: RunningSimulators,
  identity: string,
  customerId: string,
  query: string,
): Promise<GoogleRow[]> {
  const token = await fetch(`${googleAds.baseUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: grantGoogle(identity),
      client_id: environment.GOOGLE_ADS_CLIENT_ID ?? '',
      client_secret: environment.GOOGLE_ADS_CLIENT_SECRET ?? '',
    }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const url = `${googleAds.baseUrl}/v25/customers/${customerId}/googleAds:searchStream`
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const batches = (await answer.json()) as { results?: GoogleRow[] }[]
  return batches.flatMap(({ results = [] }) => results)
}

export type ApiRow = { impressions: number; clicks: number; cost: number; conversions: number }

/** Rows of one key as one, to the cent; without those that had no traffic. */
export function addedUp(rows: [string, ApiRow][]): Map<string, ApiRow> {
  const sums = new Map<string, ApiRow>()
  for (const [key, row] of rows) {
    const sum = sums.get(key) ?? { impressions: 0, clicks: 0, cost: 0, conversions: 0 }
    for (const name of Object.keys(sum) as (keyof ApiRow)[]) sum[name] += row[name]
    sums.set(key, sum)
  }
  const cents = (value: number) => Math.round(value * 100) / 100
  return new Map(
    [...sums]
      .filter(([, sum]) => Object.values(sum).some((value) => value !== 0))
      .map(([key, sum]) => [
        key,
        { ...sum, cost: cents(sum.cost), conversions: cents(sum.conversions) },
      ]),
  )
}
