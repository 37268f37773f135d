import { addDays, type Day } from '#shared/dates.ts'
import type { SparedTexts, WastedTerm } from '../rules/negative-themes.ts'
import type { Asking } from './asking.ts'

const DAYS = 90
const MOST_CAMPAIGNS = 10
const MOST_TERMS = 500

export type WasteReport = SparedTexts & {
  from: Day
  to: Day
  /** Dearest first; terms already excluded left out. */
  wasted: WastedTerm[]
}

/** Terms of the dearest campaigns that cost something in 90 days and converted in none of them. */
export async function readWastedTerms({ ask, account, today }: Asking): Promise<WasteReport> {
  const range = { from: addDays(today, 1 - DAYS), to: today }
  const customerId = account.googleCustomerId
  const campaigns = (await ask.listCampaignMetrics({ customerId, ...range }))
    .filter(({ cost_micros }) => cost_micros > 0)
    .toSorted((a, b) => b.cost_micros - a.cost_micros)
    .slice(0, MOST_CAMPAIGNS)
  const converting = new Set<string>()
  const keywords = new Set<string>()
  const wasted = new Map<string, WastedTerm>()
  for (const { campaign_id: campaignId, campaign_name: campaignName } of campaigns) {
    for (const row of await ask.listSearchTerms({ campaignId, ...range })) {
      const text = row.search_term
      if (row.conversions > 0) converting.add(text)
      keywords.add(row.keyword_text)
      if (row.status === 'EXCLUDED' || row.cost <= 0) continue
      const key = `${campaignId} ${text}`
      const known = wasted.get(key) ?? { text, campaignId, campaignName, cost: 0, clicks: 0 }
      known.cost += row.cost
      known.clicks += row.clicks
      wasted.set(key, known)
    }
  }
  return {
    ...range,
    wasted: [...wasted.values()]
      .filter(({ text }) => !converting.has(text))
      .toSorted((a, b) => b.cost - a.cost)
      .slice(0, MOST_TERMS),
    convertingTexts: [...converting],
    keywordTexts: [...keywords],
  }
}
