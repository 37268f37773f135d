import type { Finding, GroupTexts } from '../findings/recommendation.ts'
import { wordsFirst } from '../findings/shared-negatives.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { ofSeveral } from './shared-texts.ts'

type Card = Finding['card']

/** Rows, operations and doubts of all cards, each once; `cards` not empty. */
export function groupedCard(
  cards: readonly Card[],
  words: Omit<GroupTexts, 'title' | 'description' | 'whyNow'>,
  isOfSeveralCampaigns: boolean,
): Card {
  const [first] = cards
  const rows = eachOnce(cards.flatMap(({ table }) => table.rows))
  const doubts = doubtsOf(cards, words, isOfSeveralCampaigns)
  const isChange = cards.some(({ change }) => change !== null)
  return {
    ...first!,
    figures: words.figures,
    table: {
      columns: words.columns ?? columnsOf(cards),
      rows: rows.slice(0, Math.max(THRESHOLDS.groupedMost.value, lastChanged(rows) + 1)),
    },
    test: words.test,
    counterEvidence: doubts.slice(0, DOUBTS),
    change: isChange
      ? {
          // Words of a list that campaigns share bring the list and its campaigns each time.
          operations: wordsFirst(eachOnce(cards.flatMap(({ change }) => change?.operations ?? []))),
          before: words.before,
          after: words.after,
        }
      : null,
  }
}

/** Of all cards, by what they hold: one campaign's may show a bid where another's has none. */
function columnsOf(cards: readonly Card[]): Card['table']['columns'] {
  const all = cards.flatMap(({ table }) => table.columns)
  return all.filter(({ key }, at) => all.findIndex((one) => one.key === key) === at)
}

/** Place of the last row that says what is changed; −1 where none does. What is done to it must be told. */
function lastChanged(rows: Card['table']['rows']): number {
  return rows.findLastIndex(
    ({ entity, newBid }) => typeof entity === 'string' || typeof newBid === 'number',
  )
}

/** More are not read. */
const DOUBTS = 6

function doubtsOf(
  cards: readonly Card[],
  { doubts = (all) => [...all] }: Pick<GroupTexts, 'doubts'>,
  isOfSeveralCampaigns: boolean,
): string[] {
  const own = doubts([...new Set(cards.flatMap(({ counterEvidence }) => counterEvidence))])
  return isOfSeveralCampaigns ? ofSeveral(own) : own
}

/** Two findings about the same page or campaign bring the same row. */
function eachOnce<Row>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}
