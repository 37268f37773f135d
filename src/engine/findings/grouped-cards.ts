import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { groupedFindings, groupKeyOf, inWiderGroup } from './grouped-finding.ts'
import type { FindingGroup } from './recommendation.ts'
import { byCaution, type Simulated, simulate } from './simulated-finding.ts'

/**
 * Findings that are decided together become one; each has had to hold its own against all others before. A group that is
 * too little for a card joins the one around it, the narrowest first: what was accepted is not lost for where it stood. One that
 * nothing joined stays what it was, or a card would go by two names and be told as new by either.
 */
export function groupedCards(
  ordered: readonly Simulated[],
  isWorthwhile: (card: Simulated) => boolean,
): Simulated[] {
  const groups = new Map<string, { parts: readonly Simulated[]; cards: Simulated[] }>()
  const made = new Map<string, Simulated[]>()
  const add = (key: string, parts: readonly Simulated[]) => {
    const before = groups.get(key)?.parts
    const all = before ? [...before, ...parts].sort(byCaution) : parts
    const which = all.map(({ finding }) => finding.fingerprint).join()
    const cards = made.get(which) ?? cardsOf(all)
    made.set(which, cards)
    groups.set(key, { parts: all, cards })
  }
  for (const [key, parts] of byGroup(ordered)) add(key, parts)
  for (let wide = widest(groups.values()); wide > 0; wide--) {
    const own = [...groups].filter(([, { parts }]) => widthOf(parts) === wide)
    const worthy = own.filter(([, { cards }]) => cards.some(isWorthwhile))
    const isLeft = leftAlone(worthy.map(([, { parts }]) => parts))
    const joined = own.filter((one) => !worthy.includes(one) || !isLeft(one[1].parts))
    for (const [key] of joined) groups.delete(key)
    const widened = joined.flatMap(([, { parts }]) => parts.map(inWider)).sort(byCaution)
    for (const [key, parts] of byGroup(widened)) add(key, parts)
  }
  return [...groups.values()].flatMap(({ cards }) => cards).sort(byCaution)
}

/** A franchise of forty campaigns has one decision to take about a keyword, not forty. */
function leftAlone(groups: readonly (readonly Simulated[])[]) {
  const ruleOf = (parts: readonly Simulated[]) => parts[0]!.finding.rule.name
  const count = Map.groupBy(groups, ruleOf)
  return (parts: readonly Simulated[]): boolean =>
    !parts[0]!.finding.group?.joinsMany ||
    count.get(ruleOf(parts))!.length <= THRESHOLDS.cardsAlikeMost.value
}

function byGroup(parts: readonly Simulated[]): Map<string, Simulated[]> {
  return Map.groupBy(parts, ({ finding }) => groupKeyOf(finding))
}

function cardsOf(parts: readonly Simulated[]): Simulated[] {
  const { group } = parts[0]!.finding
  return group ? groupedFindings(parts, group).map(simulate) : [...parts]
}

function inWider(part: Simulated): Simulated {
  return { ...part, finding: inWiderGroup(part.finding) }
}

/** Groups around that of the parts. */
function widthOf(parts: readonly Simulated[]): number {
  let width = 0
  let around: FindingGroup | undefined = parts[0]!.finding.group?.wider
  for (; around; around = around.wider) width++
  return width
}

function widest(groups: Iterable<{ parts: readonly Simulated[] }>): number {
  return [...groups].reduce((most, { parts }) => Math.max(most, widthOf(parts)), 0)
}
