import type { Owner } from './owned-finding.ts'
import type { Priority, Recommendation } from './recommendation.ts'

type Card = Pick<Recommendation, 'category' | 'priority'> & {
  evidence: Pick<Recommendation['evidence'], 'forecast'>
}

/**
 * When a card is seen to, ascending and the same number in every account: by priority; of one priority broken
 * measurement first, since nothing else can be trusted before it, then known amounts, then supposed ones (new keywords
 * after the bids they begin with), settings last. What has no amount goes by the place of its rule.
 */
export function turnOf({ category, priority, evidence }: Card, rule: Owner): number {
  const level = LEVELS[priority] * PER_LEVEL
  if (category === 'measurement' && priority !== 'low')
    return level + KINDS.measurement * PER_KIND + rule.place
  if (!evidence.forecast) return level + KINDS.setting * PER_KIND + rule.place
  return level + (rule.isLast ? KINDS.supposed : KINDS.known) * PER_KIND
}

const LEVELS: Record<Priority, number> = { high: 0, medium: 1, low: 2 }
const KINDS = { measurement: 0, known: 1, supposed: 2, setting: 3 }

/** Places of rules are below. */
const PER_KIND = 1_000
const PER_LEVEL = 10_000

/** Of one account; those of several are compared where they are stored. */
export function byTurn(a: Recommendation, b: Recommendation): number {
  return (
    a.turn - b.turn || b.stakeMicros - a.stakeMicros || (a.fingerprint < b.fingerprint ? -1 : 1)
  )
}
