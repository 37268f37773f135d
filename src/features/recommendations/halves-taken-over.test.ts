import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  application,
  applyInHalves,
  fillPast,
  textsOf,
  untilJudged,
} from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop } from '../../../tests/recommendation-shop.ts'
import { runNextJob } from '../../platform/jobs.ts'
import { MICROS } from '../../shared/metrics.ts'
import { enqueueSecondHalves } from './actions/apply-second-half.ts'
import { measureApplications } from './actions/measure-applications.ts'
import { applySecondHalf } from './contract/recommendations.ts'
import { recommendationJobs } from './jobs.ts'

const it = testApp()

test('a worker that loses its job while the second half is sent writes down what was made, and nothing is sent twice', async () => {
  const shop = await openShop(it)
  await shop.reset()
  await it.ctx.db.execute(
    sql`insert into account_goals (customer_id, target_cpa_micros, brand_words, protected_words, updated_at)
      values (${CUSTOMER}, ${30 * MICROS}, '{}', '{}', now())`,
  )
  await fillPast(it, shop)
  await applyInHalves(shop)
  const { halves } = await application(it)
  await untilJudged(it, shop, (text) => ({
    cost: textsOf(halves).now.includes(text) ? 0 : 1,
    sold: 0,
  }))
  await measureApplications(it.ctx, CUSTOMER)
  await enqueueSecondHalves(it.ctx, CUSTOMER)
  const network = globalThis.fetch
  let sent = 0
  globalThis.fetch = async (input, init) => {
    const isSent =
      String(input).endsWith(':mutate') && !String(init?.body).includes('"validateOnly":true')
    if (isSent && ++sent === 1) {
      it.clock.advance(120_000)
      await runNextJob(it.ctx, recommendationJobs)
    }
    return await network(input, init)
  }
  try {
    await runNextJob(it.ctx, recommendationJobs)
  } finally {
    globalThis.fetch = network
  }
  expect(sent).toBe(1)
  expect(await application(it)).toMatchObject({ state: 'applied', secondState: 'applied' })
  const made = await Promise.all(textsOf(halves).later.map((text) => shop.liveNegatives(text)))
  expect(made.map((live) => live.length)).toEqual(Array(8).fill(1))
  const { rows } = await it.ctx.db.execute(sql`
    select status, attempts from jobs where kind = ${applySecondHalf.name} order by created_at desc limit 1`)
  expect(rows).toEqual([{ status: 'done', attempts: 2 }])
})
