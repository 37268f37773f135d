import type { EvidenceCard } from '../contract/recommendations.ts'

type Forecast = NonNullable<EvidenceCard['forecast']>

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

/** Nearly all is all: the last clicks are counted late, and cents are rounded. */
const NEARLY_ALL = 0.97

/** How much of what a chart draws the card is about; null where it is about all of it, or does not say. */
export function shareDrawn({ figures }: EvidenceCard, drawnMicros: number): number | null {
  const own = figures.find(({ key, unit }) => key === 'cost' && unit === 'money')?.value
  if (typeof own !== 'number' || own <= 0 || drawnMicros <= 0) return null
  const share = own / drawnMicros
  return share < NEARLY_ALL ? share : null
}

/** Percent of the bar that a figure needs for itself. */
const LABEL_GAP = 34

/** Where the three figures stand: below their marks, moved apart only as far as their width asks for. */
export function labelPlaces({ low, mid, high }: { low: number; mid: number; high: number }) {
  const first = Math.min(low, 100 - 2 * LABEL_GAP)
  const last = Math.max(high, first + 2 * LABEL_GAP)
  const middle = Math.min(Math.max(mid, first + LABEL_GAP), last - LABEL_GAP)
  return [first, middle, last] as const
}
