import type { AmountRange, RangeScale } from '#shared/range-scale.ts'
import { wholeMoney } from '#shared/spanish-numbers.ts'
import { COLORS, type Doc, line } from './page.ts'

type Box = { x: number; y: number; width: number }

/** The range as a bar with its ends, the estimate as a dot on it, and zero where it lies. */
export function drawRange(
  doc: Doc,
  { estimate, low, high }: AmountRange,
  { at }: RangeScale,
  { x, y, width, color }: Box & { color: string },
): void {
  const to = (micros: number) => x + at(micros) * width
  const stroke = (from: [number, number], end: [number, number], ink: string, thick: number) =>
    doc
      .moveTo(...from)
      .lineTo(...end)
      .lineWidth(thick)
      .stroke(ink)
  stroke([to(0), y - 6], [to(0), y + 6], COLORS.compared, 0.5)
  stroke([to(low), y], [to(high), y], color, 1.2)
  for (const end of [low, high]) stroke([to(end), y - 3], [to(end), y + 3], color, 1.2)
  doc.circle(to(estimate), y, 2.4).fill(color)
}

/** What the bars below count, the ends of the scale and its zero; answers the y below. */
export function drawScale(doc: Doc, scale: RangeScale, currencyCode: string, box: Box): number {
  const { least, most, at } = scale
  const style = { size: 7.5, color: COLORS.faint }
  const say = (micros: number) => wholeMoney(micros, currencyCode)
  const zero = at(0)
  const title = { x: box.x - 150, y: box.y, width: 138, align: 'right' as const }
  line(doc, 'Efecto neto al mes', title, style)
  line(doc, say(least), box, style)
  line(doc, say(most), { ...box, align: 'right' }, style)
  const middle = { x: box.x + zero * box.width - 20, y: box.y, width: 40 }
  if (zero > 0.35 && zero < 0.65) line(doc, '0', { ...middle, align: 'center' }, style)
  doc
    .moveTo(box.x, box.y + 11)
    .lineTo(box.x + box.width, box.y + 11)
    .lineWidth(0.5)
    .stroke(COLORS.line)
  return box.y + 20
}
