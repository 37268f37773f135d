import { groupedFindings, groupKeyOf, inWiderGroup } from './grouped-finding.ts'
import type { FindingGroup } from './recommendation.ts'
import { byCaution, type Simulated, simulate } from './simulated-finding.ts'

/**
 * Findings that are decided together become one; each has had to hold its own against all others before. A group that is
 * too little for a card joins the one around it, the narrowest first: what was accepted is not lost for where it stood.
 */
export function groupedCards(
  ordered: readonly Simulated[],
  isWorthwhile: (card: Simulated) => boolean,
): Simulated[] {
  const groups = new Map<string, { parts: readonly Simulated[]; cards: Simulated[] }>()
  const add = (key: string, parts: readonly Simulated[]) => {
    const before = groups.get(key)?.parts
    const all = before ? [...before, ...parts].sort(byCaution) : parts
    groups.set(key, { parts: all, cards: cardsOf(all) })
  }
  for (const [key, parts] of byGroup(ordered)) add(key, parts)
  for (let wide = widest(groups.values()); wide > 0; wide--) {
    const small = [...groups].filter(
      ([, { parts, cards }]) => widthOf(parts) === wide && !cards.some(isWorthwhile),
    )
    for (const [key] of small) groups.delete(key)
    const widened = small.flatMap(([, { parts }]) => parts.map(inWider)).sort(byCaution)
    for (const [key, parts] of byGroup(widened)) add(key, parts)
  }
  return [...groups.values()].flatMap(({ cards }) => cards).sort(byCaution)
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
