import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { ASKED_SHOP, openAskedShop } from './asked-shop.ts'
import { type Person, testApp } from './harness.ts'

// Hours and places are read of the newest days only: these figures begin in October of the year before, hours and places in September.
const t = testApp()
let owner: Person

beforeAll(async () => {
  owner = await openAskedShop(t)
  await t.ctx.db.execute(sql`delete from region_day where day < '2026-09-02'`)
})

async function answerTo(question: string): Promise<string> {
  const path = `/api/assistant/${ASKED_SHOP}/answer?${new URLSearchParams({ question })}`
  return ((await owner.get(path)).body as { text: string }).text
}

test('a month from before places were read has no places, instead of none with spend', async () => {
  const known = 'Conozco los días del 2 sept 2026 al'
  expect(await answerTo('¿Cuánto gasté en Cataluña en agosto?')).toContain(known)
  expect(await answerTo('¿Cuánto gasté en agosto?')).toContain('Gasto: ')
})

test('a year of which hours or places are known in part says so', async () => {
  const known = 'solo conozco los días del 2 sept 2026 al'
  expect(await answerTo('gasto por hora este año')).toContain(known)
  expect(await answerTo('gasto por región este año')).toContain(known)
  expect(await answerTo('gasto por campaña este año')).not.toContain('solo conozco')
})

test('places of a range say from when on they are known', async () => {
  const placesFrom = async (from: string) => {
    const { body } = await owner.get(`/api/account-places/${ASKED_SHOP}?from=${from}&to=2026-11-19`)
    return (body as { knownFrom: string | null }[]).map(({ knownFrom }) => knownFrom)
  }
  expect(await placesFrom('2026-07-01')).toEqual(Array(4).fill('2026-09-02'))
  expect(await placesFrom('2026-10-01')).toEqual(Array(4).fill(null))
})
