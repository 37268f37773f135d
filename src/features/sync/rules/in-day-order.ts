import type { FactRow } from './fact-row.ts'

type Answer = AsyncGenerator<FactRow[], void>

/** Answers that are each in the order of days, as one that is: no more of each is held than its newest batch. */
export async function* inDayOrder(answers: readonly Answer[]): Answer {
  const heads = answers.map((answer) => ({ answer, rows: [] as FactRow[] }))
  try {
    for (;;) {
      for (const head of heads) head.rows = await rowsLeft(head)
      const [next, other] = heads
        .filter(({ rows }) => rows.length > 0)
        .sort((a, b) => inOrder(a.rows[0]!.day, b.rows[0]!.day))
      if (!next) return
      const { rows } = next
      const until = other?.rows[0]?.day
      const at = until === undefined ? -1 : rows.findIndex(({ day }) => day > until)
      yield at < 0 ? rows : rows.slice(0, at)
      next.rows = at < 0 ? [] : rows.slice(at)
    }
  } finally {
    for (const { answer } of heads) await answer.return()
  }
}

/** Batches may be empty; none is left after the last. */
async function rowsLeft({ answer, rows }: { answer: Answer; rows: FactRow[] }): Promise<FactRow[]> {
  if (rows.length > 0) return rows
  for (;;) {
    const { done, value } = await answer.next()
    if (done) return []
    if (value.length > 0) return value
  }
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
