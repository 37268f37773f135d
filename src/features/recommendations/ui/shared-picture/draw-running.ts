import { niceTicks } from '#kit/trend-geometry.ts'
import { MICROS } from '#shared/metrics.ts'
import { PAPER } from '#shared/paper-colors.ts'
import { compact, longDay, money, wholeMoney } from '#shared/spanish-numbers.ts'
import type { AccountResults } from '../../contract/results.ts'
import {
  EDGE,
  line,
  type Measure,
  PICTURE,
  type Point,
  placeOn,
  type Shape,
  sizeToFit,
  text,
} from './shapes.ts'

type Week = AccountResults['running'][number]

/** Beside the lines, for what they have come to. */
const NAMES = 240
const NAMES_FROM = 36
const END = PICTURE.width - EDGE - NAMES
const BAND = '#dddbd6'
/** Between the last figures, which may have come to the same. */
const NAMES_APART = 74

/** The sum so far with its 80 % band, what had been forecast, and both by name where they end. */
export function drawRunning(
  running: readonly Week[],
  currencyCode: string,
  room: { top: number; bottom: number },
  measure: Measure,
): Shape[] {
  const [first, last] = [running[0]!, running.at(-1)!]
  const plotBottom = room.bottom - 26
  const ends = running.flatMap(({ low, high, predicted }) => [low, high, predicted])
  const scale = { low: Math.min(0, ...ends), high: Math.max(0, ...ends) }
  const y = placeOn(scale, plotBottom, room.top)
  const x = placeOn({ low: 0, high: running.length - 1 }, EDGE, END)
  const path = (of: (week: Week) => number) => running.map((week, i): Point => [x(i), y(of(week))])
  const dates = { y: room.bottom, size: 15, colour: PAPER['ink-faint'] }
  return [
    ...drawTicks(scale, y, currencyCode),
    {
      kind: 'area',
      points: [...path(({ high }) => high), ...path(({ low }) => low).reverse()],
      colour: BAND,
    },
    line(
      [
        [EDGE, y(0)],
        [END, y(0)],
      ],
      PAPER['ink-faint'],
      1.5,
    ),
    line(
      path(({ predicted }) => predicted),
      PAPER['ink-faint'],
      2.5,
      [9, 6],
    ),
    line(
      path(({ estimate }) => estimate),
      PAPER.ink,
      4,
    ),
    ...drawFork(last, y),
    ...drawNames(namesOf(last, currencyCode, measure), y, room),
    text(longDay(first.day), dates),
    text(longDay(last.day), { ...dates, x: END, align: 'right' }),
  ]
}

function drawTicks(
  scale: { low: number; high: number },
  y: (value: number) => number,
  currencyCode: string,
): Shape[] {
  const step = niceTicks((scale.high - scale.low) / MICROS || 1, 3)[1] ?? 1
  const from = Math.ceil(scale.low / MICROS / step)
  const count = Math.floor(scale.high / MICROS / step) - from + 1
  return Array.from({ length: count }, (_, i) => (from + i) * step).flatMap((tick) => {
    const at = y(tick * MICROS)
    return [
      line(
        [
          [EDGE, at],
          [END, at],
        ],
        PAPER.line,
        1,
      ),
      text(tick === 0 ? '0' : compact(tick, currencyCode), {
        y: at - 5,
        size: 14,
        colour: PAPER['ink-faint'],
      }),
    ]
  })
}

/** The last range as the product draws every range: from end to end, with the likeliest in it. */
function drawFork({ low, high, estimate }: Week, y: (value: number) => number): Shape[] {
  const at = END + 14
  const cap = (value: number): Shape =>
    line(
      [
        [at - 7, y(value)],
        [at + 7, y(value)],
      ],
      PAPER.ink,
      2,
    )
  return [
    line(
      [
        [at, y(low)],
        [at, y(high)],
      ],
      PAPER.ink,
      2,
    ),
    cap(low),
    cap(high),
    line(
      [
        [at - 9, y(estimate)],
        [at + 9, y(estimate)],
      ],
      PAPER.ink,
      6,
    ),
  ]
}

type Names = ReturnType<typeof namesOf>

/** Amounts of millions are set smaller. */
function namesOf(last: Week, currencyCode: string, measure: Measure) {
  const say = (micros: number) => money(micros, currencyCode)
  const fitted = (words: string, most: number, weight: 400 | 600) => ({
    words,
    weight,
    size: sizeToFit({ most, least: 11 }, NAMES - NAMES_FROM, (at) => measure(words, at, weight)),
  })
  return {
    last,
    sum: fitted(say(last.estimate), 26, 600),
    range: fitted(rangeText(last, currencyCode, measure), 15, 400),
    forecast: fitted(`previsto ${wholeMoney(last.predicted, currencyCode)}`, 15, 400),
  }
}

/** Exact, unless its digits would become too small to read. */
function rangeText({ low, high }: Week, currencyCode: string, measure: Measure): string {
  const exact = `de ${money(low, currencyCode)} a ${money(high, currencyCode)}`
  if (measure(exact, 13, 400) <= NAMES - NAMES_FROM) return exact
  const short = (micros: number) => compact(micros / MICROS, currencyCode)
  return `de ${short(low)} a ${short(high)}`
}

/** What both lines have come to, beside their ends and apart from each other. */
function drawNames(
  { last, sum, range, forecast }: Names,
  y: (value: number) => number,
  room: { top: number; bottom: number },
): Shape[] {
  const x = END + NAMES_FROM
  const [measured, predicted] = [y(last.estimate), y(last.predicted)]
  const isAbove = measured <= predicted
  const shift = Math.max(0, NAMES_APART - Math.abs(measured - predicted)) / 2
  const within = (at: number, height: number) =>
    Math.min(Math.max(at, room.top + 12), room.bottom - height)
  const top = within(measured - 16 - (isAbove ? shift : -shift), isAbove ? 100 : 56)
  const below = isAbove
    ? Math.max(top + 80, predicted + shift)
    : Math.min(top - 32, predicted - shift)
  const muted = { x, colour: PAPER['ink-muted'] }
  return [
    text('medido en total', { ...muted, y: top, size: 15 }),
    text(sum.words, { ...sum, x, y: top + 28 }),
    text(range.words, { ...range, ...muted, y: top + 50 }),
    text(forecast.words, {
      ...forecast,
      x,
      y: Math.min(Math.max(below, room.top), room.bottom),
      colour: PAPER['ink-faint'],
    }),
  ]
}
