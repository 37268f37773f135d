import { longDay, shortDay } from '#shared/spanish-numbers.ts'
import { changeOf, comparedFigures, FIGURES, figuresOf, figureText } from '../rules/figures.ts'
import { hintsOf, isUnread, leadOf, periodText } from '../rules/lead.ts'
import type { AccountReport, Brand, Report } from '../rules/report.ts'
import { onPaper } from './brand-colors.ts'
import { drawAdvice } from './draw-advice.ts'
import { drawTrend } from './draw-chart.ts'
import { drawCampaigns } from './draw-tables.ts'
import {
  amount,
  block,
  blockHeight,
  bringFace,
  COLORS,
  type Doc,
  line,
  MARGIN,
  PAGE,
  WIDTH,
} from './page.ts'
import { printable } from './printable.ts'

/** The report as a PDF of A4 pages; each account begins on a page of its own. */
export async function drawReport(report: Report): Promise<Buffer> {
  // With its fonts it holds 7 MB, and most processes draw none for days.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    // Texts are placed by hand: a bottom margin would break pages at the footer.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    bufferPages: true,
    lang: 'es-ES',
    displayTitle: true,
    info: {
      Title: printable(report.title),
      Author: printable(report.brand.name),
      Creator: 'Pujante',
      CreationDate: new Date(`${report.madeOn}T00:00:00Z`),
    },
  })
  bringFace(doc)
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((done, failed) => {
    doc.on('end', () => done())
    doc.on('error', failed)
  })
  const color = onPaper(report.brand.color)
  const footers: string[] = []
  let firstPage = 0
  report.accounts.forEach((account, at) => {
    if (at > 0) doc.addPage()
    drawAccount(doc, report, account, color)
    footers.length = doc.bufferedPageRange().count
    footers.fill(footerOf(report, account), firstPage)
    firstPage = footers.length
  })
  drawFooters(doc, footers, color)
  doc.end()
  await ended
  return Buffer.concat(parts)
}

function drawAccount(doc: Doc, report: Report, account: AccountReport, color: string): void {
  let y = drawTop(doc, report, account)
  if (account.dataTo === null) return
  // Figures of what was not read would all be zero.
  if (!isUnread(account)) {
    y = drawFigures(doc, account, y)
    if (account.days.length > 1) y = drawTrend(doc, account, color, y)
    y = drawCampaigns(doc, account, y)
  }
  drawAdvice(doc, account, y)
}

const NAME = { size: 21, bold: true }
const LOGO = { width: 150, height: 46 }

function drawTop(doc: Doc, { brand, title }: Report, account: AccountReport): number {
  drawBrand(doc, brand)
  const y = MARGIN + 58
  line(doc, title, { x: MARGIN, y, width: WIDTH }, { size: 10, color: COLORS.muted })
  const isLong = blockHeight(doc, account.name, WIDTH, NAME) > 2 * NAME.size
  const name = { ...NAME, size: isLong ? 13 : NAME.size }
  const below = block(doc, account.name, { x: MARGIN, y: y + 15, width: WIDTH }, name)
  const style = { size: 10, color: COLORS.muted }
  let end = block(doc, periodText(account), { x: MARGIN, y: below + 3, width: WIDTH }, style)
  for (const hint of hintsOf(account))
    end = block(doc, hint, { x: MARGIN, y: end + 2, width: WIDTH }, { ...style, size: 9 })
  leadOf(account).forEach((text, at) => {
    const lead = { size: 12, bold: at === 0 }
    end = block(doc, text, { x: MARGIN, y: end + (at === 0 ? 14 : 4), width: WIDTH }, lead)
  })
  return end + 18
}

function drawBrand(doc: Doc, brand: Brand): void {
  if (brand.logo)
    doc.image(brand.logo.bytes, MARGIN, MARGIN, {
      fit: [LOGO.width, LOGO.height],
      valign: 'center',
    })
  const x = brand.logo ? MARGIN + LOGO.width + 16 : MARGIN
  const align = brand.logo ? ('right' as const) : ('left' as const)
  const box = { x, y: MARGIN + 15, width: MARGIN + WIDTH - x, align }
  line(doc, brand.name, box, { size: 14, bold: true })
}

const CARD = { height: 56, gap: 16, perRow: 4 }

function drawFigures(doc: Doc, account: AccountReport, y: number): number {
  const current = figuresOf(account.current, account.known)
  const compared = comparedFigures(account)
  const width = (WIDTH - CARD.gap * (CARD.perRow - 1)) / CARD.perRow
  FIGURES.forEach(({ name, title, better, kind }, at) => {
    const x = MARGIN + (at % CARD.perRow) * (width + CARD.gap)
    const top = y + Math.floor(at / CARD.perRow) * CARD.height
    doc
      .moveTo(x, top)
      .lineTo(x + width, top)
      .lineWidth(0.7)
      .stroke(COLORS.line)
    const box = { x, width }
    line(doc, title, { ...box, y: top + 8 }, { size: 8, color: COLORS.muted })
    const text = figureText(kind, current[name], account.currencyCode)
    amount(doc, text, { ...box, y: top + 20 }, { size: 14, bold: true })
    if (!compared) return
    const change = changeOf(better, compared.now[name], compared.before[name])
    line(doc, change.text, { ...box, y: top + 38 }, { size: 9, color: COLORS[change.tone] })
  })
  return y + Math.ceil(FIGURES.length / CARD.perRow) * CARD.height
}

/** A page that lies alone says whose it is, and of when. */
function footerOf({ brand, madeOn }: Report, { name, range }: AccountReport): string {
  const { from, to } = range
  return `${brand.name} · Informe del ${longDay(madeOn)} · ${shortDay(from)} – ${longDay(to)} · ${name}`
}

/** Last of all, when it is known how many pages there are. */
function drawFooters(doc: Doc, footers: readonly string[], color: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at)
    doc.rect(0, 0, PAGE.width, 6).fill(color)
    const style = { size: 8, color: COLORS.faint }
    const box = { x: MARGIN, y: PAGE.height - 40, width: WIDTH }
    line(doc, footers[at - start] ?? '', { ...box, width: WIDTH - 90 }, style)
    line(doc, `Página ${at - start + 1} de ${count}`, { ...box, align: 'right' }, style)
  }
}
