import { addDays, type Day, type DayRange, weekday } from '#shared/dates.ts'
import { stepStart, wholeSteps } from '#shared/file-facts.ts'
import { overlaps, type StoredReport } from './stored-report.ts'

/** Days that a file fills. */
export type Part = DayRange & { report: StoredReport }

/**
 * The days that a file fills beside those that better ones have: a week or a month whole or not at all, for its sum cannot be
 * cut. Of one that a file as good has in part, that file's part `yields`: the whole sum lacks nothing.
 */
export function wholeSpans(
  report: StoredReport,
  better: readonly Part[],
  yields: (part: Part) => boolean,
): DayRange[] {
  const { step } = report.parsed
  const free = without(report.span, better)
  if (step === 'day') return free
  if (step === 'period') return better.some((part) => overlaps(part, report.span)) ? [] : free
  const canTake = (whole: DayRange) =>
    better.every(
      (part) => !overlaps(part, whole) || (yields(part) && isWhole(shared(part, whole), part)),
    )
  const steps = stepsOf(report)
  const stepOf = (day: Day) => wholeSteps({ from: day, to: day }, steps)
  return free.flatMap((stretch) => {
    const [first, last] = [stepOf(stretch.from), stepOf(stretch.to)]
    const takesFirst = first.from === stretch.from || canTake(first)
    const takesLast = last.to === stretch.to || canTake(last)
    const from = takesFirst ? first.from : addDays(first.to, 1)
    const to = takesLast ? last.to : addDays(last.from, -1)
    return from <= to ? [{ from, to }] : []
  })
}

/** What is left of some days without others. */
export function without(span: DayRange, others: readonly DayRange[]): DayRange[] {
  return others.reduce<DayRange[]>(
    (left, other) =>
      left.flatMap((one) => {
        if (!overlaps(one, other)) return [one]
        return [
          ...(one.from < other.from ? [{ from: one.from, to: addDays(other.from, -1) }] : []),
          ...(other.to < one.to ? [{ from: addDays(other.to, 1), to: one.to }] : []),
        ]
      }),
    [span],
  )
}

/** The first week may be cut by the period, so the newest tells. */
export function weekStart(reports: readonly StoredReport[]): number {
  let newest: Day = ''
  for (const { parsed } of reports)
    if (parsed.step === 'week')
      for (const { day = '' } of parsed.rows) if (day > newest) newest = day
  return newest ? weekday(newest) : 0
}

function stepsOf(report: StoredReport) {
  const { span, parsed } = report
  return { ...span, step: parsed.step, columns: [], weekStartsOn: weekStart([report]) }
}

function shared(a: DayRange, b: DayRange): DayRange {
  return { from: a.from > b.from ? a.from : b.from, to: a.to < b.to ? a.to : b.to }
}

/** Whether days of a file can be taken from it without cutting a sum. */
function isWhole({ from, to }: DayRange, { report, ...part }: Part): boolean {
  if (report.parsed.step === 'period') return false
  const steps = stepsOf(report)
  const next = addDays(to, 1)
  const isStart = from === part.from || stepStart(from, steps) === from
  return isStart && (to === part.to || stepStart(next, steps) === next)
}
