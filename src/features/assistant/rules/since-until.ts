import type { Day } from '#shared/dates.ts'
import type { SpokenPhrase, SpokenRange } from './calendar-days.ts'

const SINCE = /\bdesde(?: el| la| los| las)? $/
const UNTIL = /\bhasta(?: el| la| los| las)? $/
/** 'A hoy' ends what begins right before it; 'frente a hoy' holds something against it. */
const TO = /(?<!\b(?:frente|respecto|compar\p{L}+|comparacion|igual|antes|anterior)) a $/u
const RECENT = /^(?:(?:dia de )?hoy|ahora|ayer|anteayer|antes de ayer|este mes|esta semana)$/

/** Periods with the 'desde' and 'hasta' before them; an end without a beginning is not read. Ranges in the order of the text. */
export function sinceAndUntil(
  ranges: readonly SpokenRange[],
  text: string,
  today: Day,
): { ranges: SpokenRange[]; unread: SpokenPhrase[] } {
  const joined: SpokenRange[] = []
  const unread: SpokenPhrase[] = []
  for (const range of ranges) {
    const before = text.slice(0, range.start)
    const isSince = SINCE.test(before) && range.from <= today
    const isTo = TO.test(before) && RECENT.test(range.said)
    if (!UNTIL.test(before) && !isTo) {
      joined.push(isSince ? { ...range, to: today, ...fromWord(range, 'desde', before) } : range)
      continue
    }
    const first = joined.at(-1)
    const start = first?.start ?? before.lastIndexOf(isTo ? 'a ' : 'hasta')
    const said = text.slice(start, range.start) + range.said
    const isNext = first && /^ *(?:hasta|a)\b/.test(before.slice(first.start + first.said.length))
    if (first && (isNext || /^desde\b/.test(first.said))) joined.pop()
    const begins = first && first.from <= range.to && !joined.includes(first)
    if (begins) joined.push({ from: first.from, to: range.to, start: first.start, said })
    else unread.push({ said, start })
  }
  return { ranges: joined, unread }
}

function fromWord({ said, start }: SpokenRange, word: string, before: string) {
  const at = before.lastIndexOf(word)
  return { start: at, said: before.slice(at, start) + said }
}
