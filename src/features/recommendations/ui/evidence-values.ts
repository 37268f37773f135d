import { isDay } from '#shared/dates.ts'
import { decimal, integer, longDay, money, percent, quantity } from '#shared/spanish-numbers.ts'
import type { EvidenceCard } from '../contract.ts'

export type EvidenceUnit = EvidenceCard['figures'][number]['unit']
export type EvidenceValue = EvidenceCard['figures'][number]['value']
type Forecast = NonNullable<EvidenceCard['forecast']>

/** A value of an evidence card as its unit prints it; '—' where there is none. */
export function evidenceText(unit: EvidenceUnit, value: EvidenceValue, currency: string): string {
  if (value === null || value === '') return '—'
  if (typeof value === 'string') return unit === 'day' && isDay(value) ? longDay(value) : value
  switch (unit) {
    case 'money':
      return money(value, currency)
    case 'percent':
      return percentText(value)
    case 'quantity':
      return quantity(value)
    case 'decimal':
      return decimal(value, value !== 0 && Math.abs(value) < 0.1 ? 4 : 2)
    default:
      return integer(value)
  }
}

export function isFigure(unit: EvidenceUnit): boolean {
  return unit !== 'text' && unit !== 'day'
}

/** A probability as a whole percent; no model is worth saying 100 %. */
export function probabilityText(probability: number): string {
  return probability >= 0.995 ? `más del ${percent(0.99, 0)}` : percent(probability, 0)
}

/** What the amounts of `impactText` are. */
export function impactLabel({ forecast }: EvidenceCard): string {
  if (!forecast) return 'Impacto'
  return forecast.kpi === 'coste' ? 'Ahorro' : 'Beneficio'
}

/** The forecast in a phrase, or the server's own words where no amount can be defended. */
export function impactText(card: EvidenceCard, fallback: string): string {
  if (!card.forecast) return fallback
  const { monthlyLowMicros, monthlyHighMicros } = card.forecast
  const text = (micros: number) => money(micros, card.currencyCode)
  return `De ${text(monthlyLowMicros)} a ${text(monthlyHighMicros)} al mes`
}

/** Two decimals matter only below 10 %; '100 %' needs none. */
function percentText(fraction: number): string {
  if (Math.abs(fraction) < 0.1) return percent(fraction)
  return percent(fraction, Math.round(fraction * 1000) % 10 === 0 ? 0 : 1)
}

/**
 * Places of the 80 % interval on its bar, in percent of the bar's width; the bar always contains
 * zero, so that an interval that includes "nothing happens" shows it.
 */
export function forecastPlaces(forecast: Forecast) {
  const { monthlyLowMicros, monthlyMidMicros, monthlyHighMicros } = forecast
  const start = Math.min(0, monthlyLowMicros)
  const end = Math.max(0, monthlyHighMicros)
  const span = (end - start) * 1.08 || 1
  const place = (micros: number) => ((micros - start) / span) * 100
  return {
    zero: place(0),
    low: place(monthlyLowMicros),
    mid: place(monthlyMidMicros),
    high: place(monthlyHighMicros),
  }
}
