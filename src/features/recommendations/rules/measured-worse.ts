import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { hasGrown, type Strength, strengthOf } from './strength.ts'

/** A change whose last verdict was 'Empeorado': what it was, and how strong its evidence. */
export type MeasuredWorse = { strength: Strength; title: string; operations: unknown[] }

export function measuredWorse(applied: Analysed): MeasuredWorse {
  const operations = applied.evidence.change?.operations ?? []
  return { strength: strengthOf(applied), title: applied.title, operations }
}

/** What was tried and lost is not proposed again, unless there is far more to gain than then, or it is another change. */
export function isTriedAlready(worse: MeasuredWorse | null, analysed: Analysed): boolean {
  if (!worse || hasGrown(worse.strength, strengthOf(analysed))) return false
  const operations = analysed.evidence.change?.operations ?? []
  // Cards of an imported account have no operations: their title says of what, from where to where.
  if (operations.length === 0) return analysed.title === worse.title
  return operations.every((one) => worse.operations.some((other) => isAlike(one, other)))
}

/** Own choice: an amount that is the same step once the account has moved a little. */
const ALIKE_AMOUNT = 0.1

/** The same operation, its amounts about as large. */
function isAlike(one: unknown, other: unknown, key = ''): boolean {
  if (typeof one === 'object' && one !== null && typeof other === 'object' && other !== null) {
    const [entries, others] = [Object.entries(one), new Map(Object.entries(other))]
    return (
      entries.length === others.size &&
      entries.every(([name, value]) => isAlike(value, others.get(name), name))
    )
  }
  if (!key.endsWith('Micros')) return one === other
  return Math.abs(Math.log(Number(one) / Number(other))) <= ALIKE_AMOUNT
}
