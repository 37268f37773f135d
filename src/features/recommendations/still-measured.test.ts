import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { judge, measuredShop, raisedBefore } from '../../../tests/measured-shop.ts'
import type { Operation } from '../../changes/operations.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { getPromise } from './contract/changes.ts'

// What a second card would do to the measurement of an earlier one of the same campaign, said before it is applied.
const it = testApp()
const shop = measuredShop(it)

beforeEach(async () => {
  await raisedBefore(it, shop, { clicks: 1.4, conversions: 1.4 })
})

async function saidOf(operation: Operation) {
  const id = await shop.recommend([operation])
  const { body, text } = await shop.owner.get(`/api/recomendaciones/${id}/promesa`)
  const { atOnce } = body as ReplyOf<typeof getPromise>
  expect(atOnce, text).toBeDefined()
  return atOnce.sentences.join(' ')
}

test('the same budget again, or something else of the campaign, while it is measured', async () => {
  expect(await saidOf(shop.raise(1.4))).toContain(
    '«Una recomendación» se está midiendo todavía y cambia lo mismo',
  )
  expect(await saidOf(shop.negative('gratis'))).toContain(
    '«Una recomendación» se está midiendo todavía en la misma campaña',
  )
})

test('what is judged already is not disturbed, nor what acts elsewhere', async () => {
  const budget = { resourceName: 'customers/{customerId}/campaignBudgets/900001' }
  const elsewhere = {
    campaignBudgetOperation: {
      updateMask: 'amountMicros',
      update: { ...budget, amountMicros: '1000000' },
    },
  }
  expect(await saidOf(elsewhere)).not.toContain('se está midiendo')
  expect((await judge(it, shop))!.verdict).toBe('mejorado')
  expect(await saidOf(shop.raise(1.4))).not.toContain('se está midiendo')
})
