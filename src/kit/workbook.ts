import { strToU8, zipSync } from 'fflate'

export type SheetValue = string | number | null
/** How the numbers of a column are written; 'plain': as they are. */
export type SheetFormat = 'plain' | 'whole' | 'cents'

/**
 * A workbook with one sheet (ECMA-376): a bold first row that stays in view, numbers in the format of their column, texts
 * typed as texts, which no spreadsheet runs as formulas. Zipped where it is called: a worker made from a blob: URL is refused by the page's
 * security policy.
 */
export function workbookBytes(
  rows: readonly SheetValue[][],
  widths: readonly number[],
  formats: readonly SheetFormat[] = [],
): Uint8Array<ArrayBuffer> {
  const parts = { ...FRAME, 'xl/worksheets/sheet1.xml': sheet(rows, widths, formats) }
  const zipped = zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([path, xml]) => [path, strToU8(`${DECLARATION}${xml}`)]),
    ),
  )
  // It is made afresh in memory that no worker shares, which the package's types leave open.
  return zipped as Uint8Array<ArrayBuffer>
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Place in `cellXfs` of the styles. */
const HEAD = 1
const STYLES: Record<SheetFormat, number> = { plain: 0, whole: 2, cents: 3 }
/** `sunken` of the screens, as in every file we make. */
const HEAD_FILL = 'F2F0EC'

/** What stands around the one sheet, the same for every table. */
const FRAME = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF${HEAD_FILL}"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>${numberStyle(3)}${numberStyle(4)}</cellXfs></styleSheet>`,
}

/** By the numbers that the standard gives to '#,##0' and '#,##0.00', which each spreadsheet writes as its language does. */
function numberStyle(numFmtId: 3 | 4): string {
  return `<xf numFmtId="${numFmtId}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
}

function sheet(
  rows: readonly SheetValue[][],
  widths: readonly number[],
  formats: readonly SheetFormat[],
): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const view =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  const lines = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map(cellAt(at, formats)).join('')}</row>`,
  )
  return `<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>${lines.join('')}</sheetData></worksheet>`
}

function cellAt(
  row: number,
  formats: readonly SheetFormat[],
): (value: SheetValue, column: number) => string {
  return (value, column) => {
    if (value === null) return ''
    const ownStyle = typeof value === 'number' ? STYLES[formats[column] ?? 'plain'] : 0
    const style = row === 0 ? HEAD : ownStyle
    const place = `r="${letters(column)}${row + 1}"${style ? ` s="${style}"` : ''}`
    return typeof value === 'number'
      ? `<c ${place}><v>${value}</v></c>`
      : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
  }
}

/** A … Z, AA … */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

/** XML 1.0 has no place for control characters, and one would make the whole workbook unreadable. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones meant
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  )
}
