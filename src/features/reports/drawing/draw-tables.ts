import { plural } from '#shared/spanish-numbers.ts'
import { FIGURES, figuresOf, figureText } from '../rules/figures.ts'
import type { AccountReport, AppliedLine, PendingLine } from '../rules/report.ts'
import { block, blockHeight, COLORS, type Doc, heading, line, MARGIN, room, WIDTH } from './page.ts'

const MOST_CAMPAIGNS = 25
const ROW = 17
const NAME_WIDTH = 178
const SHOWN = ['spend', 'clicks', 'ctr', 'conversions', 'costPerConversion'] as const
const TITLES: Record<(typeof SHOWN)[number], string> = {
  spend: 'Coste',
  clicks: 'Clics',
  ctr: 'CTR',
  conversions: 'Conv.',
  costPerConversion: 'Coste/conv.',
}

/** The dearest campaigns, with the head repeated on every page; answers the y below. */
export function drawCampaigns(doc: Doc, account: AccountReport, from: number): number {
  let y = heading(doc, 'Campañas', from, 3 * ROW)
  if (account.campaigns.length === 0) return note(doc, 'Ninguna campaña tuvo tráfico.', y)
  drawHead(doc, y)
  y += ROW
  account.campaigns.slice(0, MOST_CAMPAIGNS).forEach((campaign, at) => {
    const top = room(doc, y, ROW)
    if (top !== y) drawHead(doc, top)
    y = top === y ? y : top + ROW
    if (at % 2 === 1) doc.rect(MARGIN, y, WIDTH, ROW).fill(COLORS.sunken)
    const figures = figuresOf(campaign, account.known)
    const texts = SHOWN.map((name) => {
      const kind = FIGURES.find((figure) => figure.name === name)?.kind ?? 'integer'
      return figureText(kind, figures[name], account.currencyCode)
    })
    drawRow(doc, [campaign.name, ...texts], y, false)
    y += ROW
  })
  const left = account.campaigns.length - MOST_CAMPAIGNS
  if (left <= 0) return y
  return note(
    doc,
    `Y ${plural(left, 'campaña más', 'campañas más')}: están todas en el Excel.`,
    y + 4,
  )
}

function drawHead(doc: Doc, y: number): void {
  drawRow(doc, ['Campaña', ...SHOWN.map((name) => TITLES[name])], y, true)
  doc
    .moveTo(MARGIN, y + ROW - 1)
    .lineTo(MARGIN + WIDTH, y + ROW - 1)
    .lineWidth(0.7)
    .stroke(COLORS.line)
}

function drawRow(doc: Doc, [name = '', ...figures]: string[], y: number, isHead: boolean): void {
  const style = { size: 8.5, bold: isHead, color: isHead ? COLORS.muted : COLORS.ink }
  line(doc, name, { x: MARGIN + 4, y: y + 4, width: NAME_WIDTH - 8 }, style)
  const width = (WIDTH - NAME_WIDTH) / figures.length
  figures.forEach((text, at) => {
    const x = MARGIN + NAME_WIDTH + at * width
    line(doc, text, { x, y: y + 4, width: width - 5, align: 'right' }, style)
  })
}

export function drawApplied(doc: Doc, applied: readonly AppliedLine[], from: number): number {
  let y = heading(doc, 'Recomendaciones aplicadas y su resultado', from, 40)
  if (applied.length === 0)
    return note(doc, 'En este periodo no se aplicó ni se midió ninguna recomendación.', y)
  for (const one of applied) y = drawAppliedLine(doc, one, y)
  return y
}

function drawAppliedLine(doc: Doc, one: AppliedLine, from: number): number {
  const width = WIDTH - 150
  const titleStyle = { size: 9.5, bold: true }
  const detailStyle = { size: 8.5, color: COLORS.muted }
  const height =
    blockHeight(doc, one.title, width, titleStyle) +
    blockHeight(doc, one.detail, width, detailStyle)
  const y = room(doc, from, height + 10)
  const titleEnd = block(doc, one.title, { x: MARGIN, y, width }, titleStyle)
  const end = block(doc, one.detail, { x: MARGIN, y: titleEnd + 1, width }, detailStyle)
  const verdict = { x: MARGIN + width + 10, y, width: 140, align: 'right' as const }
  line(doc, one.verdict, verdict, { size: 9.5, bold: true, color: COLORS[one.tone] })
  return end + 9
}

const PRIORITIES = { high: 'Alta', medium: 'Media', low: 'Baja' } as const

export function drawPending(doc: Doc, account: AccountReport, from: number): number {
  let y = heading(doc, 'Recomendaciones pendientes', from, 40)
  if (account.pending.length === 0)
    return note(
      doc,
      account.isAnalysed ? 'No hay ninguna pendiente.' : 'La cuenta todavía no se ha analizado.',
      y,
    )
  for (const one of account.pending) y = drawPendingLine(doc, one, y)
  const left = account.pendingCount - account.pending.length
  if (left <= 0) return y
  return note(doc, `Y ${plural(left, 'pendiente más', 'pendientes más')} en el panel.`, y)
}

function drawPendingLine(doc: Doc, one: PendingLine, from: number): number {
  const width = WIDTH - 60
  const titleStyle = { size: 9.5, bold: true }
  const impactStyle = { size: 8.5, color: COLORS.muted }
  const height =
    blockHeight(doc, one.title, width, titleStyle) +
    blockHeight(doc, one.impact, width, impactStyle)
  const y = room(doc, from, height + 9)
  const color = one.priority === 'high' ? COLORS.bad : COLORS.muted
  line(doc, PRIORITIES[one.priority], { x: MARGIN, y, width: 50 }, { size: 9.5, bold: true, color })
  const titleEnd = block(doc, one.title, { x: MARGIN + 60, y, width }, titleStyle)
  return block(doc, one.impact, { x: MARGIN + 60, y: titleEnd + 1, width }, impactStyle) + 8
}

function note(doc: Doc, text: string, y: number): number {
  return block(doc, text, { x: MARGIN, y, width: WIDTH }, { size: 9, color: COLORS.muted }) + 4
}
