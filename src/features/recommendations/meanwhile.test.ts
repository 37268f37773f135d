import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import {
  type Factor,
  judge,
  measuredShop,
  OTHERS,
  raisedBefore,
  SAME,
} from '../../../tests/measured-shop.ts'
import { CUSTOMER, SHOP } from '../../../tests/recommendation-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { changeEvents } from '../../platform/db/schema/changes.ts'
import { accountInventory } from '../../platform/db/schema/entities.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import { addDays, type Day } from '../../shared/dates.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { Measured } from '../../shared/measured.ts'
import { measureApplications } from './actions/measure-applications.ts'
import type { getResults } from './contract/results.ts'

// What others do to a thing that was changed while it is measured.
const it = testApp()
const shop = measuredShop(it)
beforeEach(async () => void (await it.ctx.db.delete(accountInventory)))
let applied: Day

async function after(factor: Factor) {
  applied = await raisedBefore(it, shop, factor)
}

type Event = Partial<typeof changeEvents.$inferInsert>
const event = (days: number, of: Event) =>
  it.ctx.db.insert(changeEvents).values({
    customerId: CUSTOMER,
    eventId: `${days} ${JSON.stringify(of)}`,
    at: `${addDays(applied, days)} 10:00:00`,
    userEmail: 'ana@agencia.test',
    clientType: 'GOOGLE_ADS_WEB_CLIENT',
    resourceType: 'CAMPAIGN_BUDGET',
    resourceName: shop.budget.name,
    operation: 'UPDATE',
    changedFields: ['amount_micros'],
    oldResource: {},
    newResource: {},
    ...of,
  })
const budget = (from: number, to: number) => ({
  oldResource: { campaignBudget: { amountMicros: from } },
  newResource: { campaignBudget: { amountMicros: to } },
})
const status = (to: string): Event => ({
  resourceType: 'CAMPAIGN',
  resourceName: `customers/${SHOP}/campaigns/${shop.campaignId}`,
  campaignId: shop.campaignId,
  changedFields: ['status'],
  oldResource: { campaign: { status: 'ENABLED' } },
  newResource: { campaign: { status: to } },
})

/** Not shown from so many days after the change on. */
const gone = (days: number) =>
  it.ctx.db.execute(sql`
    delete from campaign_day
    where customer_id = ${CUSTOMER} and campaign_id = ${shop.campaignId} and day > ${addDays(applied, days)}`)

const IS_NO_VERDICT = { verdict: 'no_concluyente', monthlyMicros: null }

test.each([3, 12])(
  'paused by hand %i days after it was applied: what is lost by that is not the doing of the change',
  async (days) => {
    await after(SAME)
    await gone(days)
    await event(days, status('PAUSED'))
    const measured = await judge(it, shop)
    expect(measured).toMatchObject(IS_NO_VERDICT)
    expect(measured!.note).toContain('Alguien lo paró')
    // Nor does any figure say what it did.
    expect([measured!.money, measured!.kpi.change.high]).toEqual([undefined, 0])
  },
)

test('removed by somebody of whom Google no longer tells: its status says so', async () => {
  await after(SAME)
  await gone(3)
  const removed = sql`update campaigns set status = 'REMOVED' where campaign_id = ${shop.campaignId}`
  await it.ctx.db.execute(removed)
  expect(await judge(it, shop)).toMatchObject(IS_NO_VERDICT)
})

test('removed and made again under the same name: the new one is neither the changed one nor a control', async () => {
  await after(SAME)
  await gone(3)
  await event(3, status('REMOVED'))
  await it.ctx.db.execute(sql`
    update campaigns set status = 'REMOVED' where campaign_id = ${shop.campaignId} and customer_id = ${CUSTOMER}`)
  const again = 990_000
  await it.ctx.db.execute(sql`
    insert into campaigns (customer_id, campaign_id, name, status, channel_type, budget_id, budget_micros)
    select customer_id, ${again}, name, 'ENABLED', channel_type, ${again}, budget_micros
    from campaigns where customer_id = ${CUSTOMER} and campaign_id = ${shop.campaignId}`)
  await it.ctx.db.execute(sql`
    insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros,
      eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select customer_id, ${again}, day, impressions, clicks, cost_micros, conversions_micros, 0, 0, 0, 0
    from campaign_day where customer_id = ${CUSTOMER} and campaign_id = ${OTHERS[0]} and day > ${addDays(applied, 3)}`)
  const measured = (await judge(it, shop))!
  expect(measured).toMatchObject(IS_NO_VERDICT)
  expect(measured.note).toContain('pausado o eliminado')
  // Beside another that was changed it is no control.
  const rows = await it.ctx.db.select().from(recommendationApplications)
  const body = { ...(rows[0]!.body as object), campaignId: String(OTHERS[1]) }
  await it.ctx.db.update(recommendationApplications).set({ measured: null, body })
  const beside = (await judge(it, shop))!
  await it.ctx.db.execute(sql`delete from campaign_day where campaign_id = ${again}`)
  await it.ctx.db.update(recommendationApplications).set({ measured: null })
  expect(beside.monthlyMicros).toEqual((await judge(it, shop))!.monthlyMicros)
})

test('paused once most days had been measured: those are what is judged, and the others are told', async () => {
  await after({ clicks: 1.4, conversions: 1.4 })
  await gone(30)
  await event(30, status('PAUSED'))
  const measured = (await judge(it, shop))!
  expect(measured.kpi.change.estimate).toBeCloseTo(0.4, 1)
  expect(measured.money!.leftOut.join(' ')).toContain('alguien lo tuvo parado')
})

test('what is enabled and no longer shown is what the change did', async () => {
  await after(SAME)
  await gone(3)
  expect((await judge(it, shop))!.verdict).toBe('empeorado')
})

test('changed again before its day: that nothing can come of it is said at once', async () => {
  await after(SAME)
  const measureAfter = addDays(it.clock.now().toISOString().slice(0, 10), 20)
  await it.ctx.db.update(recommendationApplications).set({ measureAfter })
  await event(10, budget(12, 12.5))
  expect(await judge(it, shop)).toBeNull()
  await event(12, budget(12, 6))
  const measured = (await judge(it, shop))!
  expect(measured).toMatchObject({ verdict: 'no_concluyente', monthlyMicros: null })
  expect(measured.note).toContain('volvió a cambiar lo mismo')
})

/** A first look that was open, and its next one eight weeks after. */
async function open(): Promise<Measured> {
  await after({ clicks: 1, conversions: 1.055 })
  expect(await judge(it, shop)).toBeNull()
  const first = await stored()
  expect(first.looks!.next).toMatchObject({ weeks: 8, on: addDays(applied, 71) })
  expect(first.monthlyMicros).not.toBeNull()
  return first
}
const stored = async () =>
  (await it.ctx.db.select().from(recommendationApplications))[0]!.measured as Measured
const resultRow = async () => {
  const { body } = await shop.owner.get('/api/resultados?periodo=todo')
  return (body as ReplyOf<typeof getResults>).accounts[0]!
}

test('changed again after a look: what that one saw stands, counts and says until when', async () => {
  const { monthlyMicros, looks } = await open()
  await event(40, budget(12, 6))
  const shown = (await judge(it, shop))!
  expect(shown).toMatchObject({ verdict: 'no_concluyente', monthlyMicros })
  expect(shown.note).toMatch(/Vale lo visto hasta el .* Se volvió a cambiar lo mismo/)
  expect((await stored()).looks).toEqual({ fractions: looks!.fractions, next: null })
  const { total, rows } = await resultRow()
  expect(rows[0]).toMatchObject({ standing: 'measured', measured: monthlyMicros })
  expect(total!.estimate).toBeCloseTo(monthlyMicros!.estimate, 0)
})

const others = (days: number) =>
  event(days, { resourceType: 'CAMPAIGN_CRITERION', resourceName: `c/${days}`, ...inCampaign() })
const inCampaign = () => ({ operation: 'CREATE', campaignId: shop.campaignId })

test('changes long before it was applied close no look that the first one could take', async () => {
  const first = await open()
  await it.ctx.db
    .update(adAccounts)
    .set({ dataFrom: addDays(applied, -60) })
    .where(eq(adAccounts.customerId, CUSTOMER))
  for (const days of [-50, -40, -10, 5, 20]) await others(days)
  expect(await judge(it, shop)).toBeNull()
  expect(await stored()).toEqual(first)
  for (const days of [41, 42]) await others(days)
  const shown = (await judge(it, shop))!
  expect(shown.monthlyMicros).toEqual(first.monthlyMicros)
  expect(shown.note).toMatch(/Vale lo visto hasta el .* Hubo demasiados cambios más/)
})

test('begun five weeks before: the second look has four of them before it, as the first had', async () => {
  const { looks } = await open()
  const { on } = looks!.next!
  await it.ctx.db
    .update(adAccounts)
    .set({ dataFrom: addDays(applied, -60), dataTo: addDays(on, -1) })
    .where(eq(adAccounts.customerId, CUSTOMER))
  const copied = (days: number, where: ReturnType<typeof sql>) =>
    it.ctx.db.execute(sql`
      insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros,
        eligible_impressions, lost_budget_impressions, lost_rank_impressions)
      select customer_id, campaign_id, day + ${days}::int, impressions, clicks, cost_micros, conversions_micros, 0, 0, 0, 0
      from campaign_day where customer_id = ${CUSTOMER} and ${where}`)
  await copied(28, sql`day > ${addDays(applied, 12)}`)
  // The others were there before.
  await copied(-28, sql`day < ${applied} and campaign_id <> ${shop.campaignId}`)
  const clock = { ...it.clock, now: () => new Date(`${on}T12:00:00Z`) }
  await measureApplications({ ...it.ctx, clock }, CUSTOMER)
  const second = await stored()
  expect(second.looks!.fractions).toHaveLength(2)
  expect(second.money!.measuredTo).toBe(addDays(applied, 63))
})

test('too much changed by the day of the second look: what the first one saw stands', async () => {
  const { monthlyMicros, looks } = await open()
  const on = looks!.next!.on
  for (const days of [36, 37, 38, 39, 40]) await others(days)
  await it.ctx.db
    .update(adAccounts)
    .set({ dataTo: addDays(on, -1) })
    .where(eq(adAccounts.customerId, CUSTOMER))
  const clock = { ...it.clock, now: () => new Date(`${on}T12:00:00Z`) }
  await measureApplications({ ...it.ctx, clock }, CUSTOMER)
  expect(await stored()).toMatchObject({ monthlyMicros, looks: { next: null } })
})

test('the same budget changed again by hand: neither effect is told from the other', async () => {
  await after({ clicks: 1.4, conversions: 1.4 })
  await event(12, budget(12, 6))
  const measured = (await judge(it, shop))!
  expect(measured.verdict).toBe('no_concluyente')
  expect(measured.note).toContain('volvió a cambiar lo mismo')
  expect(measured.confounders[0]).toContain('Se cambió el presupuesto')
  expect(measured.confounders[0], 'who did it is told to no client').not.toContain('@')
})

test('put back by hand hours after it was applied: what it did is not told', async () => {
  await after({ clicks: 1.4, conversions: 1.4 })
  // It was made at noon.
  await event(0, { ...budget(12, 10), at: `${applied} 18:00:00` })
  const measured = (await judge(it, shop))!
  expect(measured.verdict).toBe('no_concluyente')
  expect(measured.note).toContain('volvió a cambiar lo mismo')
})

const missed = (from: number, to: number) =>
  it.ctx.db.insert(accountInventory).values({
    customerId: CUSTOMER,
    part: 'changesMissed',
    rows: [{ from: `${addDays(applied, from)} 10:00:00`, to: addDays(applied, to) }],
    fetchedAt: it.clock.now(),
  })

test('put back while the account was not read, of which Google no longer tells: no verdict', async () => {
  await after(SAME)
  await missed(5, 21)
  await shop.setBudget(shop.budget.micros)
  const measured = (await judge(it, shop))!
  expect(measured).toMatchObject(IS_NO_VERDICT)
  expect(measured.note).toContain('Mientras la cuenta estuvo sin leerse se volvió a cambiar')
})

test('what stands as it was made is judged, with what may have been changed unseen as one more change', async () => {
  await after({ clicks: 1.4, conversions: 1.4 })
  const plain = (await judge(it, shop))!
  await it.ctx.db.update(recommendationApplications).set({ measured: null })
  await missed(5, 21)
  const measured = (await judge(it, shop))!
  expect(measured.confounders).toEqual([expect.stringContaining('no se sabe qué más se cambió')])
  const width = ({ kpi }: typeof measured) => kpi.change.high - kpi.change.low
  expect(width(measured)).toBeGreaterThan(width(plain))
  // What was missed before its weeks, or since, is nothing to it.
  await it.ctx.db.delete(accountInventory)
  await it.ctx.db.update(recommendationApplications).set({ measured: null })
  await missed(36, 40)
  expect((await judge(it, shop))!.confounders).toEqual([])
})

test('the change itself in the history of Google, and a small step since, are no other changes', async () => {
  await after({ clicks: 1.4, conversions: 1.4 })
  await event(0, budget(10, 12))
  await event(12, budget(12, 12.5))
  expect((await judge(it, shop))!.verdict).toBe('mejorado')
})

test('taken back and applied again: the weeks before hold both, and say so', async () => {
  await after({ clicks: 1.4, conversions: 1.4 })
  const plain = (await judge(it, shop))!
  await it.ctx.db.update(recommendationApplications).set({ measured: null })
  await event(-20, budget(10, 12))
  await event(-10, budget(12, 10))
  const measured = (await judge(it, shop))!
  expect(measured.confounders).toHaveLength(2)
  expect(measured.kpi.change.low).toBeLessThan(plain.kpi.change.low)
})

test('whose days can no longer be read, the account disconnected or let go by its manager, promises no day', async () => {
  await after(SAME)
  const rowOf = async (set: Partial<typeof adAccounts.$inferInsert>) => {
    await it.ctx.db.update(adAccounts).set(set).where(eq(adAccounts.customerId, CUSTOMER))
    expect(await judge(it, shop)).toBeNull()
    const { body } = await shop.owner.get('/api/resultados?periodo=todo')
    return (body as ReplyOf<typeof getResults>).accounts[0]!.rows[0]!
  }
  const unread = await rowOf({ dataTo: addDays(applied, 12) })
  expect(unread).toMatchObject({ standing: 'measuring', daysLeft: null })
  expect(unread.note).toContain('Faltan días por leer')
  const away = await rowOf({ connected: false })
  expect(away.note).toContain('La cuenta no está conectada')
  const back = { connected: true, dataTo: addDays(applied, 40) }
  await it.ctx.db.update(adAccounts).set(back).where(eq(adAccounts.customerId, CUSTOMER))
  expect(await judge(it, shop)).not.toBeNull()
})
