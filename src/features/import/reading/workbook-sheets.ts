import { MICROS } from '#shared/metrics.ts'
import type { TableRecord } from './csv-records.ts'
import type { ReportBytes } from './report-bytes.ts'
import { fault, type ReportFault } from './report-types.ts'
import { MAX_REPORT_ROWS, tooManyRows } from './table-cells.ts'
import { TooMuchUnpacked, unzipParts } from './unzip-parts.ts'
import { attributeOf, TooManyTags, type XmlTag, xmlTags } from './xml-tags.ts'

/** Sheets read of one workbook, and columns of one sheet; reports have one and some dozens. */
const MOST_SHEETS = 8
const MOST_COLUMNS = 300
/** Above the header, blank ones, totals. */
const ROWS_AROUND = 1_000
const MAX_SHARED_CHARACTERS = 40_000_000

/** `name`: as its tab says, else 'Hoja 2'. */
export type Sheet = { name: string; records: TableRecord[] }

/** The rows of each sheet of an .xlsx that has any, as texts like those of a .csv. */
export function readSheets(bytes: ReportBytes): { ok: true; sheets: Sheet[] } | ReportFault {
  try {
    const shared = readSharedTexts(bytes)
    const names = readSheetNames(bytes)
    const sheets = new Map<number, TableRecord[]>()
    unzipParts(bytes, (name) => {
      const number = Number(/^xl\/worksheets\/sheet(\d+)\.xml$/i.exec(name)?.[1] ?? 0)
      if (number === 0 || sheets.size >= MOST_SHEETS) return null
      const records: TableRecord[] = []
      sheets.set(number, records)
      return xmlTags(sheetReader(shared, records))
    })
    const filled = [...sheets]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, records]) => {
        const name = names.get(number) ?? `Hoja ${number}`
        return records.length > 0 ? [{ name, records }] : []
      })
    return filled.length > 0 ? { ok: true, sheets: filled } : noSheets()
  } catch (error) {
    if (error instanceof TooManyRows) return tooManyRows()
    if (error instanceof TooMuchUnpacked || error instanceof TooManyTags)
      return fault(
        'too_large',
        'El libro ocupa demasiado al abrirlo. Descarga un periodo más corto.',
      )
    return broken()
  }
}

class TooManyRows extends Error {}

/** By the number in the name of a sheet's part: the workbook names an id, and its list of parts says whose it is. */
function readSheetNames(bytes: ReportBytes): Map<number, string> {
  const nameOf = new Map<string, string>()
  const parts: { id: string; number: number }[] = []
  unzipParts(bytes, (part) => {
    if (/^xl\/workbook\.xml$/i.test(part))
      return xmlTags((tag) => {
        const id = tag.name === 'sheet' && attributeOf(tag, 'r:id')
        if (id) nameOf.set(id, attributeOf(tag, 'name') ?? '')
      })
    if (!/^xl\/_rels\/workbook\.xml\.rels$/i.test(part)) return null
    return xmlTags((tag) => {
      const number = /sheet(\d+)\.xml$/i.exec(attributeOf(tag, 'Target') ?? '')?.[1]
      const id = attributeOf(tag, 'Id')
      if (number && id) parts.push({ id, number: Number(number) })
    })
  })
  return new Map(
    parts.flatMap(({ id, number }) => {
      const name = nameOf.get(id)
      return name ? [[number, name] as const] : []
    }),
  )
}

function readSharedTexts(bytes: ReportBytes): string[] {
  const texts: string[] = []
  let current = ''
  let length = 0
  let isPhonetic = false
  unzipParts(bytes, (name) =>
    /^xl\/sharedStrings\.xml$/i.test(name)
      ? xmlTags(({ name: tag, kind, text }) => {
          if (tag === 'rPh') isPhonetic = kind === 'open'
          if (tag === 't' && kind === 'open' && !isPhonetic) current += text
          if (tag !== 'si' || kind === 'open') return
          texts.push(current)
          length += current.length
          if (length > MAX_SHARED_CHARACTERS) throw new TooMuchUnpacked()
          current = ''
        })
      : null,
  )
  return texts
}

function sheetReader(shared: readonly string[], into: TableRecord[]): (tag: XmlTag) => void {
  let cells: string[] = []
  let line = 0
  let seen = 0
  let column = -1
  let type = ''
  let value = ''
  const endCell = () => {
    if (column >= 0 && column < MOST_COLUMNS) {
      while (cells.length < column) cells.push('')
      cells[column] = cellText(type, value, shared)
    }
    value = ''
  }
  return (tag) => {
    const { name, kind, text } = tag
    if (name === 'row' && kind !== 'close') {
      seen += 1
      if (seen > MAX_REPORT_ROWS + ROWS_AROUND) throw new TooManyRows()
      line = Number(attributeOf(tag, 'r')) || line + 1
      cells = []
      column = -1
    }
    if (name === 'c' && kind !== 'close') {
      column = columnOf(attributeOf(tag, 'r')) ?? column + 1
      type = attributeOf(tag, 't') ?? 'n'
      value = ''
    }
    if ((name === 'v' || name === 't') && kind === 'open') value += text
    if (name === 'c' && kind !== 'open') endCell()
    if (name === 'row' && kind === 'close' && cells.some((cell) => cell.trim() !== '')) {
      into.push({ cells, line })
    }
  }
}

/** 'AB12' → 27. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(place ?? '')?.[1]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(type: string, value: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'e') return ''
  return type === 'n' ? numberText(value) : value
}

/** With a point, and never with three decimals, which in a text would be thousands: 1.234 → '1.2340'. */
function numberText(value: string): string {
  if (value === '' || /^-?\d+$/.test(value)) return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  const [whole = '', decimals = ''] = String(Math.round(number * MICROS) / MICROS).split('.')
  if (decimals === '') return whole
  return `${whole}.${decimals.length === 3 ? `${decimals}0` : decimals}`
}

function noSheets(): ReportFault {
  return fault(
    'wrong_file',
    'Este libro no tiene ninguna hoja de Excel con filas. Descarga el informe como .xlsx o .csv.',
  )
}

function broken(): ReportFault {
  return fault(
    'truncated',
    'El libro de Excel está cortado o dañado. Descárgalo otra vez y súbelo entero.',
  )
}
