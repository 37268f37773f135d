import type { Sheet, SheetData } from 'write-excel-file/node'
import { PRIORITY_WORDS } from '#features/recommendations/contract/wire-words.ts'
import { MICROS } from '#shared/metrics.ts'
import { PAPER } from '#shared/paper-colors.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { FIGURES, type FigureName, figuresOf } from '../rules/figures.ts'
import type { Report } from '../rules/report.ts'

/** The same report as a workbook: four sheets with the figures as numbers, all campaigns, every day. */
export async function reportWorkbook(report: Report): Promise<Buffer> {
  const { default: writeSheets } = await import('write-excel-file/node')
  const sheets: { name: string; widths: number[]; rows: SheetData }[] = [
    { name: 'Resumen', widths: [30, 16, 26, 18, 18, 12, 10], rows: summaryRows(report) },
    { name: 'Campañas', widths: [30, 40, ...FIGURES.map(() => 16)], rows: campaignRows(report) },
    { name: 'Días', widths: [30, 12, ...FIGURES.map(() => 16)], rows: dayRows(report) },
    { name: 'Recomendaciones', widths: [30, 14, 60, 30, 60], rows: recommendationRows(report) },
  ]
  return await writeSheets(
    sheets.map(
      ({ name, widths, rows }): Sheet<Buffer> => ({
        data: rows,
        sheet: name,
        columns: widths.map((width) => ({ width })),
        stickyRowsCount: 1,
      }),
    ),
  ).toBuffer()
}

function summaryRows({ accounts }: Report): SheetData {
  const titles = ['Cuenta', 'Periodo', '', 'Métrica', 'Valor', 'Comparado con', 'Valor anterior']
  return [
    head(titles),
    ...accounts.flatMap((account) => {
      const current = figuresOf(account.current, account.known)
      const previous = account.previous && figuresOf(account.previous.sums, account.known)
      return FIGURES.map(({ name, title, kind }) => [
        text(account.name),
        text(longDay(account.range.from)),
        text(longDay(account.range.to)),
        text(kind === 'money' ? `${title} (${account.currencyCode})` : title),
        figure(name, current[name]),
        text(
          account.previous
            ? `${longDay(account.previous.from)} – ${longDay(account.previous.to)}`
            : '—',
        ),
        previous ? figure(name, previous[name]) : text('—'),
      ])
    }),
  ]
}

function campaignRows({ accounts }: Report): SheetData {
  return [
    head(['Cuenta', 'Campaña', ...FIGURES.map(({ title }) => title)]),
    ...accounts.flatMap((account) =>
      account.campaigns.map((campaign) => [
        text(account.name),
        text(campaign.name),
        ...figureCells(figuresOf(campaign, account.known)),
      ]),
    ),
  ]
}

function dayRows({ accounts }: Report): SheetData {
  return [
    head(['Cuenta', 'Día', ...FIGURES.map(({ title }) => title)]),
    ...accounts.flatMap((account) =>
      account.days.map((day) => [
        text(account.name),
        {
          value: new Date(`${day.day}T00:00:00Z`),
          type: Date,
          format: 'dd/mm/yyyy',
        } as const,
        ...figureCells(figuresOf(day, account.known)),
      ]),
    ),
  ]
}

function recommendationRows({ accounts }: Report): SheetData {
  return [
    head(['Cuenta', 'Estado', 'Recomendación', 'Resultado o impacto', 'Detalle']),
    ...accounts.flatMap((account) => [
      ...account.applied.map((one) =>
        [account.name, 'Aplicada', one.title, one.verdict, one.detail].map(text),
      ),
      ...account.pending.map((one) =>
        [
          account.name,
          `Pendiente (${PRIORITY_WORDS[one.priority]})`,
          one.title,
          one.impact,
          '',
        ].map(text),
      ),
    ]),
  ]
}

function head(titles: readonly string[]) {
  return titles.map((title) => ({ ...text(title), ...HEAD }))
}

const HEAD = {
  fontWeight: 'bold',
  textColor: PAPER.ink,
  backgroundColor: PAPER.sunken,
  bottomBorderStyle: 'thin',
  bottomBorderColor: PAPER['ink-faint'],
} as const

function figureCells(figures: ReturnType<typeof figuresOf>) {
  return FIGURES.map(({ name }) => figure(name, figures[name]))
}

const FORMATS = { money: '#,##0.00', percent: '0.00%', integer: '#,##0', quantity: '#,##0.##' }

function figure(name: FigureName, value: number | null) {
  if (value === null) return text('—')
  const kind = FIGURES.find((one) => one.name === name)?.kind ?? 'quantity'
  // 0.07 / 0.01 is 7.000000000000001.
  const rounded = Math.round(value * MICROS) / MICROS
  return { value: rounded, type: Number, format: FORMATS[kind] } as const
}

/** Typed as text, which no spreadsheet runs as a formula; without the signs XML has no place for. */
function text(value: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
  const shown = value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return { value: shown, type: String } as const
}
