import type { Finding, GroupTexts } from '../recommendation.ts'
import { THRESHOLDS } from '../thresholds.ts'

type Card = Finding['card']

/** Rows, operations and doubts of all cards, each once; `cards` not empty. */
export function groupedCard(
  cards: readonly Card[],
  words: Omit<GroupTexts, 'titulo' | 'descripcion' | 'whyNow'>,
): Card {
  const [first] = cards
  const rows = cards.flatMap(({ table }) => table.rows)
  const doubts = new Set(cards.flatMap(({ counterEvidence }) => counterEvidence))
  const isChange = cards.some(({ change }) => change !== null)
  return {
    ...first!,
    figures: words.figures,
    table: { columns: first!.table.columns, rows: rows.slice(0, THRESHOLDS.groupedMost.value) },
    test: words.test,
    counterEvidence: [...doubts].slice(0, DOUBTS),
    change: isChange
      ? {
          operations: cards.flatMap(({ change }) => change?.operations ?? []),
          before: words.before,
          after: words.after,
        }
      : null,
  }
}

/** More than these nobody reads. */
const DOUBTS = 6
