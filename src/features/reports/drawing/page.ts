import { readFileSync } from 'node:fs'
import { PAPER } from '#shared/paper-colors.ts'
import { printable } from './printable.ts'

/** The paper: A4 in points, its margins, colours and the few ways in which texts are set. */

export type Doc = PDFKit.PDFDocument

export const MARGIN = 48
export const PAGE = { width: 595.28, height: 841.89 }
export const WIDTH = PAGE.width - 2 * MARGIN
/** Below it there is the footer. */
const BOTTOM = PAGE.height - 64

export const COLORS = {
  ink: PAPER.ink,
  muted: PAPER['ink-muted'],
  faint: PAPER['ink-faint'],
  line: PAPER.line,
  sunken: PAPER.sunken,
  good: PAPER.success,
  bad: PAPER.danger,
  neutral: PAPER['ink-muted'],
  /** Seen on paper beside the brand's own colour, and never taken for it. */
  compared: '#847f7a',
} as const

type TextStyle = { size: number; color?: string; bold?: boolean }
type Box = { x: number; y: number; width: number; align?: 'left' | 'right' | 'center' }

/** One line, cut in the middle where it is too long: names often differ at their end. */
export function line(doc: Doc, text: string, box: Box, style: TextStyle): void {
  set(doc, style).text(fitted(doc, printable(text), box.width), box.x, box.y, {
    width: box.width + 1,
    align: box.align ?? 'left',
    lineBreak: false,
  })
}

/** As many lines as it takes; answers the y below them. */
export function block(doc: Doc, text: string, box: Box, style: TextStyle): number {
  const shown = printable(text)
  const options = { width: box.width, lineGap: 1.5 }
  set(doc, style).text(shown, box.x, box.y, options)
  return box.y + doc.heightOfString(shown, options)
}

/** What a table says below itself, or instead of its rows. */
export function note(doc: Doc, text: string, from: number): number {
  const y = room(doc, from, 14)
  return block(doc, text, { x: MARGIN, y, width: WIDTH }, { size: 9, color: COLORS.muted }) + 4
}

export function blockHeight(doc: Doc, text: string, width: number, style: TextStyle): number {
  return set(doc, style).heightOfString(printable(text), { width, lineGap: 1.5 })
}

/** A y with `height` of free paper below it: on the next page where this one ends. */
export function room(doc: Doc, y: number, height: number): number {
  if (y + height <= BOTTOM) return y
  doc.addPage()
  return MARGIN + 12
}

/** Room for one of several parts; the last is never left alone on a page, so the one before it takes both along. */
export function needsOf(heights: readonly number[], at: number): number {
  const [own = 0, next = 0] = heights.slice(at)
  return at === heights.length - 2 ? own + next : own
}

export function heading(doc: Doc, text: string, y: number, needs: number): number {
  const top = room(doc, y + 22, needs + 30)
  line(doc, text, { x: MARGIN, y: top, width: WIDTH }, { size: 13, bold: true })
  doc
    .moveTo(MARGIN, top + 20)
    .lineTo(MARGIN + WIDTH, top + 20)
    .lineWidth(0.7)
    .stroke(COLORS.line)
  return top + 30
}

const REGULAR = 'regular'
const BOLD = 'bold'

/** The face of the screens, in its two weights; its digits are of one width. */
export function bringFace(doc: Doc): void {
  doc.registerFont(REGULAR, face(400)).registerFont(BOLD, face(600))
}

const face = (weight: number) =>
  readFileSync(new URL(`../../../kit/fonts/radio-canada-${weight}.woff`, import.meta.url))

/** A figure is never cut, which would make another of it: it shrinks until it fits. */
export function figureLine(doc: Doc, text: string, box: Box, style: TextStyle): void {
  const wide = set(doc, style).widthOfString(printable(text))
  line(doc, text, box, { ...style, size: style.size * Math.min(1, box.width / wide) })
}

/** A figure with its unit smaller and quieter: what is read is the number. */
export function amount(doc: Doc, text: string, box: Box, style: TextStyle): void {
  const shown = printable(text)
  const [, figure = shown, unit = ''] = /^(.*\d)\u00a0(\D+)$/.exec(shown) ?? []
  const size = Math.round(style.size * 0.68)
  const unitWidth = unit ? set(doc, { size }).widthOfString(unit) + UNIT_GAP : 0
  figureLine(doc, figure, { ...box, width: box.width - unitWidth }, style)
  if (!unit) return
  const x = box.x + doc.widthOfString(printable(figure)) + UNIT_GAP
  const y = box.y + (style.size - size) * 0.94
  line(doc, unit, { x, y, width: unitWidth }, { size, color: COLORS.muted })
}

const UNIT_GAP = 3

function set(doc: Doc, { size, color = COLORS.ink, bold = false }: TextStyle): Doc {
  return doc
    .font(bold ? BOLD : REGULAR)
    .fontSize(size)
    .fillColor(color)
}

function fitted(doc: Doc, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text
  let [shortest, longest] = [0, text.length]
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2)
    if (doc.widthOfString(cut(text, middle)) <= width) shortest = middle
    else longest = middle - 1
  }
  return cut(text, shortest)
}

/** With so many of its signs left, the end a third of them. */
function cut(text: string, length: number): string {
  const end = Math.floor(length / 3)
  return `${text.slice(0, length - end).trimEnd()}…${text.slice(text.length - end).trimStart()}`
}
