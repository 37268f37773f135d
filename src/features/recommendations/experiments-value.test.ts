import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { experimentShop } from '../../../tests/experiment-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import { campaigns } from '../../platform/db/schema/entities.ts'
import type { Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'

// One of Google's own experiments in a campaign that bids for what its sales bring.
const it = testApp()
const own = experimentShop(it)

test.each([
  { bids: 'MAXIMIZE_CONVERSION_VALUE', byValue: true },
  { bids: 'MAXIMIZE_CONVERSIONS', byValue: undefined },
])(
  'with $bids both halves are told apart by what Google prints of it',
  async ({ bids, byValue }) => {
    await own.tryIt(await own.recommend())
    const base = and(
      eq(campaigns.customerId, CUSTOMER),
      eq(campaigns.campaignId, Number(own.base().id)),
    )
    await it.ctx.db.update(campaigns).set({ biddingStrategyType: bids }).where(base)
    const { experiment } = await own.application()
    await it.ctx.db.execute(sql`
    insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros,
      eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    values (${CUSTOMER}, ${own.base().id}, ${experiment!.startsOn}, 100, 10, ${10 * MICROS}, ${MICROS}, ${40 * MICROS}, 0, 0, 0)`)
    await own.untilLook(4)
    const { money } = (await own.application()).measured as Measured
    expect(money!.isByValue).toBe(byValue)
    const [row] = (await own.google(
      `SELECT metrics.conversions, metrics.conversions_value, metrics.control_conversions, metrics.control_conversion_value FROM experiment WHERE segments.date BETWEEN '${experiment!.startsOn}' AND '${own.today()}'`,
    )) as unknown as { metrics: Record<string, number> }[]
    const { conversions, conversionsValue, controlConversions, controlConversionValue } =
      row!.metrics
    const [sold, brought] = [
      conversions! / controlConversions! - 1,
      conversionsValue! / controlConversionValue! - 1,
    ]
    // Its days are not the look's to the day, but nearer to these than to the other figure.
    const seen = money!.conversions.estimate
    const [nearer, further] = byValue ? [brought, sold] : [sold, brought]
    expect(Math.abs(seen - nearer)).toBeLessThan(Math.abs(seen - further))
  },
)
