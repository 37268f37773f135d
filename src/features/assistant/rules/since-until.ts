import type { Day } from '#shared/dates.ts'
import type { SpokenRange } from './calendar-days.ts'

const SINCE = /\bdesde(?: el| la| los| las)? $/
const UNTIL = /\bhasta(?: el| la| los| las)? $/

/** Periods with the 'desde' and 'hasta' before them; an end without a beginning is not read. Ranges in the order of the text. */
export function sinceAndUntil(
  ranges: readonly SpokenRange[],
  text: string,
  today: Day,
): { ranges: SpokenRange[]; unread: string[] } {
  const joined: SpokenRange[] = []
  const unread: string[] = []
  for (const range of ranges) {
    const before = text.slice(0, range.start)
    const isSince = SINCE.test(before) && range.from <= today
    if (!UNTIL.test(before)) {
      joined.push(isSince ? { ...range, to: today, ...fromWord(range, 'desde', before) } : range)
      continue
    }
    const first = joined.at(-1)
    const said = text.slice(first?.start ?? before.lastIndexOf('hasta'), range.start) + range.said
    const isNext = first && /^ *hasta\b/.test(before.slice(first.start + first.said.length))
    if (first && (isNext || /^desde\b/.test(first.said))) joined.pop()
    const begins = first && first.from <= range.to && !joined.includes(first)
    if (begins) joined.push({ from: first.from, to: range.to, start: first.start, said })
    else unread.push(said)
  }
  return { ranges: joined, unread }
}

function fromWord({ said, start }: SpokenRange, word: string, before: string) {
  const at = before.lastIndexOf(word)
  return { start: at, said: before.slice(at, start) + said }
}
