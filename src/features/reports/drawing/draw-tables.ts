import { type Metrics, MICROS } from '#shared/metrics.ts'
import { decimal, plural } from '#shared/spanish-numbers.ts'
import { FIGURES, figuresOf, figureText } from '../rules/figures.ts'
import type { AccountReport } from '../rules/report.ts'
import {
  block,
  blockHeight,
  COLORS,
  type Doc,
  figureLine,
  heading,
  MARGIN,
  needsOf,
  note,
  room,
  WIDTH,
} from './page.ts'

const MOST_CAMPAIGNS = 25
const ROW = 17
const NAME_WIDTH = 178
const CELL = { size: 8.5 }
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
  const digits = account.campaigns.every(isWhole) ? 0 : 2
  drawHead(doc, y)
  y += ROW
  const shown = account.campaigns.slice(0, MOST_CAMPAIGNS)
  const heights = shown.map(({ name }) =>
    Math.max(ROW, blockHeight(doc, name, NAME_WIDTH - 8, CELL) + 7),
  )
  shown.forEach((campaign, at) => {
    const height = heights[at] ?? ROW
    const top = room(doc, y, needsOf(heights, at))
    if (top !== y) drawHead(doc, top)
    y = top === y ? y : top + ROW
    if (at % 2 === 1) doc.rect(MARGIN, y, WIDTH, height).fill(COLORS.sunken)
    const figures = figuresOf(campaign, account.known)
    const texts = SHOWN.map((name) => {
      const kind = FIGURES.find((figure) => figure.name === name)?.kind ?? 'integer'
      return kind === 'quantity' && figures[name] !== null
        ? decimal(figures[name], digits)
        : figureText(kind, figures[name], account.currencyCode)
    })
    drawRow(doc, [campaign.name, ...texts], y, false)
    y += height
  })
  const left = account.campaigns.length - MOST_CAMPAIGNS
  if (left <= 0) return y
  return note(
    doc,
    `Y ${plural(left, 'campaña más', 'campañas más')}: están todas en el Excel.`,
    y + 4,
  )
}

/** Fractions of conversions: with the same decimals in all rows, commas stand below each other. */
const isWhole = ({ conversionsMicros }: Metrics) => conversionsMicros % MICROS === 0

function drawHead(doc: Doc, y: number): void {
  drawRow(doc, ['Campaña', ...SHOWN.map((name) => TITLES[name])], y, true)
  doc
    .moveTo(MARGIN, y + ROW - 1)
    .lineTo(MARGIN + WIDTH, y + ROW - 1)
    .lineWidth(0.7)
    .stroke(COLORS.line)
}

function drawRow(doc: Doc, [name = '', ...figures]: string[], y: number, isHead: boolean): void {
  const style = { ...CELL, bold: isHead, color: isHead ? COLORS.muted : COLORS.ink }
  block(doc, name, { x: MARGIN + 4, y: y + 4, width: NAME_WIDTH - 8 }, style)
  const width = (WIDTH - NAME_WIDTH) / figures.length
  figures.forEach((text, at) => {
    const x = MARGIN + NAME_WIDTH + at * width
    figureLine(doc, text, { x, y: y + 4, width: width - 5, align: 'right' }, style)
  })
}
