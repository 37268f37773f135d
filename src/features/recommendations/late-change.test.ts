import { expect, test } from 'vitest'
import { lossyShop } from '../../../tests/lossy-shop.ts'

// The line breaks at once, and Google goes on with what it was asked.
const { proxy, shop } = await lossyShop()

test('made a second later: applied, not refused and left in the account', async () => {
  const id = await shop.recommend([shop.negative('gineta')])
  proxy.mode = 'fail, then make'
  const made = await shop.apply(id)
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(await shop.liveNegatives('gineta')).toHaveLength(1)
})

test('taken back a second later: undone', async () => {
  const id = await shop.recommend([shop.negative('lirón')])
  await shop.apply(id)
  proxy.mode = 'fail, then make'
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await shop.liveNegatives('lirón')).toHaveLength(0)
})
