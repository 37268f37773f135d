import { addDays, type DayRange } from '#shared/dates.ts'
import {
  coarsest,
  FILE_LEVELS,
  type FileFacts,
  type FileLevel,
  type LevelFacts,
} from '#shared/file-facts.ts'
import type { ReportKind } from '../reading/report-types.ts'
import { type Source, sourcesOf } from './choose-sources.ts'
import { overlaps, type StoredReport } from './stored-report.ts'
import { weekStart } from './whole-spans.ts'

/** The level that a kind of file lists. */
export const LEVEL_OF: Record<ReportKind, FileLevel> = {
  campaigns: 'campaign',
  ad_groups: 'ad_group',
  keywords: 'keyword',
  search_terms: 'search_term',
}

/** What the files of an account say of each level: only what all that fill a level say is known of it. */
export function fileFactsOf(reports: readonly StoredReport[]): FileFacts {
  return Object.fromEntries(
    FILE_LEVELS.flatMap((level) => {
      const sources = sourcesOf(level, reports)
      return sources.length > 0 ? [[level, levelFacts(sources)]] : []
    }),
  )
}

/** Files of which no day is among those that their level shows. */
export function outOfSight(reports: readonly StoredReport[], facts: FileFacts): StoredReport[] {
  return reports.filter(({ parsed, span }) => {
    const shown = facts[LEVEL_OF[parsed.kind]]
    return !shown || !overlaps(span, shown)
  })
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

/** The newest days and what adjoins them: days between two files that neither has are unknown, not zero. */
function withoutGaps(all: readonly Source[]): { span: DayRange; sources: Source[] } {
  const newestFirst = all.flatMap(({ spans }) => spans).sort((a, b) => (a.to > b.to ? -1 : 1))
  const span = newestFirst.reduce(
    (run, { from, to }) => (addDays(to, 1) >= run.from ? { from, to: run.to } : run),
    newestFirst[0] ?? { from: '', to: '' },
  )
  return { span, sources: all.filter(({ spans }) => spans.some((one) => overlaps(one, span))) }
}
