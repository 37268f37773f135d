import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { csvText, sheetRows, xlsxBlob } from './table-export.ts'
import type { Column } from './table-rows.ts'

type Row = { term: string; cost: number | null; ctr: number }
const COLUMNS: Column<Row>[] = [
  { id: 'term', title: 'Término', kind: 'text', value: (row) => row.term },
  { id: 'cost', title: 'Coste', kind: 'money', value: (row) => row.cost },
  { id: 'ctr', title: 'CTR', kind: 'percent', value: (row) => row.ctr },
  { id: 'do', title: 'Acciones', kind: 'text', value: () => 'x', isControl: true },
]

test('values leave in units of the screen, without buttons', () => {
  expect(sheetRows(COLUMNS, [{ term: 'botas', cost: 1_234_567, ctr: 0.07 }], 'EUR')).toEqual([
    ['Término', 'Coste (EUR)', 'CTR (%)'],
    ['botas', 1.234567, 7],
  ])
})

test('an amount per day says so in its title', () => {
  const budget: Column<Row> = {
    ...{ id: 'budget', title: 'Presupuesto', kind: 'money', suffix: '/día' },
    value: (row) => row.cost,
  }
  const [titles] = sheetRows([budget], [], 'EUR')
  expect(titles).toEqual(['Presupuesto (EUR/día)'])
})

test('what a spreadsheet would run as a formula becomes text; numbers stay numbers', () => {
  const texts = ['=1+1', '+botas', '-botas', '@a', '\t=1', '\r=1', 'a=1', 'di "hola"; adiós']
  const lines = csvText([
    ['T'],
    ...texts.map((text) => [text]),
    [-1.5],
    [1e-8],
    [-0.00000025],
    [null],
  ]).split('\r\n')
  expect(lines).toEqual([
    '\ufeffT',
    "'=1+1",
    "'+botas",
    "'-botas",
    "'@a",
    "'\t=1",
    '"\'\r=1"',
    'a=1',
    '"di ""hola""; adiós"',
    '-1,5',
    '0,00000001',
    '-0,00000025',
    '',
    '',
  ])
})

test.each(['JPY', 'CLP'])(
  '%s has no smaller coin, on the screen and in a workbook',
  async (code) => {
    const blob = await xlsxBlob(COLUMNS, [{ term: 'botas', cost: 1_234_000_000, ctr: 0.07 }], code)
    const sheet = unzipSync(new Uint8Array(await blob.arrayBuffer()))['xl/worksheets/sheet1.xml']!
    expect(strFromU8(sheet)).toContain(
      '<c r="B2" s="2"><v>1234</v></c><c r="C2" s="3"><v>7</v></c>',
    )
  },
)

test('a workbook is a zip whatever its texts hold', async () => {
  const terms = ['=1+1', '👟 \u0007 مرحبا <b>']
  const rows = terms.map((term) => ({ term, cost: 1_234_567_000, ctr: 0.07 }))
  const blob = await xlsxBlob(COLUMNS, [...rows, { term: '3', cost: null, ctr: 0 }], 'EUR')
  const parts = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!)
  // '#,##0.00', which a Spanish spreadsheet writes as 1.234,57.
  expect(sheet).toContain('<c r="B2" s="3"><v>1234.567</v></c><c r="C2" s="3"><v>7</v></c>')
  const [, styles] = /<cellXfs count="4">(.*)<\/cellXfs>/.exec(strFromU8(parts['xl/styles.xml']!))!
  expect([...styles!.matchAll(/numFmtId="(\d)"/g)].map(([, id]) => id)).toEqual([
    '0',
    '0',
    '3',
    '4',
  ])
})
