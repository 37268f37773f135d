import { type Metrics, MICROS, ratesOf } from '#shared/metrics.ts'
import { quantity } from '#shared/spanish-numbers.ts'
import { unitText } from '#shared/unit-text.ts'
import type { AccountReport } from './report.ts'

/** The eight figures of a report, in the order of the dashboard's cards. */
export type FigureName =
  | 'spend'
  | 'conversions'
  | 'costPerConversion'
  | 'conversionRate'
  | 'clicks'
  | 'impressions'
  | 'ctr'
  | 'cpc'

type Figure = {
  name: FigureName
  title: string
  /** Spending more is neither good nor bad by itself. */
  better: 'more' | 'less' | 'neither'
  kind: 'money' | 'percent' | 'integer' | 'quantity'
}

export const FIGURES: readonly Figure[] = [
  { name: 'spend', title: 'Coste', better: 'neither', kind: 'money' },
  { name: 'conversions', title: 'Conversiones', better: 'more', kind: 'quantity' },
  { name: 'costPerConversion', title: 'Coste por conversión', better: 'less', kind: 'money' },
  { name: 'conversionRate', title: 'Tasa de conversión', better: 'more', kind: 'percent' },
  { name: 'clicks', title: 'Clics', better: 'more', kind: 'integer' },
  { name: 'impressions', title: 'Impresiones', better: 'more', kind: 'integer' },
  { name: 'ctr', title: 'CTR', better: 'more', kind: 'percent' },
  { name: 'cpc', title: 'CPC medio', better: 'less', kind: 'money' },
]

/** What each is made of. */
const NEEDS: Record<FigureName, readonly (keyof Metrics)[]> = {
  spend: ['costMicros'],
  conversions: ['conversionsMicros'],
  costPerConversion: ['costMicros', 'conversionsMicros'],
  conversionRate: ['conversionsMicros', 'clicks'],
  clicks: ['clicks'],
  impressions: ['impressions'],
  ctr: ['clicks', 'impressions'],
  cpc: ['costMicros', 'clicks'],
}

/**
 * Money in currency units, rates as fractions; null for what one of something costs where there was none, and for what
 * an imported account's files do not tell. `known` null: all is.
 */
export function figuresOf(
  sums: Metrics,
  known: readonly (keyof Metrics)[] | null,
): Record<FigureName, number | null> {
  const { spend, conversions, ctr, conversionRate, ...rates } = ratesOf(sums)
  const { clicks, impressions } = sums
  // What is told as none has no price: 50 € for .003 conversions are no 16,666 € each.
  const costPerConversion = isNone(conversions) ? null : rates.costPerConversion
  const cpc = clicks > 0 ? rates.cpc : null
  const all = {
    spend,
    conversions,
    costPerConversion,
    conversionRate,
    clicks,
    impressions,
    ctr,
    cpc,
  }
  const names = Object.keys(all) as FigureName[]
  const told = names.map((name) => {
    const isKnown = known === null || NEEDS[name].every((figure) => known.includes(figure))
    return [name, isKnown ? all[name] : null]
  })
  // The names are those of `all`.
  return Object.fromEntries(told) as Record<FigureName, number | null>
}

/** With the two decimals that conversions are told with. */
const isNone = (conversions: number) => Math.round(conversions * 100) === 0

export function figureText(
  kind: Figure['kind'],
  value: number | null,
  currencyCode: string,
): string {
  const isMoney = kind === 'money' && value !== null
  return unitText(kind, isMoney ? Math.round(value * MICROS) : value, currencyCode)
}

/** How the figures compare, of as many days of both as are known whole; null where nothing is compared. */
export function comparedFigures({ compared, known }: Pick<AccountReport, 'compared' | 'known'>) {
  if (!compared) return null
  return {
    now: figuresOf(compared.now.sums, known),
    before: figuresOf(compared.before.sums, known),
  }
}

export type Change = { text: string; tone: 'good' | 'bad' | 'neutral' }

/** '+5,3 %' against the period before, as on the screens; '—' where there was nothing. */
export function changeOf(
  better: Figure['better'],
  current: number | null,
  previous: number | null,
): Change {
  if (current === null || previous === null) return { text: '—', tone: 'neutral' }
  if (previous === 0) return { text: current === 0 ? '0 %' : '—', tone: 'neutral' }
  const tenths = Math.round(((current - previous) / Math.abs(previous)) * 1000) / 10
  const sign = tenths > 0 ? '+' : tenths < 0 ? '-' : ''
  const text = `${sign}${quantity(Math.abs(tenths), 1)}\u00a0%`
  if (tenths === 0 || better === 'neither') return { text, tone: 'neutral' }
  return { text, tone: tenths > 0 === (better === 'more') ? 'good' : 'bad' }
}
