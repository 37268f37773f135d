import type { UnnumberedTable } from '../contract/data-table.ts'

/** An answer by rules: what it is about, what it says, and what it leaves out, apart; the texts follow each other. */
export type PlainAnswer = {
  /** Of what and of which days, with the blank or line after it. '' where nothing is answered. */
  scope: string
  /** The figures. This alone may be said in other words. */
  body: string
  /** What the figures do not hold for, with the blank before it. */
  note: string
  tables: UnnumberedTable[]
}

/** What is said instead of figures. */
export function without(body: string): PlainAnswer {
  return { scope: '', body, note: '', tables: [] }
}

export function answerText({ scope, body, note }: PlainAnswer): string {
  return scope + body + note
}
