import { type RangeScale, rangeScale } from '#shared/range-scale.ts'
import { plural } from '#shared/spanish-numbers.ts'
import type { AccountReport, AppliedLine, PendingLine } from '../rules/report.ts'
import { drawRange, drawScale } from './draw-range.ts'
import {
  block,
  blockHeight,
  COLORS,
  type Doc,
  heading,
  line,
  MARGIN,
  needsOf,
  note,
  room,
  WIDTH,
} from './page.ts'

const COLUMN = 140
const SCALE = 16
/** Besides the line of all of them. */
const MOST_APPLIED = 20

const NONE_APPLIED = 'En este periodo no se aplicó ni se midió ninguna recomendación.'

/** Two empty headings would take a page of their own to say nothing. */
export function drawAdvice(doc: Doc, account: AccountReport, from: number): void {
  const { applied, pending } = account
  if (applied.length === 0 && pending.length === 0) {
    const y = heading(doc, 'Recomendaciones', from, 20)
    note(doc, `${NONE_APPLIED} ${nonePending(account)}`, y)
    return
  }
  drawPending(doc, account, drawApplied(doc, account, from))
}

function nonePending({ isAnalysed }: AccountReport): string {
  return isAnalysed ? 'No hay ninguna pendiente.' : 'La cuenta todavía no se ha analizado.'
}

/** With their ranges on one scale, so that what did much is seen from what did little. */
function drawApplied(doc: Doc, account: AccountReport, from: number): number {
  const { currencyCode } = account
  const hasTotal = account.applied[0]?.state === null
  const applied = account.applied.slice(0, MOST_APPLIED + Number(hasTotal))
  const scale = rangeScale(applied.flatMap(({ range }) => range ?? []))
  const hasScale = scale.least < scale.most
  const [first] = applied
  const heights = applied.map((one) => appliedHeight(doc, one))
  const needs = first ? needsOf(heights, 0) + SCALE : 20
  let y = heading(doc, 'Recomendaciones aplicadas y su resultado', from, needs)
  if (!first) return note(doc, NONE_APPLIED, y)
  if (hasScale) y = drawScale(doc, scale, currencyCode, column(y - 4))
  for (const [at, one] of applied.entries()) {
    const top = room(doc, y, needsOf(heights, at))
    const isNewPage = top !== y
    y = isNewPage && hasScale ? drawScale(doc, scale, currencyCode, column(top)) : top
    y = drawAppliedLine(doc, one, scale, y)
  }
  const left = account.applied.length - applied.length
  if (left === 0) return y
  return note(
    doc,
    `Y ${plural(left, 'aplicada más', 'aplicadas más')}: están todas en el Excel.`,
    y,
  )
}

const column = (y: number) => ({ x: MARGIN + WIDTH - COLUMN, y, width: COLUMN })
const APPLIED = {
  width: WIDTH - COLUMN - 10,
  title: { size: 9.5, bold: true },
  detail: { size: 8.5, color: COLORS.muted },
}

function appliedHeight(doc: Doc, { title, detail }: AppliedLine): number {
  const { width } = APPLIED
  return (
    blockHeight(doc, title, width, APPLIED.title) +
    blockHeight(doc, detail, width, APPLIED.detail) +
    10
  )
}

function drawAppliedLine(doc: Doc, one: AppliedLine, scale: RangeScale, y: number): number {
  const { width } = APPLIED
  const below = block(doc, one.title, { x: MARGIN, y, width }, APPLIED.title)
  const end = block(doc, one.detail, { x: MARGIN, y: below + 1, width }, APPLIED.detail)
  const color = COLORS[one.tone]
  line(doc, one.verdict, { ...column(y), align: 'right' }, { ...APPLIED.title, color })
  if (!one.range) return end + 9
  drawRange(doc, one.range, scale, { ...column(y + 21), color })
  return Math.max(end, y + 27) + 9
}

const PRIORITIES = { high: 'Alta', medium: 'Media', low: 'Baja' } as const

function drawPending(doc: Doc, account: AccountReport, from: number): void {
  const [first] = account.pending
  const heights = account.pending.map((one) => pendingHeight(doc, one))
  const needs = first ? needsOf(heights, 0) : 20
  let y = heading(doc, 'Recomendaciones pendientes', from, needs)
  if (!first) note(doc, nonePending(account), y)
  for (const [at, one] of account.pending.entries())
    y = drawPendingLine(doc, one, room(doc, y, needsOf(heights, at)))
  const left = account.pendingCount - account.pending.length
  if (left > 0) note(doc, `Y ${plural(left, 'pendiente más', 'pendientes más')} en el panel.`, y)
}

const PENDING = { x: MARGIN + 60, width: WIDTH - 60 }

function pendingHeight(doc: Doc, { title, impact }: PendingLine): number {
  const { width } = PENDING
  return (
    blockHeight(doc, title, width, APPLIED.title) +
    blockHeight(doc, impact, width, APPLIED.detail) +
    9
  )
}

function drawPendingLine(doc: Doc, one: PendingLine, y: number): number {
  const color = one.priority === 'high' ? COLORS.bad : COLORS.muted
  line(doc, PRIORITIES[one.priority], { x: MARGIN, y, width: 50 }, { size: 9.5, bold: true, color })
  const below = block(doc, one.title, { ...PENDING, y }, APPLIED.title)
  return block(doc, one.impact, { ...PENDING, y: below + 1 }, APPLIED.detail) + 8
}
