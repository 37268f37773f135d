import { playByCards } from './adcraft/by-cards.ts'
import { type Cell, play, zeroMarginPolicy } from './adcraft/play.ts'
import { shrunkValuePolicy } from './adcraft/shrunk-value-policy.ts'
import { median } from './median.ts'
import { atLeast, type LayerOptions, type Metric, noted } from './metric.ts'

const RATES = [0.12, 0.23, 0.34, 0.45, 0.56, 0.78, 1]
/** Published baseline, read off a heat map (±.02; below −1 clipped): profit over the ideal of days 0–60. */
const BASELINE: Record<number, readonly number[]> = {
  16: [-1, -1, 0.31, 0.6, 0.73, 0.81, 0.84],
  64: [-1, -0.17, 0.53, 0.76, 0.83, 0.87, 0.87],
  128: [-1, 0.12, 0.63, 0.8, 0.85, 0.88, 0.89],
  1024: [-1, 0.4, 0.81, 0.89, 0.91, 0.92, 0.93],
}

/**
 * Bidding on the AdCraft environment: by the product's own cards, week by week, against a player who knows the markets and
 * may make the same steps; and day by day by the engine's estimates alone, against the published zero-margin baseline.
 */
export function adcraftLayer({ seeds, full }: LayerOptions): Metric[] {
  const runs = full ? 16 : 4
  const cells = Object.entries(BASELINE).flatMap(([volume, row]) =>
    row.map((baseline, i) => ({ volume: Number(volume), conversionRate: RATES[i]!, baseline })),
  )
  const played = cells.map((cell) => ({ cell, ...medians(cell, seeds.first, runs) }))
  return [
    ...cells.flatMap((cell) => byCards(cell, seeds.first, runs)),
    ...played.map(({ cell, ours }) => ({
      metric: `AdCraft NCP, ${cell.volume} searches, rate ${cell.conversionRate}`,
      value: Number(ours.toPrecision(3)),
      target: `≥ ${Math.max(cell.baseline, cell.conversionRate === RATES[0] ? 0 : -1)}`,
      pass: ours >= cell.baseline && (cell.conversionRate !== RATES[0] || ours > 0),
    })),
    noted(
      'AdCraft: cells in which zero margin on the same seeds is better',
      played.filter(({ ours, zeroMargin }) => zeroMargin > ours).length,
    ),
  ]
}

function byCards(cell: Cell, first: number, runs: number): Metric[] {
  const all = Array.from({ length: Math.max(1, runs / 2) }, (_, i) =>
    playByCards(cell, String(first + i)),
  )
  const of = `AdCraft by cards, ${cell.volume} searches, rate ${cell.conversionRate}`
  const share = (one: (typeof all)[number]) => (one.cards - one.kept) / (one.best - one.kept)
  const gained = `${of}: gain of who knows`
  // Where nothing but losses can be had, there is no profit to have a share of.
  if (all.some(({ best }) => best <= 0)) return [atLeast(gained, median(all.map(share)), 0.9)]
  return [
    atLeast(`${of}: profit of who knows`, median(all.map((one) => one.cards / one.best)), 0.9),
    noted(gained, median(all.map(share))),
    // How much of it can be had by who has to learn what clicks bring.
    noted(`${of}: who learns`, median(all.map((one) => one.learned / one.best))),
  ]
}

function medians(cell: Cell, first: number, runs: number) {
  const of = (make: typeof zeroMarginPolicy) =>
    median(Array.from({ length: runs }, (_, i) => play(cell, String(first + i), make())))
  return { ours: of(shrunkValuePolicy), zeroMargin: of(zeroMarginPolicy) }
}
