import type { DayMark, TrendDay } from '#kit/trend-geometry.ts'
import type { Day } from '#shared/dates.ts'
import type { FactStep } from '#shared/file-facts.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { inPointText, STEP_WORDS, thePointText } from '#shared/step-text.ts'
import type { AccountChange } from '../contract/account-views.ts'
import type { DayPoint, MetricName } from '../contract/metrics.ts'
import type { AccountNote } from '../contract/notes.ts'
import { shownMetric } from './metric-definitions.ts'

/**
 * Each day of the range beside the day as far into the period before; none where that period began before the
 * account's data, for a line along zero would tell of days without spend.
 */
export function trendDays(
  trend: { current: DayPoint[]; previous: DayPoint[]; comparison?: { complete: boolean } },
  metric: MetricName,
): TrendDay[] {
  const isWhole = trend.comparison?.complete ?? true
  const known = isWhole ? 0 : trend.previous.findIndex(({ impressions }) => impressions > 0)
  return trend.current.map((point, index) => {
    const before = known >= 0 && index >= known ? trend.previous[index] : undefined
    return {
      day: point.day,
      current: shownMetric(metric, point),
      previousDay: before?.day ?? null,
      previous: before ? shownMetric(metric, before) : null,
    }
  })
}

/** What was changed each day, as sentences; below the account only what concerns the entity. */
export function dayMarks(
  changes: readonly AccountChange[],
  entity: { level: 'campaign' | 'ad_group'; id: string } | null,
): DayMark[] {
  const byDay = new Map<Day, string[]>()
  for (const change of changes) {
    if (entity?.level === 'ad_group' && change.adGroupId !== entity.id) continue
    if (entity?.level === 'campaign' && change.campaignId !== entity.id) continue
    const who = change.user || change.clientLabel
    const text = `${change.at.slice(11, 16)} ${change.what}${who ? ` (${who})` : ''}`
    byDay.set(change.day, [...(byDay.get(change.day) ?? []), text])
  }
  return [...byDay].map(([day, texts]) => ({ day, texts }))
}

/** The same with what people noted, which comes first: they said it themselves. */
export function withNotes(marks: readonly DayMark[], notes: readonly AccountNote[]): DayMark[] {
  const byDay = new Map(marks.map((mark) => [mark.day, mark]))
  for (const [day, of] of Map.groupBy(notes, (note) => note.day)) {
    const texts = of.map(({ text, author }) => `Nota: ${text}${author ? ` (${author})` : ''}`)
    byDay.set(day, { day, texts: [...texts, ...(byDay.get(day)?.texts ?? [])], hasNote: true })
  }
  return [...byDay.values()]
}

/** What the chart shows, in words: extremes of the range, and how often it beat the period before. */
export function trendSummary(
  title: string,
  days: readonly TrendDay[],
  format: (value: number) => string,
  {
    compared: comparedName = 'Periodo anterior',
    step = 'day',
  }: { compared?: string; step?: FactStep } = {},
): string {
  const known = days.filter((day): day is TrendDay & { current: number } => day.current !== null)
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return `${title}: sin datos.`
  const highest = known.reduce((best, day) => (day.current > best.current ? day : best))
  const lowest = known.reduce((best, day) => (day.current < best.current ? day : best))
  const compared = known.filter((day) => day.previous !== null)
  const above = compared.filter((day) => day.current > (day.previous ?? 0)).length
  const comparison =
    compared.length > 0
      ? ` Supera al ${comparedName.toLowerCase()} en ${above} de ${compared.length} ${STEP_WORDS[step].many}.`
      : ''
  const range =
    step === 'day'
      ? `del ${longDay(first.day)} al ${longDay(last.day)}`
      : `por ${STEP_WORDS[step].many}, desde ${thePointText(first.day, step)} hasta ${thePointText(last.day, step)}`
  return (
    `${title} ${range}. ` +
    `Máximo: ${format(highest.current)} ${inPointText(highest.day, step)}. ` +
    `Mínimo: ${format(lowest.current)} ${inPointText(lowest.day, step)}.${comparison}`
  )
}
