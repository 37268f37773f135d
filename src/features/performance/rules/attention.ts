import { type Metrics, MICROS, ratesOf } from '#shared/metrics.ts'
import { integer, percent, plural, quantity } from '#shared/spanish-numbers.ts'
import { spanishOrder } from '#shared/spanish-order.ts'
import type { PortfolioRow } from '../contract/portfolio.ts'

/** Pending recommendations by priority; those of low priority need no look. */
export type Alerts = { high: number; medium: number }

type Ranked = {
  weight: number
  alerts: Alerts
  reasons: string[]
  row: Omit<PortfolioRow, 'reasons'>
}

/** Two standard deviations: one account in twenty stands out by chance. */
const BEYOND_CHANCE = 2
/** A dearer conversion by less than this is not worth a morning's work. */
const SMALLEST_RISE = 0.1

/** How much an account needs a look, and why, in Spanish. The weights only order: disconnected above all. */
export function attentionOf({
  account,
  current,
  previous,
  reported = 1,
  alerts,
}: {
  account: { source: string; connected: boolean; lastSyncedAt: Date | null }
  current: Metrics
  previous: Metrics
  /** How many of the conversions of `current` have come by now, against those of `previous`. */
  reported?: number
  alerts: Alerts
}): { weight: number; reasons: string[] } {
  const found: [number, string | null][] = [
    [16, account.source === 'google' && !account.connected ? 'Desconectada' : null],
    [8, fallOfConversions(current, previous, reported)],
    [4, alerts.high > 0 ? highPriority(alerts.high) : null],
    [2, riseOfCost(current, previous, reported)],
    [1, alerts.medium > 0 ? mediumPriority(alerts) : null],
    [0, hadNoAds(account, current) ? 'Sin anuncios en los últimos 30 días' : null],
  ]
  const reasons = found.filter(([, text]) => text !== null)
  return {
    weight: reasons.reduce((sum, [weight]) => sum + weight, 0),
    reasons: reasons.map(([, text]) => text ?? ''),
  }
}

/** Amounts of different currencies cannot be compared, so equals follow by how many alerts they have, then by name. */
export function inOrderOfNeed(rows: readonly Ranked[]): PortfolioRow[] {
  const alertsOf = ({ alerts }: Ranked) => alerts.high * 100 + alerts.medium
  return rows
    .toSorted(
      (a, b) =>
        b.weight - a.weight ||
        alertsOf(b) - alertsOf(a) ||
        spanishOrder.compare(a.row.accountName, b.row.accountName),
    )
    .map(({ row, reasons }) => ({ ...row, reasons }))
}

function highPriority(count: number): string {
  return plural(count, 'recomendación de prioridad alta', 'recomendaciones de prioridad alta')
}

function mediumPriority({ high, medium }: Alerts): string {
  if (high > 0) return `${integer(medium)} de prioridad media`
  return plural(medium, 'recomendación de prioridad media', 'recomendaciones de prioridad media')
}

/** Of what has been read: what files do not tell is not known to be nothing. */
function hadNoAds(account: { source: string; lastSyncedAt: Date | null }, current: Metrics) {
  return account.source === 'google' && account.lastSyncedAt !== null && current.impressions === 0
}

/** The difference of two counts that follow Poisson has the variance of their sum. */
function fallOfConversions(current: Metrics, previous: Metrics, reported: number): string | null {
  const now = current.conversionsMicros / MICROS
  const before = previous.conversionsMicros / MICROS
  const expected = before * reported
  if (expected - now <= BEYOND_CHANCE * Math.sqrt(expected + now)) return null
  if (now === 0) return `Ninguna conversión; antes ${quantity(before)}`
  return `Las conversiones bajan un ${percent((expected - now) / expected, 0)}${asReported(reported)}`
}

/** The logarithm of a ratio of two counts has a variance of about 1/a + 1/b; the cost itself is known exactly. */
function riseOfCost(current: Metrics, previous: Metrics, reported: number): string | null {
  const [now, before] = [ratesOf(current), ratesOf(previous)]
  if (now.costPerConversion === 0 || before.costPerConversion === 0) return null
  const rise = (now.costPerConversion * reported) / before.costPerConversion
  const chance = Math.sqrt(1 / now.conversions + 1 / before.conversions)
  if (rise < 1 + SMALLEST_RISE || Math.log(rise) <= BEYOND_CHANCE * chance) return null
  return `El coste por conversión sube un ${percent(rise - 1, 0)}${asReported(reported)}`
}

/** Beside it stands the change of what is counted by now, which is another figure. */
function asReported(reported: number): string {
  return Math.abs(1 - reported) < 0.01 ? '' : ', descontado lo que aún llega'
}
