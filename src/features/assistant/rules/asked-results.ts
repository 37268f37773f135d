import type { TextLeft } from './asked-parts.ts'

const EARNED = [
  /\b(?:gan|ahorr)(?:ado|aste|amos|ando|e)\b/,
  /\bpujante\b/,
  /\bapli(?:cad[oa]s?|caste|camos|caron|que)\b/,
  /\bmid(?:iendo\w*|en|e)\b|\bmedid[oa]s?\b|\bmedicion(?:es)?\b/,
]
/** What is said with it, and means nothing else then. */
const BESIDE =
  /\bcambi\w+|\brecomend\w+|\bmejoras?\b|\befectos?\b|\bdinero\b|\btodavia\b|\bsirv\w+|\bservid[oa]\b|\bresult\w+|\bqued\w+|\bfaltan?\b|\bbenefici\w+/

/** Whether a question is about what the applied changes brought: '¿Qué he ganado con Pujante?'. */
export function takeResults(left: TextLeft): boolean {
  const isAsked = EARNED.map((words) => left.take(words)).some((found) => found !== null)
  if (isAsked) left.take(BESIDE)
  return isAsked
}
