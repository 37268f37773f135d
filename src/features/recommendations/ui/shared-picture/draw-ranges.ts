import { PAPER } from '#shared/paper-colors.ts'
import { money, plural } from '#shared/spanish-numbers.ts'
import type { AccountResults } from '../../contract/results.ts'
import {
  box,
  cutToWidth,
  EDGE,
  INNER,
  line,
  type Measure,
  PICTURE,
  placeOn,
  type Shape,
  sizeToFit,
  text,
} from './shapes.ts'

type Total = NonNullable<AccountResults['total']>
export type NamedRange = { name: string; currencyCode: string } & Pick<
  Total,
  'estimate' | 'range80'
>

const MOST_ROWS = 4
const BAR = { from: EDGE + 300, to: PICTURE.width - EDGE - 330 }
const AMOUNT_WIDTH = PICTURE.width - EDGE - BAR.to - 24

/** Each range a row, on one scale per currency, as the product draws every range; alone it takes all the room. */
export function drawRanges(
  ranges: readonly NamedRange[],
  room: { top: number; bottom: number },
  measure: Measure,
): Shape[] {
  const [only] = ranges
  if (ranges.length === 1 && only) return drawAlone(only, (room.top + room.bottom) / 2 - 12)
  const isOneCurrency = new Set(ranges.map(({ currencyCode }) => currencyCode)).size === 1
  const largest = ranges.toSorted((a, b) => Math.abs(b.estimate) - Math.abs(a.estimate))
  const shown = (isOneCurrency ? largest : ranges).slice(0, MOST_ROWS)
  const rest = ranges.length - shown.length
  const height = Math.min(52, (room.bottom - room.top - (rest > 0 ? 26 : 0)) / shown.length)
  const size = sizeToFit({ most: 20, least: 13 }, AMOUNT_WIDTH, (at) =>
    Math.max(...shown.map((range) => measure(amountText(range), at, 500))),
  )
  const more = isOneCurrency ? ['cuenta más', 'cuentas más'] : ['moneda más', 'monedas más']
  return [
    ...shown.flatMap((range, i) =>
      drawRow({ ...range, size }, scaleFor(range, ranges), room.top + (i + 0.5) * height, measure),
    ),
    ...(rest > 0
      ? [
          text(
            `Y ${plural(rest, more[0]!, more[1]!)}${isOneCurrency ? ', dentro de la suma' : ''}.`,
            {
              y: room.top + height * shown.length + 20,
              size: 16,
              colour: PAPER['ink-faint'],
            },
          ),
        ]
      : []),
  ]
}

function scaleFor({ currencyCode }: NamedRange, ranges: readonly NamedRange[]) {
  const own = ranges.filter((one) => one.currencyCode === currencyCode)
  const ends = own.flatMap(({ range80 }) => [range80.low, range80.high])
  return { low: Math.min(0, ...ends), high: Math.max(0, ...ends) }
}

function drawRow(
  { size, ...range }: NamedRange & { size: number },
  scale: { low: number; high: number },
  middle: number,
  measure: Measure,
): Shape[] {
  const { name, estimate } = range
  const { low, high } = range.range80
  const x = placeOn(scale, BAR.from, BAR.to)
  const room = BAR.from - EDGE - 24
  return [
    text(
      cutToWidth(name, room, (words) => measure(words, 20, 500)),
      { y: middle + 7, size: 20, weight: 500 },
    ),
    box(BAR.from, middle - 0.5, BAR.to - BAR.from, 1, PAPER.line),
    line(
      [
        [x(0), middle - 16],
        [x(0), middle + 16],
      ],
      PAPER['ink-faint'],
      1.5,
    ),
    box(x(low), middle - 5, Math.max(3, x(high) - x(low)), 10, inkOf(range)),
    box(x(estimate) - 3, middle - 12, 6, 24, PAPER.ink),
    text(amountText(range), {
      x: PICTURE.width - EDGE,
      y: middle + 7,
      size,
      weight: 500,
      align: 'right',
    }),
  ]
}

/** From edge to edge, with both ends, the likeliest and zero by their figures. */
function drawAlone(range: NamedRange, middle: number): Shape[] {
  const { currencyCode, estimate } = range
  const { low, high } = range.range80
  const x = placeOn(scaleFor(range, [range]), EDGE + 80, PICTURE.width - EDGE - 80)
  const say = (micros: number) => money(micros, currencyCode)
  const end = { y: middle + 52, size: 20, align: 'center', colour: PAPER['ink-muted'] } as const
  const zero = x(0)
  const touches = [low, high].some((amount) => Math.abs(x(amount) - zero) < 90)
  return [
    box(EDGE, middle - 0.5, INNER, 1, PAPER.line),
    line(
      [
        [zero, middle - 34],
        [zero, middle + 34],
      ],
      PAPER['ink-faint'],
      1.5,
    ),
    ...(touches ? [] : [text('0', { ...end, x: zero })]),
    box(x(low), middle - 11, Math.max(4, x(high) - x(low)), 22, inkOf(range)),
    box(x(estimate) - 4, middle - 24, 8, 48, PAPER.ink),
    text(say(low), { ...end, x: x(low) }),
    text(say(high), { ...end, x: x(high) }),
    text(say(estimate), { ...end, x: x(estimate), y: middle - 38, weight: 600, colour: PAPER.ink }),
  ]
}

function amountText({ currencyCode, range80: { low, high } }: NamedRange): string {
  const say = (micros: number) => money(micros, currencyCode)
  return `de ${say(low)} a ${say(high)}`
}

function inkOf({ range80: { low, high } }: NamedRange): string {
  if (low > 0) return PAPER.success
  return high < 0 ? PAPER.danger : PAPER['doubt-fill']
}
