import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fillPast, SEARCHES } from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop, SHOP } from '../../../tests/recommendation-shop.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import { MICROS } from '../../shared/metrics.ts'
import type { getPromise } from './contract/changes.ts'

const it = testApp()

test('a card that no day has room for is made by halves where the day has room for one', async () => {
  const shop = await openShop(it)
  await shop.reset()
  await it.ctx.db.execute(
    sql`insert into account_goals (customer_id, target_cpa_micros, brand_words, protected_words, updated_at)
      values (${CUSTOMER}, ${30 * MICROS}, '{}', '{}', now())`,
  )
  await fillPast(it, shop)
  const limitTo = (cambiosPorDia: number) =>
    shop.owner.send('PUT', `/api/google-accounts/${SHOP}/limites`, { cambiosPorDia })
  const id = await shop.recommend(SEARCHES.map((text) => shop.negative(text)))
  const ofHalves = async () => {
    const { body } = await shop.owner.get(`/api/recomendaciones/${id}/promesa`)
    return (body as ReplyOf<typeof getPromise>).halves
  }
  await limitTo(5)
  expect(await ofHalves()).toMatchObject({ refusal: expect.stringContaining('esto son 8') })
  await limitTo(8)
  expect((await shop.preview(id)).body).toMatchObject({
    refusals: [expect.stringContaining('esto son 16')],
    stops: [],
  })
  expect(await ofHalves()).toMatchObject({ first: 8, refusal: null })
  const answer = await shop.owner.send('POST', `/api/recomendaciones/${id}/aplicar`, {
    enMitades: true,
  })
  expect(answer.body, answer.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(await shop.log()).toHaveLength(8)
})
