import type { LayerOptions, Metric } from './metric.ts'
import { brandMetrics } from './returns/brand.ts'
import { dearMetrics } from './returns/dear.ts'
import { returnlessMetrics } from './returns/returnless.ts'
import { roasMetrics } from './returns/roas.ts'

/** Whether money comes back, by campaign and keyword, in shops whose true rates and values are known. */
export function returnsLayer({ seeds, full }: LayerOptions): Metric[] {
  const count = full ? 150 : 30
  return [
    ...returnlessMetrics(seeds.first, count),
    ...dearMetrics(seeds.first, count),
    ...roasMetrics(seeds.first, count),
    ...brandMetrics(seeds.first, count),
  ]
}
