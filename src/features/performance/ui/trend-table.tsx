import type { DayMark, TrendDay } from '#kit/trend-geometry.ts'
import type { Day } from '#shared/dates.ts'
import { dayWithWeekday, longDay } from '#shared/spanish-numbers.ts'

/** The chart's figures, newest day first. */
export function TrendTable(props: {
  metric: string
  /** 'día', 'semana', 'mes'. */
  stepName: string
  /** Name of the compared period. */
  compared: string
  marks: readonly DayMark[]
  days: readonly TrendDay[]
  unfinishedDay: Day | null
  format: (value: number) => string
}) {
  const { metric, stepName, compared, days, marks, unfinishedDay, format } = props
  const title = `${metric} por ${stepName}`
  const first =
    stepName === 'día' ? 'Día' : `Primer día de ${stepName === 'mes' ? 'cada mes' : 'cada semana'}`
  const changes = new Map(marks.map(({ day, texts }) => [day, texts]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section tabIndex={0} aria-label={title} className="h-75 overflow-auto">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {[first, 'Periodo actual', compared, 'Día comparado', 'Cambios en la cuenta'].map(
              (title, at) => (
                <th
                  key={title}
                  scope="col"
                  className={`sticky top-0 border-b border-line bg-surface px-2 py-2 text-xs font-medium whitespace-nowrap text-ink-muted ${at === 0 || at === 4 ? 'text-left' : 'text-right'}`}
                >
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th
                scope="row"
                className="border-b border-line px-2 py-1.5 text-left font-normal whitespace-nowrap"
              >
                {dayWithWeekday(day.day)}
                {day.day === unfinishedDay && <span className="text-ink-faint"> · en curso</span>}
              </th>
              <td className={figureClass}>{day.current === null ? '—' : format(day.current)}</td>
              <td className={figureClass}>{day.previous === null ? '—' : format(day.previous)}</td>
              <td className={`${figureClass} text-ink-faint`}>
                {day.previousDay ? longDay(day.previousDay) : '—'}
              </td>
              <td className="min-w-56 border-b border-line px-2 py-1.5 wrap-anywhere">
                {changes.get(day.day)?.map((text) => (
                  <p key={text}>{text}</p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const figureClass = 'border-b border-line px-2 py-1.5 text-right whitespace-nowrap'
