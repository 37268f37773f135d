import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { conversionActions } from '#platform/db/schema/entities.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import { handle, runNextJob } from '../../platform/jobs.ts'
import { analyseAccount } from './contract/recommendations.ts'

// What the owner says a conversion is worth is kept, read by the analysis, and can be taken back.
const it = testApp()
const PATH = `/api/google-accounts/${SHOP}/valores`
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
})

beforeEach(async () => {
  await shop.reset()
  await it.ctx.db.delete(conversionActions)
  await it.ctx.db.insert(conversionActions).values(
    [71, 72].map((id) => ({
      customerId: CUSTOMER,
      conversionActionId: id,
      name: `Acción ${id}`,
      status: 'ENABLED',
      type: 'WEBPAGE',
      category: 'SUBMIT_LEAD_FORM',
      primaryForGoal: id === 71,
    })),
  )
})

type Entry = {
  ambito: string
  id: string
  nombre: string
  valor: number | null
  anterior?: number | null
}
const read = async () => {
  const { body } = await shop.owner.get(PATH)
  return (body as { valores: Entry[] }).valores
}
const campaignEntry = (valor: number | null) => ({
  ambito: 'campana',
  id: String(shop.campaignId),
  valor,
})
const save = (...cambios: object[]) => shop.owner.send('PUT', PATH, { cambios })
const undo = (id: string, ambito = 'campana') =>
  shop.owner.send('POST', `${PATH}/deshacer`, { ambito, id })
const valuesRead = async () => (await loadSnapshot(it.ctx, CUSTOMER))?.conversionValues

test('everything that can have a value is listed, and nothing is said at first', async () => {
  const entries = await read()
  expect(entries.map(({ ambito, valor }) => [ambito, valor])).toContainEqual(['conversion', null])
  expect(entries.filter(({ ambito }) => ambito === 'conversion').map(({ id }) => id)).toEqual([
    '71',
  ])
  expect(entries.some(({ id }) => id === String(shop.campaignId))).toBe(true)
  expect(entries.every(({ anterior }) => anterior === undefined)).toBe(true)
  expect(await valuesRead()).toBeUndefined()
})

test('what is said reaches the analysis, which runs again', async () => {
  const answer = await save(campaignEntry(300), { ambito: 'conversion', id: '71', valor: 24.5 })
  expect(answer.status, answer.text).toBe(200)
  expect(await valuesRead()).toEqual({
    campaigns: [{ id: String(shop.campaignId), micros: 300_000_000 }],
    actions: [{ id: '71', micros: 24_500_000 }],
  })
  let analysed = 0
  const run = handle(analyseAccount, async (_ctx, { customerId }) => {
    if (customerId === CUSTOMER) analysed += 1
  })
  while (await runNextJob(it.ctx, [run]));
  expect(analysed).toBe(1)
})

test('a wrong entry is taken back to what was there before it, and once more it is there again', async () => {
  const own = String(shop.campaignId)
  const entry = async () => (await read()).find(({ id }) => id === own)
  await save(campaignEntry(30))
  await save(campaignEntry(3_000))
  await save(campaignEntry(3_000))
  expect(await entry()).toMatchObject({ valor: 3_000, anterior: 30 })
  expect((await undo(own)).status).toBe(200)
  expect(await entry()).toMatchObject({ valor: 30, anterior: 3_000 })
  expect((await valuesRead())?.campaigns).toEqual([{ id: own, micros: 30_000_000 }])
  await undo(own)
  expect(await entry()).toMatchObject({ valor: 3_000, anterior: 30 })
})

test('the first entry can be taken back, and what is emptied no longer counts', async () => {
  const own = String(shop.campaignId)
  await save(campaignEntry(30))
  await undo(own)
  expect(await valuesRead()).toBeUndefined()
  await undo(own)
  expect((await valuesRead())?.campaigns).toHaveLength(1)
  await save(campaignEntry(null))
  expect(await valuesRead()).toBeUndefined()
  expect((await read()).find(({ id }) => id === own)).toMatchObject({ valor: null, anterior: 30 })
})

test.each([
  [{ valor: 0 }, 400, /mayor que cero/],
  [{ valor: 0.0000001 }, 400, /mayor que cero/],
  [{ valor: -3 }, 400, /mayor que cero/],
  [{ valor: 'mucho' }, 400, /Escribe un importe/],
  [{ valor: 2_000_000_000 }, 400, /demasiado grande/],
  [{ ambito: 'anuncio' }, 400, /campaña o de una conversión/],
  [{ id: '999999' }, 404, /ya no está en la cuenta/],
  [{ ambito: 'conversion', id: '72' }, 404, /ya no está en la cuenta/],
])(
  '%j is refused in words, and nothing else of the same request is kept',
  async (wrong, status, words) => {
    const answer = await save(campaignEntry(50), { ...campaignEntry(60), ...wrong })
    expect(answer.status).toBe(status)
    expect(answer.text).toMatch(words)
    expect(await valuesRead()).toBeUndefined()
  },
)

test('where nothing was ever said there is nothing to take back', async () => {
  const answer = await undo(String(shop.campaignId))
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('no hay ningún cambio')
})
