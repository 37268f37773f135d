import { TextLeft, takeMeasures } from './asked-parts.ts'
import { asksWhatFails, asksWithoutConversions } from './left-out.ts'
import { isLessBetter, type MeasureKey } from './measures.ts'
import type { Ranked } from './question.ts'

const LESS = /\bmenos\b|\bmenor(?:es)?\b|\bbarat|\bmas baj[oa]s?\b/
/** 'Qué mes' asks for one of them, 'por meses' for all. */
const RANKS =
  /\bmejor(?:es)?\b|\bpeor(?:es)?\b|\bmas\b|\bmenos\b|\bmayor(?:es)?\b|\bmenor(?:es)?\b|\btop\b|\b(?:que|cual|cuales) (?:dias?|semanas?|mes(?:es)?)\b/
const MORE = /\bmas\b|\bmayor(?:es)?\b/

/** 'Mejor' and 'peor' are about the cost of a conversion unless a measure is named. */
export function rankedBy(text: string, measures: readonly MeasureKey[]): Ranked {
  const withoutConversions = asksWithoutConversions(text)
  const limit = Number(/\b(?:top|las|los) (\d{1,2})\b/.exec(text)?.[1] ?? 5)
  const isAsked = RANKS.test(text)
  const ofWhich = { limit: Math.min(20, Math.max(1, limit)), withoutConversions, isAsked }
  const [order, ...others] = ordersIn(text)
  if (order && others.length > 0)
    return { sortBy: 'cpa', direction: costsMore(order) ? 'highest' : 'lowest', ...ofWhich }
  const isWorst = /\bpeor(?:es)?\b/.test(text) || asksWhatFails(text)
  const isBest = /\bmejor(?:es)?\b/.test(text)
  const named = measures.find((key) => key !== 'conversions' || !withoutConversions)
  const sortBy = order?.key ?? named ?? (isWorst ? 'cpa' : isBest ? 'conversions' : 'spend')
  const isLess = order?.isLess ?? LESS.test(text)
  // Who asks for the worst by what they spend wants the dearest.
  const wantsLow = isLess || (isLessBetter(sortBy) ? isBest : isWorst && sortBy !== 'spend')
  return { sortBy, direction: wantsLow ? 'lowest' : 'highest', ...ofWhich }
}

/** Asked by two orders at once that are not one: what spends most and sells least is what costs most. */
export function ranksTwice(text: string): boolean {
  const [one, other, ...more] = ordersIn(text)
  if (!(one && other)) return false
  const isCost = [one.key, other.key].toSorted().join() === 'conversions,spend'
  return more.length > 0 || !isCost || one.isLess === other.isLess
}

type Order = { key: MeasureKey; isLess: boolean }

/** Each measure that has its own 'más' or 'menos'. */
function ordersIn(text: string): Order[] {
  const withoutConversions = asksWithoutConversions(text)
  return text.split(/\b(?:y|e|pero|aunque)\b/).flatMap((part) => {
    const isLess = LESS.test(part)
    const [key, ...others] = takeMeasures(new TextLeft(part)).filter(
      (one) => one !== 'conversions' || !withoutConversions,
    )
    return key && others.length === 0 && (isLess || MORE.test(part)) ? [{ key, isLess }] : []
  })
}

const costsMore = ({ key, isLess }: Order) => (key === 'spend') !== isLess
