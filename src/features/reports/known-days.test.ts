import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { pdfPages, reportShop } from '../../../tests/report-shop.ts'
import { unzip } from '../../../tests/unzip.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountInventory } from '../../platform/db/schema/entities.ts'
import type { Compare } from './contract/shapes.ts'
import { drawReport } from './drawing/draw-report.ts'
import { reportWorkbook } from './drawing/report-workbook.ts'
import { OUR_BRAND } from './queries/branding.ts'
import { readReportAccounts } from './queries/report-data.ts'
import { summaryOf } from './rules/summary.ts'

const it = testApp()

/** Last week's report, told on Monday 16 Nov 2026, of an account with figures up to `lastRow` and read at `readAt`. */
async function reportOf(
  lastRow: string,
  readAt: string,
  { late = 0, compare = 'none' as Compare, firstRow = '2026-09-01' } = {},
) {
  const person = await it.signIn()
  const { customerId } = await reportShop(it, person, 'Zapatería')
  const { db } = it.ctx
  for (const table of ['account_day', 'campaign_day'])
    await db.execute(
      sql`delete from ${sql.raw(table)} where customer_id = ${customerId} and (day > ${lastRow}::date or day < ${firstRow}::date)`,
    )
  await db
    .update(adAccounts)
    .set({ source: 'google', dataFrom: firstRow, dataTo: lastRow, lastSyncedAt: new Date(readAt) })
    .where(eq(adAccounts.customerId, customerId))
  const rows = ['ONE_TO_TWO_DAYS', 'EIGHT_TO_NINE_DAYS'].map((bucket, at) => ({
    bucket,
    conversionsMicros: (at === 0 ? 100 - late : late) * 1e6,
  }))
  const kept = { customerId, part: 'conversionLags', fetchedAt: it.clock.now(), rows }
  await db.insert(accountInventory).values(kept)
  const accounts = await readReportAccounts(it.ctx, {
    userId: person.userId,
    customerIds: [customerId],
    period: 'last_week',
    compare,
    todayIn: () => '2026-11-16',
  })
  const report = {
    title: 'Informe',
    madeOn: '2026-11-16',
    range: { from: '2026-11-09', to: '2026-11-15' },
    brand: { ...OUR_BRAND, logo: null },
    accounts,
  }
  const [page = ''] = await pdfPages(await drawReport(report))
  const strings = unzip(await reportWorkbook(report)).get('xl/sharedStrings.xml') ?? ''
  return { page: page.replaceAll(/\s+/g, ' '), line: summaryOf(report).lines[0], strings }
}

test('a day that was read before it was over is not called known', async () => {
  const { page, line } = await reportOf('2026-11-15', '2026-11-15T10:00:00Z')
  for (const text of [page, line]) expect(text).toContain('completos hasta el 14 nov 2026')
})

test('days without traffic that were read are zeros, and nothing is missing', async () => {
  const weekday = await reportOf('2026-11-13', '2026-11-16T05:00:00Z')
  expect(weekday.page).not.toContain('Atención')
  expect(weekday.line).toBe('Zapatería: 75,00\u00a0€ invertidos y 7,5 conversiones.')
  const paused = await reportOf('2026-11-01', '2026-11-16T05:00:00Z')
  expect(paused.page).toContain('Sin coste ni conversiones en este periodo.')
  expect(paused.line).toBe('Zapatería: 0,00\u00a0€ invertidos y ninguna conversión.')
})

test('where conversions take days to come, the last days of a report are said to rise', async () => {
  const slow = await reportOf('2026-11-15', '2026-11-16T05:00:00Z', { late: 30 })
  // The test's present is 20 Nov: those of eight days ago have not all come.
  expect(slow.page).toContain('Desde el 13 nov 2026 aún llegan conversiones')
  const quick = await reportOf('2026-11-15', '2026-11-16T05:00:00Z')
  expect(quick.page).not.toContain('aún llegan')
})

test('days that were not read are no fall: as many of both weeks are compared', async () => {
  const { page, strings } = await reportOf('2026-11-11', '2026-11-12T05:00:00Z', {
    compare: 'previous',
  })
  expect(page).toContain(
    '9 nov 2026 – 15 nov 2026; solo se compara 9 nov 2026 – 11 nov 2026 con 2 nov 2026 – 4 nov 2026',
  )
  expect(page).toContain('4,5 conversiones (0 %) por 45,00 € (0 %)')
  expect(page).not.toMatch(/-\d+,\d %/)
  expect(strings).toContain('2 nov 2026 – 4 nov 2026, con 9 nov 2026 – 11 nov 2026')
})

test('a period whose beginning has not been read yet is not told as whole', async () => {
  const read = { firstRow: '2026-11-12', compare: 'previous' as const }
  const { page, line, strings } = await reportOf('2026-11-15', '2026-11-16T05:00:00Z', read)
  for (const text of [page, line, strings])
    expect(text).toContain('Atención: solo hay datos desde el 12 nov 2026.')
  expect(page).toContain('6 conversiones por 60,00 €: 10,00 € cada una.')
  const { line: none } = await reportOf('2026-11-19', '2026-11-20T05:00:00Z', {
    firstRow: '2026-11-17',
  })
  expect(none).toBe('Zapatería: todavía no hay datos de este periodo.')
})
