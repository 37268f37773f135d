import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type SheetValue, workbookBytes } from './workbook.ts'

function partsOf(rows: SheetValue[][], widths: number[] = []): Record<string, string> {
  const parts = Object.entries(unzipSync(workbookBytes(rows, widths)))
  return Object.fromEntries(parts.map(([path, bytes]) => [path, strFromU8(bytes)]))
}

test('numbers stay numbers, texts stay texts, an empty cell is none', () => {
  const sheet = partsOf(
    [
      ['T', 'N'],
      ['=1+1 <b> & \u0007"x"', -1.5],
      [null, 3],
    ],
    [40, 16],
  )['xl/worksheets/sheet1.xml']
  expect(sheet).toContain(
    '<row r="1"><c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">T</t></is></c><c r="B1" s="1" t="inlineStr"><is><t xml:space="preserve">N</t></is></c></row>',
  )
  expect(sheet).toContain(
    '<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;b&gt; &amp; "x"</t></is></c><c r="B2"><v>-1.5</v></c></row>',
  )
  expect(sheet).toContain('<row r="3"><c r="B3"><v>3</v></c></row>')
  expect(sheet).toContain('<col min="2" max="2" width="16" customWidth="1"/>')
  expect(sheet).not.toContain('<f>')
})

test('after column Z comes AA', () => {
  const row = Array.from({ length: 28 }, (_, at) => at)
  const sheet = partsOf([row])['xl/worksheets/sheet1.xml']
  expect(sheet).toMatch(/r="Z1".*r="AA1".*r="AB1"/)
})

test('every part that another names is there', () => {
  const parts = partsOf([['T']])
  const types = parts['[Content_Types].xml'] ?? ''
  for (const [, path = ''] of types.matchAll(/PartName="\/([^"]+)"/g))
    expect(Object.keys(parts)).toContain(path)
  for (const [, path = ''] of parts['xl/_rels/workbook.xml.rels']!.matchAll(/Target="([^"]+)"/g))
    expect(Object.keys(parts)).toContain(`xl/${path}`)
})

test('a sheet of many megabytes is written where it is called', () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => [`palabra ${at}`, at, null])
  const sheet = partsOf(rows)['xl/worksheets/sheet1.xml']
  expect(sheet?.match(/<row /g)).toHaveLength(20_000)
})
