import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  application,
  applyInHalves,
  fillPast,
  measureAndGoOn,
  textsOf,
  untilJudged,
} from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop } from '../../../tests/recommendation-shop.ts'
import type { Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'

const it = testApp()

test('a second half of which Google takes some is told and added up as such', async () => {
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
  const network = globalThis.fetch
  let sent = 0
  globalThis.fetch = async (input, init) => {
    const isSent =
      String(input).endsWith(':mutate') && !String(init?.body).includes('"validateOnly":true')
    if (isSent && ++sent === 1) it.simulators.armFault('google-ads', 'partial_failure', 1)
    return await network(input, init)
  }
  try {
    await measureAndGoOn(it)
  } finally {
    globalThis.fetch = network
  }
  const made = await Promise.all(textsOf(halves).later.map((text) => shop.liveNegatives(text)))
  const count = made.flat().length
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(8)
  const [shown] = await shop.history()
  expect(shown).toMatchObject({
    estado_cambio: 'aplicada_en_parte',
    second: { state: 'applied', note: `Se hicieron ${count} de 8 cambios.` },
  })
  const measured = (await application(it)).measured as Measured
  const { shareNow } = halves!
  expect(measured.halves).toMatchObject({
    shareNow,
    shareMade: expect.closeTo(shareNow + ((1 - shareNow) * count) / 8, 9),
  })
})
