import { longDay } from '#shared/spanish-numbers.ts'
import { changeOf, FIGURES, figuresOf, figureText } from '../rules/figures.ts'
import type { AccountReport, Brand, Report } from '../rules/report.ts'
import { onPaper } from './brand-colors.ts'
import { drawTrend } from './draw-chart.ts'
import { drawApplied, drawCampaigns, drawPending } from './draw-tables.ts'
import { block, bringFace, COLORS, type Doc, heading, line, MARGIN, PAGE, WIDTH } from './page.ts'
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
  report.accounts.forEach((account, at) => {
    if (at > 0) doc.addPage()
    drawAccount(doc, report, account, color)
  })
  drawFooters(doc, report, color)
  doc.end()
  await ended
  return Buffer.concat(parts)
}

function drawAccount(doc: Doc, report: Report, account: AccountReport, color: string): void {
  let y = drawTop(doc, report, account)
  y = drawFigures(doc, account, y)
  if (account.days.length > 1) {
    y = heading(doc, 'Evolución', y, 180)
    y = drawTrend(doc, account, color, y)
  }
  y = drawCampaigns(doc, account, y)
  y = drawApplied(doc, account.applied, y)
  drawPending(doc, account, y)
}

const LOGO = { width: 150, height: 46 }

function drawTop(doc: Doc, { brand, title }: Report, account: AccountReport): number {
  drawBrand(doc, brand)
  const y = MARGIN + 58
  line(doc, title, { x: MARGIN, y, width: WIDTH }, { size: 10, color: COLORS.muted })
  line(doc, account.name, { x: MARGIN, y: y + 15, width: WIDTH }, { size: 21, bold: true })
  const { from, to } = account.range
  const periods = [`${longDay(from)} – ${longDay(to)}`]
  if (account.previous)
    periods.push(
      `comparado con ${longDay(account.previous.from)} – ${longDay(account.previous.to)}`,
    )
  const style = { size: 10, color: COLORS.muted }
  let end = block(doc, periods.join(', '), { x: MARGIN, y: y + 44, width: WIDTH }, style)
  const hints = [account.missingComparison, staleText(account)].filter((text) => text !== null)
  for (const hint of hints)
    end = block(doc, hint, { x: MARGIN, y: end + 2, width: WIDTH }, { ...style, size: 9 })
  return end + 14
}

/** A half-filled week must not be taken for a bad one. */
function staleText({ dataTo, range }: AccountReport): string | null {
  if (dataTo !== null && dataTo >= range.to) return null
  return dataTo === null
    ? 'Todavía no se han leído los datos de esta cuenta.'
    : `Atención: los datos de esta cuenta solo llegan hasta el ${longDay(dataTo)}.`
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

const CARD = { height: 62, gap: 8, perRow: 4 }

function drawFigures(doc: Doc, account: AccountReport, y: number): number {
  const current = figuresOf(account.current, account.known)
  const previous = account.previous && figuresOf(account.previous.sums, account.known)
  const width = (WIDTH - CARD.gap * (CARD.perRow - 1)) / CARD.perRow
  FIGURES.forEach(({ name, title, better, kind }, at) => {
    const x = MARGIN + (at % CARD.perRow) * (width + CARD.gap)
    const top = y + Math.floor(at / CARD.perRow) * (CARD.height + CARD.gap)
    doc.roundedRect(x, top, width, CARD.height, 5).lineWidth(0.7).stroke(COLORS.line)
    const box = { x: x + 9, width: width - 18 }
    line(doc, title, { ...box, y: top + 9 }, { size: 8, color: COLORS.muted })
    const text = figureText(kind, current[name], account.currencyCode)
    line(doc, text, { ...box, y: top + 22 }, { size: 14, bold: true })
    if (!previous) return
    const change = changeOf(better, current[name], previous[name])
    line(doc, change.text, { ...box, y: top + 43 }, { size: 9, color: COLORS[change.tone] })
  })
  return y + Math.ceil(FIGURES.length / CARD.perRow) * (CARD.height + CARD.gap)
}

/** Last of all, when it is known how many pages there are. */
function drawFooters(doc: Doc, { brand, madeOn }: Report, color: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    doc.switchToPage(at)
    doc.rect(0, 0, PAGE.width, 6).fill(color)
    const style = { size: 8, color: COLORS.faint }
    const box = { x: MARGIN, y: PAGE.height - 40, width: WIDTH }
    line(
      doc,
      `${brand.name} · Informe del ${longDay(madeOn)}`,
      { ...box, width: WIDTH - 90 },
      style,
    )
    line(doc, `Página ${at - start + 1} de ${count}`, { ...box, align: 'right' }, style)
  }
}
