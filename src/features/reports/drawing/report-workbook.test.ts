import { expect, test } from 'vitest'
import { sampleReport, sums } from '../../../../tests/sample-report.ts'
import { unzip } from '../../../../tests/unzip.ts'
import type { AccountReport } from '../rules/report.ts'
import { reportWorkbook } from './report-workbook.ts'

const account = (given: Partial<AccountReport> = {}) =>
  sampleReport('2026-11-02', {
    current: sums(300, 10),
    compared: {
      now: { from: '2026-11-01', to: '2026-11-02', sums: sums(300, 10) },
      before: { from: '2026-10-30', to: '2026-10-31', sums: sums(200, 10) },
    },
    ...given,
  })

const NAMES = ['Resumen', 'Campañas', 'Días', 'Recomendaciones'] as const
type Shown = { value: string; format: string }

/** Its sheets as rows of what stands in the cells, and the files it is made of. */
async function workbookOf(...accounts: AccountReport[]) {
  const brand = { name: 'Ánfora & Cía', color: '#1f4cbd', logo: null }
  const book = await reportWorkbook({
    title: 'Informe',
    madeOn: '2026-11-05',
    range: { from: '2026-11-01', to: '2026-11-02' },
    brand,
    accounts,
  })
  const files = unzip(book)
  const all = (text: string, what: RegExp) =>
    [...text.matchAll(what)].map(([, found = '']) => found)
  const strings = all(files.get('xl/sharedStrings.xml') ?? '', /<t[^>]*>([^<]*)<\/t>/g)
  const styles = files.get('xl/styles.xml') ?? ''
  const formats = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      code,
    ]),
  )
  const xfs = all(styles.split('<cellXfs')[1] ?? '', /<xf ([^>]*)>/g)
  const sheet = (name: (typeof NAMES)[number]): Shown[][] =>
    all(xmlOf(name), /<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs).map((row) =>
      [...row.matchAll(/<c ([^>]*)><v>([^<]*)<\/v><\/c>/g)].map(([, given = '', value = '']) => ({
        value: given.includes('t="s"') ? (strings[Number(value)] ?? '') : value,
        format:
          formats.get(
            /numFmtId="(\d+)"/.exec(xfs[Number(/ s="(\d+)"/.exec(` ${given}`)?.[1])] ?? '')?.[1] ??
              '',
          ) ?? '',
      })),
    )
  const xmlOf = (name: (typeof NAMES)[number]) =>
    files.get(`xl/worksheets/sheet${NAMES.indexOf(name) + 1}.xml`) ?? ''
  return { sheet, xmlOf, book: files.get('xl/workbook.xml') ?? '' }
}

const values = (rows: Shown[][]) => rows.map((row) => row.map(({ value }) => value))

test('the first sheet says what is in it, and compares in words and in shares', async () => {
  const { sheet } = await workbookOf(account())
  const rows = values(sheet('Resumen'))
  expect(rows[0]).toEqual(['Informe · Ánfora &amp; Cía'])
  expect(rows.slice(1, 5).join()).toMatch(
    /5 nov 2026; 1 cuenta\..*Campañas:.*Días:.*Recomendaciones:/,
  )
  expect(rows[7]).toEqual([
    ...['Zapatería', 'Coste', '300', '200', '0.5'],
    ...['1 nov 2026 – 2 nov 2026', '30 oct 2026 – 31 oct 2026'],
  ])
  expect(sheet('Resumen')[7]![4]!.format).toBe('+0.0\\ %;-0.0\\ %;0\\ %')
})

test('amounts have the unit and decimals of their account, conversions those of their column', async () => {
  const campaigns = [
    { name: 'A', ...sums(10, 1.5) },
    { name: 'B', ...sums(20, 2) },
  ]
  const { sheet } = await workbookOf(
    account({ campaigns }),
    account({ name: 'Tokio', currencyCode: 'JPY', campaigns }),
  )
  const [, first, second, total, yen] = sheet('Campañas')
  expect([first![2]!.format, first![3]!.format]).toEqual(['#,##0.00\\ &quot;€&quot;', '#,##0.00'])
  expect(second![3]!.format).toBe('#,##0.00')
  expect(total!.slice(0, 4).map(({ value }) => value)).toEqual([
    'Zapatería',
    'Total, 2 campañas',
    '30',
    '3.5',
  ])
  expect(yen![2]!.format).toBe('#,##0\\ &quot;JPY&quot;')
})

test('what was not read is no zero, and what is empty says so', async () => {
  const unread = { impressions: 0, clicks: 0, costMicros: 0, conversionsMicros: 0, valueMicros: 0 }
  const days = [
    { day: '2026-11-01', ...sums(5, 1) },
    { day: '2026-11-02', ...sums(2, 1) },
    { day: '2026-11-03', ...unread },
  ]
  const { sheet } = await workbookOf(
    account({ dataTo: '2026-11-01', days }),
    account({ dataTo: null, current: sums(0, 0), compared: null }),
  )
  const byDay = values(sheet('Días'))
  expect(byDay[1]![2]).toBe('5')
  // Read in part, and so in the total.
  expect(byDay[2]![2]).toBe('2')
  expect(byDay[3]!.slice(2)).toEqual(Array(8).fill('—'))
  expect(byDay[5]).toEqual(['Zapatería', 'Sin datos por días.'])
  expect(values(sheet('Resumen')).at(-1)).toContain('—')
  expect(values(sheet('Campañas'))[1]).toEqual(['Zapatería', 'Ninguna campaña tuvo tráfico.'])
  expect(values(sheet('Recomendaciones'))[1]!.at(-1)).toMatch(/^Ninguna aplicada/)
})

test('days before the first that was read are no zeros, and the first sheet says from when on there are figures', async () => {
  const unread = { impressions: 0, clicks: 0, costMicros: 0, conversionsMicros: 0, valueMicros: 0 }
  const days = [
    { day: '2026-11-01', ...unread },
    { day: '2026-11-02', ...unread },
  ]
  const { sheet } = await workbookOf(account({ dataFrom: '2026-11-02', days }))
  const byDay = values(sheet('Días'))
  expect(byDay[1]!.slice(2)).toEqual(Array(8).fill('—'))
  expect(byDay[2]![2]).toBe('0')
  expect(values(sheet('Resumen'))[5]).toEqual([
    'Zapatería: Atención: solo hay datos desde el 2 nov 2026.',
  ])
})

test('effects are numbers with their range', async () => {
  const range = { estimate: 91e6, low: 64e6, high: 118.5e6 }
  const applied = [
    {
      ...{ day: '2026-11-01', title: 'Excluye «gratis»', verdict: 'Mejorado', detail: 'Hecha.' },
      state: 'Aplicada',
      tone: 'good' as const,
      range,
    },
  ]
  const { sheet } = await workbookOf(account({ applied }))
  expect(values(sheet('Recomendaciones'))[1]).toEqual([
    ...['Zapatería', 'Aplicada', 'Excluye «gratis»', 'Mejorado'],
    ...['91', '64', '118.5', 'Hecha.'],
  ])
})

test('heads stay in view and are printed on every page, across A4; columns fit what is in them', async () => {
  const name = 'n'.repeat(200)
  const { xmlOf, book } = await workbookOf(
    account({ name, campaigns: [{ name: 'Una campaña de veintiún', ...sums(123_456_789, 1) }] }),
  )
  expect(xmlOf('Resumen')).toContain('ySplit="7"')
  expect(book).toContain(">'Resumen'!$7:$7<")
  const sheet = xmlOf('Campañas')
  expect(sheet).toContain('ySplit="1"')
  expect(sheet).toMatch(/<worksheet[^>]*><sheetPr><pageSetUpPr fitToPage="1"\/>/)
  expect(sheet).toContain('&amp;LÁnfora &amp;&amp; Cía&amp;C&amp;A&amp;RPágina &amp;P de &amp;N')
  const widths = [...sheet.matchAll(/ width="(\d+)"/g)].map(([, width]) => Number(width))
  expect(widths.slice(0, 2)).toEqual([30, 25])
  const heights = [...sheet.matchAll(/ ht="([\d.]+)"/g)].map(([, height]) => Number(height))
  // The head, the name on as many lines as 200 signs take, and the total beside it.
  expect(heights).toEqual([22, 7 * 13.5 + 2, 7 * 13.5 + 2])
  expect(widths[2]).toBeGreaterThanOrEqual('123.456.789,00 €'.length)
})
