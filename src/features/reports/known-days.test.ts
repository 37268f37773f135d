import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { pdfPages, reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountInventory } from '../../platform/db/schema/entities.ts'
import { drawReport } from './drawing/draw-report.ts'
import { OUR_BRAND } from './queries/branding.ts'
import { readReportAccounts } from './queries/report-data.ts'
import { summaryOf } from './rules/summary.ts'

const it = testApp()

/** Last week's report, told on Monday 16 Nov 2026, of an account with figures up to `lastRow` and read at `readAt`. */
async function reportOf(lastRow: string, readAt: string, late = 0) {
  const person = await it.signIn()
  const { customerId } = await reportShop(it, person, 'Zapatería')
  const { db } = it.ctx
  for (const table of ['account_day', 'campaign_day'])
    await db.execute(
      sql`delete from ${sql.raw(table)} where customer_id = ${customerId} and day > ${lastRow}::date`,
    )
  await db
    .update(adAccounts)
    .set({ source: 'google', dataTo: lastRow, lastSyncedAt: new Date(readAt) })
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
    compare: 'none',
    todayIn: () => '2026-11-16',
  })
  const report = {
    title: 'Informe',
    madeOn: '2026-11-16',
    brand: { ...OUR_BRAND, logo: null },
    accounts,
  }
  const [page = ''] = await pdfPages(await drawReport(report))
  return { page: page.replaceAll(/\s+/g, ' '), line: summaryOf(report).lines[0] }
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
  const slow = await reportOf('2026-11-15', '2026-11-16T05:00:00Z', 30)
  // The test's present is 20 Nov: those of eight days ago have not all come.
  expect(slow.page).toContain('Desde el 13 nov 2026 aún llegan conversiones')
  const quick = await reportOf('2026-11-15', '2026-11-16T05:00:00Z')
  expect(quick.page).not.toContain('aún llegan')
})
