import { beforeAll, beforeEach, expect, test } from 'vitest'
import { applyInHalves, fillPast, SEARCHES } from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { openShop, type Shop } from '../../../tests/recommendation-shop.ts'

// What happens to one half while something else happens to the other.
const it = testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
})
beforeEach(async () => {
  await shop.reset()
  await fillPast(it, shop)
})

const makeSecond = (id: string) =>
  shop.owner.send('POST', `/api/recomendaciones/${id}/segunda-mitad`)

async function countLive(): Promise<number> {
  const live = await Promise.all(SEARCHES.map((text) => shop.liveNegatives(text)))
  return live.flat().length
}

test('a half made while the other is taken back: not told to be as before while it stands', async () => {
  const { id } = await applyInHalves(shop)
  const network = globalThis.fetch
  let second: Promise<{ body: unknown }> | null = null
  globalThis.fetch = async (input, init) => {
    if (!second && String(input).endsWith(':searchStream')) {
      second = makeSecond(id)
      await second
    }
    return await network(input, init)
  }
  const undone = await shop.undo(id).finally(() => {
    globalThis.fetch = network
  })
  expect((await second!).body).toMatchObject({ estado_cambio: 'aplicada' })
  expect([undone.status, undone.text]).toEqual([409, expect.stringContaining('Espera')])
  expect(await countLive()).toBe(SEARCHES.length)
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await countLive()).toBe(0)
})
