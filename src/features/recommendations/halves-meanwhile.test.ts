import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  application,
  applyInHalves,
  fillPast,
  SEARCHES,
  textsOf,
} from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import {
  CUSTOMER,
  lookLater,
  openShop,
  SHOP,
  type Shop,
} from '../../../tests/recommendation-shop.ts'
import { accountChanges } from '../../platform/db/schema/changes.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'

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

/** As a process leaves the half that died before it wrote down Google's answer. */
async function leaveOpen(): Promise<void> {
  const ofSecond = and(eq(accountChanges.customerId, CUSTOMER), sql`after ->> 'half' = 'second'`)
  await it.ctx.db.update(accountChanges).set({ outcome: 'unknown' }).where(ofSecond)
  const open = { state: 'applying', secondState: 'applying', secondNote: null } as const
  const at = { measured: null, problems: [], stateSince: it.clock.now() }
  await it.ctx.db.update(recommendationApplications).set({ ...open, ...at })
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

/** Google cannot be asked about the second half for longer than it is waited for. */
async function giveUpSecond(): Promise<string> {
  const { id } = await applyInHalves(shop)
  await makeSecond(id)
  await leaveOpen()
  it.simulators.googleAds.faults.arm('permission_denied', 500)
  for (let minutes = 0; minutes < 80; minutes += 20) {
    it.clock.advance(20 * 60_000)
    await lookLater(it)
  }
  it.simulators.googleAds.faults.clear()
  const note = expect.stringContaining('No hemos podido comprobar')
  const second = { state: 'cancelled', note }
  expect(await shop.history()).toMatchObject([{ estado_cambio: 'aplicada_en_parte', second }])
  return id
}

test('a half that was given up and is found made: both are applied, and nothing is compared any more', async () => {
  const id = await giveUpSecond()
  it.clock.advance(60 * 60_000)
  await lookLater(it)
  const found = { estado_cambio: 'aplicada', problemas: [], second: { state: 'applied' } }
  expect(await shop.history()).toMatchObject([found])
  expect((await application(it)).measured).toMatchObject({ verdict: 'inconclusive' })
  await shop.undo(id)
})

test('found made after the other was taken back: told, with a way back', async () => {
  const id = await giveUpSecond()
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  it.clock.advance(60 * 60_000)
  await lookLater(it)
  const problemas = [expect.stringContaining('sigue en Google Ads')]
  const found = { estado_cambio: 'deshecha_en_parte', canUndo: true, problemas }
  expect(await shop.history()).toMatchObject([found])
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await countLive()).toBe(0)
})

// The last one here: what others exclude stays excluded.
test('a step of the half that was refused is told also where a dead process had sent the others', async () => {
  const { id } = await applyInHalves(shop)
  const [text] = textsOf((await application(it)).halves).later
  const campaign = `customers/${SHOP}/campaigns/${shop.campaignId}`
  const keyword = { text: text!, matchType: 'PHRASE' } as const
  await shop.mutate({
    campaignCriterionOperation: { create: { campaign, negative: true, keyword } },
  })
  const partly = {
    estado_cambio: 'aplicada_en_parte',
    problemas: [expect.stringContaining('Ya existe')],
    second: { state: 'applied', note: 'Se hicieron 7 de 8 cambios.' },
  }
  const made = await makeSecond(id)
  expect(made.status, made.text).toBe(200)
  expect(await shop.history()).toMatchObject([partly])
  await leaveOpen()
  await lookLater(it)
  expect(await shop.history()).toMatchObject([partly])
})
