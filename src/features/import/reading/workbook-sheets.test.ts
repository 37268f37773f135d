import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeSheets from 'write-excel-file/node'
import { parseReport, parseReports } from './parse-report.ts'
import { heldBytes } from './report-bytes.ts'
import type { ParsedReport } from './report-types.ts'

function read(bytes: Uint8Array): ParsedReport {
  const report = parseReport(heldBytes(bytes), 'informe.xlsx')
  if (!report.ok) throw new Error(`${report.code}: ${report.message}`)
  return report
}

const SHEET = 'xl/worksheets/sheet1.xml'

/** A workbook as Google writes it: texts shared, empty cells left out, numbers as they are. */
function workbook(rows: string, shared: string[] = [], more: Record<string, Uint8Array> = {}) {
  const texts = shared.map((text) => `<si><t xml:space="preserve">${text}</t></si>`).join('')
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    ...more,
    [SHEET]: strToU8(`<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`),
    'xl/sharedStrings.xml': strToU8(`<sst>${texts}</sst>`),
  })
}

const cell = (place: string, index: number) => `<c r="${place}" t="s"><v>${index}</v></c>`
const number = (place: string, value: number) => `<c r="${place}"><v>${value}</v></c>`

test('title, period, header and rows of a workbook, whichever cells it leaves out', () => {
  const shared = [
    'Informe de campaña',
    '1 de septiembre de 2026 - 30 de septiembre de 2026',
    'Campaña',
    'Código de moneda',
    'Coste',
    'Impr.',
    'Clics',
    'Conversiones',
    'Zapatos &amp; botas',
    'EUR',
    'Total: Cuenta',
  ]
  const header = [2, 3, 4, 5, 6, 7].map((text, i) => cell(`${'ABCDEF'[i]}3`, text)).join('')
  const rows = [
    `<row r="1">${cell('A1', 0)}</row><row r="2">${cell('A2', 1)}</row><row r="3">${header}</row>`,
    `<row r="4">${cell('A4', 8)}${cell('B4', 9)}${number('C4', 1.234)}${number('D4', 1247)}${number('E4', 12)}</row>`,
    `<row r="5">${cell('A5', 10)}${number('C5', 9.5)}${number('D5', 2000)}${number('E5', 20)}${number('F5', 3)}</row>`,
  ]
  const report = read(workbook(rows.join(''), shared))
  expect(report).toMatchObject({
    kind: 'campaigns',
    currencyCode: 'EUR',
    title: 'Informe de campaña',
    period: { from: '2026-09-01', to: '2026-09-30' },
  })
  expect(report.rows).toMatchObject([
    {
      campaign: 'Zapatos & botas',
      costMicros: 1_234_000,
      impressions: 1247,
      clicks: 12,
      conversionsMicros: 0,
    },
  ])
  expect(report.fileTotal).toMatchObject({ clicks: 20, conversionsMicros: 3_000_000 })
})

test('the workbook of another writer: texts in place, days as numbers, the sheet with the report', async () => {
  const days = ['2026-09-01', '2026-09-02']
  const written = (rows: (string | number | Date)[][]) =>
    rows.map((row) =>
      row.map((value) =>
        value instanceof Date
          ? { value, type: Date, format: 'dd/mm/yyyy' }
          : { value, type: typeof value === 'number' ? Number : String },
      ),
    )
  const sheets = [
    { data: written([['Notas de la agencia']]), sheet: 'Notas' },
    {
      data: written([
        ['Día', 'Campaña', 'Impr.', 'Clics', 'Coste (EUR)'],
        ...days.map((day, i) => [new Date(`${day}T00:00:00Z`), '👟 <b>', 100 + i, 10, 5.125]),
      ]),
      sheet: 'Informe',
    },
  ]
  const bytes = await writeSheets(sheets as never).toBuffer()
  const report = read(new Uint8Array(bytes))
  expect(report.rows.map(({ day, costMicros }) => [day, costMicros])).toEqual(
    days.map((day) => [day, 5_125_000]),
  )
  expect(report.rows[0]?.campaign).toBe('👟 <b>')
})

test('every sheet of a workbook that is a report is read, the others are named', async () => {
  const period = '1 de septiembre de 2026 - 30 de septiembre de 2026'
  const sheetOf = (sheet: string, rows: (string | number)[][]) => ({
    sheet,
    data: rows.map((row) =>
      row.map((value) => ({ value, type: typeof value === 'number' ? Number : String })),
    ),
  })
  const figures = ['Impr.', 'Clics', 'Coste (EUR)']
  const campaigns = [['Informe'], [period], ['Campaña', ...figures], ['Botas', 900, 90, 45]]
  const sheets = [
    sheetOf('Notas', [['De la agencia']]),
    sheetOf('Campañas', campaigns),
    sheetOf('Términos', [
      ['Informe'],
      [period],
      ['Término de búsqueda', 'Campaña', 'Grupo de anuncios', ...figures],
      ['botas rojas', 'Botas', 'Rojas', 400, 40, 20],
    ]),
    sheetOf('Campañas (2)', campaigns),
  ]
  const bytes = heldBytes(new Uint8Array(await writeSheets(sheets as never).toBuffer()))
  const reports = parseReports(bytes, 'informe.xlsx')
  if (!Array.isArray(reports)) throw new Error(reports.message)
  expect(reports.map(({ sheet, parsed }) => [sheet, parsed.kind, parsed.listed.clicks])).toEqual([
    ['Campañas', 'campaigns', 90],
    ['Términos', 'search_terms', 40],
  ])
  expect(reports[0]!.parsed.notes).toContain(
    'Hojas del libro que no se leen: «Notas», «Campañas (2)».',
  )
  const none = heldBytes(
    new Uint8Array(
      await writeSheets([sheetOf('A', [['x']]), sheetOf('B', [['y']])] as never).toBuffer(),
    ),
  )
  expect(parseReports(none, 'informe.xlsx')).toMatchObject({ ok: false, code: 'unknown_columns' })
})

test('what unpacks to too much, is cut, or is no workbook is refused soon', () => {
  const refusal = (bytes: Uint8Array, name = 'informe.xlsx') => {
    const before = process.cpuUsage()
    const report = parseReport(heldBytes(bytes), name)
    // Of the processor, not of the clock: other things may keep the machine busy.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000)
    return report.ok ? 'read' : report.code
  }
  const bomb = (part: string, text: string) => {
    const bytes = zipSync({ [SHEET]: strToU8('<sheetData/>'), [part]: strToU8(text) }, { level: 1 })
    expect(bytes.length).toBeLessThan(2_000_000)
    return bytes
  }
  expect(refusal(bomb(SHEET, ' '.repeat(40_000_000)))).toBe('truncated')
  expect(refusal(bomb(SHEET, '<row></row>'.repeat(2_000_000)))).toBe('too_large')
  const text = `<si><t>${'a'.repeat(30_000)}</t></si>`
  expect(refusal(bomb('xl/sharedStrings.xml', text.repeat(1_600)))).toBe('too_large')
  const whole = workbook('<row><c t="inlineStr"><is><t>Campaña</t></is></c></row>')
  expect(refusal(whole.slice(0, whole.length / 3))).toBe('truncated')
  expect(refusal(zipSync({ 'foto.png': new Uint8Array(9) }), 'fotos.zip')).toBe('wrong_file')
})
