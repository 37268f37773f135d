import { useMemo, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { es } from 'react-day-picker/locale/es'
import type { Day, DayRange } from '#shared/dates.ts'
import {
  fromLocalDate,
  orderedRange,
  QUICK_RANGES,
  type RangeChoice,
  toLocalDate,
} from '../date-choice.ts'

type DateRangePickerProps = {
  value: DayRange
  today: Day
  /** Days that can be chosen, ascending; null while they are unknown: then any day up to today. */
  daysWithData: readonly Day[] | null
  onChoose: (choice: RangeChoice) => void
}

/** Calendar for a range: the first click starts it, the second completes it; hovering previews. */
export function DateRangePicker({ value, today, daysWithData, onChoose }: DateRangePickerProps) {
  const [start, setStart] = useState<Day | null>(null)
  const [pointed, setPointed] = useState<Day | null>(null)
  const available = useMemo(() => daysWithData && new Set(daysWithData), [daysWithData])
  const isAvailable = (day: Day) => day <= today && (available?.has(day) ?? true)
  const shown = start ? orderedRange(start, pointed ?? start) : value
  const choose = (day: Day) => {
    setPointed(null)
    setStart(start ? null : day)
    if (start) onChoose(orderedRange(start, day))
  }
  const preview = (date: Date) => setPointed(fromLocalDate(date))
  return (
    <div className="p-3">
      <QuickRanges onChoose={onChoose} />
      <DayPicker
        locale={es}
        weekStartsOn={1}
        showOutsideDays={false}
        autoFocus
        defaultMonth={toLocalDate(value.to)}
        today={toLocalDate(today)}
        startMonth={toLocalDate(daysWithData?.[0] ?? '2000-01-01')}
        endMonth={toLocalDate(today)}
        disabled={(date) => !isAvailable(fromLocalDate(date))}
        modifiers={{
          selected: (date) => isWithin(fromLocalDate(date), shown),
          range_start: toLocalDate(shown.from),
          range_end: toLocalDate(shown.to),
        }}
        modifiersClassNames={{
          selected: 'is-selected',
          range_start: 'is-end',
          range_end: 'is-end',
        }}
        onDayClick={(date) => choose(fromLocalDate(date))}
        onDayMouseEnter={preview}
        onDayFocus={preview}
        classNames={CALENDAR_CLASSES}
      />
      <p role="status" className="mt-1 text-center text-xs text-ink-faint">
        {start ? 'Elige el último día' : 'Elige el primer día'}
      </p>
    </div>
  )
}

function QuickRanges({ onChoose }: Pick<DateRangePickerProps, 'onChoose'>) {
  return (
    <div className="mb-2 grid grid-cols-2 gap-1.5">
      {QUICK_RANGES.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          onClick={() => onChoose(name)}
          className="h-8 rounded-control border border-line text-sm font-medium text-ink-muted transition-colors hover:bg-sunken hover:text-ink"
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function isWithin(day: Day, range: DayRange): boolean {
  return day >= range.from && day <= range.to
}

const arrowClass =
  'inline-flex size-8 items-center justify-center rounded-control hover:bg-sunken aria-disabled:opacity-40 [&_svg]:size-4 [&_svg]:fill-ink-muted'

const CALENDAR_CLASSES = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrowClass,
  button_next: arrowClass,
  month_caption:
    'flex h-8 max-md:h-10 items-center justify-center text-sm font-semibold first-letter:uppercase',
  month_grid: 'mt-1 w-full border-collapse',
  weekday: 'h-8 w-9 text-2xs font-medium text-ink-faint',
  day: 'p-0 text-center [&.is-selected:not([data-hidden])]:bg-accent-soft first:rounded-l-control last:rounded-r-control',
  day_button:
    'tabular h-9 max-md:h-10 w-full rounded-control text-sm enabled:hover:bg-sunken disabled:text-ink-faint disabled:opacity-45 focus-visible:outline-offset-[-2px] in-[.is-end]:bg-accent in-[.is-end]:font-semibold in-[.is-end]:text-on-accent in-[.is-end]:enabled:hover:bg-accent-strong',
  today: 'font-semibold [&>button]:underline [&>button]:underline-offset-3',
}
