import { desc, eq, isNotNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { experimentShop } from '../../../tests/experiment-shop.ts'
import { applyInHalves, fillPast } from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, type Shop } from '../../../tests/recommendation-shop.ts'
import { asSteps } from '../../changes/change-log.ts'
import { lookUpSteps } from '../../changes/open-changes.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountChanges } from '../../platform/db/schema/changes.ts'
import {
  recommendationApplications,
  recommendations,
} from '../../platform/db/schema/recommendations.ts'

// What a dead process left in the middle: the next one who presses need not wait for the job that looks it up.
const it = testApp()
const { shop: opened, recommend, tryIt, path, untilLook, application } = experimentShop(it)
let shop: Shop

beforeAll(() => {
  shop = opened()
})

type Row = Partial<typeof recommendationApplications.$inferInsert>

/** As its process left it that died before Google's answer came, eleven minutes ago. */
async function leaveOpen(row: Row, logged: Partial<typeof accountChanges.$inferInsert>) {
  const [last] = await it.ctx.db
    .select()
    .from(accountChanges)
    .where(isNotNull(accountChanges.recommendationId))
    .orderBy(desc(accountChanges.at))
  await it.ctx.db.update(accountChanges).set(logged).where(eq(accountChanges.id, last!.id))
  await it.ctx.db.update(recommendationApplications).set({ ...row, stateSince: it.clock.now() })
  it.clock.advance(11 * 60_000)
}

test('taken back at Google, and not written down: told so when undone again', async () => {
  const id = await shop.recommend([shop.negative('garduña')])
  await shop.apply(id)
  await shop.undo(id)
  await leaveOpen(
    { state: 'undoing', undoneAt: null },
    { undoSentAt: it.clock.now(), undoneAt: null },
  )
  const again = await shop.undo(id)
  expect(again.body, again.text).toMatchObject({ estado_cambio: 'deshecha' })
  expect((await shop.log())[0]).toMatchObject({ undoSentAt: null, undoneAt: expect.any(Date) })
})

test('what was known of its other steps stays as it was logged', async () => {
  const id = await shop.recommend([shop.raise(1.2), shop.negative('comadreja')])
  await shop.apply(id)
  it.clock.advance(11 * 60_000)
  const [known, negative] = await shop.log()
  const open = { ...negative!, outcome: 'unknown' as const }
  await shop.setBudget(Math.round(shop.budget.micros * 1.3))
  const ofShop = eq(adAccounts.customerId, CUSTOMER)
  const [account] = await it.ctx.db.select().from(adAccounts).where(ofShop)
  const settled = await lookUpSteps(it.ctx, account!, asSteps([known!, open]))
  expect(settled!.results.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
  expect(settled!.log.map(({ row }) => row.id)).toEqual([open.id])
})

test('made at Google, and not written down: one of several that are applied', async () => {
  const id = await shop.recommend([shop.negative('turón')])
  await shop.apply(id)
  await leaveOpen({ state: 'applying' }, { outcome: 'unknown' })
  const status = eq(recommendations.id, id)
  await it.ctx.db.update(recommendations).set({ status: 'applying' }).where(status)
  const several = await shop.owner.send('POST', '/api/recomendaciones/aplicar-varias', {
    ids: [id],
  })
  expect(several.body, several.text).toMatchObject({ results: [{ message: 'Ya aplicada' }] })
  expect(await application()).toMatchObject({ state: 'applied' })
  await shop.undo(id)
})

test('the second half', async () => {
  await fillPast(it, shop)
  const { id, answer } = await applyInHalves(shop)
  expect(answer.status, answer.text).toBe(200)
  const press = () => shop.owner.send('POST', `${path(id)}/segunda-mitad`)
  expect((await press()).status).toBe(200)
  await leaveOpen({ state: 'applying', secondState: 'applying' }, { outcome: 'unknown' })
  const again = await press()
  expect(again.body, again.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(await application()).toMatchObject({ state: 'applied', secondState: 'applied' })
})

test('the end of an experiment', async () => {
  const id = await recommend()
  await tryIt(id)
  const end = () => shop.owner.send('DELETE', `${path(id)}/experimento`)
  expect((await end()).body).toMatchObject({ state: 'ended' })
  await leaveOpen({ experimentState: 'ending' }, { outcome: 'sent' })
  expect((await end()).body).toMatchObject({ state: 'ended' })
  expect(await application()).toMatchObject({ experimentState: 'ended' })
})

test('the promotion of an experiment', async () => {
  const id = await recommend()
  await tryIt(id)
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  const promote = () => shop.owner.send('POST', `${path(id)}/experimento/promocion`)
  expect((await promote()).body).toMatchObject({ state: 'promoted' })
  await leaveOpen({ experimentState: 'promoting' }, { outcome: 'sent' })
  expect((await promote()).body).toMatchObject({ state: 'promoted' })
  expect(await application()).toMatchObject({ experimentState: 'promoted' })
})
