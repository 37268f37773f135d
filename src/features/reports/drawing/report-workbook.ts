import type { Sheet, SheetData } from 'write-excel-file/node'
import { PRIORITY_WORDS } from '#features/recommendations/contract/wire-words.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { longDay, plural } from '#shared/spanish-numbers.ts'
import { changeOf, comparedFigures, FIGURES, figuresOf } from '../rules/figures.ts'
import { hintsOf, isUnread, rangeText } from '../rules/lead.ts'
import type { AccountReport, AppliedLine, DaySums, Report } from '../rules/report.ts'
import {
  amountCell,
  apart,
  changeCell,
  figure,
  figureCells,
  head,
  note,
  text,
  title,
  totalRow,
  UNKNOWN,
} from './workbook-cells.ts'
import { printSetup } from './workbook-print.ts'
import { FONT, widthsOf, withHeights } from './workbook-sizes.ts'

/** The same report as a workbook: four sheets with the figures as numbers, all campaigns, every day. */
export async function reportWorkbook(report: Report): Promise<Buffer> {
  const { default: writeSheets } = await import('write-excel-file/node')
  const intro = introRows(report)
  const sheets: { name: string; above?: SheetData; rows: SheetData }[] = [
    { name: 'Resumen', above: intro, rows: summaryRows(report) },
    { name: 'Campañas', rows: campaignRows(report) },
    { name: 'Días', rows: dayRows(report) },
    { name: 'Recomendaciones', rows: recommendationRows(report) },
  ]
  const heads = new Map(sheets.map(({ name, above = [] }) => [name, above.length + 1]))
  return await writeSheets(
    sheets.map(
      ({ name, above = [], rows }): Sheet<Buffer> => ({
        data: [...above, ...withHeights(rows, widthsOf(rows))],
        sheet: name,
        columns: widthsOf(rows),
        stickyRowsCount: above.length + 1,
        stickyColumnsCount: 1,
        orientation: 'landscape',
      }),
    ),
    { ...FONT, features: [printSetup(report.brand.name, heads)] },
  ).toBuffer()
}

/** What is in it, before any figure. */
function introRows({ title: name, brand, madeOn, accounts }: Report): SheetData {
  return [
    [title(`${name} · ${brand.name}`)],
    [note(`Hecho el ${longDay(madeOn)}; ${plural(accounts.length, 'cuenta', 'cuentas')}.`)],
    [note('Campañas: todas las que tuvieron tráfico, con su total.')],
    [note('Días: cada día del periodo; «—» donde todavía no se ha leído.')],
    [note('Recomendaciones: las aplicadas con su efecto, y las pendientes.')],
    ...accounts.flatMap((account) =>
      hintsOf(account).map((hint) => [note(`${account.name}: ${hint}`)]),
    ),
    [null],
  ]
}

type Better = Parameters<typeof changeOf>[0]

function summaryRows({ accounts }: Report): SheetData {
  const titles = ['Cuenta', 'Métrica', 'Valor', 'Antes', 'Cambio', 'Periodo', 'Comparado con']
  return [
    head(titles, 2).map((cell, at) =>
      at === 5 ? apart(cell) : at > 5 ? { ...cell, align: 'left' as const } : cell,
    ),
    ...accounts.flatMap((account): SheetData => {
      const { current, compared, currencyCode } = account
      const all = figuresOf(current, knownOf(account))
      const figures = comparedFigures({ compared, known: knownOf(account) })
      const sums = compared ? [current, compared.before.sums] : [current]
      const numbers = { currencyCode, hasFractions: haveFractions(sums) }
      return FIGURES.map(({ name, title, better }) => [
        text(account.name),
        text(title),
        figure(name, all[name], numbers),
        figures ? figure(name, figures.before[name], numbers) : UNKNOWN,
        figures ? changeBetween(better, figures.now[name], figures.before[name]) : UNKNOWN,
        apart(text(rangeText(account.range))),
        text(againstText(account)),
      ])
    }),
  ]
}

const changeBetween = (better: Better, now: number | null, before: number | null) =>
  changeCell(now, before, changeOf(better, now, before))

/** Where only the first days are compared, which. */
function againstText({ compared, range }: AccountReport): string {
  if (!compared) return '—'
  const { now, before } = compared
  const against = rangeText(before)
  return now.to === range.to ? against : `${against}, con ${rangeText(now)}`
}

const knownOf = (account: AccountReport) => (isUnread(account) ? [] : account.known)

const haveFractions = (sums: readonly Metrics[]) =>
  sums.some(({ conversionsMicros }) => conversionsMicros % MICROS !== 0)

function campaignRows({ accounts }: Report): SheetData {
  const hasFractions = haveFractions(accounts.flatMap(({ campaigns }) => campaigns))
  return [
    head(['Cuenta', 'Campaña', ...FIGURES.map(({ title }) => title)], 2),
    ...accounts.flatMap((account): SheetData => {
      const { name, campaigns, currencyCode } = account
      const cells = (sums: Metrics) =>
        figureCells(figuresOf(sums, knownOf(account)), { currencyCode, hasFractions })
      const total = `Total, ${plural(campaigns.length, 'campaña', 'campañas')}`
      return campaigns.length === 0
        ? [[text(name), note('Ninguna campaña tuvo tráfico.')]]
        : [
            ...campaigns.map((campaign) => [text(name), text(campaign.name), ...cells(campaign)]),
            totalRow([text(name), text(total), ...cells(sumOf(campaigns))]),
          ]
    }),
  ]
}

function dayRows({ accounts }: Report): SheetData {
  const hasFractions = haveFractions(accounts.flatMap(({ days }) => days))
  return [
    head(['Cuenta', 'Día', ...FIGURES.map(({ title }) => title)], 1),
    ...accounts.flatMap((account): SheetData => {
      const { name, days, currencyCode } = account
      const numbers = { currencyCode, hasFractions }
      const rows = days.map((day) => [
        text(name),
        dayCell(day),
        ...figureCells(figuresOf(day, isRead(account, day) ? account.known : []), numbers),
      ])
      const sums = figureCells(figuresOf(sumOf(days), knownOf(account)), numbers)
      return days.length === 0
        ? [[text(name), note('Sin datos por días.')]]
        : [...rows, totalRow([text(name), { ...text('Total'), align: 'right' }, ...sums])]
    }),
  ]
}

/** What a day that was read in part has is in the total. */
const isRead = ({ dataFrom, dataTo }: AccountReport, { day, impressions }: DaySums) =>
  impressions > 0 || (dataTo !== null && day <= dataTo && (dataFrom === null || day >= dataFrom))

function dayCell({ day }: DaySums) {
  return {
    value: new Date(`${day}T00:00:00Z`),
    type: Date,
    format: 'dd/mm/yyyy',
    alignVertical: 'top',
  } as const
}

function sumOf(all: readonly Metrics[]): Metrics {
  const sum = (name: keyof Metrics) => all.reduce((so, one) => so + one[name], 0)
  return {
    impressions: sum('impressions'),
    clicks: sum('clicks'),
    costMicros: sum('costMicros'),
    conversionsMicros: sum('conversionsMicros'),
    valueMicros: sum('valueMicros'),
  }
}

function recommendationRows({ accounts }: Report): SheetData {
  const effect = ['Efecto al mes', 'Al menos', 'A lo sumo']
  const titles = ['Cuenta', 'Estado', 'Recomendación', 'Resultado o impacto', ...effect, 'Detalle']
  return [
    head(titles, 4).map((cell, at) => (at === 7 ? apart(cell) : cell)),
    ...accounts.flatMap(
      ({ name, currencyCode, applied, pending, pendingCount }): SheetData => [
        ...applied.map((one) => [
          ...[name, one.state ?? '—', one.title, one.verdict].map(text),
          ...effectCells(one, currencyCode),
          apart(text(one.detail)),
        ]),
        ...pending.map((one) =>
          [name, `Pendiente (${PRIORITY_WORDS[one.priority]})`, one.title, one.impact].map(text),
        ),
        ...(applied.length + pending.length === 0
          ? [[text(name), text('—'), note('Ninguna aplicada en el periodo ni pendiente.')]]
          : []),
        ...(pendingCount > pending.length
          ? [
              [
                text(name),
                text('Pendiente'),
                note(
                  `Y ${plural(pendingCount - pending.length, 'pendiente más', 'pendientes más')} en el panel.`,
                ),
              ],
            ]
          : []),
      ],
    ),
  ]
}

/** Its range as numbers that can be added up; empty where no amount is told. */
function effectCells({ range }: AppliedLine, currencyCode: string) {
  if (!range) return [UNKNOWN, UNKNOWN, UNKNOWN]
  return [range.estimate, range.low, range.high].map((micros) => amountCell(micros, currencyCode))
}
