import { ownedCustomerIds } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { AppError } from '#shared/app-error.ts'
import { dayInZone } from '#shared/dates.ts'
import type { Compare, Period } from '../contract/shapes.ts'
import { brandOf } from '../queries/branding.ts'
import { readReportAccounts } from '../queries/report-data.ts'
import { rangeOf } from '../rules/periods.ts'
import type { Report } from '../rules/report.ts'

/** A report of this instant. Throws 404 for a strange account. */
export async function reportNow(
  ctx: CallerContext,
  asked: { accountIds: readonly string[]; period: Period; compare: Compare },
): Promise<Report> {
  const customerIds = await ownedCustomerIds(ctx, asked.accountIds)
  const { userId, plan } = ctx.caller
  const accounts = await readReportAccounts(ctx, {
    userId,
    customerIds,
    period: asked.period,
    compare: asked.compare,
    todayIn: (timeZone) => dayInZone(ctx.clock.now(), timeZone),
  })
  if (accounts.length === 0) throw new AppError('not_found', 'No existe esa cuenta.')
  const madeOn = dayInZone(ctx.clock.now(), 'Europe/Madrid')
  return {
    title: 'Informe de rendimiento',
    madeOn,
    range: rangeOf(asked.period, madeOn),
    brand: await brandOf(ctx, { userId, plan }),
    accounts,
  }
}
