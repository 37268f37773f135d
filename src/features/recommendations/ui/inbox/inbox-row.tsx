import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { classes } from '#kit/class-names.ts'
import { useMayEdit } from '#kit/may-edit.ts'
import { useDayHere } from '#kit/today-here.ts'
import { cutNames } from '#shared/cut-name.ts'
import { wholeMoneyRange } from '#shared/spanish-numbers.ts'
import type { InboxRow } from '../../contract/inbox.ts'
import { PRIORITY_WORDS } from '../../contract/wire-words.ts'
import { CATEGORY_TEXTS, impactKind, PRIORITIES, probabilityText } from '../recommendation-words.ts'
import { isHeld, type Mark } from './desk.ts'
import { ageText, kindOf, type Scale } from './inbox-rows.ts'
import { RangeMark } from './range-mark.tsx'

export type InboxRowProps = {
  row: InboxRow
  scale: Scale | undefined
  /** What was just decided about it. */
  mark: Mark | undefined
  isOpen: boolean
  isChosen: boolean
  /** The page says already whose it is. */
  withoutAccount?: boolean
  onToggle: () => void
  /** The pointer or the focus is on it: it may be opened next. */
  onIntent: () => void
  onChoose: (isChosen: boolean) => void
  onApply: () => void
  /** Its evidence, while it is open. */
  children?: ReactNode
}

/** One decision: what, whose, since when, what it brings; its evidence opens below it. */
export function InboxRowView(props: InboxRowProps) {
  const { row, scale, mark, isOpen, isChosen, onToggle, onChoose, onApply } = props
  const isGone = mark?.state === 'done'
  const mayEdit = useMayEdit()
  return (
    <li
      data-row={row.id}
      className={classes('decision', isGone && 'opacity-60', isChosen && 'bg-accent-soft')}
    >
      <div className="decision-row">
        {/* The label is only room around the box for a finger. */}
        {mayEdit ? (
          <label className="relative z-10 -m-2 p-2">
            <input
              type="checkbox"
              aria-label={`Elegir: ${row.titulo}`}
              checked={isChosen}
              disabled={isHeld(mark)}
              onChange={(event) => onChoose(event.target.checked)}
              className="block size-4 accent-accent"
            />
          </label>
        ) : (
          <span />
        )}
        <Urgency row={row} />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          onPointerEnter={props.onIntent}
          onFocus={props.onIntent}
          className="whole-row-button"
        >
          <Title text={row.titulo} isOpen={isOpen} />
          <Meta {...props} />
        </button>
        {row.forecast && scale && (
          <RangeMark
            forecast={row.forecast}
            scale={scale}
            className="hidden @min-[58rem]:col-start-4 @min-[58rem]:block"
          />
        )}
        <Amount row={row} />
        <div className="relative z-10 col-start-4 hidden justify-self-end sm:block @min-[58rem]:col-start-6">
          {(!isOpen || mark) && (
            <Deed
              row={row}
              mark={mark}
              text={mayEdit && !row.byHand ? 'Aplicar' : 'Ver'}
              onPress={mayEdit ? onApply : onToggle}
            />
          )}
        </div>
      </div>
      {mark && (mark.state === 'refused' || mark.state === 'open') && <Why {...mark} />}
      {props.children}
    </li>
  )
}

/** Signs on the three lines that a phone has for it. */
const MOST_SIGNS = 90

/** On a phone long names in it are cut, since its end says what they cost or bring; an open row has it whole. */
function Title({ text, isOpen }: { text: string; isOpen: boolean }) {
  const short = isOpen ? text : cutNames(text, MOST_SIGNS)
  return (
    <span
      title={text}
      className={classes(
        'font-semibold text-pretty wrap-anywhere',
        isOpen ? 'block' : 'line-clamp-3 sm:line-clamp-2 md:in-data-[density=compact]:line-clamp-1',
      )}
    >
      {short === text ? (
        text
      ) : (
        <>
          <span className="sm:hidden">{short}</span>
          <span className="max-sm:hidden">{text}</span>
        </>
      )}
    </span>
  )
}

function Meta({ row, mark, withoutAccount }: InboxRowProps) {
  const dayOf = useDayHere()
  const parts = [
    ...(withoutAccount ? [] : [row.accountName]),
    CATEGORY_TEXTS[row.categoria],
    ageText(dayOf(new Date(row.fecha_creacion)), dayOf(new Date())),
  ]
  const { forecast, currencyCode } = row
  return (
    <span className="mt-0.5 block text-xs text-ink-muted">
      <span className="block truncate" title={parts.join(' · ')}>
        {parts.join(' · ')}
      </span>
      {forecast && (
        <span className="tabular block font-semibold text-ink @min-[58rem]:hidden">
          {wholeMoneyRange(spanOf(forecast), currencyCode)} al mes
        </span>
      )}
      {mark && isHeld(mark) && (
        <span className="block font-medium text-ink sm:hidden">{shortText(mark)}</span>
      )}
    </span>
  )
}

/** Why it was not done, or that it is not known yet. */
function Why({ state, text }: Mark) {
  const isRefused = state === 'refused'
  return (
    <p
      role={isRefused ? 'alert' : 'status'}
      className={classes(
        'mx-4 mb-3 rounded-control px-3 py-2 text-sm',
        isRefused ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning',
      )}
    >
      {text}
    </p>
  )
}

const shortText = ({ state, text }: Mark) => (state === 'open' ? 'Aplicando...' : text)

/** What is broken and comes first has a sign of its own; the rest three bars, as many in ink as it is urgent. */
function Urgency({ row }: { row: InboxRow }) {
  if (kindOf(row) === 'roto' && row.prioridad === PRIORITY_WORDS.high)
    return (
      <>
        <TriangleAlert aria-hidden="true" className="size-4 text-danger" />
        <span className="sr-only">Medición rota</span>
      </>
    )
  const bars = { alta: 3, media: 2, baja: 1 }[row.prioridad] ?? 1
  return (
    <>
      <svg aria-hidden="true" viewBox="0 0 16 10" className="h-2.5 w-4">
        {[0, 1, 2].map((at) => (
          <rect
            key={at}
            x={at * 5.5 + 0.5}
            y={1}
            width={3.5}
            height={8}
            className={at < bars ? 'fill-ink stroke-ink' : 'fill-none stroke-line-strong'}
          />
        ))}
      </svg>
      <span className="sr-only">{PRIORITIES[row.prioridad ?? PRIORITY_WORDS.low].text}</span>
    </>
  )
}

function Amount({ row }: { row: InboxRow }) {
  const { forecast, currencyCode, probability } = row
  return (
    <p className="tabular hidden text-right @min-[58rem]:col-start-5 @min-[58rem]:block">
      {forecast ? (
        <span className="block font-semibold whitespace-nowrap">
          {wholeMoneyRange(spanOf(forecast), currencyCode)}
        </span>
      ) : (
        <span className="block text-sm text-ink-muted">sin importe</span>
      )}
      <span className="block text-xs text-ink-muted">
        {forecast && `${impactKind(forecast)} · `}
        {probabilityText(probability)}
      </span>
    </p>
  )
}

function Deed({ row, mark, text, onPress }: DeedProps) {
  if (mark && isHeld(mark))
    return (
      <span className="inline-flex h-8 items-center gap-1.5 px-2.5 text-sm font-medium">
        {mark.state === 'done' && <Check aria-hidden="true" className="size-4" />}
        {shortText(mark)}
      </span>
    )
  return (
    <button
      type="button"
      aria-label={`${text}: ${row.titulo}`}
      onClick={onPress}
      className="row-deed"
    >
      {text}
    </button>
  )
}

type DeedProps = Pick<InboxRowProps, 'row' | 'mark'> & { text: string; onPress: () => void }

const spanOf = (forecast: NonNullable<InboxRow['forecast']>) => ({
  low: forecast.monthlyLowMicros,
  high: forecast.monthlyHighMicros,
})
