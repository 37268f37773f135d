import { informed } from './auction/informed.ts'
import {
  copied,
  doNothing,
  enginePolicy,
  oracle,
  type Policy,
  rulesOfThumb,
} from './auction/policies.ts'
import {
  DENSITIES,
  type Density,
  drawShop,
  expectedProfit,
  playWeek,
  type Settings,
  type Shop,
  type Week,
} from './auction/shop.ts'
import { HISTORY_WEEKS } from './auction/shop-snapshot.ts'
import { median } from './median.ts'
import { atLeast, type LayerOptions, type Metric, noted } from './metric.ts'

const SEEDS = 20
const LOOP_WEEKS = 17
const CAPTURED: Record<string, number> = { dense: 0.8, sparse: 0.5 }
const SAFE = 0.95

/** Everything recommended after 13 weeks is applied once: the share of an oracle's extra profit that it brings. */
export function auctionLayer({ seeds }: LayerOptions): Metric[] {
  return DENSITIES.flatMap((density) => {
    const runs = Array.from({ length: SEEDS }, (_, i) => once(String(seeds.first + i), density))
    const name = `auction, ${density.name}`
    return [...figures(name, runs, CAPTURED[density.name]!), ...known(name, runs)]
  })
}

/** What can be known at all, at most, and what of the engine's own comes of its negatives. */
function known(name: string, runs: readonly Once[]): Metric[] {
  const part = (way: 'negatives' | 'informed' | 'informedNegatives') =>
    median(runs.map((run) => (run[way] - run.nothing) / (run.oracle - run.nothing)))
  const informed = 'who knows the markets and how rates are spread'
  return [
    noted(`${name}: ${informed}, captured uplift, median`, part('informed')),
    noted(`${name}: ${informed}, by negatives alone`, part('informedNegatives')),
    noted(`${name}: the engine's, by negatives alone`, part('negatives')),
  ]
}

/** 120 days in which everything recommended is applied every week. */
export function closedLoopLayer({ seeds, full }: LayerOptions): Metric[] {
  return DENSITIES.flatMap((density) => {
    const count = full ? SEEDS : 8
    const runs = Array.from({ length: count }, (_, i) => loop(String(seeds.first + i), density))
    return figures(`closed loop, ${density.name}`, runs, CAPTURED[density.name]!)
  })
}

/** Profit in € of each way to run the same shop. */
type Run = { nothing: number; engine: number; thumb: number; oracle: number }

/** The same by negatives alone, and of who is informed. */
type Once = Run & { negatives: number; informed: number; informedNegatives: number }

function figures(name: string, runs: readonly Run[], target: number): Metric[] {
  const captured = (way: 'engine' | 'thumb') =>
    runs.map((run) => (run[way] - run.nothing) / (run.oracle - run.nothing))
  const engine = captured('engine')
  const mean = (way: keyof Run) => runs.reduce((sum, run) => sum + run[way], 0) / runs.length
  return [
    atLeast(`${name}: captured uplift, median of ${runs.length}`, median(engine), target),
    atLeast(
      `${name}: seeds without harm`,
      shareOf(engine, (one) => one >= 0),
      SAFE,
    ),
    noted(`${name}: captured uplift, worst`, Math.min(...engine)),
    noted(`${name}: rules of thumb, captured uplift, median`, median(captured('thumb'))),
    noted(
      `${name}: rules of thumb, seeds without harm`,
      shareOf(captured('thumb'), (x) => x >= 0),
    ),
    ...(['nothing', 'thumb', 'engine', 'oracle'] as const).map((way) =>
      noted(`${name}: mean profit, ${way} (€ a day)`, mean(way)),
    ),
  ]
}

function played(shop: Shop, start: Settings): Week[] {
  return Array.from({ length: HISTORY_WEEKS }, (_, week) => playWeek(shop, start, week))
}

function once(seed: string, density: Density): Once {
  const { shop, start } = drawShop(seed, density)
  const weeks = played(shop, start)
  const of = (settings: Settings) => expectedProfit(shop, settings)
  const profit = (policy: Policy) => of(policy(shop, start, weeks))
  const byNegatives = ({ excluded, negatives }: Settings) =>
    of({ ...copied(start), excluded, negatives })
  const [engine, best] = [enginePolicy()(shop, start, weeks), informed(shop, start, weeks)]
  return {
    nothing: profit(doNothing),
    engine: of(engine),
    negatives: byNegatives(engine),
    informed: of(best),
    informedNegatives: byNegatives(best),
    thumb: profit(rulesOfThumb),
    oracle: profit(oracle),
  }
}

function loop(seed: string, density: Density): Run {
  const { shop, start } = drawShop(seed, density)
  const history = played(shop, start)
  const profit = (policy: Policy) => {
    const weeks = [...history]
    let settings = start
    let total = 0
    for (let week = 0; week < LOOP_WEEKS; week++) {
      settings = policy(shop, settings, weeks)
      total += expectedProfit(shop, settings)
      weeks.push(playWeek(shop, settings, HISTORY_WEEKS + week))
    }
    return total / LOOP_WEEKS
  }
  return {
    nothing: profit(doNothing),
    engine: profit(enginePolicy()),
    thumb: profit(rulesOfThumb),
    oracle: profit(oracle),
  }
}

function shareOf(values: readonly number[], holds: (value: number) => boolean): number {
  return values.filter(holds).length / values.length
}
