import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { experimentShop } from '../../../tests/experiment-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER } from '../../../tests/recommendation-shop.ts'
import {
  recommendationApplications,
  recommendations,
} from '../../platform/db/schema/recommendations.ts'
import { readKnown } from './queries/known-recommendations.ts'

// What analyses make of a card while it is on trial in one of Google's experiments.
const it = testApp()
const { shop, base, recommend, tryIt, path, advance, untilLook, application, liveTarget, tried } =
  experimentShop(it)

const decide = (id: string) => shop().owner.send('POST', `${path(id)}/experimento/promocion`)
const untilIt = async () => (await readKnown(it.ctx, CUSTOMER))[0]!.settledUntil

test('a card is not proposed again while it is on trial, and may be once that is over', async () => {
  const id = await recommend()
  await tryIt(id)
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  expect(await untilIt()).toBeNull()
  expect((await decide(id)).body).toMatchObject({ state: 'promoted' })
  expect((await untilIt())!.getTime()).toBeLessThan(it.clock.now().getTime())
})

test('one that was ended before it was judged may be proposed again once it would have been', async () => {
  const id = await recommend()
  await tryIt(id)
  await advance(9)
  const { experiment, measureAfter } = await application()
  const ended = await shop().owner.send('DELETE', `${path(id)}/experimento`)
  expect(ended.body, ended.text).toMatchObject({ state: 'ended' })
  expect(await application()).toMatchObject({ experiment, measureAfter: null })
  expect((await untilIt())!.toISOString().slice(0, 10)).toBe(measureAfter)
})

test('a card that was applied may be proposed again once it was measured, at its last look', async () => {
  const id = await shop().recommend([shop().raise(1.1)])
  await shop().apply(id)
  const { measureAfter } = await application()
  const dayOf = async () => (await untilIt())!.toISOString().slice(0, 10)
  expect(await dayOf()).toBe(measureAfter)
  const looks = { fractions: [], next: { weeks: 8, on: '2027-02-01' } }
  await it.ctx.db.update(recommendationApplications).set({ measured: { looks } })
  expect(await dayOf()).toBe('2027-02-01')
})

test('promoted is what was tried, whatever the card has come to say since', async () => {
  const id = await recommend()
  await tryIt(id)
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  const { body } = (
    await it.ctx.db.select().from(recommendations).where(eq(recommendations.id, id))
  )[0]!
  const renewed = JSON.stringify(body).replaceAll(`${tried()}`, `${tried() + 500_000}`)
  await it.ctx.db.update(recommendations).set({ body: JSON.parse(renewed) })
  expect((await decide(id)).body).toMatchObject({ state: 'promoted' })
  expect(await liveTarget()).toBe(tried())
  const undone = await shop().undo(id)
  expect(undone.body, undone.text).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await liveTarget()).toBe(base().targetMicros)
})

test('one that was applied to all beside its experiment still has that decided', async () => {
  const id = await recommend()
  await tryIt(id)
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  await it.ctx.db.update(recommendations).set({ status: 'pending' })
  const applied = await shop().apply(id)
  expect(applied.body, applied.text).toMatchObject({ estado_cambio: 'aplicada' })
  const ended = await shop().owner.send('DELETE', `${path(id)}/experimento`)
  expect(ended.body, ended.text).toMatchObject({ state: 'ended' })
})
