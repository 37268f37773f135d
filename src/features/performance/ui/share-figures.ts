import { priceRange } from '#shared/count-ranges.ts'
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
    sums.clicks > 0 ? amount(sums.cpc) : '—',
    decimal(sums.conversions, 2),
    sums.conversions > 0 ? amount(sums.costPerConversion) : '—',
  ]
}

/** A part of the whole: what it spends, what it brings (null: no file tells it), and what one conversion costs there. */
export type Share = { name: string; spend: number; conversions: number | null }
export type Whole = Omit<Share, 'name'>

/** Where spend and conversions part most, in words. */
export function shareFinding(rows: readonly Share[], whole: Whole = wholeOf(rows)): string {
  const { spend, conversions } = whole
  if (conversions === null) return ''
  if (conversions === 0) return 'Ninguna conversión en este periodo.'
  const part = (row: Share) => ratio(row.conversions ?? 0, conversions)
  const gap = (row: Share) => part(row) - ratio(row.spend, spend)
  const [widest] = rows.toSorted((a, b) => Math.abs(gap(b)) - Math.abs(gap(a)))
  if (!widest || rows.length < 2) return ''
  const parts = `${percent(ratio(widest.spend, spend), 1)} del gasto y ${percent(part(widest), 1)} de las conversiones`
  return `Donde más se separan gasto y conversiones: ${widest.name}, ${parts}.`
}

/** What the rows are parts of, where they are all of it. */
const wholeOf = (rows: readonly Share[]): Whole => ({
  spend: rows.reduce((sum, row) => sum + row.spend, 0),
  conversions: rows.reduce((sum, row) => sum + (row.conversions ?? 0), 0),
})

/** Beyond so many times the mean price a range only runs on: it would press all others together. */
const LONGEST = 4

/** Each share of spend and conversions, its price with the 80 % range, and the scale that all of them stand on. */
export function sharePrices(rows: readonly Share[], whole: Whole = wholeOf(rows)) {
  const { spend } = whole
  const conversions = whole.conversions ?? 0
  const mean = conversions > 0 ? spend / conversions : null
  const prices = rows.map((row) => priceRange(row.conversions ?? 0, row.spend))
  const ends = prices.map(({ low, mid, high }) => high ?? mid ?? low)
  const end = Math.min(Math.max(...ends, mean ?? 0), mean ? mean * LONGEST : Number.MAX_VALUE)
  return {
    mean,
    end,
    rows: rows.map((row, at) => ({
      share: ratio(row.spend, spend),
      gain: conversions > 0 ? ratio(row.conversions ?? 0, conversions) : null,
      // Without a conversion there is no price, only that it is above what was spent.
      price: mean === null || row.spend === 0 ? null : (prices[at] ?? null),
    })),
  }
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
