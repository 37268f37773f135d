import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  application,
  applyInHalves,
  excludedByHand,
  fillPast,
  fillSearches,
  measureAndGoOn,
  SEARCHES,
  textsOf,
  untilJudged,
} from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, lookLater, openShop, type Shop } from '../../../tests/recommendation-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountChanges, changeEvents } from '../../platform/db/schema/changes.ts'
import {
  changeLimits,
  recommendationApplications,
} from '../../platform/db/schema/recommendations.ts'
import { addDays, eachDay } from '../../shared/dates.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'
import type { getPromise } from './contract/changes.ts'
import type { getResults } from './contract/results.ts'

// A card applied to a drawn half first: through the log to Google, measured, the other half, and back.
const it = testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
})

beforeEach(async () => {
  await shop.reset()
  await it.ctx.db.delete(changeEvents)
  await it.ctx.db.execute(
    sql`insert into account_goals (customer_id, target_cpa_micros, brand_words, protected_words, updated_at)
      values (${CUSTOMER}, ${30 * MICROS}, '{}', '{}', now())`,
  )
  for (const text of SEARCHES)
    for (const row of await shop.liveNegatives(text)) {
      const { resourceName } = (row as { campaignCriterion: { resourceName: string } })
        .campaignCriterion
      await shop.mutate({ campaignCriterionOperation: { remove: resourceName } })
    }
  await fillPast(it, shop)
})

const live = async (texts: readonly string[]) =>
  (await Promise.all(texts.map((text) => shop.liveNegatives(text)))).flat().length

/** What is excluded costs nothing any more; the rest goes on and sells nothing. */
const asSaved = (now: readonly string[]) => (text: string) => ({
  cost: now.includes(text) ? 0 : 1,
  sold: 0,
})

test('before it is applied each way says what it could tell', async () => {
  const id = await shop.recommend(SEARCHES.map((text) => shop.negative(text)))
  const answer = await shop.owner.get(`/api/recomendaciones/${id}/promesa`)
  expect(answer.status, answer.text).toBe(200)
  const { atOnce, halves } = answer.body as ReplyOf<typeof getPromise>
  expect(atOnce.sentences.join(' ')).toContain('faltan semanas de datos')
  expect(halves).toMatchObject({ first: 8, second: 8 })
  expect(halves!.sentences[0]).toContain('8 cambios ahora, por sorteo')
  const single = await shop.recommend([shop.negative(SEARCHES[0]!)])
  const lone = await shop.owner.get(`/api/recomendaciones/${single}/promesa`)
  expect((lone.body as ReplyOf<typeof getPromise>).halves).toBeNull()
})

test('half of it is sent and logged, measured, then the other half; all is taken back as one', async () => {
  const { id, answer } = await applyInHalves(shop)
  expect(answer.body, answer.text).toMatchObject({ estado_cambio: 'aplicada' })
  const first = await application(it)
  const { now, later } = textsOf(first.halves)
  expect([now.length, later.length]).toEqual([8, 8])
  expect([await live(now), await live(later)]).toEqual([8, 0])
  expect(await shop.log()).toHaveLength(8)
  expect((await shop.history())[0]).toMatchObject({
    second: { state: 'waiting', on: first.measureAfter, note: null },
  })

  await measureAndGoOn(it)
  expect(await live(later)).toBe(0)
  await untilJudged(it, shop, asSaved(now))
  await measureAndGoOn(it)
  const [shown] = await shop.history()
  expect(shown).toMatchObject({
    estado_cambio: 'aplicada',
    measured: { verdict: 'mejorado', halves: { pairs: 8 } },
    second: { state: 'applied' },
  })
  // 16 searches of 10 to 38 clicks a day at .20 €: some 77 € a day in all.
  expect(shown!.measured!.monthlyMicros!.estimate / MICROS).toBeGreaterThan(1_900)
  expect(shown!.measured!.monthlyMicros!.estimate / MICROS).toBeLessThan(2_700)
  expect(await live(SEARCHES)).toBe(16)
  const logged = await shop.log()
  expect(logged).toHaveLength(16)
  expect(new Set(logged.map(({ userId }) => userId))).toEqual(new Set([shop.owner.userId]))

  await measureAndGoOn(it)
  expect(await shop.log()).toHaveLength(16)
  const undone = await shop.undo(id)
  expect(undone.body, undone.text).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await live(SEARCHES)).toBe(0)
})

test('a first half that lost money is not followed by the second', async () => {
  await applyInHalves(shop)
  const { halves } = await application(it)
  const { now } = textsOf(halves)
  await untilJudged(it, shop, (text) => ({
    cost: now.includes(text) ? 0 : 1,
    sold: now.includes(text) ? 0 : 4,
  }))
  await measureAndGoOn(it)
  const [shown] = await shop.history()
  expect(shown).toMatchObject({
    measured: { verdict: 'empeorado' },
    second: { state: 'cancelled' },
  })
  expect(shown!.second!.note).toContain('perdió dinero')
  expect(await live(SEARCHES)).toBe(8)
})

async function lookedAtOnce() {
  const { id } = await applyInHalves(shop)
  const { halves } = await application(it)
  const { now, later } = textsOf(halves)
  const lucky = [...later].sort().slice(0, 3)
  await untilJudged(it, shop, (text) => ({
    cost: now.includes(text) ? 0 : 1,
    sold: lucky.includes(text) ? 0.13 : 0,
  }))
  await measureAndGoOn(it)
  return { id, now, later, lucky, first: await application(it) }
}

/** The next look, with its days as told. */
async function lookAgain(next: string, of: Parameters<typeof fillSearches>[3]) {
  const { dataTo } = (
    await it.ctx.db.select().from(adAccounts).where(eq(adAccounts.customerId, CUSTOMER))
  )[0]!
  await fillSearches(it, shop, eachDay(addDays(dataTo!, 1), addDays(next, -1)), of)
  const clock = { ...it.clock, now: () => new Date(`${next}T12:00:00Z`) }
  await measureAndGoOn({ ...it, ctx: { ...it.ctx, clock } })
  return await application(it)
}

test('what may still be chance is looked at again after eight weeks, and until then the other half waits', async () => {
  const { now, later, lucky, first } = await lookedAtOnce()

  const { looks } = first.measured as Measured
  expect(looks!.next).toMatchObject({ weeks: 8 })
  expect(looks!.fractions).toHaveLength(1)
  expect(first).toMatchObject({ secondState: 'waiting', secondOn: looks!.next!.on })
  expect(await live(later)).toBe(0)
  const [row] = await resultsRows()
  expect(row).toMatchObject({
    standing: 'measuring',
    verdict: null,
    measured: null,
    note: expect.stringContaining('se vuelve a mirar el'),
  })

  const second = await lookAgain(looks!.next!.on, asSaved(now))
  expect(second.measured).toMatchObject({ verdict: 'improved', looks: { next: null } })
  expect((second.measured as Measured).looks!.fractions).toHaveLength(2)
  expect(second.secondState).toBe('applied')
  // What has sold meanwhile is no longer excluded.
  expect([await live(later), await live(lucky)]).toEqual([5, 0])
})

const resultsRows = async () => {
  const { body } = await shop.owner.get('/api/resultados?periodo=todo')
  return (body as ReplyOf<typeof getResults>).accounts[0]!.rows
}

test('while one half waits the total counts the other alone, then both', async () => {
  await applyInHalves(shop)
  const { halves } = await application(it)
  await untilJudged(it, shop, asSaved(textsOf(halves).now))
  await it.ctx.db
    .update(adAccounts)
    .set({ connected: false })
    .where(eq(adAccounts.customerId, CUSTOMER))
  await measureAndGoOn(it)
  const total = async () => {
    const { body } = await shop.owner.get('/api/resultados?periodo=todo')
    const [own] = (body as ReplyOf<typeof getResults>).accounts
    return { row: own!.rows[0]!, total: own!.total!.estimate, running: own!.running }
  }
  const half = await total()
  expect(half.row.second).toMatchObject({
    state: 'waiting',
    note: expect.stringContaining('conectada'),
  })
  expect(half.total / half.row.measured!.estimate).toBeCloseTo(halves.shareNow, 6)

  await it.ctx.db
    .update(adAccounts)
    .set({ connected: true })
    .where(eq(adAccounts.customerId, CUSTOMER))
  await measureAndGoOn(it)
  const both = await total()
  expect(both.row.second).toMatchObject({ state: 'applied', note: null })
  expect(both.total).toBeCloseTo(both.row.measured!.estimate, 3)
  // Had it been made ten days ago: the log tells when.
  await it.ctx.db.execute(
    sql`update account_changes set at = (at at time zone 'UTC' - interval '10 days') at time zone 'UTC' where after ->> 'half' is not null`,
  )
  const { running } = await total()
  const days = halves.shareNow * 33 + 10
  expect(running.at(-1)!.estimate / both.total).toBeCloseTo(days / 30, 6)
})

test('taken back in the middle, the half that waits is left', async () => {
  const { id } = await applyInHalves(shop)
  const { halves } = await application(it)
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await application(it)).toMatchObject({ secondState: 'cancelled', measureAfter: null })
  await untilJudged(it, shop, asSaved(textsOf(halves).now))
  await measureAndGoOn(it)
  expect(await live(SEARCHES)).toBe(0)
})

test('the second half alone can be left, and the first goes on being measured', async () => {
  const { id } = await applyInHalves(shop)
  const path = `/api/recomendaciones/${id}/segunda-mitad`
  const stranger = await it.signIn()
  expect((await stranger.send('DELETE', path)).status).toBe(404)
  expect((await shop.owner.send('DELETE', path)).body).toMatchObject({ state: 'cancelled' })
  expect((await shop.owner.send('DELETE', path)).status).toBe(200)
  const { halves } = await application(it)
  await untilJudged(it, shop, asSaved(textsOf(halves).now))
  await measureAndGoOn(it)
  expect(await shop.history()).toMatchObject([{ measured: { verdict: 'mejorado' } }])
  expect(await live(SEARCHES)).toBe(8)
})

test('made at once instead of waiting: nothing is left to compare, and all is taken back as one', async () => {
  const { id } = await applyInHalves(shop)
  const path = `/api/recomendaciones/${id}/segunda-mitad`
  const stranger = await it.signIn()
  expect((await stranger.send('POST', path)).status).toBe(404)
  await it.ctx.db.insert(changeLimits).values({
    customerId: CUSTOMER,
    isReadOnly: true,
    dailyChanges: 50,
    updatedAt: it.clock.now(),
  })
  expect((await shop.owner.send('POST', path)).status).toBe(403)
  await it.ctx.db.delete(changeLimits)
  expect((await application(it)).secondState).toBe('waiting')

  const made = await shop.owner.send('POST', path)
  expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect((made.body as { message: string }).message).toContain('Segunda mitad')
  expect(await live(SEARCHES)).toBe(16)
  expect((await shop.owner.send('POST', path)).status).toBe(200)
  expect(await shop.log()).toHaveLength(16)

  // That nothing will come of it is known at once: no days are counted.
  const [shown] = await shop.history()
  expect(shown!.measured).toMatchObject({ verdict: 'no_concluyente', monthlyMicros: null })
  expect(shown!.measured!.note).toContain('antes de medir la primera')
  expect(await resultsRows()).toMatchObject([{ standing: 'measured', daysLeft: null }])
  await untilJudged(it, shop, () => ({ cost: 0, sold: 0 }))
  await measureAndGoOn(it)
  expect((await shop.history())[0]!.measured).toEqual(shown!.measured)
  expect(await shop.log()).toHaveLength(16)
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await live(SEARCHES)).toBe(0)
  expect((await shop.owner.send('POST', path)).status).toBe(409)
})

test('made between two looks, what the first saw stands', async () => {
  const { id, first } = await lookedAtOnce()
  const seen = first.measured as Measured
  const path = `/api/recomendaciones/${id}/segunda-mitad`
  expect((await shop.owner.send('POST', path)).status).toBe(200)
  const { measured } = await application(it)
  expect(measured).toMatchObject({ monthlyMicros: seen.monthlyMicros, looks: { next: null } })
  expect((measured as Measured).note).toContain('vale lo visto hasta entonces')
})

test('excluded by hand between two looks: what the first saw stands', async () => {
  const { now, later, first } = await lookedAtOnce()
  const { monthlyMicros, looks } = first.measured as Measured
  await excludedByHand(it, later.slice(0, 2), addDays(first.measureAfter!, 3))
  const { measured } = await lookAgain(looks!.next!.on, asSaved(now))
  expect(measured).toMatchObject({ monthlyMicros, looks: { next: null } })
  expect((measured as Measured).note).toMatch(/Vale lo visto hasta .* Alguien cambió 2 de las 8/)
})

test('excluded by hand meanwhile: no verdict by a comparison that is none, and nothing made twice', async () => {
  await applyInHalves(shop)
  const { halves } = await application(it)
  const { now, later } = textsOf(halves)
  for (const text of later) {
    const operation = JSON.stringify(shop.negative(text)).replaceAll('{customerId}', '4815162342')
    await shop.mutate(JSON.parse(operation))
  }
  await excludedByHand(it, later, addDays(it.clock.now().toISOString().slice(0, 10), -20))
  await untilJudged(it, shop, asSaved(now))
  await measureAndGoOn(it)
  const [shown] = await shop.history()
  expect(shown!.measured).toMatchObject({ verdict: 'no_concluyente', monthlyMicros: null })
  expect(shown!.measured!.note).toContain('Alguien cambió 8 de las 8 partes')
  expect(shown!.second).toMatchObject({ state: 'cancelled' })
  expect(await live(SEARCHES)).toBe(16)
})

test('a read-only account keeps the second half waiting, and says why', async () => {
  await applyInHalves(shop)
  const { halves } = await application(it)
  await untilJudged(it, shop, asSaved(textsOf(halves).now))
  await it.ctx.db.insert(changeLimits).values({
    customerId: CUSTOMER,
    isReadOnly: true,
    dailyChanges: 50,
    updatedAt: it.clock.now(),
  })
  await measureAndGoOn(it)
  const [shown] = await shop.history()
  expect(shown!.second).toMatchObject({
    state: 'waiting',
    note: expect.stringContaining('lectura'),
  })
  expect(await live(SEARCHES)).toBe(8)
})

test('a process that dies while the second half is sent leaves it to be found, and the first as it is', async () => {
  await applyInHalves(shop)
  const { halves } = await application(it)
  await untilJudged(it, shop, asSaved(textsOf(halves).now))
  await measureAndGoOn(it)
  const ofSecond = sql`after ->> 'half' = 'second'`
  const dead = async () => {
    await it.ctx.db
      .update(recommendationApplications)
      .set({ state: 'applying', secondState: 'applying' })
    await it.ctx.db.update(accountChanges).set({ outcome: 'unknown' }).where(ofSecond)
    it.clock.advance(15 * 60_000)
    await lookLater(it)
  }
  await dead()
  expect((await shop.history())[0]).toMatchObject({
    estado_cambio: 'aplicada',
    measured: { verdict: 'mejorado' },
    second: { state: 'applied' },
  })
  expect(await shop.log()).toHaveLength(16)

  // The same where Google has none of it: the first half stands.
  for (const text of textsOf(halves).later)
    for (const row of await shop.liveNegatives(text)) {
      const { resourceName } = (row as { campaignCriterion: { resourceName: string } })
        .campaignCriterion
      await shop.mutate({ campaignCriterionOperation: { remove: resourceName } })
    }
  await dead()
  expect((await shop.history())[0]).toMatchObject({
    estado_cambio: 'aplicada',
    second: { state: 'cancelled', note: expect.stringContaining('no ha llegado a hacerlo') },
  })
  expect(await shop.pending()).toEqual([])
})

test('too few parts are not drawn', async () => {
  const id = await shop.recommend(SEARCHES.slice(0, 8).map((text) => shop.negative(text)))
  const path = `/api/recomendaciones/${id}/aplicar`
  const answer = await shop.owner.send('POST', path, { enMitades: true })
  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('6 parejas')])
  expect(await shop.log()).toEqual([])
})

// Last: the campaign is gone from then on.
test('the place of the second half is removed at Google: it is given up, and the verdict on the first stands', async () => {
  const { id } = await applyInHalves(shop)
  const { halves } = await application(it)
  await untilJudged(it, shop, asSaved(textsOf(halves).now))
  const campaign = `customers/4815162342/campaigns/${shop.campaignId}`
  await shop.mutate({ campaignOperation: { remove: campaign } })
  await measureAndGoOn(it)
  const [shown] = await shop.history()
  expect(shown).toMatchObject({
    estado_cambio: 'aplicada',
    measured: { verdict: 'mejorado' },
    second: { state: 'cancelled', note: expect.stringContaining('eliminad') },
  })
  expect(await shop.log()).toHaveLength(8)
  expect((await shop.undo(id)).status).toBeLessThan(500)
})
