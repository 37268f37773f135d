import { measurementOf } from '#engine/account/measurement.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import type { Recommendation } from '#engine/findings/recommendation.ts'
import { drawAccount } from './account-world.ts'
import type { Plan, PlantedLoss } from './world.ts'

const SILENCED = /La medición de conversiones falló/

/** Whether an account's measurement is accused, and rules kept from judging by it. */
export function judged(plan: Plan) {
  const { snapshot } = drawAccount(plan)
  const { recommendations, silenced } = analyseAccount(snapshot)
  return {
    accused: recommendations.some(({ rule }) => rule === 'conversion-tracking'),
    silenced: silenced.some(({ reason }) => SILENCED.test(reason)),
  }
}

/** A card whose days are at least half inside what failed, and that says nothing of other days. */
export function isFound(plan: Plan): boolean {
  const { snapshot, planted } = drawAccount(plan)
  const { recommendations } = analyseAccount(snapshot)
  return recommendations.some(
    (one) => one.rule === 'conversion-tracking' && planted !== null && overlaps(one, planted),
  )
}

function overlaps({ evidence }: Recommendation, planted: PlantedLoss): boolean {
  const dayOf = (...keys: string[]) =>
    evidence.figures.find(({ key, unit }) => unit === 'day' && keys.includes(key))?.value
  const from = dayOf('from', 'since')
  const to = dayOf('to', 'until')
  if (typeof from !== 'string' || typeof to !== 'string') return false
  const shared = daysBetween(
    from > planted.from ? from : planted.from,
    to < planted.to ? to : planted.to,
  )
  return shared >= daysBetween(from, to) / 2
}

function daysBetween(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1)
}

export function share<K extends string>(all: readonly Record<K, unknown>[], key: K): number {
  return all.filter((one) => one[key] === true).length / all.length
}

/** An outage of just as many days as the product says it would see in this account; null where it says none. */
export function outageAsSaid(plan: Plan): Plan | null {
  const days = measurementOf(drawAccount(plan).snapshot).power?.outageDays
  return days ? { ...plan, loss: { kind: 'full', days, ongoing: false } } : null
}
