import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { measureAutomaticChanges } from '../src/features/second-opinion/actions/measure-automatic-changes.ts'
import type { AutomaticChange } from '../src/features/second-opinion/contract.ts'
import { changeEvents } from '../src/platform/db/schema/changes.ts'
import { automaticChangeEffects } from '../src/platform/db/schema/google-recommendations.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import { fillQuarter } from './filled-campaigns.ts'
import { testApp } from './harness.ts'
import { CUSTOMER, openShop, SHOP } from './recommendation-shop.ts'

const it = testApp()

test('a script that changes hundreds of bids a day hides neither what Google applied nor what is due', async () => {
  const shop = await openShop(it)
  await shop.reset()
  await fillQuarter(it, [shop.campaignId], () => ({ clicks: 100, conversions: 5 }))
  const today = dayInZone(it.clock.now(), 'Europe/Madrid')
  const event = (eventId: string, daysAgo: number) => ({
    ...{ customerId: CUSTOMER, eventId, at: `${addDays(today, -daysAgo)} 03:00:00.000000` },
    ...{ userEmail: '', operation: 'UPDATE', campaignId: shop.campaignId },
    ...{ changedFields: ['cpcBidMicros'], oldResource: {}, newResource: {} },
  })
  const bids = Array.from({ length: 2_400 }, (_, i) => ({
    ...event(`bid ${i}`, 1 + Math.floor(i / 300)),
    ...{ clientType: 'GOOGLE_ADS_SCRIPTS', resourceType: 'AD_GROUP', adGroupId: 1 + (i % 300) },
    resourceName: `customers/${SHOP}/adGroups/${1 + (i % 300)}`,
  }))
  const applied = [20, 45].map((daysAgo) => ({
    ...event(`applied ${daysAgo}`, daysAgo),
    ...{ clientType: 'GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION', resourceType: 'CAMPAIGN' },
    resourceName: `customers/${SHOP}/campaigns/${shop.campaignId}`,
  }))
  for (let at = 0; at < bids.length; at += 300)
    await it.ctx.db.insert(changeEvents).values(bids.slice(at, at + 300))
  await it.ctx.db.insert(changeEvents).values(applied)

  await measureAutomaticChanges(it.ctx, CUSTOMER)
  const measured = await it.ctx.db
    .select({ key: automaticChangeEffects.changeKey })
    .from(automaticChangeEffects)
    .where(eq(automaticChangeEffects.customerId, CUSTOMER))
  expect(measured.map(({ key }) => key.slice(0, 10))).toEqual([addDays(today, -45)])

  const { body } = await shop.owner.get(`/api/cambios-automaticos/${SHOP}`)
  const all = (body as { cambios: AutomaticChange[] }).cambios
  const own = all.filter(({ clientType }) => clientType === applied[0]!.clientType)
  expect(own.map(({ dia }) => dia)).toEqual([20, 45].map((days) => addDays(today, -days)))
  expect(own[1]!.measured).not.toBeNull()
  expect(all.length).toBeLessThanOrEqual(200)
})
