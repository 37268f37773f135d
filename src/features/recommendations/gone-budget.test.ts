import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { openShop } from '../../../tests/recommendation-shop.ts'
import { accountChanges } from '../../platform/db/schema/changes.ts'

const it = testApp()

test('money that moved between two budgets of which one is gone: the other is put back', async () => {
  const shop = await openShop(it)
  await shop.reset()
  const id = await shop.recommend([shop.raise(1.2)])
  await shop.apply(id)
  const [raised] = await shop.log()
  // As if another had given the money, and gone with its campaign since.
  const giver = JSON.stringify(raised!).replaceAll(/campaignBudgets\/\d+/g, 'campaignBudgets/1')
  const { after, resourceName } = JSON.parse(giver) as typeof raised & object
  await it.ctx.db.insert(accountChanges).values({
    ...raised!,
    ...{ id: randomUUID(), summary: 'Bajar el otro', resourceName },
    after: { ...(after as object), index: 1 },
  })
  const undone = await shop.undo(id)
  expect(undone.body, undone.text).toMatchObject({
    estado_cambio: 'deshecha_en_parte',
    steps: [
      { outcome: 'done', message: null },
      { outcome: 'failed', message: expect.stringContaining('Ya no existe') },
    ],
  })
  expect(await shop.liveBudget()).toBe(shop.budget.micros)
})
