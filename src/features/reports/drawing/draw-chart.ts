import { scaleLinear } from 'd3-scale'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { compact, money, shortDay } from '#shared/spanish-numbers.ts'
import type { AccountReport, DaySums } from '../rules/report.ts'
import { COLORS, type Doc, figureLine, heading, line, MARGIN, WIDTH } from './page.ts'

const HEIGHT = 108
const AXIS = 40
const MOST_PANELS = 2
/** Right of the plot, for what the lines are and end at. */
const LABELS = 52

type Series = {
  title: string
  figure: keyof Metrics
  value: (day: DaySums) => number
  label: (value: number) => string
  none: string
}

/** The first two that are known, the period before as a dashed line; answers the y below. */
export function drawTrend(doc: Doc, account: AccountReport, color: string, from: number): number {
  const known = seriesOf(account).filter(({ figure }) => account.known?.includes(figure) ?? true)
  const series = known.slice(0, MOST_PANELS)
  if (series.length === 0) return from
  const y = heading(doc, 'Evolución', from, 180)
  const width = (WIDTH - 20) / 2
  series.forEach((one, at) => {
    drawPanel(doc, account, one, { x: MARGIN + at * (width + 20), y, width, color })
  })
  return y + HEIGHT + 32
}

function seriesOf({ currencyCode }: AccountReport): Series[] {
  return [
    {
      title: `Coste por día (${currencyCode})`,
      figure: 'costMicros',
      value: (day) => day.costMicros / MICROS,
      // A sum of money short enough is written as in the tables.
      label: (value) =>
        value < 1_000 ? money(value * MICROS, currencyCode) : compact(value, currencyCode),
      none: 'Ningún coste',
    },
    {
      title: 'Conversiones por día',
      figure: 'conversionsMicros',
      value: (day) => day.conversionsMicros / MICROS,
      label: (value) => compact(value),
      none: 'Ninguna conversión',
    },
    {
      title: 'Clics por día',
      figure: 'clicks',
      value: (day) => day.clicks,
      label: (value) => compact(value),
      none: 'Ningún clic',
    },
  ]
}

type Panel = { x: number; y: number; width: number; color: string }

function drawPanel(doc: Doc, account: AccountReport, series: Series, panel: Panel): void {
  const { x, y, width, color } = panel
  line(doc, series.title, { x, y, width }, { size: 9, bold: true, color: COLORS.muted })
  const top = y + 18
  const current = account.days.map(series.value)
  const previous = account.previousDays.map(series.value)
  const highest = Math.max(...current, ...previous, 0)
  if (highest === 0) {
    const empty = { size: 9, color: COLORS.muted }
    line(doc, `${series.none} en el periodo.`, { x, y: top + 4, width }, empty)
    return
  }
  const scale = scaleLinear([0, highest || 1], [top + HEIGHT, top]).nice(3)
  // The title names the currency: '60 mil JPY' has no room beside the axis.
  for (const tick of scale.ticks(3)) drawTick(doc, scale(tick), compact(tick), panel)
  const place = { left: x + AXIS, width: width - AXIS - LABELS, scale, count: current.length }
  const { start, end } = daysRead(account)
  const read = current.slice(start, end)
  hatchUnread(doc, { from: end - 1, to: current.length - 1 }, { ...place, top })
  hatchUnread(doc, { from: 0, to: start }, { ...place, top })
  if (previous.length > 0)
    strokeDays(doc, previous, place, { color: COLORS.compared, dashed: true })
  fillDays(doc, read, { ...place, start, floor: top + HEIGHT }, color)
  strokeDays(doc, read, { ...place, start }, { color, dashed: false })
  drawLabels(
    doc,
    series,
    { now: read, before: previous.slice(0, current.length) },
    { ...place, color },
  )
  const [first, last] = [account.days[0], account.days.at(-1)]
  const below = { x: x + AXIS, y: top + HEIGHT + 5, width: width - AXIS - LABELS }
  if (first) line(doc, shortDay(first.day), below, { size: 7.5, color: COLORS.faint })
  if (last)
    line(doc, shortDay(last.day), { ...below, align: 'right' }, { size: 7.5, color: COLORS.faint })
}

function drawTick(doc: Doc, at: number, text: string, { x, width }: Panel): void {
  doc
    .moveTo(x + AXIS, at)
    .lineTo(x + width - LABELS, at)
    .lineWidth(0.5)
    .stroke(COLORS.line)
  const box = { x, y: at - 4, width: AXIS - 6, align: 'right' as const }
  figureLine(doc, text, box, { size: 7.5, color: COLORS.faint })
}

/** `start`: the day of the range, from 0, of the first value. */
type Place = {
  left: number
  width: number
  count: number
  start?: number
  scale: (value: number) => number
}

const xOf = (day: number, { left, width, count }: Place) =>
  left + (width * day) / Math.max(1, count - 1)

function trace(doc: Doc, values: readonly number[], place: Place): void {
  const { start = 0, scale } = place
  values.forEach((value, at) => {
    if (at === 0) doc.moveTo(xOf(start, place), scale(value))
    else doc.lineTo(xOf(start + at, place), scale(value))
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
    .lineTo(xOf((place.start ?? 0) + values.length - 1, place), place.floor)
    .lineTo(xOf(place.start ?? 0, place), place.floor)
    .closePath()
  doc.fillOpacity(0.1).fill(color).restore()
}

/** Which days of the range have been read, without the end; a day that has not is no day without cost. */
function daysRead({ days, dataFrom, dataTo }: AccountReport): { start: number; end: number } {
  return {
    start: days.filter(({ day }) => dataFrom !== null && day < dataFrom).length,
    end: days.filter(({ day }) => dataTo !== null && day <= dataTo).length,
  }
}

const HATCH = 5

/** Between the days of the range, from 0, on both sides of those that were not read. */
function hatchUnread(
  doc: Doc,
  { from, to }: { from: number; to: number },
  place: Place & { top: number },
): void {
  if (from >= to) return
  const { top } = place
  const [x, end] = [xOf(Math.max(0, from), place), xOf(to, place)]
  doc
    .save()
    .rect(x, top, end - x, HEIGHT)
    .clip()
  for (let at = x - HEIGHT; at < end; at += HATCH)
    doc.moveTo(at, top + HEIGHT).lineTo(at + HEIGHT, top)
  doc.lineWidth(0.5).stroke(COLORS.line).restore()
}

type Lines = { now: readonly number[]; before: readonly number[] }

/** Each line says at its end what it is and where it ends, so that no legend is looked up. */
function drawLabels(
  doc: Doc,
  { label }: Series,
  { now, before }: Lines,
  { left, width, scale, color }: Place & { color: string },
): void {
  const ends = [
    { what: 'ahora', value: now.at(-1), color },
    { what: 'antes', value: before.at(-1), color: COLORS.faint },
  ].flatMap(({ value, ...one }) =>
    value === undefined ? [] : [{ ...one, value, y: scale(value) - 9 }],
  )
  const [above, below] = ends.toSorted((a, b) => a.y - b.y)
  if (above && below) {
    const overlap = Math.max(0, 20 - (below.y - above.y))
    above.y -= overlap / 2
    below.y += overlap / 2
  }
  for (const { what, value, color, y } of ends) {
    const box = { x: left + width + 6, width: LABELS - 6 }
    line(doc, what, { ...box, y }, { size: 7.5, color: COLORS.faint })
    figureLine(doc, label(value), { ...box, y: y + 9 }, { size: 8, bold: true, color })
  }
}
