import { and, eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connectGoogle } from '../../../tests/connect-google.ts'
import {
  application,
  applyInHalves,
  fillPast,
  measureAndGoOn,
  SEARCHES,
  textsOf,
  untilJudged,
} from '../../../tests/halved-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import {
  type Factor,
  judge,
  measuredShop,
  OTHERS,
  raisedBefore,
  SAME,
} from '../../../tests/measured-shop.ts'
import { CUSTOMER, IDENTITY, SHOP } from '../../../tests/recommendation-shop.ts'
import { accountById } from '../../account-data/owned-account.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { accountChanges, changeEvents } from '../../platform/db/schema/changes.ts'
import { recommendationApplications } from '../../platform/db/schema/recommendations.ts'
import { addDays, type Day, dayInZone } from '../../shared/dates.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'
import type { getResults } from './contract/results.ts'
import { readCrossed, readUndone } from './queries/crossed-units.ts'

// What accounts do while something of them is measured; the windows of these hold the 25th of October, when clocks are put back.
const it = testApp()
const shop = measuredShop(it)
let applied: Day

const MORE = { clicks: 1.4, conversions: 1.4 }

async function raised(ofOthers?: (id: number) => Factor) {
  applied = await raisedBefore(it, shop, MORE, ofOthers)
}

const again = () => it.ctx.db.update(recommendationApplications).set({ measured: null })

test('a conversion action whose value is made ten times as much on one day moves what was sold not at all, and no verdict rests on it', async () => {
  await raised()
  const plain = (await judge(it, shop))!
  expect(plain.verdict).toBe('mejorado')
  await again()
  await it.ctx.db.execute(sql`
    update campaign_day set value_micros = conversions_micros * case when day > ${addDays(applied, 15)} then 400 else 40 end
    where customer_id = ${CUSTOMER}`)
  const measured = (await judge(it, shop))!
  expect(measured.money!.conversions).toEqual(plain.money!.conversions)
  expect(measured.money!.worthText).toContain('Google registra')
  // Advised at 30 € a conversion, recorded at six times as much: it may be either.
  expect(measured.verdict).toBe('no_concluyente')
  expect(measured.monthlyMicros!.low).toBeLessThan(plain.monthlyMicros!.low)
})

test('an action under another name counts half from one day on, everywhere: that is not its doing', async () => {
  await raised()
  const plain = (await judge(it, shop))!
  await again()
  await it.ctx.db.execute(sql`
    update campaign_day set conversions_micros = conversions_micros / 2
    where customer_id = ${CUSTOMER} and day > ${addDays(applied, 15)}`)
  const measured = (await judge(it, shop))!
  expect(measured.money!.conversions.estimate).toBeCloseTo(plain.money!.conversions.estimate, 1)
  expect(measured.verdict).not.toBe('empeorado')
  for (const text of measured.money!.leftOut) expect(text).toContain('y no solo aquí')
})

test('nothing sold by any, before or after: cost alone is judged, and every figure is one', async () => {
  await raised()
  await it.ctx.db.execute(
    sql`update campaign_day set conversions_micros = 0 where customer_id = ${CUSTOMER}`,
  )
  const measured = (await judge(it, shop))!
  expect(measured.verdict).toBe('empeorado')
  expect(measured.money!.cost.estimate).toBeCloseTo(0.4, 1)
  const { estimate, low, high } = measured.monthlyMicros!
  for (const figure of [estimate, low, high, measured.money!.chanceOfGain])
    expect(Number.isFinite(figure)).toBe(true)
  expect((await shop.owner.get('/api/resultados?periodo=todo')).status).toBe(200)
})

test('another campaign that doubles by itself moves the middle hardly, and never turns the verdict', async () => {
  await raised((id) => (id === OTHERS[0] ? { clicks: 2, conversions: 2 } : SAME))
  const measured = (await judge(it, shop))!
  expect(measured.verdict).not.toBe('empeorado')
  expect(measured.money!.cost.estimate).toBeCloseTo(0.4, 1)
})

test('the changed one that doubles by itself two weeks later is no success of the change', async () => {
  applied = await raisedBefore(it, shop, SAME)
  await it.ctx.db.execute(sql`
    update campaign_day set clicks = clicks * 2, cost_micros = cost_micros * 2, conversions_micros = conversions_micros * 2
    where customer_id = ${CUSTOMER} and campaign_id = ${shop.campaignId} and day > ${addDays(applied, 21)}`)
  await judge(it, shop)
  const [{ measured } = { measured: null }] = await it.ctx.db
    .select()
    .from(recommendationApplications)
  expect((measured as { verdict: string }).verdict).not.toBe('improved')
})

test('a card whose amounts are in another currency than the account has now is not measured, and what was measured before is not added up', async () => {
  const inDollars = (currencyCode: string) =>
    it.ctx.db.update(adAccounts).set({ currencyCode }).where(eq(adAccounts.customerId, CUSTOMER))
  const results = async () => {
    const { body } = await shop.owner.get('/api/resultados?periodo=todo')
    return (body as ReplyOf<typeof getResults>).accounts[0]!
  }
  await raised()
  expect((await judge(it, shop))!.verdict).toBe('mejorado')
  expect((await results()).total).not.toBeNull()
  await inDollars('USD')
  const { total, rows } = await results()
  expect(total).toBeNull()
  expect(rows[0]).toMatchObject({ verdict: 'mejorado', forecast: null, measured: null })
  expect(rows[0]!.note).toContain('EUR')
  await again()
  const measured = (await judge(it, shop))!
  expect(measured).toMatchObject({ verdict: 'no_concluyente', monthlyMicros: null })
  expect(measured.note).toContain('ahora está en USD')
})

test('two cards on one campaign in one week are counted once, and the second says so', async () => {
  await raised()
  await judge(it, shop)
  const [row] = await it.ctx.db.select().from(recommendationApplications)
  const later = new Date(row!.appliedAt.getTime() + 3 * 86_400_000)
  await it.ctx.db.insert(recommendationApplications).values({
    ...row!,
    ...{ id: crypto.randomUUID(), recommendationId: crypto.randomUUID(), appliedAt: later },
  })
  const { body, status } = await shop.owner.get('/api/resultados?periodo=todo')
  expect(status).toBe(200)
  const account = (body as ReplyOf<typeof getResults>).accounts[0]!
  const [first, second] = account.rows.toSorted((one, other) =>
    one.appliedOn < other.appliedOn ? -1 : 1,
  )
  expect(first!.within).toBeNull()
  expect(second!.within).toBe(first!.title)
  expect(account.total!.cards).toBe(1)
  const { monthlyMicros } = row!.measured as Measured
  expect(account.total!.estimate).toBeCloseTo(monthlyMicros!.estimate, 0)
})

/** Searches of a card excluded in a drawn half, which saved what they cost; until the day of the first look. */
async function savedInHalf() {
  for (const text of SEARCHES)
    for (const resourceName of await namesOf(text))
      await shop.mutate({ campaignCriterionOperation: { remove: resourceName } })
  await it.ctx.db.execute(sql`
    insert into account_goals (customer_id, target_cpa_micros, brand_words, protected_words, updated_at)
    values (${CUSTOMER}, ${30 * MICROS}, '{}', '{}', now()) on conflict do nothing`)
  await fillPast(it, shop)
  await applyInHalves(shop)
  const { now, later } = textsOf((await application(it)).halves)
  await untilJudged(it, shop, (text) => ({ cost: now.includes(text) ? 0 : 1, sold: 0 }))
  return { now, later }
}

/** Of the negatives that are there. */
async function namesOf(text: string): Promise<string[]> {
  const rows = (await shop.liveNegatives(text)) as { campaignCriterion: { resourceName: string } }[]
  return rows.map(({ campaignCriterion }) => campaignCriterion.resourceName)
}

test('while its account is disconnected the half that waits waits, and is made once it is back', async () => {
  const { later } = await savedInHalf()
  const path = `/api/google-accounts/${SHOP}`
  expect((await shop.owner.send('DELETE', path)).status).toBe(200)
  await measureAndGoOn(it)
  const [waits] = await shop.history()
  expect(waits).toMatchObject({
    measured: { verdict: 'mejorado' },
    second: { state: 'waiting', note: expect.stringContaining('conect') },
  })
  const { body } = await shop.owner.get('/api/resultados?periodo=todo')
  expect((body as ReplyOf<typeof getResults>).accounts[0]!.rows).toHaveLength(1)
  // Its person may see several accounts there: this one is chosen again.
  const choice = (await connectGoogle(shop.owner, IDENTITY)).split('/').at(-1)
  const chosen = { accountIds: [SHOP] }
  const back = await shop.owner.send(
    'POST',
    `/api/google-ads/connections/${choice}/accounts`,
    chosen,
  )
  expect(back.status, back.text).toBe(200)
  await measureAndGoOn(it)
  const live = await Promise.all(later.map((text) => shop.liveNegatives(text)))
  expect(live.flat()).toHaveLength(later.length)
})

test('a first half that was taken back by hand in Google Ads is not judged, nor followed by the second', async () => {
  const { now, later } = await savedInHalf()
  const { appliedAt } = await application(it)
  for (const text of now.slice(0, 5))
    for (const resourceName of await namesOf(text)) {
      await shop.mutate({ campaignCriterionOperation: { remove: resourceName } })
      await it.ctx.db.insert(changeEvents).values({
        customerId: CUSTOMER,
        eventId: resourceName,
        at: `${addDays(dayInZone(appliedAt, 'Europe/Madrid'), 13)} 10:00:00`,
        userEmail: 'ana@agencia.test',
        clientType: 'GOOGLE_ADS_WEB_CLIENT',
        resourceType: 'CAMPAIGN_CRITERION',
        resourceName,
        operation: 'REMOVE',
        changedFields: [],
        oldResource: {},
        newResource: {},
      })
    }
  await measureAndGoOn(it)
  const [shown] = await shop.history()
  expect(shown).toMatchObject({
    measured: { verdict: 'no_concluyente', monthlyMicros: null },
    second: { state: 'cancelled' },
  })
  expect(shown!.measured!.note).toContain('5 de 8 cambios')
  expect(shown!.second!.note).toContain('ya no está en Google Ads')
  expect((await Promise.all(later.map(namesOf))).flat()).toEqual([])
})

test('an ad group of either half that is paused by hand is told from one that is only renamed', async () => {
  const keyword = (group: number) => ({
    adGroupCriterionOperation: {
      updateMask: 'cpcBidMicros',
      update: {
        resourceName: `customers/{customerId}/adGroupCriteria/${group}~77`,
        cpcBidMicros: '100000',
      },
    },
  })
  const ownBid = (group: number) => ({
    adGroupOperation: {
      updateMask: 'cpcBidMicros',
      update: { resourceName: `customers/{customerId}/adGroups/${group}`, cpcBidMicros: '100000' },
    },
  })
  const groups = Array.from({ length: 12 }, (_, i) => 31 + i)
  const step = (group: number) => (group === 42 ? ownBid(group) : keyword(group))
  const keyOf = (group: number) => `ad_group:${group}`
  const row = {
    id: crypto.randomUUID(),
    // 11:30 in Madrid.
    appliedAt: new Date('2026-10-20T09:30:00Z'),
    body: { evidence: { change: { operations: groups.map(step) } } },
    halves: {
      pairs: Array.from({ length: 6 }, (_, i) => ({
        now: [keyOf(31 + 2 * i)],
        later: [keyOf(32 + 2 * i)],
      })),
      outside: [],
      units: groups.map((group, at) => ({
        ...{ key: keyOf(group), operations: [at] },
        place: { level: 'ad_group', id: `${group}` },
      })),
    },
  }
  const account = await accountById(it.ctx, CUSTOMER)
  const edit = (group: number, field: string, at = '2026-10-25 02:30:00') =>
    it.ctx.db.insert(changeEvents).values({
      customerId: CUSTOMER,
      eventId: `${group} ${field}`,
      at,
      userEmail: 'ana@agencia.test',
      clientType: 'GOOGLE_ADS_WEB_CLIENT',
      resourceType: 'AD_GROUP',
      resourceName: `customers/${account!.googleCustomerId}/adGroups/${group}`,
      operation: 'UPDATE',
      changedFields: [field],
      oldResource: {},
      newResource: {},
    })
  // Only what is read of it.
  const crossed = () => readCrossed(it.ctx, account!, row as never, '2026-10-30')
  await edit(32, 'name')
  // Nor is one whose own bid is what waits.
  await edit(42, 'name')
  await edit(31, 'status')
  // As the whole card leaves it that is made and taken back before it is made in halves.
  await edit(36, 'status', '2026-10-20 11:29:59')
  expect(await crossed()).toEqual({ units: 0, of: 6 })
  await edit(34, 'status')
  expect(await crossed()).toEqual({ units: 1, of: 6 })
  await edit(38, 'status', '2026-10-20 11:30:01')
  expect(await crossed()).toEqual({ units: 2, of: 6 })
  await edit(42, 'status')
  expect(await crossed()).toEqual({ units: 3, of: 6 })

  // The half that was changed: a paused ad group is no saving of the card, whose own keywords stand as it left them.
  await it.ctx.db.insert(accountChanges).values(
    [31, 33, 35, 37, 39, 41].map((group, index) => ({
      customerId: CUSTOMER,
      id: crypto.randomUUID(),
      at: row.appliedAt,
      userId: shop.owner.userId,
      kind: 'apply',
      summary: 'Baja la puja',
      before: {},
      after: { applicationId: row.id, index, operation: keyword(group), image: null },
      outcome: 'done' as const,
      resourceName: keyword(group).adGroupCriterionOperation.update.resourceName,
    })),
  )
  const undone = () => readUndone(it.ctx, account!, row as never, '2026-10-30')
  await edit(33, 'name')
  expect(await undone()).toEqual({ steps: 1, of: 6 })
  await edit(37, 'status')
  expect(await undone()).toEqual({ steps: 2, of: 6 })
  await it.ctx.db
    .delete(changeEvents)
    .where(and(eq(changeEvents.customerId, CUSTOMER), like(changeEvents.eventId, '__ status')))
})
