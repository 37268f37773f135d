import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'
import { changeEvents } from '../../platform/db/schema/changes.ts'
import { accountAlerts } from '../../platform/db/schema/watch.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { getAlert, listAlerts } from './contract/alerts.ts'

// What is told of alerts that are kept: of a first day further back.
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
