import { addDays } from '#shared/dates.ts'
import { coarsest, FILE_LEVELS, type FileFacts, type LevelFacts } from '#shared/file-facts.ts'
import { type Source, sourcesOf } from './choose-sources.ts'
import type { Span, StoredReport } from './stored-report.ts'
import { weekStart } from './whole-spans.ts'

/** What the files of an account say of each level: only what all that fill a level say is known of it. */
export function fileFactsOf(reports: readonly StoredReport[]): FileFacts {
  return Object.fromEntries(
    FILE_LEVELS.flatMap((level) => {
      const sources = sourcesOf(level, reports)
      return sources.length > 0 ? [[level, levelFacts(sources)]] : []
    }),
  )
}

function levelFacts(all: readonly Source[]): LevelFacts {
  const { span, sources } = withoutGaps(all)
  const [first, ...others] = sources.map(({ report }) => report)
  const step = coarsest(sources.map(({ report }) => report.parsed.step))
  return {
    ...span,
    step,
    ...(step === 'week' && { weekStartsOn: weekStart(sources.map(({ report }) => report)) }),
    columns: (first?.parsed.known ?? []).filter((column) =>
      others.every(({ parsed }) => parsed.known.includes(column)),
    ),
  }
}

/** The most trusted file and what adjoins it: days between two files that neither has are unknown, not zero. */
function withoutGaps(all: readonly Source[]): { span: Span; sources: Source[] } {
  const spans = all.flatMap((source) => source.spans)
  let span = all[0]?.spans.toSorted(byDay).at(-1) ?? { from: '', to: '' }
  let left = spans
  for (let found = true; found; ) {
    const near = [span, ...left.filter((one) => adjoins(one, span))]
    found = near.length > 1
    left = left.filter((one) => !near.includes(one))
    const ends = near.map(({ to }) => to).sort()
    span = { from: near.toSorted(byDay)[0]?.from ?? '', to: ends.at(-1) ?? '' }
  }
  const sources = all.filter((source) => source.spans.some((one) => adjoins(one, span)))
  return { span, sources }
}

function byDay(a: Span, b: Span): number {
  return a.from < b.from ? -1 : 1
}

function adjoins(a: Span, b: Span): boolean {
  return addDays(a.to, 1) >= b.from && addDays(b.to, 1) >= a.from
}
