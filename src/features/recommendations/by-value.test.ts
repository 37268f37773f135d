import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  application,
  appliedDay,
  applyInHalves,
  fillPast,
  measureAndGoOn,
  textsOf,
  untilJudged,
} from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { judge, measuredShop, raisedBefore } from '../../../tests/measured-shop.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import { campaigns } from '../../platform/db/schema/entities.ts'
import type { Day } from '../../shared/dates.ts'

// What bids for value is judged by what its sales bring, not by how many they are.
const it = testApp()
const shop = measuredShop(it)

async function bidBy(biddingStrategyType: 'TARGET_CPA' | 'TARGET_ROAS'): Promise<void> {
  const own = and(eq(campaigns.customerId, CUSTOMER), eq(campaigns.campaignId, shop.campaignId))
  await it.ctx.db.update(campaigns).set({ biddingStrategyType }).where(own)
}

test.each([
  { bids: 'TARGET_ROAS' as const, byValue: true, change: 0.6 },
  { bids: 'TARGET_CPA' as const, byValue: undefined, change: -0.2 },
])('a fifth fewer sales of twice as much each, with $bids', async ({ bids, byValue, change }) => {
  const applied = await raisedBefore(it, shop, { clicks: 1, conversions: 0.8 })
  await it.ctx.db.execute(sql`
    update campaign_day set value_micros = conversions_micros * case
      when campaign_id = ${shop.campaignId} and day > ${applied} then 160 else 80 end
    where customer_id = ${CUSTOMER}`)
  await bidBy(bids)
  const { money, verdict } = (await judge(it, shop))!
  expect(money!.isByValue).toBe(byValue)
  expect(money!.conversions.estimate).toBeCloseTo(change, 1)
  expect(verdict).toBe(byValue ? 'mejorado' : 'empeorado')
})

test.each([
  { bids: 'TARGET_ROAS' as const, byValue: true, change: 0, verdict: 'mejorado' },
  { bids: 'TARGET_CPA' as const, byValue: undefined, change: -0.5, verdict: 'no_concluyente' },
])(
  'a card in halves: half the sales at twice as much, for a fifth less, with $bids',
  async (case_) => {
    await fillPast(it, shop)
    await bidBy(case_.bids)
    const { id, answer } = await applyInHalves(shop)
    expect(answer.status, answer.text).toBe(200)
    const { now } = textsOf((await application(it)).halves)
    const isChanged = (text: string) => now.includes(text)
    await untilJudged(it, shop, (text) => ({ cost: isChanged(text) ? 0.8 : 1, sold: 0 }))
    await sellEvenly(now, appliedDay(it))
    await measureAndGoOn(it)
    const { verdict, money } = (await shop.history())[0]!.measured!
    expect(money!.isByValue).toBe(case_.byValue)
    expect(money!.conversions.estimate).toBeCloseTo(case_.change, 1)
    expect(verdict).toBe(case_.verdict)
    await shop.undo(id)
  },
)

/** One sale of 40 € for each 10 € that the same search cost a day; since then half as many of 80 € where it was changed. */
async function sellEvenly(changed: readonly string[], since: Day): Promise<void> {
  const texts = sql.join(
    changed.map((text) => sql`${text}`),
    sql`, `,
  )
  const isChanged = sql`day > ${since} and term_id in
    (select term_id from search_terms where customer_id = ${CUSTOMER} and text in (${texts}))`
  const usual = sql`case when ${isChanged} then cost_micros / .8 else cost_micros end`
  await it.ctx.db.execute(sql`
    update search_term_day set value_micros = ${usual} * 4,
      conversions_micros = ${usual} / 10 * case when ${isChanged} then .5 else 1 end
    where customer_id = ${CUSTOMER}`)
  await it.ctx.db.execute(sql`
    update campaign_day set value_micros = conversions_micros * 40 where customer_id = ${CUSTOMER}`)
}
