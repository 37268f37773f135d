import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { Recommendation } from './recommendation.ts'

type Card = Pick<Recommendation, 'priority'> & {
  evidence: Pick<Recommendation['evidence'], 'forecast'>
}

/**
 * Of what is to be decided, in turn: settings of low priority fill the page up, and the rest of them waits, the least urgent first. One
 * that `isThere` already gives way only to a few more, or it would go and come with every card that is added up anew.
 */
export function readable<One extends Card>(
  ordered: readonly One[],
  isThere: (one: One) => boolean,
): { now: One[]; waiting: One[] } {
  const { cardsMost, settingsLeast, settingsMargin } = THRESHOLDS
  const settings = ordered.filter(isMinorSetting)
  const room = Math.max(settingsLeast.value, cardsMost.value - (ordered.length - settings.length))
  const waiting = settings.filter(
    (one, place) => place >= room + (isThere(one) ? settingsMargin.value : 0),
  )
  const waits = new Set(waiting)
  return { now: ordered.filter((one) => !waits.has(one)), waiting }
}

function isMinorSetting({ evidence, priority }: Card): boolean {
  return !evidence.forecast && priority === 'low'
}
