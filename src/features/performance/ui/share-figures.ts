import { MICROS, ratio } from '#shared/metrics.ts'
import { decimal, integer, money, percent } from '#shared/spanish-numbers.ts'

/** What a part of the spend, by device or place, has brought. Money in units, CTR in percent. */
export type ShareSums = {
  spend: number
  impressions: number
  clicks: number
  ctr: number
  cpc: number
  conversions: number
  costPerConversion: number
}

export const SHARE_TITLES = [
  '% del gasto',
  'Gasto',
  'Impresiones',
  'Clics',
  'CTR',
  'CPC',
  'Conversiones',
  'Coste/conv.',
]

/** In the order of the titles. */
export function shareFigures(sums: ShareSums, spend: number, currencyCode: string): string[] {
  const amount = (units: number) => money(units * MICROS, currencyCode)
  return [
    percent(ratio(sums.spend, spend), 1),
    amount(sums.spend),
    integer(sums.impressions),
    integer(sums.clicks),
    percent(sums.ctr / 100),
    amount(sums.cpc),
    decimal(sums.conversions, 2),
    sums.conversions > 0 ? amount(sums.costPerConversion) : '—',
  ]
}

/** The rest in one row, whose rates are of its sums. */
export function sumOfShares(rows: readonly ShareSums[]): ShareSums {
  const total = (name: 'spend' | 'impressions' | 'clicks' | 'conversions') =>
    rows.reduce((sum, row) => sum + row[name], 0)
  const [spend, impressions, clicks, conversions] = [
    total('spend'),
    total('impressions'),
    total('clicks'),
    total('conversions'),
  ]
  return {
    spend,
    impressions,
    clicks,
    conversions,
    ctr: ratio(clicks, impressions) * 100,
    cpc: ratio(spend, clicks),
    costPerConversion: ratio(spend, conversions),
  }
}
