import type { Cell, SheetData } from 'write-excel-file/node'
import { decimal } from '#shared/spanish-numbers.ts'

/** Every machine that opens workbooks has it or one of its widths. */
export const FONT = { fontFamily: 'Arial', fontSize: 10 } as const

/** The first column stays in view, and must leave room for the others. */
const WIDTHS = { least: 11, first: 30, most: 46 }
/** A column's width is counted in digits; a letter is narrower on average. */
const LETTERS_PER_DIGIT = 1.1
/** Points. */
const LINE_HEIGHT = 13.5

/** As wide as the widest cell, which beyond `most` takes more lines. */
export function widthsOf(rows: SheetData): { width: number }[] {
  const columns = Math.max(...rows.map((row) => row?.length ?? 0))
  return Array.from({ length: columns }, (_, at) => {
    const widest = Math.max(0, ...rows.map((row) => signsOf(row?.[at])))
    const most = at === 0 ? WIDTHS.first : WIDTHS.most
    return { width: Math.min(most, Math.max(WIDTHS.least, widest + 2)) }
  })
}

/** As high as the lines of its longest cell: programs that open a file do not all measure it again. */
export function withHeights(rows: SheetData, widths: readonly { width: number }[]): SheetData {
  return rows.map((row) => {
    const [first, ...rest] = row ?? []
    if (!first || typeof first !== 'object' || 'height' in first) return row
    const lines = Math.max(...(row ?? []).map((cell, at) => linesOf(cell, widths[at]?.width ?? 1)))
    return [{ ...first, height: lines * LINE_HEIGHT + 2 }, ...rest]
  })
}

/** At least so many: words that do not fit leave the end of their line empty. */
function linesOf(cell: Cell | undefined, width: number): number {
  const { value, wrap } = partsOf(cell)
  if (typeof value !== 'string' || !wrap) return 1
  return Math.max(1, Math.ceil(value.length / ((width - 2) * LETTERS_PER_DIGIT)))
}

function signsOf(cell: Cell | undefined): number {
  const { value, format } = partsOf(cell)
  if (typeof value === 'number') return decimal(value, 2).length + (format?.includes('"') ? 4 : 0)
  return typeof value === 'string' ? value.length : 10
}

function partsOf(cell: Cell | undefined) {
  return (cell ?? {}) as { value?: unknown; format?: string; wrap?: boolean }
}
