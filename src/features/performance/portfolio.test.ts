import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DEFAULT_LAG_CURVE } from '#engine/thresholds/thresholds.ts'
import { testApp } from '../../../tests/harness.ts'
import { reportAdvice, reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import type { PortfolioRow } from './contract/portfolio.ts'

const it = testApp()

/** 50 conversions a day up to the 19th, of which the newest have not all come, read on the 20th at 12:00. */
async function shopOfGoogle(facts: Partial<typeof adAccounts.$inferInsert> = {}) {
  const person = await it.signIn()
  const { customerId } = await reportShop(it, person, 'Zapatería')
  await it.ctx.db
    .update(adAccounts)
    .set({ source: 'google', lastSyncedAt: it.clock.now(), ...facts })
    .where(eq(adAccounts.customerId, customerId))
  for (let age = 0; age < 80; age++)
    await it.ctx.db.execute(sql`
      update account_day set conversions_micros = ${Math.round(50e6 * (DEFAULT_LAG_CURVE[age] ?? 1))}
      where customer_id = ${customerId} and day = '2026-11-20'::date - ${age}::int`)
  const row = async () => (await person.get('/api/portfolio')).body as PortfolioRow[]
  return { customerId, row }
}

test('conversions that are still to come, and the hours of today, are no fall', async () => {
  const { customerId, row } = await shopOfGoogle()
  await it.ctx.db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    values (${customerId}, '2026-11-20', 400, 20, 6000000, 10000000, 0)`)
  expect(await row()).toMatchObject([
    { from: '2026-10-22', to: '2026-11-20', spend: 441, changes: { spend: '0%' }, reasons: [] },
  ])
})

test('a fall is told by what was to be expected of the days by now', async () => {
  const { customerId, row } = await shopOfGoogle()
  await it.ctx.db.execute(sql`
    update account_day set conversions_micros = conversions_micros / 2
    where customer_id = ${customerId} and day >= '2026-10-22'`)
  expect(await row()).toMatchObject([
    {
      reasons: [
        expect.stringMatching(/^Las conversiones bajan un 50\s%, descontado lo que aún llega$/),
        expect.stringMatching(
          /^El coste por conversión sube un 100\s%, descontado lo que aún llega$/,
        ),
      ],
    },
  ])
})

test('days that were not read are no fall', async () => {
  const { customerId, row } = await shopOfGoogle({ lastSyncedAt: new Date('2026-11-05T12:00:00Z') })
  await it.ctx.db.execute(sql`
    delete from account_day where customer_id = ${customerId} and day > '2026-11-05'`)
  expect(await row()).toMatchObject([
    { spend: 225, changes: { spend: '—', conversions: '—', costPerConversion: '—' }, reasons: [] },
  ])
})

test('all that is pending is counted, and the reasons say what is of medium priority too', async () => {
  const { customerId, row } = await shopOfGoogle()
  for (const priority of ['medium', 'medium', 'low'] as const)
    await reportAdvice(it, customerId, { title: 'Sube el presupuesto', priority })
  expect(await row()).toMatchObject([
    { pending: 3, reasons: ['2 recomendaciones de prioridad media'] },
  ])
  await reportAdvice(it, customerId, { title: 'Sube el presupuesto', priority: 'high' })
  expect(await row()).toMatchObject([
    { pending: 4, reasons: ['1 recomendación de prioridad alta', '2 de prioridad media'] },
  ])
})
