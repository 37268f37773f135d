import { useQuery } from '@tanstack/react-query'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { Suspense, useId, useRef, useState } from 'react'
import { classes } from '#kit/class-names.ts'
import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { buttonClass } from '#kit/components/button.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import type { RangeChoice } from '#kit/date-choice.ts'
import { late } from '#kit/late.tsx'
import { queryOf } from '#kit/query.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import { longDay, shortDay } from '#shared/spanish-numbers.ts'
import { listDaysWithData } from '../contract/metrics.ts'

const loadPicker = () => import('#kit/components/date-range-picker.tsx')
const DateRangePicker = late(() => loadPicker().then((module) => module.DateRangePicker))

type DateRangeControlProps = {
  customerId: string
  value: DayRange
  today: Day
  onChoose: (choice: RangeChoice) => void
}

/** The range in words; opens the calendar. Its code is fetched when the pointer or focus arrives. */
export function DateRangeControl(props: DateRangeControlProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const onToggle = (isOpen: boolean) => {
    setOpen(isOpen)
    if (isOpen && panel.current && button.current) placeUnder(panel.current, button.current)
  }
  const choose = (choice: RangeChoice) => {
    panel.current?.hidePopover()
    button.current?.focus()
    props.onChoose(choice)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`Periodo: ${rangeText(props.value)}`}
        onPointerEnter={() => void loadPicker().catch(() => undefined)}
        onFocus={() => void loadPicker().catch(() => undefined)}
        // Across a new year it does not fit into one line of a phone.
        className={classes(
          buttonClass(),
          'max-sm:text-balance max-sm:leading-tight max-sm:whitespace-normal',
        )}
      >
        <CalendarDays aria-hidden="true" className="max-sm:hidden" />
        <span className="tabular">{rangeText(props.value)}</span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Elegir periodo"
        onToggle={(event) => onToggle(event.newState === 'open')}
        className="fixed m-0 max-h-[calc(100dvh-1rem)] w-[282px] max-md:w-[310px] overflow-y-auto rounded-card border border-line bg-surface text-ink shadow-floating open:animate-rise"
      >
        {open && (
          <BlockBoundary>
            <Suspense fallback={<Skeleton className="m-3 h-99 max-md:h-108" />}>
              <Picker {...props} onChoose={choose} />
            </Suspense>
          </BlockBoundary>
        )}
      </div>
    </>
  )
}

function Picker({ customerId, value, today, onChoose }: DateRangeControlProps) {
  const days = useQuery(queryOf(listDaysWithData, { customerId }))
  // Without the list every day up to today stays open to choice: a range without data does no harm.
  if (days.isPending) return <Skeleton className="m-3 h-99 max-md:h-108" />
  return (
    <DateRangePicker
      value={value}
      today={today}
      daysWithData={days.data?.fechas ?? null}
      onChoose={onChoose}
    />
  )
}

/** '23 oct – 21 nov 2026'; the year stands once when it is the same. */
export function rangeText({ from, to }: DayRange): string {
  if (from === to) return longDay(from)
  const isSameYear = from.slice(0, 4) === to.slice(0, 4)
  return `${isSameYear ? shortDay(from) : longDay(from)} – ${longDay(to)}`
}

/** Of the panel once the calendar has come. */
const HEIGHT = 460

// CSS anchor positioning is not everywhere yet.
function placeUnder(panel: HTMLElement, button: HTMLElement) {
  const box = button.getBoundingClientRect()
  const left = Math.min(box.right, document.body.clientWidth - 8) - panel.offsetWidth
  const top = Math.min(box.bottom + 4, window.innerHeight - HEIGHT - 8)
  panel.style.left = `${Math.max(8, left)}px`
  panel.style.top = `${Math.max(8, top)}px`
}
