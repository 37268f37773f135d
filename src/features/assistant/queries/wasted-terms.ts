import { lateDay } from '#account-data/late-days.ts'
import { readSoldTerms } from '#account-data/sold-terms.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { SparedTexts, WastedTerm } from '../rules/negative-themes.ts'
import { unknownText } from '../rules/unknown-measures.ts'
import type { Asking } from './asking.ts'

const DAYS = 90
const MOST_CAMPAIGNS = 10
const MOST_TERMS = 500

export type WasteReport = SparedTexts & {
  from: Day
  to: Day
  /** Dearest first; terms already excluded left out. */
  wasted: WastedTerm[]
  /** Spanish: why nothing can be told of what does not convert. */
  whyNone: string | null
}

/** Terms of the dearest campaigns that cost something in 90 days whose conversions are in, and converted in none of them. */
export async function readWastedTerms(asking: Asking): Promise<WasteReport> {
  const { ctx, ask, account, today } = asking
  const late = await lateDay(ctx, account)
  const to = late ? addDays(late, -1) : today
  const range = { from: addDays(to, 1 - DAYS), to }
  const customerId = account.googleCustomerId
  const all = await ask.listCampaignMetrics({ customerId, ...range })
  const whyNone = unmeasured(asking, all)
  if (whyNone) return { ...range, wasted: [], convertingTexts: [], keywordTexts: [], whyNone }
  const campaigns = all
    .filter(({ cost_micros }) => cost_micros > 0)
    .toSorted((a, b) => b.cost_micros - a.cost_micros)
    .slice(0, MOST_CAMPAIGNS)
  const sold = await readSoldTerms(ctx, {
    customerId: account.customerId,
    from: range.from,
    to: today,
    where: {},
  })
  const converting = new Set(sold.map(({ text }) => text))
  const keywords = new Set<string>()
  const wasted = new Map<string, WastedTerm>()
  for (const { campaign_id: campaignId, campaign_name: campaignName } of campaigns) {
    for (const row of await ask.listSearchTerms({ campaignId, ...range })) {
      const text = row.search_term
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
    whyNone,
  }
}

/** Where conversions are not known, or none is, every term would be one that does not convert. */
function unmeasured(
  { account: { fileFacts } }: Asking,
  campaigns: readonly { conversions: number }[],
): string | null {
  const unknown = unknownText(['conversions'], fileFacts, 'search_term')
  if (unknown) return unknown
  return campaigns.some(({ conversions }) => conversions > 0)
    ? null
    : 'En estos días no consta ninguna conversión en la cuenta, y sin ellas no se sabe qué términos sobran. Comprueba la medición antes de excluir nada.'
}
