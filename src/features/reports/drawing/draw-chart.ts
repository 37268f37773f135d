import { scaleLinear } from 'd3-scale'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { compact, shortDay } from '#shared/spanish-numbers.ts'
import type { AccountReport, DaySums } from '../rules/report.ts'
import { COLORS, type Doc, line, MARGIN, WIDTH } from './page.ts'

const HEIGHT = 108
const AXIS = 44
/** Seen on paper beside the brand's own colour, and never taken for it. */
const COMPARED = '#a09b94'

type Series = {
  title: string
  figure: keyof Metrics
  value: (day: DaySums) => number
  label: (value: number) => string
}

/** Cost and conversions day by day as vectors, the period before as a dashed line; answers the y below. */
export function drawTrend(doc: Doc, account: AccountReport, color: string, y: number): number {
  const all: Series[] = [
    {
      title: `Coste por día (${account.currencyCode})`,
      figure: 'costMicros',
      value: (day) => day.costMicros / MICROS,
      label: (value) => compact(value, account.currencyCode),
    },
    {
      title: 'Conversiones por día',
      figure: 'conversionsMicros',
      value: (day) => day.conversionsMicros / MICROS,
      label: (value) => compact(value),
    },
  ]
  const series = all.filter(({ figure }) => account.known?.includes(figure) ?? true)
  const width = (WIDTH - 20) / 2
  series.forEach((one, at) => {
    drawPanel(doc, account, one, { x: MARGIN + at * (width + 20), y, width, color })
  })
  return drawLegend(doc, account, color, y + HEIGHT + 42)
}

type Panel = { x: number; y: number; width: number; color: string }

function drawPanel(doc: Doc, account: AccountReport, series: Series, panel: Panel): void {
  const { x, y, width, color } = panel
  line(doc, series.title, { x, y, width }, { size: 9, bold: true, color: COLORS.muted })
  const top = y + 18
  const current = account.days.map(series.value)
  const previous = account.previousDays.map(series.value)
  const highest = Math.max(...current, ...previous, 0)
  const scale = scaleLinear([0, highest || 1], [top + HEIGHT, top]).nice(3)
  for (const tick of scale.ticks(3)) drawTick(doc, scale(tick), series.label(tick), panel)
  const place = { left: x + AXIS, width: width - AXIS, scale }
  if (previous.length > 0) strokeDays(doc, previous, place, { color: COMPARED, dashed: true })
  fillDays(doc, current, { ...place, floor: top + HEIGHT }, color)
  strokeDays(doc, current, place, { color, dashed: false })
  const [first, last] = [account.days[0], account.days.at(-1)]
  const below = { x: x + AXIS, y: top + HEIGHT + 5, width: width - AXIS }
  if (first) line(doc, shortDay(first.day), below, { size: 7.5, color: COLORS.faint })
  if (last)
    line(doc, shortDay(last.day), { ...below, align: 'right' }, { size: 7.5, color: COLORS.faint })
}

function drawTick(doc: Doc, at: number, text: string, { x, width }: Panel): void {
  doc
    .moveTo(x + AXIS, at)
    .lineTo(x + width, at)
    .lineWidth(0.5)
    .stroke(COLORS.line)
  const box = { x, y: at - 4, width: AXIS - 6, align: 'right' as const }
  line(doc, text, box, { size: 7.5, color: COLORS.faint })
}

type Place = { left: number; width: number; scale: (value: number) => number }

function trace(doc: Doc, values: readonly number[], { left, width, scale }: Place): void {
  const step = width / Math.max(1, values.length - 1)
  values.forEach((value, at) => {
    if (at === 0) doc.moveTo(left, scale(value))
    else doc.lineTo(left + at * step, scale(value))
  })
}

function strokeDays(
  doc: Doc,
  values: readonly number[],
  place: Place,
  { color, dashed }: { color: string; dashed: boolean },
): void {
  if (values.length === 0) return
  doc
    .save()
    .lineJoin('round')
    .lineWidth(dashed ? 0.9 : 1.4)
  if (dashed) doc.dash(2.5, { space: 2 })
  trace(doc, values, place)
  doc.stroke(color).restore()
}

function fillDays(
  doc: Doc,
  values: readonly number[],
  place: Place & { floor: number },
  color: string,
): void {
  if (values.length === 0) return
  doc.save()
  trace(doc, values, place)
  doc
    .lineTo(place.left + place.width, place.floor)
    .lineTo(place.left, place.floor)
    .closePath()
  doc.fillOpacity(0.1).fill(color).restore()
}

function drawLegend(doc: Doc, account: AccountReport, color: string, y: number): number {
  const marks = [
    { text: 'Este periodo', color, dashed: false },
    ...(account.previousDays.length > 0
      ? [{ text: 'Periodo con el que se compara', color: COMPARED, dashed: true }]
      : []),
  ]
  let x = MARGIN
  for (const mark of marks) {
    doc.save().lineWidth(1.4)
    if (mark.dashed) doc.dash(2.5, { space: 2 })
    doc
      .moveTo(x, y + 4)
      .lineTo(x + 16, y + 4)
      .stroke(mark.color)
      .restore()
    line(doc, mark.text, { x: x + 21, y, width: 160 }, { size: 8, color: COLORS.muted })
    x += 100
  }
  return y + 12
}
