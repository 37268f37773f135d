import { addDays, type Day, weekday } from '#shared/dates.ts'
import { coarsest, FILE_LEVELS, type FileFacts, type LevelFacts } from '#shared/file-facts.ts'
import { type Source, sourcesOf } from './choose-sources.ts'
import type { Span, StoredReport } from './stored-report.ts'

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
    ...(step === 'week' && { weekStartsOn: weekStart(sources) }),
    columns: (first?.parsed.known ?? []).filter((column) =>
      others.every(({ parsed }) => parsed.known.includes(column)),
    ),
  }
}

/** The most trusted file and what adjoins it: days between two files that neither has are unknown, not zero. */
function withoutGaps([first, ...rest]: readonly Source[]): { span: Span; sources: Source[] } {
  let span = first ? first.report.span : { from: '', to: '' }
  const sources = first ? [first] : []
  let left = rest
  for (let found = true; found; ) {
    const near = left.filter(({ report }) => adjoins(report.span, span))
    found = near.length > 0
    left = left.filter((source) => !near.includes(source))
    sources.push(...near)
    span = {
      from:
        [span, ...near.map(({ report }) => report.span)].map(({ from }) => from).sort()[0] ?? '',
      to:
        [span, ...near.map(({ report }) => report.span)]
          .map(({ to }) => to)
          .sort()
          .at(-1) ?? '',
    }
  }
  return { span, sources }
}

function adjoins(a: Span, b: Span): boolean {
  return addDays(a.to, 1) >= b.from && addDays(b.to, 1) >= a.from
}

/** The first week may be cut by the period, so the newest tells. */
function weekStart(sources: readonly Source[]): number {
  const days = sources.flatMap(({ report }) =>
    report.parsed.step === 'week' ? report.parsed.rows.flatMap(({ day }) => day ?? []) : [],
  )
  const newest = days.reduce((a: Day, b: Day) => (b > a ? b : a), '')
  return newest ? weekday(newest) : 0
}
