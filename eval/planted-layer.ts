import { analyseAccount } from '#engine/analyse-account.ts'
import { atMost, type LayerOptions, type Metric, noted } from './metric.ts'
import { judged } from './planted/decisions.ts'
import {
  calibrationFigures,
  forecastFigures,
  type Judged,
  kindFigures,
  thumbFigures,
} from './planted/figures.ts'
import { BASE, type Variant } from './planted/populations.ts'
import { snapshotOf } from './planted/snapshot-of.ts'
import { splitCandidates } from './planted/split-candidates.ts'
import { drawSplits } from './planted/splits.ts'
import { unitCandidates } from './planted/unit-candidates.ts'
import { drawWorld } from './planted/world.ts'

type Account = Judged & { target: number; high: number }

/** Accounts made up with known problems: which are found, at what price in false ones, and what was forecast. */
export function plantedLayer({ seeds, full }: LayerOptions): Metric[] {
  const count = full ? 120 : 40
  const accounts = accountsOf(seeds.first, count, BASE)
  const clean = accountsOf(seeds.first, full ? 60 : 20, { ...BASE, name: 'clean', clean: true })
  const decisions = accounts.flatMap(({ judgement }) => judgement.decisions)
  return [
    noted('planted: accounts', count),
    ...kindFigures(accounts),
    ...calibrationFigures(decisions),
    ...forecastFigures(accounts.flatMap(({ judgement }) => judgement.forecasts)),
    ...thumbFigures(accounts),
    atMost('clean accounts: high-priority recommendations each', meanHigh(clean), 1),
    noted('clean accounts: recommendations with an amount each', meanForecasts(clean)),
    ...beside(seeds.first, full ? 40 : 10),
  ]
}

const VARIANTS: Variant[] = [
  { ...BASE, name: 'lognormal rates', lognormal: true },
  { ...BASE, name: 'seasonal shocks', shocks: true },
  { ...BASE, name: 'correlated terms', correlated: true },
]

/** Worlds that are not what the engine assumes: nothing is promised there. */
function beside(first: number, count: number): Metric[] {
  return VARIANTS.flatMap((variant) => {
    const accounts = accountsOf(first, count, variant)
    const found = [
      ...kindFigures(accounts),
      ...calibrationFigures(accounts.flatMap(({ judgement }) => judgement.decisions)),
      ...forecastFigures(accounts.flatMap(({ judgement }) => judgement.forecasts)).slice(0, 2),
    ]
    return found
      .filter(({ metric }) => /: (recall$|false discoveries of|expected)|impact/.test(metric))
      .map(({ metric, value }) => noted(`${variant.name}: ${metric}`, value))
  })
}

function accountsOf(first: number, count: number, variant: Variant): Account[] {
  return Array.from({ length: count }, (_, i) => accountOf(String(first + i), variant))
}

function accountOf(seed: string, variant: Variant): Account {
  const world = drawWorld(seed, variant)
  const splits = drawSplits(world)
  const snapshot = snapshotOf(world, splits)
  const candidates = [...unitCandidates(world), ...splitCandidates(world, splits)]
  const { recommendations } = analyseAccount(snapshot)
  return {
    candidates,
    judgement: judged({ world, splits, snapshot }, candidates, recommendations),
    target: world.target,
    high: recommendations.filter(({ priority }) => priority === 'high').length,
  }
}

function meanHigh(accounts: readonly Account[]): number {
  return accounts.reduce((sum, { high }) => sum + high, 0) / accounts.length
}

function meanForecasts(accounts: readonly Account[]): number {
  return (
    accounts.reduce((sum, { judgement }) => sum + judgement.forecasts.length, 0) / accounts.length
  )
}
