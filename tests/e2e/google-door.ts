import type { Page } from '@playwright/test'
import {
  apiClient,
  type Json,
  oauthClient,
  signIn,
} from '../../simulators/google-ads/test-client.ts'
import { expect } from './product.ts'
import { ACCOUNT } from './screen.ts'

const OWNER = 'marta.demo@gmail.test'
const PREFIX = `customers/${ACCOUNT}`

/** Google Ads as another person has it open: the same account, past the product. Amounts in micros. */
export type GoogleDoor = {
  budget: (resourceName: string) => Promise<number>
  /** Of every campaign, by its id. */
  budgets: () => Promise<Record<string, number>>
  setBudget: (resourceName: string, micros: number) => Promise<void>
  negatives: (text: string) => Promise<number>
  /** Keywords and negatives of ad groups that read so. */
  keywords: (text: string) => Promise<number>
  /** States of the ads that lead to this address, in campaigns of Search that are on. */
  adsTo: (finalUrl: string) => Promise<string[]>
}

type LedAd = { status: string; ad: { finalUrls: string[] } }

/** The product only says where Google is; the consent and the token are this one's own. */
export async function openGoogle(page: Page): Promise<GoogleDoor> {
  const start = await page.request.get('/api/google-ads/oauth/start', { maxRedirects: 0 })
  const { origin } = new URL(start.headers().location ?? '')
  const { access_token } = await signIn(oauthClient(origin), OWNER)
  const ask = apiClient(origin, access_token ?? '')
  const search = async (query: string) => {
    const { status, json } = await ask(`v25/${PREFIX}/googleAds:searchStream`, { query })
    expect(status, JSON.stringify(json)).toBe(200)
    return [...json].flatMap((batch) => [...(batch.results ?? [])]) as Json[]
  }
  return {
    budget: async (resourceName) => {
      const [row] = await search(
        `SELECT campaign_budget.amount_micros FROM campaign_budget WHERE campaign_budget.resource_name = '${resourceName}'`,
      )
      return Number(row?.campaignBudget?.amountMicros)
    },
    budgets: async () => {
      const rows = await search('SELECT campaign.id, campaign_budget.amount_micros FROM campaign')
      return Object.fromEntries(
        rows.map((row) => [row.campaign?.id, Number(row.campaignBudget?.amountMicros)]),
      )
    },
    setBudget: async (resourceName, micros) => {
      const update = { resourceName, amountMicros: String(micros) }
      const operation = { campaignBudgetOperation: { updateMask: 'amountMicros', update } }
      const body = { mutateOperations: [operation] }
      const { status, json } = await ask(`v25/${PREFIX}/googleAds:mutate`, body)
      expect(status, JSON.stringify(json)).toBe(200)
    },
    negatives: async (text) => {
      const rows = await search(
        `SELECT campaign_criterion.resource_name FROM campaign_criterion WHERE campaign_criterion.negative = TRUE AND campaign_criterion.keyword.text = '${text}'`,
      )
      return rows.length
    },
    keywords: async (text) => {
      const rows = await search(
        `SELECT ad_group_criterion.resource_name FROM ad_group_criterion WHERE ad_group_criterion.keyword.text = '${text}' AND ad_group_criterion.status != 'REMOVED'`,
      )
      return rows.length
    },
    adsTo: async (finalUrl) => {
      const rows = await search(
        "SELECT ad_group_ad.ad.final_urls, ad_group_ad.status FROM ad_group_ad WHERE campaign.status = 'ENABLED' AND campaign.advertising_channel_type = 'SEARCH'",
      )
      const ads = rows.map((row) => row.adGroupAd as unknown as LedAd)
      return ads.filter(({ ad }) => ad.finalUrls.includes(finalUrl)).map(({ status }) => status)
    },
  }
}
