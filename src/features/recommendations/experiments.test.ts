import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { experimentShop } from '../../../tests/experiment-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, lookLater, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import { settleLog } from '../../changes/change-log.ts'
import { checkExperiment } from '../../changes/plan-experiment.ts'
import { makeSteps } from '../../changes/send.ts'
import { performExperiment } from '../../changes/send-experiment.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountChanges } from '../../platform/db/schema/changes.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import { OperationsSpent } from '../../platform/google-ads/errors.ts'
import type { Json } from '../../platform/google-ads/field-paths.ts'
import { addDays } from '../../shared/dates.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'
import { percent } from '../../shared/spanish-numbers.ts'
import { claimForApplying } from './actions/claim-application.ts'
import { measureApplications } from './actions/measure-applications.ts'
import type { ChangeResult, getPromise } from './contract/changes.ts'
import type { getResults } from './contract/results.ts'
import { ownedRecommendation } from './queries/applications.ts'
import { experimentDates, experimentWindows } from './rules/experiment-way.ts'
import { assumedOf } from './rules/outlook.ts'

// A card tried in one of Google's own experiments: through the log to Google, measured there, promoted or ended, and back.
const it = testApp()
let shop: Shop
/** It maximises conversions at a target, on a budget of its own. */
let base: { id: string; targetMicros: number }

const own = experimentShop(it)
const { google, recommend, targetOf, tried, path, tryIt, ads, experiments } = own
const { today, liveTarget, application, resultRow, advance, untilLook } = own

beforeAll(() => {
  shop = own.shop()
  base = own.base()
})

test('before it is applied it says whether Google would take it, and what it could tell', async () => {
  const promise = async (id: string) =>
    ((await shop.owner.get(`${path(id)}/promesa`)).body as ReplyOf<typeof getPromise>).experiment
  const way = await promise(await recommend())
  expect(way).toMatchObject({ refusal: null, startsOn: addDays(today(), 1) })
  expect(way!.sentences.join(' ')).toContain('708 en cada mitad')
  const budget = await promise(await shop.recommend([shop.raise(1.1)]))
  expect(budget!.refusal).toContain('las dos mitades se reparten el mismo')
  expect(await promise(await shop.recommend([shop.negative('gratis')]))).toBeNull()
  await shop.owner.send('PUT', `/api/google-accounts/${SHOP}/limites`, { cambiosPorDia: 4 })
  expect((await promise(await recommend()))!.refusal).toContain('esto son 5 de una vez')
  expect(await experiments()).toHaveLength(0)
})

test('made, logged step by step, and ended by taking it back in the middle', async () => {
  const id = await recommend()
  const answer = await tryIt(id)
  expect(answer.body, answer.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect((answer.body as ChangeResult).message).toContain('El experimento empieza el')
  const [live] = await experiments()
  expect(live).toMatchObject({ status: 'ENABLED', startDate: addDays(today(), 1) })
  expect(await liveTarget()).toBe(base.targetMicros)
  const log = await shop.log()
  expect(log.map(({ outcome }) => outcome)).toEqual(Array(5).fill('done'))
  expect(await liveTarget(log[3]!.resourceName!.split('/').at(-1))).toBe(tried())
  expect(await resultRow()).toMatchObject({
    standing: 'measuring',
    experiment: { state: 'running', canPromote: false, canEnd: true },
  })
  expect((await tryIt(id)).status).toBe(409)

  await advance(9)
  const undone = await shop.undo(id)
  expect(undone.body, undone.text).toMatchObject({ estado_cambio: 'deshecha' })
  expect((await experiments()).filter(({ status }) => status === 'ENABLED')).toHaveLength(0)
  expect(await application()).toMatchObject({ experimentState: 'ended', measureAfter: null })
  expect(await shop.pending()).toContain(id)
  await untilLook(4)
  expect((await application()).measured).toBeNull()
})

test('undone before it begins, and Google ends none that has not: it is taken away', async () => {
  const id = await recommend()
  await tryIt(id)
  it.simulators.googleAds.faults.arm('experiment_not_started', 1)
  const undone = await shop.undo(id)
  expect(undone.body, undone.text).toMatchObject({ estado_cambio: 'deshecha' })
  expect((await experiments()).filter(({ status }) => status !== 'REMOVED')).toEqual([])
  expect(await application()).toMatchObject({ state: 'undone', experimentState: 'ended' })
})

test('measured by Google’s own rows, promoted, and taken back', async () => {
  const id = await recommend()
  await tryIt(id)
  const early = await shop.owner.send('POST', `${path(id)}/experimento/promocion`)
  expect(early.status).toBe(409)
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  const row = await resultRow()
  expect(row, JSON.stringify(row)).toMatchObject({
    standing: 'measured',
    experiment: { state: 'running', canPromote: true },
  })
  const [, weeks] = row.note!.match(/experimento de Google: (8|12) semanas/)!
  const { comparisonPeriod } = (await shop.history())[0]!.resultado
  expect(comparisonPeriod).toBe(`${7 * Number(weeks)} días`)
  const total = async () => {
    const { body } = await shop.owner.get('/api/resultados?periodo=todo')
    return (body as ReplyOf<typeof getResults>).accounts[0]!.total!.estimate
  }
  const broughtDays = async () => {
    const { body } = await shop.owner.get('/api/resultados?periodo=todo')
    const { running } = (body as ReplyOf<typeof getResults>).accounts[0]!
    return (30 * running.at(-1)!.estimate) / row.measured!.estimate
  }
  // What its owner said (21 €), not the target that the other half of the searches keeps.
  const { money } = (await application()).measured as Measured
  expect([money!.worthMicros, money!.worthText]).toEqual([21 * MICROS, SAID])
  // Half of the searches have it until it is promoted.
  expect((await total()) / row.measured!.estimate).toBeCloseTo(0.5, 6)
  const days = await broughtDays()
  const answer = await shop.owner.send('POST', `${path(id)}/experimento/promocion`)
  expect(answer.body, answer.text).toMatchObject({ state: 'promoted', note: null })
  expect(await liveTarget()).toBe(tried())
  expect((await total()) / row.measured!.estimate).toBeCloseTo(1, 6)
  // Had it been promoted ten days ago, all of it for those instead of half: the log tells when.
  await it.ctx.db.execute(
    sql`update account_changes set at = (at at time zone 'UTC' - interval '10 days') at time zone 'UTC' where summary = 'Promover el experimento'`,
  )
  expect((await broughtDays()) - days).toBeCloseTo(5, 6)
  const log = await shop.log()
  expect(log).toHaveLength(6)
  expect(log[5]).toMatchObject({ summary: 'Promover el experimento', outcome: 'done' })
  const again = await shop.owner.send('POST', `${path(id)}/experimento/promocion`)
  expect(again.body, again.text).toMatchObject({ state: 'promoted' })
  expect(await shop.log()).toHaveLength(6)
  const undone = await shop.undo(id)
  expect(undone.body, undone.text).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await liveTarget()).toBe(base.targetMicros)
  expect(await application()).toMatchObject({ state: 'undone', experimentState: 'ended' })
})

const SAID = 'lo máximo que pagas por una conversión'

test('ended without promoting it, the campaign is as it was and nothing counts', async () => {
  const id = await recommend()
  await tryIt(id)
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  const answer = await shop.owner.send('DELETE', `${path(id)}/experimento`)
  expect(answer.body, answer.text).toMatchObject({ state: 'ended' })
  expect(await liveTarget()).toBe(base.targetMicros)
  const { body } = await shop.owner.get('/api/resultados?periodo=todo')
  const [own] = (body as ReplyOf<typeof getResults>).accounts
  expect(own).toMatchObject({ total: null, rows: [{ standing: 'measured', canUndo: false }] })
})

test.each([
  [
    'a shared budget',
    "campaign_budget.explicitly_shared = TRUE AND campaign.status = 'ENABLED'",
    'presupuesto compartido',
  ],
  ['another kind of campaign', "campaign.advertising_channel_type = 'SHOPPING'", 'búsqueda'],
])('refused for %s, and nothing is made', async (_, where, reason) => {
  const [row] = (await google(
    `SELECT campaign.id, campaign.maximize_conversion_value.target_roas FROM campaign WHERE ${where}`,
  )) as unknown as { campaign: { id: string; maximizeConversionValue: { targetRoas: number } } }[]
  const { id, maximizeConversionValue } = row!.campaign
  const targetRoas = Math.round(maximizeConversionValue.targetRoas * 110) / 100
  const update = {
    resourceName: `customers/{customerId}/campaigns/${id}`,
    maximizeConversionValue: { targetRoas },
  }
  const card = await shop.recommend(
    [{ campaignOperation: { updateMask: 'maximizeConversionValue.targetRoas', update } }],
    { after: percent(targetRoas, 0) },
  )
  const answer = await tryIt(card)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.text).toContain(reason)
  expect(await experiments()).toHaveLength(0)
  expect(await shop.log()).toHaveLength(0)
})

test('a second one on the same campaign is refused', async () => {
  await tryIt(await recommend())
  const answer = await tryIt(await recommend())
  expect(answer.text).toContain('ya está en otro experimento')
  expect(await shop.log()).toHaveLength(5)
})

test.each(['experimentArms:mutate', ':scheduleExperiment'])(
  'Google fails at %s: nothing is left there, and it can be tried again',
  async (scope) => {
    const id = await recommend()
    it.simulators.googleAds.faults.arm('500', 1, scope)
    const answer = await tryIt(id)
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(500)
    expect(await experiments()).toHaveLength(0)
    expect((await shop.log()).map(({ outcome }) => outcome)).toEqual(Array(5).fill('failed'))
    expect((await tryIt(id)).body).toMatchObject({ estado_cambio: 'aplicada' })
  },
)

test('a campaign is tried once more when an experiment of it is over, whose campaign keeps its name', async () => {
  const first = await recommend()
  await tryIt(first)
  await advance(9)
  await shop.undo(first)
  const second = await tryIt(await recommend())
  expect(second.body, second.text).toMatchObject({ estado_cambio: 'aplicada' })
  expect(await experiments()).toMatchObject([{ status: 'ENABLED' }])
})

test('what Google could not make in the end is said and removed', async () => {
  const [row] = (await google(
    `SELECT campaign.name FROM campaign WHERE campaign.id = ${base.id}`,
  )) as unknown as { campaign: { name: string } }[]
  const other = `customers/${SHOP}/campaigns/${shop.campaignId}`
  const rename = (name: string) =>
    shop.mutate({
      campaignOperation: { updateMask: 'name', update: { resourceName: other, name } },
    })
  it.simulators.googleAds.faults.arm('late_answer', 1, 'experimentArms:mutate')
  const answering = tryIt(await recommend())
  const made = await vi.waitFor(async () => {
    const [one] = (await google(
      "SELECT experiment.suffix FROM experiment WHERE experiment.status = 'SETUP'",
    )) as unknown as { experiment: { suffix: string } }[]
    return one!.experiment
  }, 30_000)
  await rename(`${row!.campaign.name} ${made.suffix}`)
  it.simulators.googleAds.faults.clear()
  const answer = await answering
  await rename('Búsqueda · Marca')
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('una campaña con el nombre')
  expect(await experiments()).toHaveLength(0)
})

/** As far as a process comes that dies before it has written what Google answered. */
async function begin(id: string) {
  const caller = {
    userId: shop.owner.userId,
    role: 'user',
    isActive: true,
    plan: 'premium',
  } as const
  const ctx = { ...it.ctx, caller: { ...caller, sessionHash: '', readOnly: false } }
  const owned = await ownedRecommendation(ctx, id)
  const dates = experimentDates(today())
  const ask = { operation: targetOf(tried(), SHOP), name: `Pujante · ${id}`, ...dates }
  const { steps } = await checkExperiment(ctx, await ads(), ask, owned.body)
  const experiment = { campaignId: base.id, ...dates }
  const assumed = assumedOf(true, {})
  const { readyOn } = experimentWindows(today())
  const at = ctx.clock.now()
  return await claimForApplying(ctx, owned, steps, { at, readyOn, assumed, experiment })
}

test('a crash between its creation and its schedule: removed, and pending again', async () => {
  const id = await recommend()
  const { rows } = await begin(id)
  const { resourceName, ...create } = rows[0]!.step.operation.experimentOperation!.create as Json
  await (await ads()).mutateExperiment({ create })
  expect(await experiments()).toMatchObject([{ status: 'SETUP' }])
  await lookLater(it)
  expect(await application()).toMatchObject({ state: 'applying' })
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  expect(await application()).toMatchObject({ state: 'failed' })
  expect(await experiments()).toHaveLength(0)
  expect(await shop.pending()).toContain(id)
})

test.each([
  ['can be taken away', 'failed', []],
  ['has to wait', 'unknown', [{ status: 'SETUP' }]],
] as const)('our quota ends in the middle of making one, which %s', async (_, outcome, left) => {
  const id = await recommend()
  const { rows } = await begin(id)
  const real = await ads()
  const spent = () => Promise.reject(new OperationsSpent(1))
  const last = { mutateExperiment: createOnly(real), search: spent }
  const cut = { ...real, createArms: spent, ...(outcome === 'unknown' && last) }
  const steps = rows.map(({ summary }) => ({ summary, refusal: null }))
  const made = await makeSteps(cut, steps, rows)
  expect(made.results.map((one) => one.outcome)).toEqual(Array(5).fill(outcome))
  expect(await experiments()).toMatchObject(left)
  await settleLog(it.ctx, CUSTOMER, made)
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  expect(await experiments()).toHaveLength(0)
})

type Ads = Awaited<ReturnType<typeof ads>>

const createOnly =
  ({ mutateExperiment }: Ads): Ads['mutateExperiment'] =>
  async (operation, ...more) => {
    if ('remove' in operation) throw new OperationsSpent(1)
    return await mutateExperiment(operation, ...more)
  }

test('a crash after its schedule: found, and it runs', async () => {
  const id = await recommend()
  const { rows } = await begin(id)
  await performExperiment(
    await ads(),
    rows.map(({ step }) => step.operation),
  )
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  expect(await application()).toMatchObject({ state: 'applied', experimentState: 'running' })
  const log = await shop.log()
  expect(log.map(({ outcome }) => outcome)).toEqual(Array(5).fill('done'))
  expect(log[4]!.resourceName).toBe((await experiments())[0]!.resourceName)
})

test('while the account is disconnected it waits, and is measured when it is back', async () => {
  await tryIt(await recommend())
  const connect = (connected: boolean) =>
    it.ctx.db.update(adAccounts).set({ connected }).where(eq(adAccounts.customerId, CUSTOMER))
  await connect(false)
  await untilLook(4)
  expect((await application()).measured).toBeNull()
  await connect(true)
  await measureApplications(it.ctx, CUSTOMER)
  expect((await application()).measured).toMatchObject({ looks: { fractions: [4 / 12] } })
})

test('ended by others in Google Ads: said, and not judged', async () => {
  await tryIt(await recommend())
  await advance(3)
  const [live] = await experiments()
  await (await ads()).actOnExperiment('endExperiment', live!.resourceName)
  await untilLook(4)
  expect(await application()).toMatchObject({ experimentState: 'ended', measured: null })
  expect((await resultRow()).experiment!.note).toContain('Se terminó en Google Ads')
})

test.each([
  ['Google is still at', 'unfinished_work', 20],
  ['Google takes no questions about', '429', 2],
])('a promotion that %s counts once it is done', async (_, fault, times) => {
  const id = await recommend()
  await tryIt(id)
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  it.simulators.googleAds.faults.arm(fault, times, '/operations/')
  const open = await shop.owner.send('POST', `${path(id)}/experimento/promocion`)
  expect(open.body, open.text).toMatchObject({ state: 'promoting', canPromote: false })
  await lookLater(it)
  expect(await application()).toMatchObject({ experimentState: 'promoting' })
  it.clock.advance(60_000)
  await lookLater(it)
  expect(await application()).toMatchObject({ state: 'applied', experimentState: 'promoted' })
})

test('a promotion that Google fails at is none once that is certain, and one whose process died is found', async () => {
  const id = await recommend()
  await tryIt(id)
  for (const weeks of [4, 8, 12]) await untilLook(weeks)
  const promote = () => shop.owner.send('POST', `${path(id)}/experimento/promocion`)
  it.simulators.googleAds.faults.arm('500', 1, ':promoteExperiment')
  const open = await promote()
  expect(open.body, open.text).toMatchObject({ state: 'promoting', canPromote: false })
  expect((open.body as { note: string }).note).toContain('todavía no se sabe')
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  expect((await resultRow()).experiment).toMatchObject({
    state: 'running',
    canPromote: true,
    note: expect.stringContaining('no ha llegado a hacerlo'),
  })
  expect(await liveTarget()).toBe(base.targetMicros)

  expect((await promote()).body).toMatchObject({ state: 'promoted' })
  const last = (await shop.log()).at(-1)!
  await it.ctx.db
    .update(accountChanges)
    .set({ outcome: 'sent', requestId: null })
    .where(eq(accountChanges.id, last.id))
  await it.ctx.db.update(recommendationApplications).set({ experimentState: 'promoting' })
  expect((await shop.undo(id)).status).toBe(409)
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  expect(await application()).toMatchObject({ state: 'applied', experimentState: 'promoted' })
  expect((await shop.log()).at(-1)).toMatchObject({ outcome: 'done' })
})
