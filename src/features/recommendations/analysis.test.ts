import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import { raiseSyncVersion } from '../../account-data/data-version.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { campaigns } from '../../platform/db/schema/entities.ts'
import { analyses, recommendations } from '../../platform/db/schema/recommendations.ts'
import { jobs } from '../../platform/db/schema/work.ts'
import { letOthersAsk } from '../../platform/job-queue.ts'
import { enqueue, GiveUp, handle, runNextJob } from '../../platform/jobs.ts'
import { analyseAccount as analyse, withinLimits } from './actions/analyse-account.ts'
import { analyseAccount, analysisKey } from './contract/recommendations.ts'
import { readShown } from './queries/known-recommendations.ts'
import { TOOK_TOO_LONG } from './rules/stopped-analysis.ts'

// When an account is looked at, and what an analysis may overwrite.
const it = testApp()
let shop: Shop

beforeAll(async () => {
  shop = await openShop(it)
  await shop.reset()
})

const ask = () =>
  enqueue(it.ctx, analyseAccount, { customerId: CUSTOMER }, { uniqueKey: analysisKey(CUSTOMER) })
const waiting = () =>
  it.ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, analyseAccount.name), eq(jobs.status, 'waiting')))

test('asked for twice before it begins it runs once; asked for while it runs, once more', async () => {
  await ask()
  await ask()
  expect(await waiting()).toHaveLength(1)
  const run = handle(analyseAccount, async (ctx, _payload, job) => {
    await letOthersAsk(ctx, job.id)
    await ask()
    await ask()
  })
  await runNextJob(it.ctx, [run])
  expect(await waiting()).toHaveLength(1)
})

test('one that was stopped is told to its owner until the next has ended', async () => {
  const stopped = async () => {
    const { body } = await shop.owner.get(`/api/recomendaciones/${SHOP}/silencio`)
    return (body as { stopped: string | null }).stopped
  }
  await it.ctx.db.delete(jobs)
  expect(await stopped()).toBeNull()
  await ask()
  await runNextJob(it.ctx, [
    handle(analyseAccount, () => Promise.reject(new GiveUp(TOOK_TOO_LONG))),
  ])
  expect(await stopped()).toContain('ha tardado demasiado y se ha detenido')
  await ask()
  expect(await stopped()).toBeNull()
  await runNextJob(it.ctx, [handle(analyseAccount, () => Promise.reject(new GiveUp('other')))])
  expect(await stopped()).toContain('no se ha podido terminar')
  const analysedAt = new Date(it.clock.now().getTime() + 1000)
  const values = { analysedAt, silenced: [], syncVersion: 0 }
  await it.ctx.db
    .insert(analyses)
    .values({ customerId: CUSTOMER, ...values })
    .onConflictDoUpdate({ target: analyses.customerId, set: values })
  expect(await stopped()).toBeNull()
  await it.ctx.db.delete(analyses)
})

test('the engine is told what waits for a decision, and nothing else', async () => {
  await shop.reset()
  const [open, away] = [await shop.recommend([]), await shop.recommend([])]
  await shop.owner.send('POST', `/api/recomendaciones/${away}/descartar`, {})
  const rows = await it.ctx.db.select().from(recommendations)
  const waiting = rows.filter(({ id }) => id === open).map(({ fingerprint }) => fingerprint)
  expect(await readShown(it.ctx, CUSTOMER)).toEqual(waiting)
})

test('one that saw older data and ends later writes nothing', async () => {
  const setVersion = (syncVersion: number) =>
    it.ctx.db.update(adAccounts).set({ syncVersion }).where(eq(adAccounts.customerId, CUSTOMER))
  const id = await shop.recommend([])
  const analysedAt = it.clock.now()
  await it.ctx.db
    .insert(analyses)
    .values({ customerId: CUSTOMER, analysedAt, silenced: [], syncVersion: 9 })
  await it.ctx.db
    .update(adAccounts)
    .set({ dataFrom: '2026-10-01', dataTo: '2026-11-19' })
    .where(eq(adAccounts.customerId, CUSTOMER))
  const status = async () => {
    const [row] = await it.ctx.db.select().from(recommendations).where(eq(recommendations.id, id))
    return [row?.status, row?.closedReason]
  }
  await setVersion(8)
  await analyse(it.ctx, CUSTOMER)
  expect(await status()).toEqual(['pending', null])
  await setVersion(9)
  await analyse(it.ctx, CUSTOMER)
  expect(await status()).toEqual(['closed', expect.stringContaining('ya no aparece')])
})

test('a card that contradicts itself is not shown, and the operator is told', async () => {
  await shop.reset()
  for (const after of [undefined, 'Presupuesto de 1,00 € al día.'])
    await shop.recommend([shop.raise(1.2)], after === undefined ? {} : { after })
  const rows = await it.ctx.db.select().from(recommendations)
  const cards = rows
    .filter(({ customerId }) => customerId === CUSTOMER)
    .map(({ body }) => body as Parameters<typeof withinLimits>[2][number])
  const [account] = await it.ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, CUSTOMER))
  const told: unknown[] = []
  const log = { ...it.ctx.log, error: (what: unknown) => told.push(what) }
  const shown = await withinLimits({ ...it.ctx, log } as typeof it.ctx, account!, cards)
  expect(shown.map(({ evidence }) => evidence.change?.after)).not.toContain(
    'Presupuesto de 1,00 € al día.',
  )
  expect([cards.length, shown.length]).toEqual([2, 1])
  expect(told).toEqual([
    expect.objectContaining({
      customerId: CUSTOMER,
      rule: 'limited-budgets',
      faults: [expect.stringContaining('no dice este cambio')],
    }),
  ])
  const asked = async () =>
    (await it.ctx.db.select().from(jobs)).filter(
      ({ uniqueKey, status }) => uniqueKey === analysisKey(CUSTOMER) && status === 'waiting',
    )
  expect(await asked()).toEqual([])
  // The same of an account that was written since it was read is no fault of the rule, and is looked at again.
  const before = { ...account!, syncVersion: account!.syncVersion - 1 }
  expect(await withinLimits({ ...it.ctx, log } as typeof it.ctx, before, cards)).toEqual(shown)
  expect(told).toHaveLength(1)
  expect(await asked()).toHaveLength(1)
})

test('money moved from a budget that a sync has lowered meanwhile would be a rise beyond its limit: no fault either', async () => {
  await shop.reset()
  const { micros, name } = shop.budget
  const [row] = await it.ctx.db.select().from(campaigns).where(eq(campaigns.customerId, CUSTOMER))
  const giver = { budgetId: 991, campaignId: 991, name: 'La que da', budgetMicros: micros }
  await it.ctx.db.insert(campaigns).values({ ...row!, ...giver })
  const to = (resourceName: string, factor: number) => ({
    campaignBudgetOperation: {
      updateMask: 'amountMicros',
      update: { resourceName, amountMicros: String(micros * factor) },
    },
  })
  const steps = [to(name, 1.3), to(`customers/${SHOP}/campaignBudgets/991`, 0.7)]
  await shop.recommend(steps, { before: '', after: `${1.3 * micros} ${0.7 * micros}` })
  const rows = await it.ctx.db.select().from(recommendations)
  const [card] = rows
    .filter(({ customerId }) => customerId === CUSTOMER)
    .map(({ body }) => body as Parameters<typeof withinLimits>[2][number])
  const ofAccount = eq(adAccounts.customerId, CUSTOMER)
  const [account] = await it.ctx.db.select().from(adAccounts).where(ofAccount)
  const told: { level: 'error' | 'info'; faults: string[] }[] = []
  const listen =
    (level: 'error' | 'info') =>
    ({ faults }: { faults?: string[] }) =>
      faults && told.push({ level, faults })
  const log = { ...it.ctx.log, error: listen('error'), info: listen('info') }
  const look = () => withinLimits({ ...it.ctx, log } as typeof it.ctx, account!, [card!])
  const raisedBeyond = () => told.flatMap(({ faults }) => faults).filter((one) => /sube/.test(one))
  await look()
  expect(raisedBeyond()).toEqual([])
  told.length = 0
  await it.ctx.db.transaction(async (db) => {
    await db
      .update(campaigns)
      .set({ budgetMicros: micros * 0.9 })
      .where(eq(campaigns.budgetId, 991))
    await raiseSyncVersion({ ...it.ctx, db } as typeof it.ctx, CUSTOMER)
  })
  await look()
  expect(raisedBeyond()).toEqual([expect.stringContaining('sube un 30')])
  expect(told.map(({ level }) => level)).toEqual(['info'])
})
