import { MICROS } from '#shared/metrics.ts'
import { PAPER } from '#shared/paper-colors.ts'
import { money } from '#shared/spanish-numbers.ts'
import { type Change, FIGURES, type FigureName, type figuresOf } from '../rules/figures.ts'

/** How texts, figures and heads stand in the cells of a workbook. */

/** Typed as text, which no spreadsheet runs as a formula; without the signs XML has no place for. */
export function text(value: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
  const shown = value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return { value: shown, type: String, wrap: true, alignVertical: 'top' } as const
}

/** Beside a column of figures, which end where it begins. */
export function apart<Some extends object>(cell: Some) {
  return { ...cell, align: 'left', indent: 1 } as const
}

export function title(value: string) {
  return { ...text(value), wrap: false, fontWeight: 'bold', fontSize: 16, height: 26 } as const
}

export function note(value: string) {
  return { ...text(value), wrap: false, textColor: PAPER['ink-muted'] } as const
}

/** A head stands over its column as the column's cells do: figures to the right. */
export function head(titles: readonly string[], figuresFrom: number) {
  return titles.map((one, at) => ({
    ...text(one),
    ...HEAD,
    ...(at >= figuresFrom && { align: 'right' as const }),
  }))
}

const HEAD = {
  alignVertical: 'center',
  height: 22,
  fontWeight: 'bold',
  textColor: PAPER.ink,
  backgroundColor: PAPER.sunken,
  bottomBorderStyle: 'thin',
  bottomBorderColor: PAPER['ink-faint'],
} as const

const TOTAL = {
  fontWeight: 'bold',
  topBorderStyle: 'thin',
  topBorderColor: PAPER['ink-faint'],
} as const

export function totalRow<Some extends object>(cells: readonly Some[]) {
  return cells.map((cell) => ({ ...cell, ...TOTAL }))
}

/** Decimals of conversions are those of their whole column, so that commas stand below each other. */
export type Numbers = { currencyCode: string; hasFractions: boolean }

export function figureCells(figures: ReturnType<typeof figuresOf>, numbers: Numbers) {
  return FIGURES.map(({ name }) => figure(name, figures[name], numbers))
}

export function figure(name: FigureName, value: number | null, numbers: Numbers) {
  if (value === null) return UNKNOWN
  const kind = FIGURES.find((one) => one.name === name)?.kind ?? 'quantity'
  // 0.07 / 0.01 is 7.000000000000001.
  return number(Math.round(value * MICROS) / MICROS, formatOf(kind, numbers))
}

export function amountCell(micros: number, currencyCode: string) {
  const value = Math.round(micros / 10_000) / 100
  return number(value, formatOf('money', { currencyCode, hasFractions: true }))
}

const CHANGE_INK = {
  good: PAPER.success,
  bad: PAPER.danger,
  neutral: PAPER['ink-muted'],
} as const

/** A share of change, its sign said as well as its colour. */
export function changeCell(
  current: number | null,
  previous: number | null,
  { text, tone }: Change,
) {
  if (current === null || !previous || text === '—') return UNKNOWN
  const value = Math.round(((current - previous) / Math.abs(previous)) * 1000) / 1000
  return { ...number(value, '+0.0\\ %;-0.0\\ %;0\\ %'), textColor: CHANGE_INK[tone] }
}

export const UNKNOWN = {
  ...text('—'),
  align: 'right',
  textColor: PAPER['ink-faint'],
} as const

function number(value: number, format: string) {
  return { value, type: Number, format, alignVertical: 'top' } as const
}

/** A spreadsheet sets comma and point by its reader's language; unit and decimals are said here. */
function formatOf(
  kind: (typeof FIGURES)[number]['kind'],
  { currencyCode, hasFractions }: Numbers,
): string {
  if (kind === 'integer') return '#,##0'
  if (kind === 'quantity') return hasFractions ? '#,##0.00' : '#,##0'
  if (kind === 'percent') return '0.00\\ %'
  const [zero = '', symbol = ''] = money(0, currencyCode).split('\u00a0')
  const format = zero.replace('0', '#,##0').replace(/,(0+)$/, '.$1')
  return symbol ? `${format}\\ "${symbol}"` : format
}
