import { beforeAll, expect, test } from 'vitest'
import { type Person, testApp } from './harness.ts'
import { uploadFiles } from './import-files.ts'
import { pdfPages } from './report-shop.ts'

/** Figures by months stand under the first of each: as many days before would be others than the months before. */

// The test's present is 20 Nov 2026.
const opened = testApp()
let owner: Person

beforeAll(async () => {
  owner = await opened.signIn()
})

const LEVEL = { spend: '0%', clicks: '0%', conversions: '0%' }
const NONE = { spend: '—', clicks: '—', conversions: '—' }

async function months(...named: string[]) {
  const head = 'Mes;Campaña;Impr.;Clics;Coste (EUR);Conversiones'
  const cost = (month: string) => (month === '2026-11' ? '40,00' : '100,00')
  const rows = named.map((month) => `${month};Marca;1000;50;${cost(month)};10,00`)
  const file: [string, string] = ['meses.csv', [head, ...rows].join('\n')]
  const { accountId } = (await uploadFiles(opened, owner.cookie, [file])).body
  const read = async (what: string, range: string) =>
    (await owner.get(`/api/account-${what}/${accountId}?${range}`)).body
  return { accountId, read }
}

test('an account of months is held against as many whole months', async () => {
  const { read } = await months('2026-07', '2026-08', '2026-09', '2026-10')
  const two = 'from=2026-09-01&to=2026-10-31'
  expect(await read('metrics', two)).toMatchObject({ spend: 200, changes: LEVEL })
  const { comparison, previous } = (await read('trend', two)) as {
    comparison: object
    previous: { day: string }[]
  }
  expect(comparison).toEqual({ from: '2026-07-01', to: '2026-08-31', complete: true })
  expect(previous.map(({ day }) => day)).toEqual(['2026-07-01', '2026-08-01'])
  expect(await read('metrics', 'from=2026-08-01&to=2026-10-31')).toMatchObject({ changes: NONE })
})

test('a month that is not over is no fall', async () => {
  const { read } = await months('2026-08', '2026-09', '2026-10', '2026-11')
  const two = 'from=2026-10-01&to=2026-11-30'
  expect(await read('metrics', two)).toMatchObject({ spend: 140, changes: LEVEL })
  expect(await read('metrics', 'from=2026-11-01&to=2026-11-30')).toMatchObject({ changes: NONE })
})

test('the portfolio and the report compare whole months too', async () => {
  const { accountId } = await months('2026-08', '2026-09')
  const rows = (await owner.get('/api/portfolio')).body as { customerId: string }[]
  expect(rows.find(({ customerId }) => customerId === accountId)).toMatchObject({
    from: '2026-09-01',
    changes: { spend: '0%', conversions: '0%' },
  })
  const october = await months('2026-09', '2026-10')
  const url = `/api/reports/file.pdf?cuentas=${october.accountId}&periodo=last_month`
  const { rawPayload } = await opened.app.inject({ url, headers: { cookie: owner.cookie } })
  const text = (await pdfPages(rawPayload)).join(' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('1 oct 2026 – 31 oct 2026, comparado con 1 sept 2026 – 30 sept 2026')
  expect(text).toContain('10 conversiones (0 %) por 100,00 € (0 %)')
})
