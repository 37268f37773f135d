import { Fragment } from 'react'
import { classes } from '#kit/class-names.ts'
import { CutName } from '#kit/components/cut-name.tsx'
import { integer } from '#shared/spanish-numbers.ts'
import type { Mark, RowsPicture } from './picture.ts'
import { scaleEnd } from './scale-end.ts'

const WIDTH = 100
const HEIGHT = 20

/** One mark a row, all on one scale that begins at zero; what is drawn is also said. */
export function RowsDrawing({ picture }: { picture: RowsPicture }) {
  const { title, rows, line, key, more } = picture
  const end = scaleEnd(picture)
  return (
    <figure className="@container">
      <figcaption className="mb-2 text-sm font-semibold text-pretty">{title}</figcaption>
      {key.length > 0 && <Key names={key} isStep={rows[0]?.mark.shape === 'step'} />}
      <ul className="tabular grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-sm @min-[32rem]:grid-cols-[minmax(0,14rem)_minmax(6rem,1fr)_auto]">
        {rows.map(({ label, mark, text, heard }) => (
          <li
            key={`${label} ${text}`}
            className="col-span-full grid grid-cols-subgrid items-center py-0.5"
          >
            <CutName text={label} className="text-ink-muted @max-[32rem]:col-span-full" />
            <Track mark={mark} end={end} line={line?.value ?? null} />
            <span className="text-right text-xs">
              {text}
              {heard && <span className="sr-only">, {heard}</span>}
            </span>
          </li>
        ))}
      </ul>
      {(line || more > 0) && (
        <p className="mt-2 text-xs text-ink-muted">
          {line && (
            <>
              <span
                aria-hidden="true"
                className="mr-1.5 inline-block h-3 border-l border-dashed border-ink align-middle"
              />
              {line.text}
            </>
          )}
          {line && more > 0 && ' · '}
          {more > 0 && `${integer(more)} más en la tabla`}
        </p>
      )}
    </figure>
  )
}

const PART_CLASSES = ['fill-ink/70', 'fill-doubt-fill', 'fill-ink/25']
const KEY_CLASSES = ['bg-ink/70', 'bg-doubt-fill', 'bg-ink/25']

function Key({ names, isStep }: { names: readonly string[]; isStep: boolean }) {
  return (
    <p className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-muted">
      {names.map((name, at) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={classes(
              'size-2.5',
              isStep && at === 0
                ? 'rounded-full border border-ink'
                : isStep && 'rounded-full bg-ink',
              !isStep && KEY_CLASSES[at],
            )}
          />
          {name}
        </span>
      ))}
    </p>
  )
}

function Track(props: { mark: Mark; end: number; line: number | null }) {
  const { mark, end, line } = props
  const place = (value: number) => Math.min(WIDTH, Math.max(0, (value / end) * WIDTH))
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-5 w-full overflow-visible"
    >
      <path d={`M0 0V${HEIGHT}`} className={hairClass} />
      <MarkShape mark={mark} place={place} />
      {line !== null && (
        <path
          d={`M${place(line)} 0V${HEIGHT}`}
          className="stroke-ink [stroke-dasharray:3_2] [vector-effect:non-scaling-stroke]"
        />
      )}
    </svg>
  )
}

function MarkShape({ mark, place }: { mark: Mark; place: (value: number) => number }) {
  switch (mark.shape) {
    case 'range':
      return <RangeShape mark={mark} place={place} />
    case 'bar':
      return <rect x={0} y={5} width={place(mark.to)} height={10} className={PART_CLASSES[0]} />
    case 'pile':
      return (
        <rect
          x={place(mark.from)}
          y={5}
          width={Math.max(0.4, place(mark.to) - place(mark.from))}
          height={10}
          className={PART_CLASSES[1]}
        />
      )
    case 'pair':
      return (
        <>
          <rect x={0} y={3} width={place(mark.first)} height={6} className={PART_CLASSES[0]} />
          <rect x={0} y={11} width={place(mark.second)} height={6} className={PART_CLASSES[1]} />
        </>
      )
    case 'parts':
      return <PartShapes parts={mark.parts} place={place} />
    case 'step':
      return <StepShape {...mark} place={place} />
  }
}

function RangeShape(props: {
  mark: Extract<Mark, { shape: 'range' }>
  place: (value: number) => number
}) {
  const { mark, place } = props
  const low = place(mark.low)
  const high = mark.high === null ? WIDTH : place(mark.high)
  return (
    <>
      <rect x={low} y={6} width={Math.max(0.6, high - low)} height={8} className="fill-ink/20" />
      <path
        d={`M${low} 4v12${mark.high === null ? '' : `M${high} 4v12`}`}
        className={hairInkClass}
      />
      {mark.mid !== null && <path d={`M${place(mark.mid)} 3v14`} className={middleClass} />}
    </>
  )
}

function PartShapes({ parts, place }: { parts: readonly number[]; place: (v: number) => number }) {
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + part, 0))
  return starts.map((start, at) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one mark never move
      key={at}
      x={place(start)}
      y={5}
      width={place(start + (parts[at] ?? 0)) - place(start)}
      height={10}
      className={PART_CLASSES[at]}
    />
  ))
}

/** From a ring to a dot; drawn with round ends, since a circle would be stretched with the row. */
function StepShape({
  from,
  to,
  place,
}: {
  from: number
  to: number
  place: (v: number) => number
}) {
  const [start, stop] = [place(from), place(to)]
  return (
    <Fragment>
      <path d={`M${start} 10H${stop}`} className={hairInkClass} />
      <path d={`M${start} 10h.01`} className={`${roundClass} stroke-ink [stroke-width:9]`} />
      <path d={`M${start} 10h.01`} className={`${roundClass} stroke-surface [stroke-width:6]`} />
      <path d={`M${stop} 10h.01`} className={`${roundClass} stroke-ink [stroke-width:9]`} />
    </Fragment>
  )
}

const hairClass = 'stroke-line-strong [vector-effect:non-scaling-stroke]'
const hairInkClass = 'stroke-ink [vector-effect:non-scaling-stroke]'
const middleClass = 'stroke-ink [stroke-width:3] [vector-effect:non-scaling-stroke]'
const roundClass = '[stroke-linecap:round] [vector-effect:non-scaling-stroke]'
