import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clickAway } from '../../../tests/click-away.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { teamMember } from '../../../tests/team-member.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { changeEvents } from '../../platform/db/schema/changes.ts'
import { campaigns } from '../../platform/db/schema/entities.ts'
import { accountDay, campaignDay, deviceDay } from '../../platform/db/schema/facts.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import { accountAlerts, monthlyBudgets, morningMails } from '../../platform/db/schema/watch.ts'
import { addDays, type Day, dayInZone } from '../../shared/dates.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import { MICROS } from '../../shared/metrics.ts'
import { shortDay } from '../../shared/spanish-numbers.ts'
import { enqueueMorningMails, mailMorning } from './actions/morning-mail.ts'
import { watchAccount } from './actions/watch-account.ts'
import type { getAlert, listAlerts } from './contract/alerts.ts'
import type { getPace } from './contract/pace.ts'

// Figures that leave their band: found once, explained, put away; the month's pace; the morning mail.
const it = testApp()
const CUSTOMER = 501
const GOOGLE_ID = '5010000001'
const ZONE = 'Europe/Madrid'
const DAYS = 120
let owner: Person
let today: Day

beforeAll(async () => {
  owner = await it.signIn()
  today = dayInZone(it.ctx.clock.now(), ZONE)
  await it.ctx.db.insert(adAccounts).values({
    customerId: CUSTOMER,
    userId: owner.userId,
    googleCustomerId: GOOGLE_ID,
    name: 'Zapatería',
    isManager: false,
    currencyCode: 'EUR',
    timeZone: ZONE,
    source: 'google',
    granularity: 'day',
    connected: true,
    dataFrom: addDays(today, -DAYS),
    dataTo: addDays(today, -1),
    lastSyncedAt: it.ctx.clock.now(),
    syncVersion: 1,
    createdAt: it.ctx.clock.now(),
  })
  await it.ctx.db.insert(campaigns).values(
    [1, 2].map((campaignId) => ({
      customerId: CUSTOMER,
      campaignId,
      name: campaignId === 1 ? 'Marca' : 'Zapatos',
      status: 'ENABLED',
      channelType: 'SEARCH',
    })),
  )
})

beforeEach(async () => {
  for (const table of [accountDay, campaignDay, deviceDay, accountAlerts, monthlyBudgets])
    await it.ctx.db.delete(table)
  await it.ctx.db.delete(morningMails)
})

test('a fall is found once, with its day, its cause and who changed what, and ends by itself', async () => {
  await writeDays((campaignId, age) => (campaignId === 1 && age <= 5 ? 0.2 : 1))
  await it.ctx.db.insert(changeEvents).values({
    customerId: CUSTOMER,
    eventId: '1~1~1',
    at: `${addDays(today, -5)} 09:12:13.000000`,
    userEmail: 'marta@tienda.test',
    clientType: 'GOOGLE_ADS_WEB_CLIENT',
    resourceType: 'CAMPAIGN',
    resourceName: 'customers/1/campaigns/1',
    operation: 'UPDATE',
    changedFields: ['name'],
    oldResource: { campaign: { name: 'Marca' } },
    newResource: { campaign: { name: 'Marca nueva' } },
    campaignId: 1,
    adGroupId: null,
  })
  await watchAccount(it.ctx, CUSTOMER)
  await watchAccount(it.ctx, CUSTOMER)
  const { alerts } = await list()
  expect(alerts).toHaveLength(1)
  const [alert] = alerts as [(typeof alerts)[number]]
  expect(alert).toMatchObject({ accountName: 'Zapatería', from: addDays(today, -5), tone: 'worse' })
  expect(alert).toMatchObject({ campaignName: 'Marca' })
  expect(alert.cause).toBe('Sobre todo, menos conversiones por clic')
  const detail = (await owner.get(`/api/avisos/${alert.id}`)).body as ReplyOf<typeof getAlert>
  expect(detail.changes).toMatchObject([{ who: 'marta@tienda.test', time: '09:12' }])
  // A client of a team is told nothing of its people.
  const place = { ownerId: owner.userId, customerId: CUSTOMER, role: 'client' } as const
  const shown = (await (await teamMember(it, place)).get(`/api/avisos/${alert.id}`)).body
  expect(shown).toMatchObject({ changes: [{ who: 'Google Ads (web)', time: '09:12' }] })
  const sum = detail.parts.reduce((total, { amount }) => total + amount, 0)
  // What rounds to nothing is left out.
  expect(sum / (alert.seen - alert.expected)).toBeCloseTo(1, 2)
  expect(whole(detail.parts.map(({ share }) => share))).toBe(whole([detail.change]))
  await it.ctx.db.delete(accountDay)
  await it.ctx.db.delete(campaignDay)
  await it.ctx.db.delete(deviceDay)
  await writeDays(() => 1)
  await watchAccount(it.ctx, CUSTOMER)
  expect((await list()).alerts).toEqual([])
})

test('what one applied oneself is named first, and an event that comes back is the same', async () => {
  const days = () => writeDays((campaignId, age) => (campaignId === 1 && age <= 5 ? 0.2 : 1))
  await days()
  await watchAccount(it.ctx, CUSTOMER)
  const apply = async (age: number, campaignId: string | null, operations: object[] = []) => {
    const id = randomUUID()
    await it.ctx.db.insert(recommendationApplications).values({
      ...{ customerId: CUSTOMER, id, recommendationId: id, rule: 'wasted-search-terms' },
      ...{ state: 'applied', stateSince: it.clock.now(), appliedBy: owner.userId, problems: [] },
      appliedAt: new Date(`${addDays(today, -age)}T10:00:00Z`),
      body: { title: `Excluye ${age} búsquedas`, campaignId, evidence: { change: { operations } } },
      assumed: { ...ASSUMED },
    })
  }
  await apply(16, '1')
  await apply(5, '2')
  const [before] = (await list()).alerts
  expect(before!.cause).toBe('Sobre todo, menos conversiones por clic')
  await apply(6, '1')
  const [after] = (await list()).alerts
  expect(after!.cause).toMatch(/^El .+ se aplicó aquí «Excluye 6 búsquedas»\. Sobre todo, menos /)
  // Any of those applied on one day may be the one.
  await apply(6, '2', [{ campaignOperation: { remove: 'customers/1/campaigns/1' } }])
  await apply(9, '1')
  expect((await list()).alerts[0]!.cause).toMatch(
    /^El .+ se aplicaron aquí «Excluye 6 búsquedas» y «Excluye 6 búsquedas», y 1 más los días antes\. /,
  )
  const stored = async () => await it.ctx.db.select().from(accountAlerts)
  for (const table of [accountDay, campaignDay, deviceDay]) await it.ctx.db.delete(table)
  await writeDays(() => 1)
  await watchAccount(it.ctx, CUSTOMER)
  expect((await stored()).map(({ endedAt }) => endedAt !== null)).toEqual([true])
  for (const table of [accountDay, campaignDay, deviceDay]) await it.ctx.db.delete(table)
  await days()
  await watchAccount(it.ctx, CUSTOMER)
  expect(await stored()).toMatchObject([{ id: after!.id, endedAt: null }])
  await it.ctx.db.delete(recommendationApplications)
})

test('what lasts longer than is looked back is told from its first day', async () => {
  await writeDays((campaignId, age) => (campaignId === 1 && age <= 12 ? 0.2 : 1))
  await watchAccount(it.ctx, CUSTOMER)
  expect((await list()).alerts[0]!.title).toContain(`desde el ${shortDay(addDays(today, -12))}`)
  const first = addDays(today, -19)
  await it.ctx.db.update(accountAlerts).set({ startsOn: first })
  for (const table of [accountDay, campaignDay, deviceDay]) await it.ctx.db.delete(table)
  await writeDays((campaignId, age) => (campaignId === 1 && age <= 19 ? 0.2 : 1))
  for (let nights = 0; nights < 2; nights++) {
    await watchAccount(it.ctx, CUSTOMER)
    const { alerts } = await list()
    expect(alerts).toHaveLength(1)
    expect(alerts[0]!.title).toContain(`desde el ${shortDay(first)}`)
  }
})

test('days that stand out within what has lasted for more than a week are not when it began', async () => {
  await writeDays((campaignId, age) => (campaignId === 1 && age <= 5 ? 0.2 : 1))
  const titleSince = async (age: number) => {
    // As it was told by the night before, of which this is the end.
    const startsOn = addDays(today, -age)
    const endsOn = addDays(today, -2)
    await it.ctx.db.update(accountAlerts).set({ startsOn, endsOn })
    await watchAccount(it.ctx, CUSTOMER)
    const { alerts } = await list()
    expect(alerts).toHaveLength(1)
    return alerts[0]!.title
  }
  await watchAccount(it.ctx, CUSTOMER)
  expect(await titleSince(9)).toContain(`desde el ${shortDay(addDays(today, -9))}`)
  expect(await titleSince(11)).toContain(`desde el ${shortDay(addDays(today, -9))}`)
  // Of what is young the beginning is still being made out.
  await it.ctx.db.delete(accountAlerts)
  await watchAccount(it.ctx, CUSTOMER)
  expect(await titleSince(7)).toContain(`desde el ${shortDay(addDays(today, -5))}`)
})

test('what was changed in Google Ads before is named, but no other name and no small step of a budget', async () => {
  await writeDays((campaignId, age) => (campaignId === 1 && age <= 5 ? 0.2 : 1))
  await watchAccount(it.ctx, CUSTOMER)
  const edit = async (age: number, resourceType: string, before: object, after: object) =>
    await it.ctx.db.insert(changeEvents).values({
      ...{ customerId: CUSTOMER, eventId: randomUUID(), userEmail: '', campaignId: 1 },
      at: `${addDays(today, -age)} 09:12:13.000000`,
      clientType: 'GOOGLE_ADS_WEB_CLIENT',
      ...{ resourceType, resourceName: `customers/1/${resourceType}/1`, operation: 'UPDATE' },
      changedFields: Object.keys(after),
      oldResource: { it: before },
      newResource: { it: after },
      adGroupId: null,
    })
  const cause = async () => (await list()).alerts[0]!.cause
  await edit(6, 'CAMPAIGN', { name: 'Marca' }, { name: 'Marca nueva' })
  await edit(6, 'CAMPAIGN_BUDGET', { amountMicros: '10000000' }, { amountMicros: '10500000' })
  // Afterwards, and too long before.
  const [manual, automatic] = ['MANUAL_CPC', 'MAXIMIZE_CONVERSIONS']
  await edit(3, 'CAMPAIGN', { status: 'ENABLED' }, { status: 'PAUSED' })
  await edit(30, 'CAMPAIGN', { status: 'ENABLED' }, { status: 'PAUSED' })
  expect(await cause()).toBe('Sobre todo, menos conversiones por clic')
  await edit(7, 'CAMPAIGN', { biddingStrategyType: manual }, { biddingStrategyType: automatic })
  expect(await cause()).toMatch(
    /^El .+ se cambió la campaña\. Estrategia de puja: CPC manual → Maximizar conversiones\. Sobre todo, menos /,
  )
  await it.ctx.db.delete(changeEvents)
})

const ASSUMED = {
  status: 'improved',
  actualImprovement: null,
  comparisonPeriod: '7 días',
  kpiVariation: null,
}

test('an account that stands still is told of, though Google sends no rows', async () => {
  await writeDays((_, age) => (age <= 3 ? 0 : 1), { withoutEmpty: true })
  await setDataTo(addDays(today, -4))
  await watchAccount(it.ctx, CUSTOMER)
  const { alerts } = await list()
  expect(alerts[0]).toMatchObject({ seen: 0, from: addDays(today, -3) })
  await setDataTo(addDays(today, -1))
})

test('seen ones leave the list and come back; strangers get 404', async () => {
  await writeDays((campaignId, age) => (campaignId === 1 && age <= 5 ? 0.2 : 1))
  await watchAccount(it.ctx, CUSTOMER)
  const ids = (await list()).alerts.map(({ id }) => id)
  const stranger = await it.signIn()
  expect((await stranger.get(`/api/avisos/${ids[0]}`)).status).toBe(404)
  const mark = (who: Person, visto: boolean) =>
    who.send('PUT', '/api/avisos/vistos', { ids, visto })
  expect((await mark(stranger, true)).status).toBe(404)
  expect((await list(stranger)).alerts).toEqual([])
  expect((await mark(owner, true)).status).toBe(200)
  await watchAccount(it.ctx, CUSTOMER)
  expect((await list()).alerts, 'nor while it lasts').toEqual([])
  // As it was told the night before: by the cost of the account's conversions.
  const [row] = await it.ctx.db.select().from(accountAlerts)
  const asCost = { metric: 'cpa', campaignId: null, rises: true } as const
  const body = { ...(row!.body as object), metric: 'cpa', seen: 20, expected: 10, besides: [] }
  await it.ctx.db.update(accountAlerts).set({ ...asCost, body })
  await watchAccount(it.ctx, CUSTOMER)
  expect((await list()).alerts, 'nor by another figure').toEqual([])
  await mark(owner, false)
  expect((await list()).alerts).toHaveLength(ids.length)
})

test('the pace of the month, by account and campaign, and a budget about to be used up', async () => {
  await writeDays(() => 1)
  const url = `/api/google-accounts/${GOOGLE_ID}/ritmo`
  const before = (await owner.get(url)).body as ReplyOf<typeof getPace>
  expect(before.account).toMatchObject({ budget: null, runsOut: null })
  expect(before.account.forecast!.low).toBeLessThan(before.account.forecast!.high)
  expect((await list()).pace).toEqual([])
  const set = (campaignId: string | null, importe: number | null, who = owner) =>
    who.send('PUT', url, { campaignId, importe })
  const small = before.account.spent! + 1
  const after = (await set(null, small)).body as ReplyOf<typeof getPace>
  expect(after.account).toMatchObject({ budget: small })
  expect(after.account.runsOut?.day).toBeTruthy()
  const { spent, knownTo, budget, forecast, runsOut } = after.account
  const months = async (who: Person) => (await who.get('/api/ritmo')).body
  expect(await months(owner), 'the same among all accounts').toEqual([
    { customerId: GOOGLE_ID, spent, knownTo, budget, forecast, runsOut },
  ])
  expect(await months(await it.signIn()), 'a stranger sees none').toEqual([])
  await watchAccount(it.ctx, CUSTOMER)
  expect((await list()).pace).toMatchObject([{ accountName: 'Zapatería', campaignId: null }])
  await set('2', before.account.forecast!.high)
  expect(((await owner.get(url)).body as ReplyOf<typeof getPace>).campaigns[0]).toMatchObject({
    campaignId: '2',
    runsOut: null,
  })
  expect((await set('999', 5)).status).toBe(404)
  expect((await set(null, 5, await it.signIn())).status).toBe(404)
  await set(null, null)
  await set('2', null)
  await watchAccount(it.ctx, CUSTOMER)
  expect((await list()).pace).toEqual([])
})

test('one morning mail for all accounts, once, and none where nothing is new', async () => {
  for (const activo of [true, false, true]) {
    await owner.send('PUT', '/api/correo-de-hoy', { activo })
    expect((await owner.get('/api/correo-de-hoy')).body).toEqual({ activo })
  }
  await writeDays((campaignId, age) => (campaignId === 1 && age <= 5 ? 0.2 : 1))
  it.clock.advance(60_000)
  await watchAccount(it.ctx, CUSTOMER)
  const mails = () => it.simulators.smtp.outbox().filter(({ to }) => to === owner.email)
  const ask = { userId: owner.userId, day: today }
  await mailMorning(it.ctx, ask)
  await mailMorning(it.ctx, ask)
  await it.runJobs()
  expect(mails()).toHaveLength(1)
  expect(mails()[0]).toMatchObject({ subject: expect.stringMatching(/^Hoy: 1 aviso/) })
  expect(mails()[0]!.text).toContain('Zapatería')
  // Something new since: it waits for the next morning.
  it.clock.advance(60_000)
  await it.ctx.db.update(accountAlerts).set({ createdAt: it.clock.now() })
  it.clock.advance(60_000)
  await mailMorning(it.ctx, ask)
  await it.runJobs()
  expect(mails(), 'one a morning').toHaveLength(1)
  await mailMorning(it.ctx, { ...ask, day: addDays(today, 1) })
  await it.runJobs()
  expect(mails(), 'what came about after the first').toHaveLength(2)
  await mailMorning(it.ctx, { ...ask, day: addDays(today, 2) })
  await it.runJobs()
  expect(mails(), 'nothing new on the morning after').toHaveLength(2)
  await clickAway(it, mails()[0]!)
  await enqueueMorningMails(it.ctx)
  expect(await it.ctx.db.select().from(morningMails)).toEqual([])
})

async function list(who: Person = owner) {
  const answer = await who.get('/api/avisos')
  expect(answer.status, answer.text).toBe(200)
  return answer.body as ReplyOf<typeof listAlerts>
}

async function setDataTo(dataTo: Day) {
  await it.ctx.db.update(adAccounts).set({ dataTo }).where(eq(adAccounts.customerId, CUSTOMER))
}

/** Even days of two campaigns; `rate` scales what a campaign sold, 0 all of it. */
async function writeDays(
  rate: (campaignId: number, age: number) => number,
  { withoutEmpty = false } = {},
) {
  const rows = Array.from({ length: DAYS }, (_, at) => at + 1).flatMap((age) =>
    [1, 2].flatMap((campaignId) => {
      const factor = rate(campaignId, age)
      if (factor === 0 && withoutEmpty) return []
      const clicks = 400 + ((age * 37 + campaignId * 11) % 23)
      const sums = {
        impressions: clicks * 15,
        clicks,
        cost_micros: clicks * MICROS,
        conversions_micros: Math.round(clicks * 0.1 * factor) * MICROS,
        value_micros: 0,
      }
      return [{ campaignId, day: addDays(today, -age), sums }]
    }),
  )
  const shares = { eligible_impressions: 0, lost_budget_impressions: 0, lost_rank_impressions: 0 }
  await it.ctx.db.insert(campaignDay).values(
    rows.map(({ campaignId, day, sums }) => ({
      customerId: CUSTOMER,
      campaign_id: campaignId,
      day,
      ...sums,
      ...shares,
    })) as never,
  )
  await it.ctx.db.insert(deviceDay).values(
    rows.map(({ campaignId, day, sums }) => ({
      customerId: CUSTOMER,
      campaign_id: campaignId,
      device: 1,
      day,
      ...sums,
    })) as never,
  )
  const byDay = Map.groupBy(rows, ({ day }) => day)
  await it.ctx.db.insert(accountDay).values(
    [...byDay].map(([day, own]) => ({
      customerId: CUSTOMER,
      day,
      impressions: total(own, 'impressions'),
      clicks: total(own, 'clicks'),
      cost_micros: total(own, 'cost_micros'),
      conversions_micros: total(own, 'conversions_micros'),
      value_micros: 0,
    })) as never,
  )
}

function total<Key extends string>(
  rows: readonly { sums: Record<Key, number> }[],
  key: Key,
): number {
  return rows.reduce((sum, { sums }) => sum + sums[key], 0)
}

/** '−31 %' and the like, summed. */
function whole(shares: readonly string[]): number {
  return shares.reduce((sum, text) => {
    const size = Number(text.replace(/[^\d]/g, ''))
    return sum + (text.startsWith('−') ? -size : size)
  }, 0)
}
