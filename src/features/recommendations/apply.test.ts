import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { askGoogle } from '../../../tests/ask-google.ts'
import { lossyShop } from '../../../tests/lossy-shop.ts'
import { CUSTOMER, IDENTITY, lookLater, SHOP } from '../../../tests/recommendation-shop.ts'
import { effectWindows, LAG_DAYS } from '../../engine/effect/effect-windows.ts'
import type { CallerContext } from '../../platform/context.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountChanges } from '../../platform/db/schema/changes.ts'
import { campaigns, regions } from '../../platform/db/schema/entities.ts'
import {
  recommendationApplications,
  recommendations,
} from '../../platform/db/schema/recommendations.ts'
import { runDueJobs } from '../../platform/jobs.ts'
import { applyRecommendation } from './actions/apply-recommendation.ts'
import { finishApplying } from './actions/finish-application.ts'
import type { ChangeResult } from './contract/changes.ts'
import { recommendationJobs } from './jobs.ts'

// The way of a recommendation into Google Ads and back, and what may come between.
const { proxy, it, shop } = await lossyShop()

test('places and a region where a campaign is no longer to be shown: excluded, and taken back in one press', async () => {
  const campaign = `customers/{customerId}/campaigns/${shop.campaignId}`
  const places = [
    { placement: { url: 'foro-de-vecinos.test' } },
    { mobileApplication: { appId: '2-com.linterna.plus' } },
    { youtubeChannel: { channelId: 'UCvidapractica01' } },
    { location: { geoTargetConstant: 'geoTargetConstants/20282' } },
  ]
  await it.ctx.db
    .insert(regions)
    .values({ customerId: CUSTOMER, regionId: 20282, name: 'Madrid', countryCode: 'ES' })
    .onConflictDoNothing()
  const create = (place: object) => ({ campaign, negative: true, ...place })
  const id = await shop.recommend(
    places.map((place) => ({ campaignCriterionOperation: { create: create(place) } })),
    {
      after:
        'Sin anuncios en foro-de-vecinos.test, 2-com.linterna.plus, UCvidapractica01 ni Madrid.',
    },
  )
  const preview = await shop.preview(id)
  expect(preview.body, preview.text).toMatchObject({ refusals: [] })
  const made = await shop.apply(id)
  expect(made.body, made.text).toMatchObject({
    estado_cambio: 'aplicada',
    steps: places.map(() => ({ outcome: 'done' })),
  })
  const excluded = async () =>
    await askGoogle(
      it.simulators,
      IDENTITY,
      SHOP,
      `SELECT campaign_criterion.placement.url, campaign_criterion.mobile_application.app_id, campaign_criterion.youtube_channel.channel_id, campaign_criterion.location.geo_target_constant FROM campaign_criterion WHERE campaign.id = ${shop.campaignId} AND campaign_criterion.negative = TRUE AND campaign_criterion.type IN ('PLACEMENT', 'MOBILE_APPLICATION', 'YOUTUBE_CHANNEL', 'LOCATION')`,
    )
  expect(await excluded()).toHaveLength(places.length)
  const undone = await shop.undo(id)
  expect(undone.body, undone.text).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await excluded()).toEqual([])
})

describe('a budget', () => {
  test('shown, made, seen in Google, kept in the history, taken back, pending again', async () => {
    const id = await shop.recommend([shop.raise(1.2)])
    const preview = await shop.preview(id)
    expect(preview.status, preview.text).toBe(200)
    expect(preview.body).toMatchObject({ byHand: false, refusals: [], changesLeftToday: 50 })
    const { steps, confirmation } = preview.body as { steps: unknown[]; confirmation: string }
    expect(steps).toMatchObject([{ problem: null, conflicts: [] }])
    expect(JSON.stringify(steps)).toContain('Presupuesto al día')
    expect(confirmation).toMatch(/^Se hará 1 cambio en Google Ads\. El gasto puede subir hasta .*€/)
    expect(await shop.liveBudget()).toBe(shop.budget.micros)

    const made = await shop.apply(id)
    expect(made.status, made.text).toBe(200)
    expect(made.body).toMatchObject({ estado_cambio: 'aplicada', steps: [{ outcome: 'done' }] })
    expect(await shop.liveBudget()).toBe(shop.budget.micros * 1.2)
    expect(await shop.pending()).toEqual([])
    const [shown] = await shop.history()
    expect(shown).toMatchObject({ canUndo: true, daysToMeasure: 43, measured: null })
    expect(shown?.resultado).toMatchObject({ status: 'improved', kpiVariation: null })
    const [logged] = await shop.log()
    expect(logged).toMatchObject({
      outcome: 'done',
      recommendationId: id,
      userId: shop.owner.userId,
    })
    expect(logged?.requestId).toBeTruthy()
    expect(logged?.before).toMatchObject({ image: { amountMicros: String(shop.budget.micros) } })

    const again = await shop.apply(id)
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('Ya aplicada')])
    const undone = await shop.undo(id)
    expect(undone.body, undone.text).toMatchObject({ estado_cambio: 'deshecha' })
    expect(await shop.liveBudget()).toBe(shop.budget.micros)
    expect((await shop.undo(id)).status).toBe(200)
    expect(await shop.pending()).toEqual([id])
    expect((await shop.history())[0]).toMatchObject({ estado_cambio: 'deshecha', canUndo: false })
    expect((await shop.apply(id)).status).toBe(200)
  })

  test('changed by somebody else since the analysis: refused, with both values', async () => {
    const id = await shop.recommend([shop.raise(1.2)])
    await shop.setBudget(shop.budget.micros * 2)
    const refused = await shop.apply(id)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('al analizarlo')])
    expect(refused.text).toContain(IDENTITY)
    expect(await shop.liveBudget()).toBe(shop.budget.micros * 2)
    expect(await shop.pending()).toEqual([id])
    expect(await shop.log()).toEqual([])
  })

  test('undone while the last sync still knows it as it was in between: it can be made again', async () => {
    const id = await shop.recommend([shop.raise(1.2)])
    expect((await shop.apply(id)).status).toBe(200)
    await it.ctx.db.update(campaigns).set({ budgetMicros: shop.budget.micros * 1.2 })
    expect((await shop.undo(id)).status).toBe(200)
    expect((await shop.preview(id)).body).toMatchObject({ steps: [{ conflicts: [] }] })
    expect((await shop.apply(id)).status).toBe(200)
    await shop.undo(id)
    await it.ctx.db.update(campaigns).set({ budgetMicros: shop.budget.micros })
  })

  test('changed by somebody else after it was applied: not taken back over his head', async () => {
    const id = await shop.recommend([shop.raise(1.2)])
    await shop.apply(id)
    await shop.setBudget(shop.budget.micros * 3)
    const refused = await shop.undo(id)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('después')])
    expect(await shop.liveBudget()).toBe(shop.budget.micros * 3)
    expect((await shop.history())[0]).toMatchObject({ estado_cambio: 'aplicada', canUndo: true })
  })

  test('changed and changed back by somebody else: his choice as well', async () => {
    const id = await shop.recommend([shop.raise(1.2)])
    await shop.apply(id)
    it.clock.advance(10 * 60_000)
    await shop.setBudget(shop.budget.micros * 3)
    await shop.setBudget(shop.budget.micros * 1.2)
    const refused = await shop.undo(id)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(IDENTITY)])
  })

  test('a step beyond what is prudent is refused, also in two halves', async () => {
    const refused = await shop.apply(await shop.recommend([shop.raise(1.5)]))
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('máximo prudente'),
    ])
    expect((await shop.apply(await shop.recommend([shop.raise(1.15)]))).status).toBe(200)
    await it.ctx.db
      .update(campaigns)
      .set({ budgetMicros: Math.round(shop.budget.micros * 1.15) })
      .where(eq(campaigns.customerId, CUSTOMER))
    const second = await shop.apply(await shop.recommend([shop.raise(1.3)]))
    expect([second.status, second.text]).toEqual([409, expect.stringContaining('en una semana')])
  })

  test('two who press at once: one change', async () => {
    const id = await shop.recommend([shop.raise(1.2)])
    const answers = await Promise.all([shop.apply(id), shop.apply(id), shop.apply(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await shop.log()).toHaveLength(1)
  })
})

describe('Google', () => {
  test('answers 500 after having made the change: found there, not repeated', async () => {
    const id = await shop.recommend([shop.negative('perro'), shop.raise(1.2)])
    proxy.mode = 'fail after'
    const made = await shop.apply(id)
    expect(made.body, made.text).toMatchObject({ estado_cambio: 'aplicada' })
    expect(proxy.mutations).toBe(1)
    expect(await shop.liveNegatives('perro')).toHaveLength(1)
    expect((await shop.log()).map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    await shop.undo(id)
    expect(await shop.liveNegatives('perro')).toHaveLength(0)
  })

  test('fails before anything is sent: that nothing was changed is said, and never where it is not known', async () => {
    const id = await shop.recommend([shop.negative('lobo')])
    it.simulators.armFault('google-ads', '503', 20)
    const failed = await shop.apply(id)
    it.simulators.googleAds.faults.clear()
    expect(failed.status, failed.text).toBe(502)
    expect(failed.text).toContain('No se ha cambiado nada.')
    expect([await shop.pending(), await shop.log()]).toEqual([[id], []])

    proxy.onMutate = () => it.simulators.armFault('google-ads', '503', 20)
    const open = await shop.apply(id)
    it.simulators.googleAds.faults.clear()
    expect(open.body, open.text).toMatchObject({ estado_cambio: 'aplicando' })
    expect(open.text).not.toContain('No se ha cambiado nada')
    await lookLater(it)
    if ((await shop.history())[0]?.canUndo) await shop.undo(id)
  })

  test('has the grant revoked at that moment: disconnected, and still pending', async () => {
    const id = await shop.recommend([shop.raise(1.2)])
    it.simulators.googleAds.revokeGrant(IDENTITY)
    const refused = await shop.apply(id)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('retirado')])
    const [account] = await it.ctx.db
      .select()
      .from(adAccounts)
      .where(eq(adAccounts.customerId, CUSTOMER))
    expect(account?.connected).toBe(false)
    expect(await shop.pending()).toEqual([id])
    const later = await shop.apply(id)
    expect([later.status, later.text]).toEqual([409, expect.stringContaining('conectar')])
  })

  test('refuses some of ten: nine made, the tenth says why', async () => {
    const texts = Array.from({ length: 10 }, (_, i) => (i === 4 ? 'raro?' : `palabra ${i}`))
    const id = await shop.recommend(texts.map(shop.negative))
    const made = await shop.apply(id)
    const { steps, estado_cambio } = made.body as ChangeResult
    expect(estado_cambio, made.text).toBe('aplicada_en_parte')
    expect(steps.map(({ outcome }) => outcome)).toEqual(
      texts.map((_, i) => (i === 4 ? 'failed' : 'done')),
    )
    expect(steps[4]?.message).toContain('caracteres')
    expect((await shop.history())[0]?.problemas).toEqual([expect.stringContaining('raro?')])
    expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
    expect(await shop.liveNegatives('palabra 0')).toHaveLength(0)
  })

  test('fails one operation only when it is sent: told item by item', async () => {
    const id = await shop.recommend([shop.negative('uno'), shop.negative('dos')])
    proxy.onMutate = () => it.simulators.armFault('google-ads', 'partial_failure', 1)
    const made = await shop.apply(id)
    const { steps } = made.body as ChangeResult
    expect(
      steps.map(({ outcome }) => outcome),
      made.text,
    ).toEqual(['failed', 'done'])
    expect((await shop.log()).map(({ outcome }) => outcome)).toEqual(['failed', 'done'])
    await shop.undo(id)
  })
})

test('a process that dies between Google’s answer and our commit: found out later', async () => {
  const id = await shop.recommend([shop.negative('hiena')])
  proxy.mode = 'keep answer'
  const lost = shop.apply(id)
  await proxy.kept()
  expect(await shop.liveNegatives('hiena')).toHaveLength(1)
  expect((await shop.log()).map(({ outcome }) => outcome)).toEqual(['sent'])
  proxy.mode = 'pass'
  const busy = await shop.apply(id)
  expect([busy.status, busy.text]).toEqual([409, expect.stringContaining('ahora mismo')])
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  expect((await shop.log()).map(({ outcome }) => outcome)).toEqual(['done'])
  await runDueJobs(it.ctx, recommendationJobs)
  expect((await shop.log()).map(({ outcome }) => outcome)).toEqual(['done'])
  expect((await shop.history())[0]).toMatchObject({ estado_cambio: 'aplicada', canUndo: true })
  expect(await shop.pending()).toEqual([])
  proxy.release()
  // The one that was thought dead comes to the same end.
  expect((await lost).status).toBe(200)
  expect(proxy.mutations).toBe(1)
  expect((await shop.undo(id)).body).toMatchObject({ estado_cambio: 'deshecha' })
})

test('left in the middle long ago: the next one who presses is told what came of it', async () => {
  const id = await shop.recommend([shop.negative('tejón')])
  await shop.apply(id)
  await leaveInTheMiddle(id)
  it.clock.advance(11 * 60_000)
  const again = await shop.apply(id)
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('Ya aplicada')])
  expect((await shop.history())[0]).toMatchObject({ estado_cambio: 'aplicada', canUndo: true })
  await shop.undo(id)
  // One of an earlier version, which claimed before it logged: nothing was sent.
  const other = await shop.recommend([], { forecast: null })
  await shop.apply(other)
  await leaveInTheMiddle(other)
  expect((await shop.apply(other)).text).toContain('ahora mismo')
  it.clock.advance(11 * 60_000)
  expect((await shop.apply(other)).body).toMatchObject({ estado_cambio: 'hecha_a_mano' })
})

test('two processes come to the end of one change: what the first wrote stands', async () => {
  const id = await shop.recommend([shop.negative('erizo')])
  await shop.apply(id)
  const [applied] = await it.ctx.db.select().from(recommendationApplications)
  await shop.undo(id)
  const asClaimed = { ...applied!, state: 'applying' } as const
  const made = { summary: '', outcome: 'done', message: null } as const
  await finishApplying(it.ctx, asClaimed, { results: [made], log: [] }, '2026-12-01')
  expect((await shop.history())[0]).toMatchObject({ estado_cambio: 'deshecha' })
  expect(await shop.pending()).toEqual([id])
})

/** The owner, who pressed at that instant; all that follows happens now. */
function pressedAt(instant: Date): CallerContext {
  const { userId } = shop.owner
  const rights = { isActive: true, plan: 'premium', sessionHash: '', readOnly: false } as const
  const reads = [instant]
  const now = () => reads.shift() ?? it.clock.now()
  const caller = { userId, role: 'user', ...rights } as const
  return { ...it.ctx, caller, clock: { ...it.clock, now } }
}

test('asked for before midnight and made after it: of the day on which it was asked for', async () => {
  const id = await shop.recommend([shop.negative('grulla')])
  const evening = new Date('2026-11-19T22:59:59Z')
  const { state } = await applyRecommendation(pressedAt(evening), id, { seen: null })
  expect(state).toBe('applied')
  const [row] = await it.ctx.db.select().from(recommendationApplications)
  const { readyOn } = effectWindows('2026-11-19', LAG_DAYS)
  expect(row).toMatchObject({ appliedAt: evening, measureAfter: readyOn })
  expect(row!.stateSince.getTime()).toBeGreaterThan(evening.getTime())
})

test('asked for before another applied it and took it back: not made by what was read before that', async () => {
  const id = await shop.recommend([shop.negative('cigala')])
  const before = it.ctx.clock.now()
  await shop.apply(id)
  await shop.undo(id)
  await expect(applyRecommendation(pressedAt(before), id, { seen: null })).rejects.toThrow(
    'ahora mismo',
  )
  expect(await shop.history()).toMatchObject([{ estado_cambio: 'deshecha' }])
  expect(await shop.pending()).toEqual([id])
  expect((await shop.apply(id)).body).toMatchObject({ estado_cambio: 'aplicada' })
})

test('what an analysis made of a card since it was seen is not made by one press', async () => {
  const id = await shop.recommend([shop.negative('mejillon')])
  const seen = (await shop.preview(id)).body as { visto: string }
  const { rows } = (await shop.owner.get('/api/hoy')).body as { rows: unknown[] }
  const [row] = rows
  expect(row).toMatchObject({ id, visto: seen.visto })
  // As an analysis renews it.
  const renew = (from: string, to: string) =>
    it.ctx.db
      .update(recommendations)
      .set({ body: sql`replace(${recommendations.body}::text, ${from}, ${to})::jsonb` })
      .where(eq(recommendations.id, id))
  await renew('mejillon', 'berberecho')
  const press = (visto?: string) =>
    shop.owner.send('POST', `/api/recomendaciones/${id}/aplicar`, { ...(visto && { visto }) })
  const refused = await press(seen.visto)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ message: expect.stringContaining('ha cambiado desde que') })
  const anew = (await shop.preview(id)).body as { visto: string }
  expect((await press(anew.visto)).body).toMatchObject({ estado_cambio: 'aplicada' })
})

/** As a process leaves it that dies before the answer comes. */
async function leaveInTheMiddle(id: string) {
  const { db } = it.ctx
  await db.update(accountChanges).set({ outcome: 'unknown' })
  await db.update(recommendationApplications).set({ state: 'applying' })
  await db.update(recommendations).set({ status: 'applying' }).where(eq(recommendations.id, id))
}

test('Google that cannot be asked for more than an hour: said so, and found once it answers', async () => {
  const id = await shop.recommend([shop.negative('lince')])
  await shop.apply(id)
  await leaveInTheMiddle(id)
  it.simulators.armFault('google-ads', 'permission_denied', 50)
  it.clock.advance(60 * 60_000)
  await lookLater(it)
  expect((await shop.history())[0]).toMatchObject({ estado_cambio: 'aplicando' })
  it.clock.advance(11 * 60_000)
  await lookLater(it)
  const [lost] = await shop.history()
  expect(lost).toMatchObject({
    estado_cambio: 'no_se_pudo',
    problemas: [expect.stringContaining('No hemos podido comprobar')],
  })
  expect(await shop.pending()).toEqual([id])
  it.simulators.googleAds.faults.clear()
  await lookLater(it)
  expect((await shop.history())[0]).toMatchObject({ estado_cambio: 'aplicada', problemas: [] })
  expect(await shop.pending()).toEqual([])
  await shop.undo(id)
})
