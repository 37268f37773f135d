import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { reportAdvice, reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { changeEvents } from '../../platform/db/schema/changes.ts'
import { campaigns } from '../../platform/db/schema/entities.ts'
import { recommendations } from '../../platform/db/schema/recommendations.ts'
import { accountAlerts, morningMails } from '../../platform/db/schema/watch.ts'
import { jobs } from '../../platform/db/schema/work.ts'
import { enqueue } from '../../platform/jobs.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import { enqueueMorningMails, mailMorning } from './actions/morning-mail.ts'
import { watchAccount as runWatch } from './actions/watch-account.ts'
import { type getAlert, type listAlerts, watchAccount, watchKey } from './contract/alerts.ts'

// What is told of alerts that are kept: a first day further back, many at once, new ones among many old ones.
const it = testApp()

async function watchedShop() {
  const person = await it.signIn()
  const { customerId } = await reportShop(it, person, 'Zapatería')
  /** Runs since 4 Nov, told of since the minute before last. */
  const keep = async (one: Partial<typeof accountAlerts.$inferInsert>, more: object = {}) => {
    const id = randomUUID()
    const row = { metric: 'conversions', campaignId: 1, rises: false, score: 6 } as const
    const days = { startsOn: '2026-11-04', endsOn: '2026-11-17' }
    const body = {
      ...{ metric: 'conversions', campaignId: '1', from: '2026-11-04', to: '2026-11-17' },
      ...{ seen: 7e6, expected: 14e6, low: 10e6, high: 18e6, score: -6 },
      causes: [{ campaignId: '1', kind: 'rate', device: null, amount: -7e6 }],
      ...{ besides: [], trend: [], ...more },
    }
    const at = new Date(it.clock.now().getTime() - 60_000)
    await it.ctx.db
      .insert(accountAlerts)
      .values({ customerId, id, ...row, ...days, body, createdAt: at, updatedAt: at, ...one })
    return id
  }
  const list = async () => (await person.get('/api/avisos')).body as ReplyOf<typeof listAlerts>
  return { person, customerId, keep, list }
}

const BUDGET = {
  metric: 'budget',
  campaignId: null,
  startsOn: '2026-11-01',
  endsOn: '2026-11-28',
  score: 5,
  body: {
    ...{ campaignId: null, budgetMicros: 1_500e6, month: '2026-11-01', today: '2026-11-20' },
    ...{ earliest: '2026-11-24', day: '2026-11-26', latest: '2026-11-28' },
  },
} as const

test('what was changed is asked of the first day, also where it is further back', async () => {
  const { person, customerId, keep, list } = await watchedShop()
  const id = await keep({}, { since: '2026-11-01' })
  const edit = async (day: number, status: string) =>
    await it.ctx.db.insert(changeEvents).values({
      ...{ customerId, eventId: randomUUID(), userEmail: '', campaignId: 1, adGroupId: null },
      at: `2026-11-0${day} 09:12:13.000000`,
      ...{ clientType: 'GOOGLE_ADS_WEB_CLIENT', resourceType: 'CAMPAIGN', operation: 'UPDATE' },
      ...{ resourceName: 'customers/1/campaigns/1', changedFields: ['biddingStrategyType'] },
      oldResource: { campaign: { biddingStrategyType: 'MANUAL_CPC' } },
      newResource: { campaign: { biddingStrategyType: status } },
    })
  await edit(1, 'MAXIMIZE_CONVERSIONS')
  // A remedy, not what did it.
  await edit(4, 'TARGET_SPEND')
  const { alerts } = await list()
  expect(alerts).toMatchObject([
    { since: '2026-11-01', cause: expect.stringMatching(/^El 1 nov /) },
  ])
  const { changes } = (await person.get(`/api/avisos/${id}`)).body as ReplyOf<typeof getAlert>
  expect(changes.map(({ day }) => day)).toEqual(['2026-11-01'])
})

test('a budget about to be used up is among many surer alerts', async () => {
  const { person, keep, list } = await watchedShop()
  for (let i = 0; i < 65; i++) await keep({})
  await keep(BUDGET)
  const { alerts, pace, more } = await list()
  expect([alerts.length, pace.length]).toEqual([60, 1])
  expect(more, 'those that are not listed').toBe(5)
  await person.send('PUT', '/api/avisos/vistos', { ids: [alerts[0]!.id], visto: true })
  expect(await list()).toMatchObject({ alerts: { length: 60 }, more: 4 })
})

test('the mail counts all that is new, and is written of it among many old ones', async () => {
  const { person, keep } = await watchedShop()
  const longAgo = new Date(it.clock.now().getTime() - 3 * 86_400_000)
  for (let i = 0; i < 62; i++) await keep({ createdAt: longAgo, score: 9 })
  for (let i = 0; i < 14; i++) await keep({})
  await keep(BUDGET)
  const toldAt = new Date(it.clock.now().getTime() - 86_400_000)
  await it.ctx.db.insert(morningMails).values({ userId: person.userId, toldAt })
  await mailMorning(it.ctx, { userId: person.userId, day: '2026-11-20' })
  await it.runJobs()
  const mails = it.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  expect(mails).toMatchObject([
    { subject: 'Hoy: 15 avisos', text: expect.stringMatching(/15 avisos que(.|\n)*Y 5 más\./) },
  ])
})

test('a decision whose problem came back since is in the mail', async () => {
  const { person, customerId } = await watchedShop()
  await reportAdvice(it, customerId, { title: 'Sube el presupuesto' })
  const own = eq(recommendations.customerId, customerId)
  const toldAt = new Date(it.clock.now().getTime() - 86_400_000)
  const longAgo = new Date(toldAt.getTime() - 30 * 86_400_000)
  await it.ctx.db.update(recommendations).set({ createdAt: longAgo }).where(own)
  const mailOf = async (day: string) => {
    await it.ctx.db.delete(morningMails).where(eq(morningMails.userId, person.userId))
    await it.ctx.db.insert(morningMails).values({ userId: person.userId, toldAt })
    await mailMorning(it.ctx, { userId: person.userId, day })
    await it.runJobs()
    return it.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  }
  expect(await mailOf('2026-11-20')).toEqual([])
  await it.ctx.db.update(recommendations).set({ returnedAt: it.clock.now() }).where(own)
  expect(await mailOf('2026-11-21')).toMatchObject([{ subject: 'Hoy: 1 decisión nueva' }])
})

test('the mail waits until yesterday is known of all accounts, but not for long', async () => {
  const { person, customerId } = await watchedShop()
  const own = eq(morningMails.userId, person.userId)
  await it.ctx.db.insert(morningMails).values({ userId: person.userId, toldAt: it.clock.now() })
  const askedAt = async (now: string, lastSyncedAt: string, source: 'google' | 'imported') => {
    await it.ctx.db.update(morningMails).set({ askedOn: null }).where(own)
    const facts = { source, lastSyncedAt: new Date(lastSyncedAt) }
    await it.ctx.db.update(adAccounts).set(facts).where(eq(adAccounts.customerId, customerId))
    const clock = Object.assign(Object.create(it.ctx.clock), { now: () => new Date(now) })
    await enqueueMorningMails({ ...it.ctx, clock })
    const [row] = await it.ctx.db.select().from(morningMails).where(own)
    return row!.askedOn
  }
  const [early, whole] = ['2026-11-24T01:30:00Z', '2026-11-24T02:01:00Z']
  expect(await askedAt('2026-11-24T05:59:00Z', whole, 'google'), 'not before seven').toBeNull()
  expect(await askedAt('2026-11-24T06:00:00Z', whole, 'google')).toBe('2026-11-24')
  expect(await askedAt('2026-11-24T06:00:00Z', early, 'google')).toBeNull()
  expect(await askedAt('2026-11-24T08:29:00Z', early, 'google')).toBeNull()
  expect(await askedAt('2026-11-24T08:30:00Z', early, 'google')).toBe('2026-11-24')
  expect(await askedAt('2026-11-24T06:00:00Z', early, 'imported')).toBe('2026-11-24')
  await enqueue(it.ctx, watchAccount, { customerId }, { uniqueKey: watchKey(customerId) })
  expect(await askedAt('2026-11-24T06:00:00Z', whole, 'google'), 'not judged yet').toBeNull()
  await it.ctx.db.update(jobs).set({ status: 'done' }).where(eq(jobs.kind, watchAccount.name))
  expect(await askedAt('2026-11-24T06:00:00Z', whole, 'google')).toBe('2026-11-24')
  // Those of another day are not due here.
  await it.ctx.db.delete(jobs)
})

test('an account that is no longer read has no alerts for ever, and a budget none of a month that is over', async () => {
  const { keep, list } = await watchedShop()
  await keep({ startsOn: '2026-11-02', endsOn: '2026-11-16' })
  await keep({ ...BUDGET, startsOn: '2026-10-01', endsOn: '2026-10-28' })
  expect(await list()).toMatchObject({ alerts: [], pace: [], more: 0 })
  await keep({})
  await keep({ ...BUDGET, startsOn: '2026-11-01', body: { ...BUDGET.body, today: '2026-11-18' } })
  await keep({ endsOn: '2026-11-19' }, { to: '2026-11-19' })
  const { alerts, pace } = await list()
  expect(alerts.map(({ cause }) => cause).toSorted()).toEqual([
    'Sobre todo, menos conversiones por clic',
    'Sobre todo, menos conversiones por clic. Según datos hasta el 17 nov',
  ])
  expect(pace).toMatchObject([{ title: expect.stringMatching(/€\. Según datos hasta el 17 nov$/) }])
})

test('a change of its budget is named where Google says no campaign', async () => {
  const { person, customerId, keep, list } = await watchedShop()
  const id = await keep({ endsOn: '2026-11-19' })
  const edit = async (budgetId: number, to: number) =>
    await it.ctx.db.insert(changeEvents).values({
      ...{ customerId, eventId: randomUUID(), userEmail: 'marta@tienda.test', adGroupId: null },
      ...{
        at: '2026-11-03 09:12:13.000000',
        clientType: 'GOOGLE_ADS_WEB_CLIENT',
        campaignId: null,
      },
      ...{ resourceType: 'CAMPAIGN_BUDGET', operation: 'UPDATE', changedFields: ['amountMicros'] },
      resourceName: `customers/1/campaignBudgets/${budgetId}`,
      oldResource: { campaignBudget: { amountMicros: '50000000' } },
      newResource: { campaignBudget: { amountMicros: String(to) } },
    })
  await it.ctx.db.update(campaigns).set({ budgetId: 77 }).where(eq(campaigns.campaignId, 1))
  await edit(177, 90e6)
  const named = async () => {
    const detail = (await person.get(`/api/avisos/${id}`)).body as ReplyOf<typeof getAlert>
    return [(await list()).alerts[0]!.cause, detail.changes.length] as const
  }
  expect(await named()).toEqual(['Sobre todo, menos conversiones por clic', 0])
  await edit(77, 20e6)
  expect(await named()).toEqual([expect.stringMatching(/^El 3 nov .*20,00\s€\. Sobre todo, /), 1])
})

/** Since 16 Nov campaign 2 spends one instead of 5 €, and 1 what it leaves. Citus takes no `case campaign_id when 1`. */
async function moveSpend(customerId: number) {
  await it.ctx.db.execute(sql`
    update campaign_day set cost_micros = case when campaign_id = 1 then 14000000 else 1000000 end
    where customer_id = ${customerId} and day > '2026-11-15'`)
}

test('another trouble of the campaign behind one that was put away is told', async () => {
  const { customerId, keep, list } = await watchedShop()
  const ofAccount = { campaignId: null, startsOn: '2026-11-14', endsOn: '2026-11-18' }
  const causes = [{ campaignId: '2', kind: 'rate', device: null, amount: -7e6 }]
  await keep({ ...ofAccount, seenAt: it.clock.now() }, { campaignId: null, causes })
  await moveSpend(customerId)
  await runWatch(it.ctx, customerId)
  const { alerts } = await list()
  expect(alerts).toMatchObject([{ metric: 'cost', campaignId: '2' }])
})

test('the first day of another figure of its place is not its own', async () => {
  const { customerId, keep, list } = await watchedShop()
  const besides = [{ metric: 'cost', from: '2026-11-16', seen: 1e6, expected: 5e6 }]
  const days = { startsOn: '2026-11-05', endsOn: '2026-11-18' }
  const id = await keep({ campaignId: 2, ...days }, { campaignId: '2', besides })
  await moveSpend(customerId)
  await runWatch(it.ctx, customerId)
  const { alerts } = await list()
  expect(alerts).toMatchObject([{ id, metric: 'cost', from: '2026-11-18', since: '2026-11-18' }])
})

test('a decision dated before a mail and committed after it is in the next, and none twice', async () => {
  const { person, customerId } = await watchedShop()
  const own = eq(recommendations.customerId, customerId)
  const yesterday = new Date(it.clock.now().getTime() - 86_400_000)
  await it.ctx.db.insert(morningMails).values({ userId: person.userId, toldAt: yesterday })
  const mailsOf = async (day: string) => {
    await mailMorning(it.ctx, { userId: person.userId, day })
    await it.runJobs()
    return it.simulators.smtp.outbox().filter(({ to }) => to === person.email).length
  }
  await reportAdvice(it, customerId, { title: 'Sube el presupuesto' })
  const dated = new Date(it.clock.now().getTime() - 60_000)
  await it.ctx.db.update(recommendations).set({ createdAt: dated }).where(own)
  expect(await mailsOf('2026-11-20')).toBe(1)
  expect(await mailsOf('2026-11-21'), 'told once').toBe(1)
  await reportAdvice(it, customerId, { title: 'Baja la puja' })
  const late = sql`${recommendations.body}->>'title' = 'Baja la puja'`
  await it.ctx.db.update(recommendations).set({ createdAt: dated }).where(late)
  expect(await mailsOf('2026-11-22')).toBe(2)
  expect(await mailsOf('2026-11-23'), 'told once').toBe(2)
})
